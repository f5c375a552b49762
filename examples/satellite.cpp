// SPDX-License-Identifier: MIT
// A satellite that the gravity gradient keeps pointing at the Earth, on an orbit that is slightly elliptic.
// How far does it swing, and how often does its long axis pass the direction of the Earth? Both are events.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <vector>

int main() {
  using namespace polhode;
  constexpr double pi = std::numbers::pi, n = 0.0011;        // mean motion, rad/s
  const Inertia body = Inertia::from_moments(40, 95, 110);   // kg m^2; the long axis is x
  const Torque torque = gravity_gradient_elliptic(n, 0.02);  // the orbit is in the plane of x and y
  const State start = state_from_angular_velocity(           // turns with the orbit, 10 degrees behind
      body, Eigen::Quaterniond(Eigen::AngleAxisd(-10 * pi / 180, Eigen::Vector3d::UnitZ())), {0, 0, n});

  // The pitch: the angle from the mean direction of the Earth to the long axis, in the plane of the orbit.
  const auto pitch = [](const State& s, double time) {
    const Eigen::Vector3d axis = to_space(s.attitude, {1, 0, 0});
    const double behind = n * time;
    return std::atan2(axis.y() * std::cos(behind) - axis.x() * std::sin(behind),
                      axis.x() * std::cos(behind) + axis.y() * std::sin(behind));
  };
  const Event passes{"passes the mean direction", pitch};
  const Event too_far{"more than 15 degrees",
                      [=](const State& s, double t) { return std::abs(pitch(s, t)) - 15 * pi / 180; },
                      Crossing::rising, true};  // the run ends there

  const double orbit = 2 * pi / n;
  std::vector<double> times;
  for (int k = 1; k <= 100; ++k) times.push_back(k * orbit / 10);
  const Simulation run = simulate(body, start, torque, times, 1e-9, {.events = {passes, too_far}});

  double widest = 0;
  for (std::size_t k = 0; k < run.times.size(); ++k)
    widest = std::max(widest, std::abs(pitch(run.states[k], run.times[k])));
  std::printf("%zu of %zu states; %s, steps of %.0f s, error about %.0e\n", run.states.size(), times.size(),
              run.engine.c_str(), run.step, run.error_estimate);
  std::printf("largest pitch among them %.3f degrees\n", widest * 180 / pi);
  for (const FoundEvent& found : run.events)
    std::printf("orbit %7.4f: %s\n", found.time / orbit,
                found.event == 0 ? passes.name.c_str() : too_far.name.c_str());
  if (run.stopped) std::printf("stopped: %s\n", run.stopped->reason.c_str());
}
