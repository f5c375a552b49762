// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One step of a method selected at run time, applied to a phase with or without compensation.

#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/advance.hpp>
#include <variant>

namespace polhode {

/// Plain summation leaves the compensation unchanged, as does a result that is not an increment.
inline kernel::CompensatedPhase<double> advanced(const FreeStep& step,
                                                 const kernel::CompensatedPhase<double>& from, double h,
                                                 Summation summation) {
  const auto result = step(from.m, h);
  const auto* increment = std::get_if<kernel::Increment<double>>(&result);
  if (increment && summation == Summation::compensated) return kernel::advance(from, *increment);
  const kernel::Phase<double> plain{from.m, from.q};
  const auto to = std::visit([&plain](const auto& r) { return kernel::advance(plain, r); }, result);
  return {to.m, from.em, to.q, from.eq};
}

}  // namespace polhode
