// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A tumbling body in scaled units, with the periods, rates and nutation of its orbit, for any number type.
///
/// Convention. |m| and I3 near one; time = scaled time * 2^time_exponent.
/// Method.     free/tumbling.hpp

#include <cmath>
#include <polhode/body/inertia.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/kernel/exact_long.hpp>

namespace polhode::tumbling {

inline constexpr long double full_turn = 6.28318530717958647692528676655900577L;

/// T must represent squares of scaled numbers: long double, or long double with slopes.
template <class T>
struct ScaledMotion {
  kernel::ExactConstants<T> k;
  Vec3<T> m;
  kernel::Orbit<T> o;
  kernel::QuarterPeriod<T> quarter;

  ScaledMotion(const Vec3<T>& moments, const Vec3<T>& momentum) noexcept
      : k(kernel::exact_constants(moments)),
        m(momentum),
        o(kernel::orbit_of(k, m)),
        quarter(kernel::quarter_period(o, kernel::side_of(k, m, o).mc)) {}
};

/// The powers of two by which a body and its momentum are scaled.
struct Scale {
  int moments, momentum;

  Scale(const Inertia& body, const Vec3<double>& m) noexcept
      : moments(std::ilogb(body.moments().z())), momentum(binary_exponent(largest(m))) {}
  int time() const noexcept { return moments - momentum; }
};

/// The quantities of a momentum that circles the long or the short axis.
template <class T>
struct Circling {
  T period, precession_rate, long_axis_rate, rotation_number;
  T smallest_nutation, largest_nutation;
};

template <class T>
Circling<T> circling(const ScaledMotion<T>& s, bool short_axis) noexcept {
  using std::abs;
  using std::atan2;
  using std::sqrt;
  // Over one period T the body rotates about the angular momentum by 2 G (T / (2 I3) + 2 Q(K)), which is the
  // advance of the long axis; the short axis advances by one more turn [docs/exact-step.md, (11), (12)].
  const T period = T(2) * s.quarter.tau / s.k.half_a2, g = T(2) * sqrt(s.o.gg);
  const T long_axis_rate = g * (s.k.half_inv_i3 + s.k.half_a2 * (s.quarter.q / s.quarter.tau));
  const T rate = short_axis ? long_axis_rate + T(full_turn) / period : long_axis_rate;
  // Components perpendicular to and along the circled axis: at the smallest nutation, and at the largest in a
  // form whose slopes do not cancel for nearly equal moments.
  const T near_off = sqrt(short_axis ? s.o.d1 : s.o.d3), near_along = sqrt(short_axis ? s.o.d3 : s.o.d1);
  const T c1 = s.k.c1(T(1)), c2 = s.k.c2(T(1)), mm1 = s.m.x * s.m.x, mm2 = s.m.y * s.m.y, mm3 = s.m.z * s.m.z;
  const T far_off = sqrt(short_axis ? mm1 / c1 + mm2 : mm3 / c2 + mm2);
  const T far_along = sqrt(abs(short_axis ? mm3 - c2 / c1 * mm1 : mm1 - c1 / c2 * mm3));
  return {period,
          rate,
          long_axis_rate,
          rate * period / T(full_turn),
          atan2(near_off, near_along),
          atan2(far_off, far_along)};
}

}  // namespace polhode::tumbling
