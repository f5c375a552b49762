// SPDX-License-Identifier: MIT
#include "command/step_walk.hpp"

#include <cmath>
#include <polhode/core/error.hpp>

#include "table/number.hpp"

namespace polhode::app {

/// The time is not accumulated: the rest is one rounding away from t - steps h, however many steps there are.
Cut cut(double t, double step) {
  constexpr double most_steps = 0x1p53;
  const double h = std::copysign(step, t);
  double steps = std::floor(t / h);
  if (!(steps < most_steps))
    throw InvalidInput("number of steps to t", text_of(steps), "fewer than 2^53; take longer steps");
  // t/h may have been rounded up to a whole number.
  const double rest = std::fma(-steps, h, t);
  if (steps > 0 && rest != 0 && std::signbit(rest) != std::signbit(h)) steps -= 1;
  return {steps, h, std::fma(-steps, h, t)};
}

}  // namespace polhode::app
