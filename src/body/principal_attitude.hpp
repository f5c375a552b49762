// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The attitude of the principal frame, from and to that of the user's body frame.
///
/// Convention. q_SP = q_SB q_BP: P principal, B the user's body frame, S space.
/// Method.     The products are made in long double and rounded once, so that a run that begins and ends here
///             has two roundings, not those of a product in double. Where the two frames are one nothing is
///             done.

#include <cmath>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/attitude.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/quat.hpp>

#include "body/wide_axes.hpp"

namespace polhode {

/// The way between the two attitudes of one body.
class PrincipalAttitude {
 public:
  /// For this body.
  explicit PrincipalAttitude(const Inertia& body) noexcept
      : axes_(wide_axes_attitude(body)), is_the_same_(axes_ == Quat<long double>::identity()) {}

  /// q_SP of q_SB, which is normalised first. Refuses what normalise_attitude refuses.
  Quat<double> from_user(const Attitude& user) const {
    const Quat<double> given = from_eigen(user);
    // Of a length that normalise_attitude would leave as it is.
    const bool is_unit = std::abs(dot(given, given) - 1) <= 8 * std::numeric_limits<double>::epsilon();
    return of_unit(is_unit ? given : from_eigen(normalise_attitude(user).q));
  }

  /// q_SB of q_SP.
  Attitude to_user(const Quat<double>& principal) const noexcept {
    if (is_the_same_) return to_eigen(without_minus(principal));
    return to_eigen(convert<double>(convert<long double>(principal) * axes_.conjugate()));
  }

 private:
  Quat<double> of_unit(const Quat<double>& user) const noexcept {
    if (is_the_same_) return without_minus(user);
    return convert<double>(convert<long double>(user) * axes_);
  }

  /// -0 becomes 0, as it does in the product.
  static Quat<double> without_minus(const Quat<double>& q) noexcept {
    return {q.w + 0.0, q.x + 0.0, q.y + 0.0, q.z + 0.0};
  }

  Quat<long double> axes_;  ///< q_BP
  bool is_the_same_;
};

}  // namespace polhode
