// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The attitude of the principal frame, from and to that of the user's body frame.
///
/// Convention. q_SP = q_SB q_BP: P principal, B the user's body frame, S space.
/// Method.     The products are made in long double and rounded once, so that a run that begins and ends here
///             pays two roundings, not a product's worth of them.

#include <Eigen/Geometry>
#include <cmath>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

/// The way between the two attitudes of one body.
class PrincipalAttitude {
 public:
  /// Of this body.
  explicit PrincipalAttitude(const Inertia& body) noexcept
      : axes_(to_quat(convert<long double>(from_eigen(body.axes())))) {
    axes_ = (1 / std::sqrt(dot(axes_, axes_))) * axes_;
  }

  /// q_SP of q_SB, which is normalised first. Refuses what normalise_attitude refuses.
  Quat<double> from_user(const Eigen::Quaterniond& user) const {
    const Quat<double> unit = from_eigen(normalise_attitude(user).q);
    return convert<double>(convert<long double>(unit) * axes_);
  }

  /// q_SB of q_SP.
  Eigen::Quaterniond to_user(const Quat<double>& principal) const noexcept {
    return to_eigen(convert<double>(convert<long double>(principal) * axes_.conjugate()));
  }

 private:
  Quat<long double> axes_;  ///< q_BP
};

}  // namespace polhode
