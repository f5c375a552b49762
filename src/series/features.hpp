// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Limits steps so that they do not skip features of a formula that its power series at the start does not
/// show: a narrow pulse, a switch, a spike, in time or in the state.
///
/// Method.     Within the step each function f of the formula is compared with its own series, with the
///             polynomial a of its series as argument, by two tests, over the whole step and at points.
///             1. An upper bound M of coefficient n of f(a) about any point of the step, from the range of a
///             in the step (Bernstein form), bounds of its coefficients about any point, and the recurrence
///             of f with all signs positive. Interpolation at the n Chebyshev points of a step of length h
///             has an error of at most 2 M (h/4)^n; if that is within the allowed truncation error, f(a) is a
///             polynomial on the step to within the tolerance, and nothing can be hidden between points.
///             2. At points of the step f(a) itself is compared with its series.
///             Both are weighted by the effect of f on the torque, from bounds of everything that multiplies
///             it. If an inner function may differ from its series, the argument may differ from its
///             polynomial: the bounds then cover all values that it may take.
///             3. Products of high degree, such as sin(t)^12, may start with coefficients that are all 0. If
///             there are any, the step rotates the body and advances sines by at most a radian, and at the
///             points the whole torque is compared with the rate of the momentum.

namespace polhode::series {

class Program;

/// The allowed truncation error of a step.
struct FeatureLimit {
  int order;        ///< order of the series
  double momentum;  ///< smallest momentum for relative errors, in units of the program's scale
  /// The allowed relative error of a step: per unit of tau, and the minimum.
  double error_rate, least_error;

  double share(double s) const noexcept {
    return error_rate * s > least_error ? error_rate * s : least_error;
  }
};

/// The longest part of the step, at most s in the program's unit of time, within which no function has such a
/// feature; 0 if there is none. The program must have been expanded.
double without_features(Program& program, double s, const FeatureLimit& limit) noexcept;

}  // namespace polhode::series
