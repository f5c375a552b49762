// SPDX-License-Identifier: MIT
// A ship in beam seas: its weight rights it, the water damps it, and the waves push it as a table says, such
// as comes from a measurement. Torques add.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <polhode/rotation/euler.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <vector>

int main() {
  using namespace polhode;
  constexpr double degree = std::numbers::pi / 180;
  const Inertia ship = Inertia::from_moments(3.2164e8, 5.4782e9, 5.7426e9);  // kg m^2; x is its length
  const State start = state_from_angular_velocity(ship, Eigen::Quaterniond::Identity(), {0, 0, 0});

  // The table: a swell of 9 seconds that grows during a minute, in newton metres about the ship's length.
  std::vector<double> table_times;
  std::vector<Eigen::Vector3d> table;
  for (int second = 0; second <= 120; ++second) {
    table_times.push_back(second);
    const double size = 6e6 * std::min(1.0, second / 60.0);
    table.emplace_back(size * std::sin(2 * std::numbers::pi * second / 9), 0, 0);
  }
  const Torque torque = vessel_restoring(6.3622e6, 9.81, 103.628, 2.1444) +
                        linear_damping(Eigen::Vector3d(2e7, 1e9, 1e8).asDiagonal()) +
                        tabulated_torque(table_times, table, TorqueFrame::body, Beyond::zero);

  std::vector<double> times;
  for (int k = 1; k <= 12; ++k) times.push_back(10.0 * k + 2);
  const Simulation run = simulate(ship, start, torque, times, 1e-8);
  const EulerSequence zyx = EulerSequence::from_text("ZYX");  // yaw, pitch, roll
  std::printf("time, s   roll, degrees\n");
  for (std::size_t k = 0; k < times.size(); ++k)
    std::printf("%7.0f   %8.3f\n", run.times[k],
                euler_angles(zyx, run.states[k].attitude).angles[2] / degree);
  std::printf("error estimate below the tolerance: %s\n", run.error_estimate < 1e-8 ? "yes" : "no");
}
