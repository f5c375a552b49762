// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// RATTLE for the free rigid body, and its orders 4 and 6 for the momentum by scaling.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. J: I1 = J2 + J3 and so on; Omega = hat(omega), Y0 = J Omega, M = Y0 - Y0^T. q' = q r with r
///             the rotation Q^T.
/// Method.     [McLachlan, Zanna 2005, section 6]: Q = 1 - h J^-1 (Y0 - h S) with a symmetric S that makes Q
///             orthogonal,
///                 J^-1 S + S J^-1 = -(Y0 - h S)^T J^-2 (Y0 - h S),
///             by their own fixed point on this Riccati equation, elementwise. It is written for A = J^-1 (Y0
///             - h S),
///                 A_ij = Omega_ij + h J_j (A^T A)_ij / (J_i + J_j),
///             because S itself is lost where a J is zero (a flat body). Then M' = M - h (J A A^T - A A^T J).
///             The map is that of the discrete Moser-Veselov method (moser_veselov.hpp), found on another
///             way: slower, and here to show that it is the same. Scaled, it is that method scaled
///             (moser_veselov_scaled.hpp).
/// Refusal.    Where the sweeps do not shrink, or end on a solution with its spectrum on the wrong side.

#include <cmath>
#include <limits>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/papers/moser_veselov_field.hpp>
#include <polhode/papers/moser_veselov_scaled.hpp>

namespace polhode::kernel {

/// A symmetric matrix of three rows.
template <class T>
struct Symmetric3 {
  Vec3<T> diagonal;  ///< (1,1), (2,2), (3,3)
  Vec3<T> off;       ///< (2,3), (3,1), (1,2)

  friend constexpr Symmetric3 operator-(const Symmetric3& a, const Symmetric3& b) noexcept {
    return {a.diagonal - b.diagonal, a.off - b.off};
  }
};

/// A matrix of three rows, by its columns.
template <class T>
struct Columns3 {
  Vec3<T> x, y, z;
};

/// A^T A.
template <class T>
constexpr Symmetric3<T> gram(const Columns3<T>& a) noexcept {
  return {{dot(a.x, a.x), dot(a.y, a.y), dot(a.z, a.z)}, {dot(a.y, a.z), dot(a.z, a.x), dot(a.x, a.y)}};
}

template <class T>
constexpr Columns3<T> transposed(const Columns3<T>& a) noexcept {
  return {{a.x.x, a.y.x, a.z.x}, {a.x.y, a.y.y, a.z.y}, {a.x.z, a.y.z, a.z.z}};
}

/// RATTLE for one body, in units in which I3 is about one.
template <class T>
class RattleEquation {
 public:
  explicit RattleEquation(const Vec3<T>& moments) noexcept
      : moments_(moments), share_(half_sum_moments(moments)) {}

  Increment<T> step(const Vec3<T>& m, const T& h) const noexcept {
    using std::sqrt;
    const Vec3<T> omega{m.x / moments_.x, m.y / moments_.y, m.z / moments_.z};
    Columns3<T> a{};
    if (!solve(omega, h, a)) return failed_increment<T>();
    // Q^T - Q = h (A - A^T) = 4 r_w hat(r_v) and trace Q = 4 r_w^2 - 1.
    const T quarter = h * (a.x.x + a.y.y + a.z.z) / T(4);
    const T w = sqrt(T(1) - quarter), scale = h / (T(4) * w);
    const Vec3<T> v{scale * (a.y.z - a.z.y), scale * (a.z.x - a.x.z), scale * (a.x.y - a.y.x)};
    if (!(w > T(0)) || !spectrum_is_right(moments_, (T(1) / w) * v)) return failed_increment<T>();
    const Vec3<T> outer = gram(transposed(a)).off;
    return {{h * (moments_.z - moments_.y) * outer.x, h * (moments_.x - moments_.z) * outer.y,
             h * (moments_.y - moments_.x) * outer.z},
            {-quarter / (T(1) + w), v.x, v.y, v.z}};
  }

  const Vec3<T>& moments() const noexcept { return moments_; }

 private:
  /// A for the symmetric matrix N = A^T A of the sweep before.
  Columns3<T> columns(const Vec3<T>& omega, const T& h, const Symmetric3<T>& n) const noexcept {
    const Vec3<T> d = (h / T(2)) * n.diagonal;
    const Vec3<T> k{h * n.off.x / moments_.x, h * n.off.y / moments_.y, h * n.off.z / moments_.z};
    return {{d.x, omega.z + share_.x * k.z, share_.x * k.y - omega.y},
            {share_.y * k.z - omega.z, d.y, omega.x + share_.y * k.x},
            {omega.y + share_.z * k.y, share_.z * k.x - omega.x, d.z}};
  }

  /// Sweeps until they change nothing, or until the change is one of rounding and shrinks no more [Vilmart
  /// 2008, section 5].
  bool solve(const Vec3<T>& omega, const T& h, Columns3<T>& a) const noexcept {
    constexpr int most = 4 * std::numeric_limits<T>::digits;
    const T eps = std::numeric_limits<T>::epsilon(), rounding = T(256) * eps * eps;
    Symmetric3<T> n{};
    T before = std::numeric_limits<T>::max();
    for (int i = 0; i < most; ++i) {
      a = columns(omega, h, n);
      const Symmetric3<T> next = gram(a), by = next - n;
      const T change = dot(by.diagonal, by.diagonal) + T(2) * dot(by.off, by.off);
      const T size = dot(next.diagonal, next.diagonal) + T(2) * dot(next.off, next.off);
      n = next;
      if (change == T(0) || (change >= before && change <= rounding * size)) return true;
      if (!(size <= std::numeric_limits<T>::max())) return false;
      before = change;
    }
    return false;
  }

  Vec3<T> moments_, share_;
};

/// RATTLE of order 2.
template <class T>
class Rattle {
 public:
  explicit Rattle(const Vec3<T>& moments) noexcept : scale_(moments), equation_(scale_.moments(moments)) {}

  Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    return scale_(m, h, [this](const Vec3<T>& scaled_m, const T& scaled_h) {
      return equation_.step(scaled_m, scaled_h);
    });
  }

  Failure why(const Vec3<T>& m, const T& h) const noexcept {
    return scale_(m, h, [this](const Vec3<T>& scaled_m, const T& scaled_h) {
      return why_no_step(equation_.moments(), scaled_m, scaled_h);
    });
  }

 private:
  StepScale<T> scale_;
  RattleEquation<T> equation_;
};

/// RATTLE with the momentum scaled; order 4 or 6 for the momentum, 2 for the attitude.
template <class T, int Order>
class ScaledRattle {
 public:
  explicit ScaledRattle(const Vec3<T>& moments) noexcept
      : scale_(moments), equation_(scale_.moments(moments)), field_(equation_.moments()) {}

  Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    return scale_(m, h, [this](const Vec3<T>& scaled_m, const T& scaled_h) {
      return equation_.step(scaled_m, scaled_step<T, Order>(field_, scaled_m, scaled_h));
    });
  }

  Failure why(const Vec3<T>& m, const T& h) const noexcept {
    return scale_(m, h, [this](const Vec3<T>& scaled_m, const T& scaled_h) {
      return why_no_scaled_step<T, Order>(equation_.moments(), field_, scaled_m, scaled_h);
    });
  }

 private:
  StepScale<T> scale_;
  RattleEquation<T> equation_;
  MoserVeselovField<T> field_;
};

}  // namespace polhode::kernel
