// SPDX-License-Identifier: MIT
// A satellite that unfolds two booms: its moments of inertia grow while it spins, so that it slows down; the
// momentum stays. With a wobble, and with the gravity gradient acting on the body as it is at each moment.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/splitting/changing_body.hpp>
#include <polhode/torque/built_in.hpp>

int main() {
  using namespace polhode;
  // Two masses of 2 kg run out along the body's x axis, from 0.3 to 3 metres, smoothly within a minute.
  const auto moments = [](double time) -> Eigen::Vector3d {
    const double s = std::clamp(time / 60, 0.0, 1.0);
    const double distance = 0.3 + 2.7 * s * s * (3 - 2 * s), booms = 2 * 2.0 * distance * distance;
    return {6.0, 8.0 + booms, 9.0 + booms};  // kg m^2
  };
  const auto body_at = [&](double time) {
    const Eigen::Vector3d i = moments(time);
    return Inertia::from_moments(i.x(), i.y(), i.z());
  };
  const State start =
      state_from_angular_velocity(body_at(0), Eigen::Quaterniond::Identity(), {0.02, 0.01, 0.6});  // rad/s

  // Only compositions of Strang steps that start with a kick keep their order for such a body.
  ChangingBodyStepper stepper(moments, start, gravity_gradient_circular(0.0011), splitting("kahan_li6"));
  std::printf("time, s   spin, rad/s   |m|, N m s   tilt of the momentum from z, degrees\n");
  for (int step = 0; step <= 1000; ++step) {
    if (step % 100 == 0) {
      const State now = stepper.state();
      const double spin = angular_velocity(body_at(stepper.time()), now).z();
      const double tilt = std::acos(now.momentum.z() / now.momentum.norm()) * 180 / std::numbers::pi;
      std::printf("%7.0f   %11.6f   %10.6f   %8.4f\n", stepper.time(), spin, now.momentum.norm(), tilt);
    }
    stepper.step(0.1);
  }
}
