// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One motion from its start to its end, by a splitting with the exact free motion compiled in; and the end
/// itself.

#include <algorithm>
#include <cmath>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/splitting/splitting.hpp>
#include <stdexcept>

#include "outcome.hpp"
#include "splitting/flow.hpp"
#include "splitting/kick.hpp"
#include "splitting/split_body.hpp"

namespace polhode::bench {

template <class P, class T>
P as_start(const kernel::Phase<T>& p) {
  P start{};
  start.m = p.m;
  start.q = p.q;
  return start;
}

/// A gradient counts as one more torque.
inline long evaluations(const Splitting& s, long steps) {
  const auto with_gradient =
      std::count_if(s.gradients.begin(), s.gradients.end(), [](long double c) { return c != 0; });
  return steps * (s.kicks_per_step() + with_gradient) + (s.starts_with_kick ? 1 : 0);
}

template <class T, class P, class Problem>
auto flow_of(const Splitting& s) {
  const auto setting = Problem::template setting<T>();
  auto kick = make_kick<T>(setting.torque, s.order);
  using Body = SplitBody<T, kernel::Exact<T>, decltype(kick), P>;
  return SplittingFlow<T, Body>(
      s, Body(kernel::Exact<T>(setting.moments), kick, as_start<P>(setting.start), true));
}

/// P is kernel::Phase<double>, or kernel::CompensatedPhase<double>.
template <class P, class Problem>
Run by_splitting(const Splitting& s, long steps) {
  return [flow = flow_of<double, P, Problem>(s), h = Problem::end / static_cast<double>(steps), steps,
          count = evaluations(s, steps)]() -> Outcome {
    auto now = flow;
    for (long i = 0; i < steps; ++i) now.step(h);
    const P end = now.system().phase();
    return {{end.m, end.q}, count};
  };
}

struct ReferenceEnd {
  kernel::Phase<long double> end;
  long steps;
  double change;  ///< from that of half as many steps
};

/// By the composition of order ten with compensated sums in extended precision: steps are doubled until that
/// changes the end by no more than rounding of these sums.
template <class Problem>
ReferenceEnd reference_end() {
  using Wide = kernel::CompensatedPhase<long double>;
  constexpr double close_enough = 1e-17;
  constexpr long fewest = 512, most = 1L << 15;
  const auto flow = flow_of<long double, Wide, Problem>(splitting("sofroniou_spaletta10"));
  ReferenceEnd found{};
  for (long steps = fewest; steps <= most; steps *= 2) {
    auto now = flow;
    for (long i = 0; i < steps; ++i)
      now.step(static_cast<long double>(Problem::end) / static_cast<long double>(steps));
    const Wide end = now.system().phase();
    found.change = steps == fewest ? HUGE_VAL : distance(kernel::Phase<long double>{end.m, end.q}, found.end);
    found.end = {end.m, end.q};
    found.steps = steps;
    if (found.change <= close_enough) return found;
  }
  throw std::runtime_error("the reference does not converge");
}

}  // namespace polhode::bench
