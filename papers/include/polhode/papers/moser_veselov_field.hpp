// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The differential equation that the discrete Moser-Veselov method of order 2 solves, as far as its terms
/// are known.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. m' = (1 + h^2 tau_3 + h^4 tau_5 + ...) m x omega and, for the attitude, omega_i is replaced by
///             (1 + h^2 sigma_(3,i) + ...) omega_i. J: I1 = J2 + J3 and so on; Delta = I1 I2 I3; H2 = sum
///             J_i^2 m_i^2.
/// Method.     [McLachlan, Zanna 2005, propositions 3.1 and 3.2 and (8.6)], where the sign in the factor of
///             H2 in (8.6) is corrected to 2 J_i (J_(i-1) + J_(i+1)) + (J_i^2 + J_(i+1) J_(i-1)). All tau and
///             sigma are conserved, so the momentum moves on its true orbit at another speed; the attitude
///             does not, because the sigma_(3,i) differ.
/// Accuracy.   The residual of the step against the flow of these fields falls with the orders that it
///             should, 5 and 7 for the momentum, 5 for the attitude:
///             papers/tests/methods/moser_veselov_field_test.cpp.

#include <polhode/core/vec3.hpp>
#include <polhode/kernel/moser_veselov.hpp>

namespace polhode::kernel {

template <class T>
class MoserVeselovField {
 public:
  /// Positive moments, of size about one if T's range is narrow.
  explicit MoserVeselovField(const Vec3<T>& moments) noexcept : moments_(moments) {
    const Vec3<T> j = half_sum_moments(moments);
    const T x = j.x * j.x, y = j.y * j.y, z = j.z * j.z;  // J^2
    const T yz = j.y * j.z, zx = j.z * j.x, xy = j.x * j.y;
    const T det = xy * j.z, trace = j.x + j.y + j.z, dt = det * trace, det2 = det * det;
    const T trace2 = x + y + z, trace4 = x * x + y * y + z * z;
    const T c1 = yz + zx + xy, c2 = y * z + z * x + x * y, c3 = yz * y * z + zx * z * x + xy * x * y,
            c4 = y * z * y * z + z * x * z * x + x * y * x * y;
    const T c23 = y * z * (j.y + j.z) + z * x * (j.z + j.x) + x * y * (j.x + j.y);
    const T delta = moments.x * moments.y * moments.z, delta2 = delta * delta;
    squares_ = {x, y, z};
    const T third = T(1) / (T(6) * delta2), fifth = T(1) / (T(40) * delta2 * delta2);
    tau3_ = {third * (T(3) * dt + c2), third * (T(3) * c1 + trace2)};
    tau5_ = {fifth * (T(60) * det2 * c1 + T(3) * c4 + T(27) * det2 * trace2 + T(15) * det * c23),
             fifth * (T(10) * c3 + T(50) * dt * c1 + T(10) * dt * trace2 + T(2) * c2 * trace2 - T(28) * det2),
             fifth * (T(3) * trace4 + T(27) * c2 + T(15) * trace2 * c1 + T(45) * dt)};
    sigma_norm_ =
        third * Vec3<T>{T(2) * dt + c2 + det * j.x, T(2) * dt + c2 + det * j.y, T(2) * dt + c2 + det * j.z};
    sigma_h2_ =
        third * Vec3<T>{T(2) * (xy + zx) + x + yz, T(2) * (xy + yz) + y + zx, T(2) * (yz + zx) + z + xy};
  }

  T tau3(const Vec3<T>& m) const noexcept { return tau3_.norm * dot(m, m) + tau3_.h2 * h2(m); }

  T tau5(const Vec3<T>& m) const noexcept {
    const T mm = dot(m, m), g = h2(m);
    return (tau5_.norms * mm + tau5_.mixed * g) * mm + tau5_.h2s * g * g;
  }

  /// sigma_(3,i).
  Vec3<T> sigma3(const Vec3<T>& m) const noexcept { return dot(m, m) * sigma_norm_ + h2(m) * sigma_h2_; }

  /// m x omega.
  Vec3<T> f(const Vec3<T>& m) const noexcept {
    return cross(m, Vec3<T>{m.x / moments_.x, m.y / moments_.y, m.z / moments_.z});
  }
  Vec3<T> f3(const Vec3<T>& m) const noexcept { return tau3(m) * f(m); }
  Vec3<T> f5(const Vec3<T>& m) const noexcept { return tau5(m) * f(m); }

 private:
  T h2(const Vec3<T>& m) const noexcept {
    return squares_.x * m.x * m.x + squares_.y * m.y * m.y + squares_.z * m.z * m.z;
  }

  struct Third {
    T norm, h2;  ///< factors of |m|^2 and H2
  };
  struct Fifth {
    T norms, mixed, h2s;  ///< of |m|^4, |m|^2 H2, H2^2
  };

  Vec3<T> moments_, squares_, sigma_norm_, sigma_h2_;
  Third tau3_{};
  Fifth tau5_{};
};

}  // namespace polhode::kernel
