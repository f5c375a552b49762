// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Steps that do not pass over features of a formula which its power series at the beginning does not show: a
/// narrow pulse, a switch, a spike, in time or in the state.
///
/// Method.     Each function f of the formula is compared in the step with its own series, its argument being
///             the polynomial a that the series has for it. Two tests, over the whole step and at points.
///             1. An upper bound M of the coefficient n of f(a) about any point of the step, from the range
///             of a in the step (Bernstein's form), bounds of its coefficients about any point and the
///             recurrence of f with all signs positive. An interpolation at the n Chebyshev points of a step
///             of length h is off by at most 2 M (h/4)^n; where that is within what the step may leave out,
///             f(a) is a polynomial on the step, as far as the tolerance sees, and cannot hide anything
///             between points.
///             2. At points of the step f(a) itself is compared with its series.
///             Both are weighted by how a change of f changes the torque, from bounds of all that it is
///             multiplied by. Where a function inside may be far from its series, so may the argument be from
///             its polynomial: the bounds are those of all values that it may take.
///             3. Products of a high degree, as in sin(t)^12, may begin with coefficients that are all 0.
///             Where there are any, the step turns body and sines by at most a radian, and at the points the
///             whole torque is compared with the change of the momentum.

namespace polhode::series {

class Program;

/// What a step may leave out.
struct FeatureLimit {
  int order;        ///< of the series
  double momentum;  ///< the least momentum to which errors are relative, in units of the program's scale
  /// The relative error that a step may have: in a unit of tau, and at the least.
  double error_rate, least_error;

  double share(double s) const noexcept {
    return error_rate * s > least_error ? error_rate * s : least_error;
  }
};

/// The longest part of the step, at most s in units of the program's unit of time, within which no function
/// has such a feature; the program has been expanded. 0 where there is none.
double without_features(Program& program, double s, const FeatureLimit& limit) noexcept;

}  // namespace polhode::series
