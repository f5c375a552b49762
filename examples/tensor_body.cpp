// SPDX-License-Identifier: MIT
// A satellite known by its full tensor of inertia, taken step by step through the time of an orbit with
// compensated sums. Everything goes in and comes out in the satellite's own axes.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <polhode/body/invariants.hpp>
#include <polhode/free/stepper.hpp>

int main() {
  using namespace polhode;
  Eigen::Matrix3d tensor;       // kg m^2
  tensor << 412.0, -11.5, 7.2,  //
      -11.5, 388.0, -4.1,       //
      7.2, -4.1, 295.0;
  const Inertia body = Inertia::from_tensor(tensor);
  const State start =
      state_from_angular_velocity(body, Eigen::Quaterniond::Identity(), {0.010, -0.002, 0.030});  // rad/s

  const double energy = kinetic_energy(body, start);
  const Eigen::Vector3d momentum = spatial_momentum(start);
  double worst = 0;
  FreeStepper satellite(body, start, Summation::compensated);
  std::printf("time, s   angular velocity in the body, rad/s\n");
  for (int step = 1; step <= 57000; ++step) {  // 95 minutes in tenths of a second
    satellite.step(0.1);
    if (step % 9500 != 0) continue;
    const State now = satellite.state();
    const Eigen::Vector3d omega = angular_velocity(body, now);
    std::printf("%7.1f   %10.7f %10.7f %10.7f\n", 0.1 * step, omega.x(), omega.y(), omega.z());
    worst = std::max({worst, std::abs(kinetic_energy(body, now) / energy - 1),
                      (spatial_momentum(now) - momentum).norm() / momentum.norm()});
  }
  std::printf("energy and angular momentum in space are kept to 2e-15: %s\n", worst < 2e-15 ? "yes" : "no");
}
