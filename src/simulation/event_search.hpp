// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where to look at a function of time so that each of its zeros in an interval shows as a change of sign
/// between two looks.
///
/// Method.     The function is interpolated at Chebyshev points of the interval, five of them and then nine.
///             Where the interpolant stays away from zero, that is all. Where its last coefficients are not
///             small, the interval is bisected. Where they are, its extremes divide the interval into pieces
///             in which the function is monotone; an extreme that comes so near to zero that the interpolant
///             does not tell its sign is sought on the function itself.
/// Accuracy.   What shows in none of the looks is missed: a pulse between two of them, and the oscillations
///             of a function that would take more than some 100,000 looks.

#include <functional>
#include <span>
#include <vector>

namespace polhode::simulation {

/// A function's value at a time.
struct Look {
  double time, value;
};

using LookedAt = std::function<double(double time)>;

/// Appends looks after `from` to `looks`, in the order of time from there to `to`, which is the last:
/// between two of them the function has at most one zero, as far as can be seen. The interval is first
/// divided into so many equal panels; true if it is one in which the function is hardly more than a
/// parabola. What the function throws is passed on.
bool look_closely(const LookedAt& function, Look from, Look to, double panels, std::vector<Look>& looks);

/// Whether the function has no zero between the last two looks, by the polynomials through these five, one
/// for each end of a step: steps that are short against all that the function does need no looks in between.
bool is_clear_of_zero(std::span<const Look, 5> looks) noexcept;

}  // namespace polhode::simulation
