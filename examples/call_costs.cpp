// SPDX-License-Identifier: MIT
// The same motion asked for in six ways, each for its own purpose. What each call costs stands in docs/guide/call-costs.md.
#include <cstdio>
#include <polhode/batch/free_stepper.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <vector>

int main() {
  using namespace polhode;
  const Inertia body = Inertia::from_moments(0.345, 0.653, 1.0);
  const State start = state_from_momentum({1, 0, 0, 0}, {0.5, 0.2, 0.84});

  // 1. Step after step: the state stays inside, ready for the next step.
  FreeStepper stepper(body, start);
  for (int i = 0; i < 100; ++i) stepper.step(0.1);

  // 2. From a state to a state, where the caller keeps them: the body is prepared once.
  const ExactFlow flow(body);
  State now = start;
  for (int i = 0; i < 100; ++i) now = flow(now, 0.1);

  // 3. Once: all in one call, which prepares the body and forgets it.
  const State once = exact_flow(body, start, 10.0);

  // 4. As a function of time, near or far, one or many: nothing accumulates.
  const FreeMotion motion(body, start);
  const std::vector<double> times{1.0, 10.0, 1e6};
  const std::vector<State> states = motion.at(times);

  // 5. Many bodies at once.
  batch::FreeStepper<double> many(body, std::vector<State>(1000, start));
  for (int i = 0; i < 100; ++i) many.step(0.1);

  for (const State& s : {stepper.state(), now, once, states[1], many.state(999)})
    std::printf("(%.12f, %.12f, %.12f)\n", s.momentum.x(), s.momentum.y(), s.momentum.z());
}
