// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The attitude of the principal frame, from and to that of the user's body frame.
///
/// Convention. q_SP = q_SB q_BP: P principal, B the user's body frame, S space.
/// Method.     The products are made in long double and rounded once, so that a run that begins and ends here pays two
///             roundings, not a product's worth of them.

#include <cmath>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>

namespace polhode {

/// q_BP, to the digits of a long double.
inline Quat<long double> principal_axes_quaternion(const Inertia& body) noexcept {
  const Quat<long double> q = to_quat(convert<long double>(from_eigen(body.axes())));
  return (1 / std::sqrt(dot(q, q))) * q;
}

inline Quat<double> to_principal_attitude(const Inertia& body, const Eigen::Quaterniond& user) {
  const Quat<double> unit = from_eigen(normalise_attitude(user).q);
  return convert<double>(convert<long double>(unit) * principal_axes_quaternion(body));
}

inline Eigen::Quaterniond from_principal_attitude(const Inertia& body,
                                                  const Quat<double>& principal) noexcept {
  return to_eigen(
      convert<double>(convert<long double>(principal) * principal_axes_quaternion(body).conjugate()));
}

}  // namespace polhode
