// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The attitude of a body's principal axes to the digits of long double, which Inertia keeps as two
/// doubles for each number: so its layout is the same wherever it is compiled.

#include <polhode/body/inertia.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

/// Reads what Inertia does not show.
struct WideAxes {
  static Quat<long double> of(const Inertia& body) noexcept {
    return convert<long double>(from_eigen(body.axes_attitude_)) +
           convert<long double>(from_eigen(body.axes_attitude_rest_));
  }
};

/// From the principal frame to the user's body frame, of length one, with w >= 0.
inline Quat<long double> wide_axes_attitude(const Inertia& body) noexcept { return WideAxes::of(body); }

/// Whether the user's body frame is the principal one, so that nothing has to be turned.
inline bool is_principal(const Inertia& body) noexcept {
  return wide_axes_attitude(body) == Quat<long double>::identity();
}

}  // namespace polhode
