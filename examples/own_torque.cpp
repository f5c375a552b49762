// SPDX-License-Identifier: MIT
// A torque of one's own: a compass needle on a body that tumbles in the field of the Earth. The torque is a
// function of attitude and time, in the body's own axes; with its potential the energy is known too.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <polhode/splitting/stepper.hpp>

int main() {
  using namespace polhode;
  const Eigen::Vector3d field(0, 2.1e-5, -4.4e-5);  // tesla, in space
  const Eigen::Vector3d dipole(0.5, 0, 0);          // ampere m^2, in the body
  const Torque needle = Torque::of_attitude(
      "needle",
      [=](const Eigen::Quaterniond& q, double) -> Eigen::Vector3d { return dipole.cross(to_body(q, field)); },
      [=](const Eigen::Quaterniond& q, double) { return -dipole.dot(to_body(q, field)); });

  const Inertia body = Inertia::from_moments(0.012, 0.019, 0.027);  // kg m^2
  const State start = state_from_angular_velocity(body, Eigen::Quaterniond::Identity(), {0.02, 0.05, -0.01});
  SplittingStepper stepper(body, start, needle, splitting("blanes_moan_srkn14a"));

  const double energy = stepper.conserved();
  double worst = 0;
  std::printf("time, s   needle along the field\n");
  for (int step = 1; step <= 6000; ++step) {
    stepper.step(1.0);
    worst = std::max(worst, std::abs(stepper.conserved() / energy - 1));
    if (step % 1000 != 0) continue;
    const Eigen::Vector3d direction = to_space(stepper.state().attitude, {1, 0, 0});
    std::printf("%7.0f   %10.6f\n", stepper.time(), direction.dot(field.normalized()));
  }
  std::printf("the energy %.6e J is kept to 1e-12: %s\n", energy, worst < 1e-12 ? "yes" : "no");
}
