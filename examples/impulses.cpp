// SPDX-License-Identifier: MIT
// Jumps of the momentum: known beforehand, as part of what acts, or applied when they happen.
#include <cstdio>
#include <polhode/body/invariants.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>

int main() {
  using namespace polhode;
  const Inertia body = Inertia::from_moments(3.0, 4.0, 5.0);  // kg m^2
  const State start = state_from_angular_velocity(body, {1, 0, 0, 0}, {0, 0, 0.1});

  // Thrusters fire at 10 s, fixed in the body, and at 25 s a piece of debris hits: given in space.
  const Torque hits = impulses({{10.0, {0.2, 0, 0}}, {25.0, {0, 0.3, -0.1}, TorqueFrame::space}});
  const auto show = [&](double time, const State& state) {
    const Eigen::Vector3d m = spatial_momentum(state);
    std::printf("%5.1f s: angular momentum in space (%7.4f, %7.4f, %7.4f)\n", time, m.x(), m.y(), m.z());
  };
  const Simulation run = simulate(body, start, hits, {5.0, 15.0, 30.0}, 1e-10);
  for (std::size_t i = 0; i < run.times.size(); ++i) show(run.times[i], run.states[i]);

  // A stepper meets them too, wherever its steps end; and any other when it is told of it.
  SplittingStepper stepper(body, start, hits, splitting("strang_kick"));
  for (int i = 0; i < 10; ++i) stepper.step(3.0);
  show(stepper.time(), stepper.state());
  stepper.add_momentum({0, 0, 1}, TorqueFrame::space);
  show(stepper.time(), stepper.state());
}
