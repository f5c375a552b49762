// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The update of momentum and attitude by the result of a step: the only place where states are updated.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. q' = q r. Increments (m'-m, r-1) are added; r is never formed from them first.
/// Method.     Plain summation: one rounding per component. r is lengthened by (1-|q|^2)/16 before it is
///             applied, which restores |q| to one within some ten steps. (Normalising q afterwards multiplies
///             by 1 - tiny, which rounds depending on each component's position in its binade: a bias in the
///             spatial momentum. So does the full correction (1-|q|^2)/2, because |q|^2 itself is rounded, as
///             observed over 3e6 steps of h|omega| = 0.3.) Compensated summation: the rounding error of every
///             sum is kept [Kahan 1965; Moller 1965; Vilmart 2008, section 5]; the errors of the invariants
///             then grow as eps h sqrt(N) instead of eps sqrt(N). No invariant is stored, so kicks may occur
///             between steps.

#include <polhode/core/compensated.hpp>
#include <polhode/core/fused.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::kernel {

/// Momentum and attitude in one frame.
template <class T>
struct Phase {
  Vec3<T> m;
  Quat<T> q;
};

/// A Phase with the compensation of each component.
template <class T>
struct CompensatedPhase {
  Vec3<T> m, em;
  Quat<T> q, eq;
};

/// The relative lengthening of r that makes |q| tend to one: an eighth of the deviation.
template <class T>
[[gnu::always_inline]] inline constexpr T mending(const Quat<T>& q) noexcept {
  const T without_w = fused_multiply_add(-q.w, q.w, T(1)),
          without_x = fused_multiply_add(-q.x, q.x, without_w),
          without_y = fused_multiply_add(-q.y, q.y, without_x);
  return fused_multiply_add(-q.z, q.z, without_y) / T(16);
}

/// a b, evaluated so that b.w, which is known last, is used last.
template <class T>
[[gnu::always_inline]] inline constexpr Quat<T> fused_product(const Quat<T>& a, const Quat<T>& b) noexcept {
  const T w = fused_multiply_add(-a.x, b.x, fused_multiply_add(-a.y, b.y, -(a.z * b.z)));
  const T x = fused_multiply_add(a.w, b.x, fused_multiply_add(a.y, b.z, -(a.z * b.y)));
  const T y = fused_multiply_add(a.w, b.y, fused_multiply_add(a.z, b.x, -(a.x * b.z)));
  const T z = fused_multiply_add(a.w, b.z, fused_multiply_add(a.x, b.y, -(a.y * b.x)));
  return {fused_multiply_add(a.w, b.w, w), fused_multiply_add(a.x, b.w, x), fused_multiply_add(a.y, b.w, y),
          fused_multiply_add(a.z, b.w, z)};
}

/// A change of the momentum alone, such as a kick.
template <class T>
[[gnu::always_inline]] inline constexpr void add_momentum(Phase<T>& p, const Vec3<T>& dm) noexcept {
  p.m = p.m + dm;
}
template <class T>
[[gnu::always_inline]] inline constexpr void add_momentum(CompensatedPhase<T>& p,
                                                          const Vec3<T>& dm) noexcept {
  compensated_add(p.m.x, p.em.x, dm.x);
  compensated_add(p.m.y, p.em.y, dm.y);
  compensated_add(p.m.z, p.em.z, dm.z);
}

template <class T>
[[gnu::always_inline]] inline constexpr Phase<T> advance(const Phase<T>& p, const Increment<T>& i) noexcept {
  const T mend = mending(p.q);
  const Quat<T> dr{i.dr.w + fused_multiply_add(mend, i.dr.w, mend), fused_multiply_add(mend, i.dr.x, i.dr.x),
                   fused_multiply_add(mend, i.dr.y, i.dr.y), fused_multiply_add(mend, i.dr.z, i.dr.z)};
  return {p.m + i.dm, p.q + fused_product(p.q, dr)};
}

template <class T>
constexpr Phase<T> advance(const Phase<T>& p, const Image<T>& i) noexcept {
  const T mend = mending(p.q);
  const Quat<T> q = p.q * i.r;
  return {i.m, q + mend * q};
}

template <class T>
[[gnu::always_inline]] inline constexpr CompensatedPhase<T> advance(const CompensatedPhase<T>& p,
                                                                    const Increment<T>& i) noexcept {
  CompensatedPhase<T> n = p;
  const Quat<T> dq = fused_product(p.q, i.dr);
  add_momentum(n, i.dm);
  compensated_add(n.q.w, n.eq.w, dq.w);
  compensated_add(n.q.x, n.eq.x, dq.x);
  compensated_add(n.q.y, n.eq.y, dq.y);
  compensated_add(n.q.z, n.eq.z, dq.z);
  return n;
}

}  // namespace polhode::kernel
