// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The constants of a body for the exact step, computed once.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. Principal moments ascending, I1 <= I2 <= I3, scaled by a power of two so that 1 <= I3 < 2;
///             time is scaled by the same power. A sphere (I1 = I3) and a linear body (I1 = 0, no momentum
///             about its axis) have a2 = 0: the momentum is constant in the body frame and the step is a
///             uniform rotation.
/// Method.     c1 = I1 (I3-I2) / (I2 (I3-I1)),  c2 = I3 (I2-I1) / (I2 (I3-I1)),  a2 = (I3-I1) / (I1 I3)
///             [docs/exact-step.md, (1)]. c1 + c2 = 1 must hold exactly, or the energy drifts [Vilmart 2008,
///             (5)]; and the smaller constant must be accurate relative to itself, or thin rods lose their
///             digits. Therefore the smaller one is stored and the other is applied as x - c_small x.

#include <cmath>
#include <limits>
#include <polhode/core/fused.hpp>
#include <polhode/core/vec3.hpp>

namespace polhode::kernel {

/// Multiplication by a constant kappa in [0, 1], represented by itself or by its small complement.
template <class T>
struct UnitFactor {
  T whole;  ///< 0 or 1
  T small;  ///< kappa, or kappa - 1

  [[gnu::always_inline]] constexpr T operator()(const T& x) const noexcept {
    return fused_multiply_add(small, x, whole * x);
  }
};

template <class T>
struct ExactConstants {
  UnitFactor<T> c1, c2;
  T half_a2;      ///< a2 / 2, in scaled units
  T half_inv_i3;  ///< 1 / (2 I3), in scaled units
  T time_scale;   ///< scaled time = time * time_scale; zero if that power of two is out of range
  int exponent;   ///< scaled time = time * 2^-exponent
};

/// c1 and c2 if it is known which of them is stored: one operation each.
template <class T, bool FirstIsSmall>
struct Factors {
  T small;

  [[gnu::always_inline]] constexpr T c1(const T& x) const noexcept {
    return FirstIsSmall ? small * x : fused_multiply_add(-small, x, x);
  }
  [[gnu::always_inline]] constexpr T c2(const T& x) const noexcept {
    return FirstIsSmall ? fused_multiply_add(-small, x, x) : small * x;
  }
};

/// The number type in which the constants for T are computed, and in which a step is recomputed if the
/// exponent range of T is too small for it.
template <class T>
struct Wider {
  using type = T;
};
template <>
struct Wider<double> {
  using type = long double;
};
template <>
struct Wider<float> {
  using type = double;
};

namespace detail {

/// The upper end of the range of |m|^2 and of scaled time in which no product needs scaling: a quarter of the
/// exponents.
template <class T>
constexpr T range_end() noexcept {
  T end = T(1);
  for (int e = 0; e < std::numeric_limits<T>::max_exponent / 4; ++e) end = end * T(2);
  return end;
}

}  // namespace detail

template <class To, class From>
ExactConstants<To> convert(const ExactConstants<From>& k) noexcept {
  return {{To(k.c1.whole), To(k.c1.small)},
          {To(k.c2.whole), To(k.c2.small)},
          To(k.half_a2),
          To(k.half_inv_i3),
          To(k.time_scale),
          k.exponent};
}

/// The constants of a body with moments 0 <= I1 <= I2 <= I3, 0 < I2, all finite; each is rounded once.
template <class T>
ExactConstants<T> exact_constants(const Vec3<T>& moments) noexcept {
  using std::ilogb;
  using std::ldexp;
  using Wide = typename Wider<T>::type;
  const int exponent = ilogb(moments.z);
  const Vec3<Wide> i{ldexp(Wide(moments.x), -exponent), ldexp(Wide(moments.y), -exponent),
                     ldexp(Wide(moments.z), -exponent)};
  const bool turns_plainly = i.x == i.z || i.x == Wide(0);
  const Wide span = i.z - i.x;
  const Wide c1 = turns_plainly ? Wide(0) : (i.x / i.y) * ((i.z - i.y) / span);
  const Wide c2 = turns_plainly ? Wide(1) : (i.z / i.y) * ((i.y - i.x) / span);

  ExactConstants<T> k{};
  if (c1 <= c2) {
    k.c1 = {T(0), T(c1)};
    k.c2 = {T(1), -T(c1)};
  } else {
    k.c1 = {T(1), -T(c2)};
    k.c2 = {T(0), T(c2)};
  }
  k.half_a2 = turns_plainly ? T(0) : T(span / i.z / i.x / Wide(2));
  k.half_inv_i3 = T(Wide(1) / (Wide(2) * i.z));
  k.exponent = exponent;
  constexpr int range = std::numeric_limits<T>::max_exponent - 2;
  k.time_scale = (exponent <= range && exponent >= -range) ? ldexp(T(1), -exponent) : T(0);
  return k;
}

}  // namespace polhode::kernel
