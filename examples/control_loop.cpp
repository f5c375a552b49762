// SPDX-License-Identifier: MIT
// A control loop: ten times a second the attitude is read, a wheel is driven against the error, and the satellite moves
// on under what was set. The gravity gradient acts besides.
#include <cmath>
#include <cstdio>
#include <polhode/simulation/controlled_body.hpp>
#include <polhode/torque/built_in.hpp>

int main() {
  using namespace polhode;
  const Inertia body = Inertia::from_moments(40, 95, 110);  // kg m^2
  const State start =
      state_from_angular_velocity(body, Eigen::Quaterniond(0.8, 0.36, -0.48, 0), {0.01, -0.02, 0.015});
  ControlledBody satellite(body, start, gravity_gradient_circular(0.0011), 1e-12);

  const double cycle = 0.1;         // s
  Eigen::Vector3d wheels(0, 0, 0);  // momentum of three wheels, N m s
  std::printf("time, s   angle to go, degrees   wheels, N m s\n");
  for (int k = 0; k <= 3000; ++k) {
    const State now = satellite.state();
    const Eigen::Vector3d error = (now.attitude.w() < 0 ? -1 : 1) * now.attitude.vec();
    if (k % 500 == 0)
      std::printf("%7.1f   %20.6f   %8.5f %8.5f %8.5f\n", satellite.time(),
                  2 * std::asin(error.norm()) * 180 / std::acos(-1.0), wheels.x(), wheels.y(), wheels.z());
    // A spring and a damper, at most 0.5 N m about each axis. What the motors do to the body they do to the wheels.
    const Eigen::Vector3d wanted = -0.8 * error - 12 * angular_velocity(body, now);
    const Eigen::Vector3d torque = wanted.cwiseMax(-0.5).cwiseMin(0.5);
    satellite.set_torque(torque);
    satellite.set_wheels(wheels - cycle / 2 * torque);  // in the middle of the cycle
    satellite.step(cycle);
    wheels -= cycle * torque;
  }
}
