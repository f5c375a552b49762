// SPDX-License-Identifier: MIT
// A satellite known by its full tensor of inertia, taken through an orbit's worth of steps with compensated sums. Everything goes in and
// comes out in the satellite's own axes; what should be conserved is printed as it drifts, or does not.
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
  FreeStepper satellite(body, start, Summation::compensated);
  std::printf("%10s  %14s  %18s\n", "time, s", "energy error", "momentum error");
  for (int step = 1; step <= 57000; ++step) {  // 95 minutes in tenths of a second
    satellite.step(0.1);
    if (step % 9500 != 0) continue;
    const State now = satellite.state();
    std::printf("%10.1f  %14.1e  %18.1e\n", 0.1 * step, kinetic_energy(body, now) / energy - 1,
                (spatial_momentum(now) - momentum).norm() / momentum.norm());
  }
}
