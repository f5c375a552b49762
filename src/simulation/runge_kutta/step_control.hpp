// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How long a step of the method of Dormand and Prince is.
///
/// Method.     With err = err_5^2 / sqrt(err_5^2 + err_3^2 / 100), which falls as h^8, the error of a step,
///             which falls as h^9, is taken to be 8 err^(9/8): of the sizes that attitude and relative
///             momentum have, that was 0.2 to 7 err^(9/8) on the motions of bench/simulate.cpp, at all
///             tolerances.

#include "core/rough_logarithm.hpp"

namespace polhode::simulation::runge_kutta {

constexpr int order = 8;
/// The least part of itself that a step would have to be for the error that is allowed, and is accepted all
/// the same. After one that was too long: `prudence`.
constexpr double accepted = 0.85;
/// The next step is that part of itself, and this of that, between the least and the most.
constexpr double prudence = 0.97, least_part = 0.333, most_part = 6, part_if_not_finite = 0.1;
/// A step that is so much shorter than the rest is not followed by another.
constexpr double nearly_all = 1.1;
/// Allowed in a step in any case.
constexpr double least_error = 4e-17;

/// The part of a step that would have had the error that is allowed: from the square of err_5, which is not
/// 0, and the square of the root above.
template <class T>
[[gnu::always_inline]] inline T part_allowed(const T& fifth, const T& below, const T& allowed) noexcept {
  const T error = T(3) + T(9.0 / 8) * (rough_log2(fifth) - T(0.5) * rough_log2(below));
  return rough_exp2((rough_log2(allowed) - error) / T(order));
}

/// A guess of the first step of a motion that turns, or is turned, by a radian in 1 / rate; h is that, times
/// the power.
constexpr double first_part = 4, first_power = 1.0 / 9;

}  // namespace polhode::simulation::runge_kutta
