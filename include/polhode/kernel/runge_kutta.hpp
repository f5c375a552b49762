// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The classical fourth-order Runge-Kutta method for momentum and attitude.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. Ascending principal frame; q' = q r.
/// Method.     m' = m x omega, r' = r omega / 2 from r = 1. This equals the method applied to q, because the
///             second equation is linear in q and q is the left factor [Kutta 1901; Celledoni, Safstrom 2006,
///             section 4: RK4]. Then r, of length 1 + O(h^6), is normalised: its direction is the method's,
///             its length is not. Stages are kept as increments.
/// Conserves.  Nothing. Long steps are as inaccurate as the method, and fail only on overflow.
/// Accuracy.   Compared with 50 digits for 20000 random motions (measured once; the tests take 300), h <=
///             0.1: m' - m within 1.2 eps h |omega| |m|, r - 1 within 1.1 eps h |omega|.

#include <cmath>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/kernel/inverse_gaps.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::kernel {

template <class T>
class RungeKutta4 {
 public:
  explicit RungeKutta4(const Vec3<T>& moments) noexcept
      : inverse_moments_{T(1) / moments.x, T(1) / moments.y, T(1) / moments.z}, gap_(inverse_gaps(moments)) {}

  Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    const Vec3<T> a = h * gap_;
    const Vec3<T> dm1 = slope(a, m), m2 = m + T(0.5) * dm1;
    const Vec3<T> dm2 = slope(a, m2), m3 = m + T(0.5) * dm2;
    const Vec3<T> dm3 = slope(a, m3), m4 = m + dm3;
    const Vec3<T> dm4 = slope(a, m4);
    const Quat<T> dr1 = spin(m, h);
    const Quat<T> dr2 = after(T(0.5) * dr1, spin(m2, h));
    const Quat<T> dr3 = after(T(0.5) * dr2, spin(m3, h));
    const Quat<T> dr4 = after(dr3, spin(m4, h));
    const Vec3<T> dm = (T(1) / T(6)) * (dm1 + T(2) * (dm2 + dm3) + dm4);
    const Quat<T> dr = of_length_one((T(1) / T(6)) * (dr1 + T(2) * (dr2 + dr3) + dr4));
    const T sum = dm.x + dm.y + dm.z + dr.w;
    return sum - sum == T(0) ? Increment<T>{dm, dr} : failed_increment<T>();
  }

 private:
  /// h m x omega; a = h (1/I3 - 1/I2) and cyclic. a m is an angle: no product of two momenta is computed.
  static Vec3<T> slope(const Vec3<T>& a, const Vec3<T>& m) noexcept {
    return {a.x * m.y * m.z, a.y * m.z * m.x, a.z * m.x * m.y};
  }

  /// h omega / 2.
  Quat<T> spin(const Vec3<T>& m, const T& h) const noexcept {
    const T half = h / T(2);
    return {T(0), half * m.x * inverse_moments_.x, half * m.y * inverse_moments_.y,
            half * m.z * inverse_moments_.z};
  }

  /// (1 + d) s
  static Quat<T> after(const Quat<T>& d, const Quat<T>& s) noexcept { return s + d * s; }

  /// (1 + d) / |1 + d| - 1
  static Quat<T> of_length_one(const Quat<T>& d) noexcept {
    using std::sqrt;
    const T excess = T(2) * d.w + dot(d, d), length = sqrt(T(1) + excess), f = T(1) / length;
    return {f * (d.w - excess / (T(1) + length)), f * d.x, f * d.y, f * d.z};
  }

  Vec3<T> inverse_moments_, gap_;
};

}  // namespace polhode::kernel
