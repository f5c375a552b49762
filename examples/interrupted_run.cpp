// SPDX-License-Identifier: MIT
// A run that is interrupted and goes on later, to the same numbers. The states and, now and then, a checkpoint
// are kept as they come; after the interruption the run begins again from the last checkpoint.
#include <cstdio>
#include <optional>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <vector>

namespace {

using namespace polhode;

struct Interruption {};

}  // namespace

int main() {
  const Inertia body = Inertia::from_moments(110, 150, 90);  // kg m^2, seconds, radians
  const State start =
      state_from_angular_velocity(body, Eigen::Quaterniond::Identity(), {0.0004, 0.003, 0.0011});
  const Torque torque = gravity_gradient_circular(0.0011);
  std::vector<double> times;
  for (int k = 1; k <= 100; ++k) times.push_back(600.0 * k);

  // The first run stops at state 60, as if somebody had switched the machine off.
  std::vector<State> states;
  std::string saved;  // a program would keep the states and this in a file
  SimulationSink sink;
  sink.state = [&](double, const State& state) {
    if (states.size() == 60) throw Interruption{};
    states.push_back(state);
  };
  sink.checkpoint = [&](const Checkpoint& checkpoint) { saved = checkpoint.bytes(); };
  SimulationOptions options;
  options.wants_checkpoint = [&] { return states.size() % 25 == 0; };
  try {
    simulate(body, start, torque, times, 1e-10, sink, options);
  } catch (const Interruption&) {
    std::printf("interrupted after %zu states\n", states.size());
  }

  // The second run gets everything as the first one did, and the checkpoint. What came after it comes again.
  const Checkpoint checkpoint(saved);
  states.resize(next_time(checkpoint));
  std::printf("going on after %zu states\n", states.size());
  sink.state = [&](double, const State& state) { states.push_back(state); };
  options.resume_from = checkpoint;
  const SimulationReport report = simulate(body, start, torque, times, 1e-10, sink, options);

  const Simulation undisturbed = simulate(body, start, torque, times, 1e-10);
  bool same = states.size() == undisturbed.states.size();
  for (std::size_t k = 0; same && k < states.size(); ++k)
    same = states[k].momentum == undisturbed.states[k].momentum &&
           states[k].attitude.coeffs() == undisturbed.states[k].attitude.coeffs();
  std::printf("%zu states in all, as without interruption to the last bit: %s\n", states.size(),
              same ? "yes" : "no");
  std::printf("the error estimate is that of the whole run: %s\n",
              report.error_estimate == undisturbed.error_estimate ? "yes" : "no");
}
