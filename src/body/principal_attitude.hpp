// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Conversion between the attitude of the user's body frame and that of the principal frame.
///
/// Convention. q_SP = q_SB q_BP: P principal frame, B user's body frame, S space.
/// Method.     Products are computed in long double and rounded once, so a run that starts and ends here
///             incurs two roundings instead of those of products in double. If the two frames coincide, the
///             attitude is left unchanged.

#include <cmath>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/attitude.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/quat.hpp>

#include "body/wide_axes.hpp"

namespace polhode {

/// Converts attitudes of one body between its two frames.
class PrincipalAttitude {
 public:
  /// @param body  any body
  explicit PrincipalAttitude(const Inertia& body) noexcept
      : axes_(wide_axes_attitude(body)), is_the_same_(axes_ == Quat<long double>::identity()) {}

  /// @param user  q_SB; normalised first
  /// @return q_SP
  /// @throws InvalidInput as normalise_attitude
  Quat<double> from_user(const Attitude& user) const {
    const Quat<double> given = from_eigen(user);
    // normalise_attitude would return an attitude of this length unchanged.
    const bool is_unit = std::abs(dot(given, given) - 1) <= 8 * std::numeric_limits<double>::epsilon();
    return of_unit(is_unit ? given : from_eigen(normalise_attitude(user).q));
  }

  /// @param principal  q_SP
  /// @return q_SB
  Attitude to_user(const Quat<double>& principal) const noexcept {
    if (is_the_same_) return to_eigen(without_minus(principal));
    return to_eigen(convert<double>(convert<long double>(principal) * axes_.conjugate()));
  }

 private:
  Quat<double> of_unit(const Quat<double>& user) const noexcept {
    if (is_the_same_) return without_minus(user);
    return convert<double>(convert<long double>(user) * axes_);
  }

  /// Changes -0 to 0, as the product does.
  static Quat<double> without_minus(const Quat<double>& q) noexcept {
    return {q.w + 0.0, q.x + 0.0, q.y + 0.0, q.z + 0.0};
  }

  Quat<long double> axes_;  ///< q_BP
  bool is_the_same_;
};

}  // namespace polhode
