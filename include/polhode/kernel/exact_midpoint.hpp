// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The algebra of the exact step: from s, c, d and the angle of the half step to the increments.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. m in the ascending principal frame; q' = q r; s, c, d, S, C belong to the half step tau = a2 h
///             / 2.
/// Method.     The Rodrigues vector of the step is a diagonal matrix times the momentum at the middle of the
///             step [docs/exact-step.md, (4)-(6)]. This is the form for short steps, where every factor that
///             is independent of the position on the orbit is represented as one minus a small, accurate
///             number (a rounded factor would be the same in every step and cause drift). c1 and c2 are
///             applied to a component of m or n, never to a product that is then added to m: if c1 is a
///             simple fraction (4/9, 1/3), the last bits of x c1 are not uniformly distributed, and a sum
///             that rounds them is biased [docs/accuracy.md, "Round-off over many steps"]; a later
///             multiplication distributes them. exact_long.hpp has the form with sums of squares for steps
///             where this one would cancel.

#include <cmath>
#include <limits>
#include <polhode/core/branch.hpp>
#include <polhode/core/fused.hpp>
#include <polhode/core/polynomial.hpp>
#include <polhode/core/sine.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/exact_constants.hpp>
#include <polhode/kernel/increment.hpp>

namespace polhode::kernel {

/// The constants of the motion: d1 = m1^2 + c1 m2^2, d3 = m3^2 + c2 m2^2, gg = |m|^2.
template <class T>
struct Orbit {
  T d1, d3, gg;
  T U, V, W;  ///< c1 d3, c2 d1, c1 d1
};

/// k is any type with c1(x) and c2(x): ExactConstants, or Factors if it is known which constant is stored.
template <class C, class T>
[[gnu::always_inline]] inline constexpr Orbit<T> orbit_of(const C& k, const Vec3<T>& m) noexcept {
  const T m22 = m.y * m.y;
  Orbit<T> o{};
  o.d1 = fused_multiply_add(m.x, m.x, k.c1(m22));
  o.d3 = fused_multiply_add(m.z, m.z, k.c2(m22));
  o.gg = o.d1 + o.d3;
  o.U = k.c1(o.d3);
  o.V = k.c2(o.d1);
  o.W = k.c1(o.d1);
  return o;
}

/// max(U, V, W).
template <class T>
[[gnu::always_inline]] inline constexpr T fastest_rate(const Orbit<T>& o) noexcept {
  // By value: std::max returns a reference, for which the orbit would be stored in memory.
  const T uv = select(o.U < o.V, o.V, o.U);
  return select(uv < o.W, o.W, uv);
}

/// A half step as small numbers: cm = 1-c, dm = 1-d, ws = W s^2.
template <class T>
struct HalfStep {
  T s, cm, dm, ws;
};

/// S = sin(f)/G and Cm = 1 - cos(f) for f = G a, with gg = G^2.
template <class T>
struct Turn {
  T S, Cm;
};

template <LaneMask M, class T>
[[gnu::always_inline]] inline Turn<T> select(const M& condition, const Turn<T>& a,
                                             const Turn<T>& b) noexcept {
  return {select(condition, a.S, b.S), select(condition, a.Cm, b.Cm)};
}

/// A rotation of which S and 1 - Cm are both scaled by a common factor with square 1 + stretch.
template <class T>
struct StretchedTurn {
  T S, Cm, stretch;
};

/// S and Cm by polynomials with Terms coefficients, for ff = f^2 = gg a^2.
template <class T, int Terms>
[[gnu::always_inline]] inline constexpr Turn<T> series_turn(const T& a, const T& ff) noexcept {
  static_assert(Terms == 5 || Terms == 9);
  if constexpr (Terms == 5) {
    const T sinm = polynomial(ff, ratio<T>(1, 6), ratio<T>(-1, 120), ratio<T>(1, 5040), ratio<T>(-1, 362880));
    const T cosm = polynomial(ff, ratio<T>(1, 2), ratio<T>(-1, 24), ratio<T>(1, 720), ratio<T>(-1, 40320),
                              ratio<T>(1, 3628800));
    return {fused_multiply_add(-a * ff, sinm, a), ff * cosm};
  } else {
    const T sinm = polynomial(ff, ratio<T>(1, 6), ratio<T>(-1, 120), ratio<T>(1, 5040), ratio<T>(-1, 362880),
                              ratio<T>(1, 39916800), ratio<T>(-1, 6227020800), ratio<T>(1, 1307674368000),
                              ratio<T>(-1, 355687428096000));
    const T cosm = polynomial(ff, ratio<T>(1, 2), ratio<T>(-1, 24), ratio<T>(1, 720), ratio<T>(-1, 40320),
                              ratio<T>(1, 3628800), ratio<T>(-1, 479001600), ratio<T>(1, 87178291200),
                              ratio<T>(-1, 20922789888000), ratio<T>(1, 6402373705728000));
    return {fused_multiply_add(-a * ff, sinm, a), ff * cosm};
  }
}

/// The largest ff for the longer series.
inline constexpr double longest_series_turn = 0.6;

/// S and Cm by sine and cosine, for any f > 0.
template <class T>
[[gnu::noinline]] Turn<T> sincos_turn(T a, T gg) noexcept {
  using std::sqrt;
  const T g = sqrt(gg);
  const auto [sh, ch] = sine_and_cosine(g * a / T(2));
  return {T(2) * sh * ch / g, T(2) * sh * sh};
}

/// The largest ff for the shorter series. The first omitted term is ff^5 / 11!, that of the longer series
/// ff^9 / 19!.
template <class T>
constexpr T shorter_series_turn() noexcept {
  return std::numeric_limits<T>::digits <= 53 ? ratio<T>(1, 64) : ratio<T>(1, 256);
}

template <class T>
requires(!LaneMask<ComparisonOf<T>>)
    [[gnu::always_inline]] inline Turn<T> turn(const T& a, const T& gg) noexcept {
  const T ff = gg * a * a;
  if (ff <= shorter_series_turn<T>()) return series_turn<T, 5>(a, ff);
  if (ff <= T(longest_series_turn)) return series_turn<T, 9>(a, ff);
  return sincos_turn(a, gg);
}
/// On lanes the sine is also computed by a series, for half the angle.
template <class T>
requires LaneMask<ComparisonOf<T>>
[[gnu::always_inline]] inline Turn<T> turn(const T& a, const T& gg) noexcept {
  const T ff = gg * a * a;
  return branch(
      ff <= shorter_series_turn<T>(),
      [&]() __attribute__((always_inline)) { return series_turn<T, 5>(a, ff); },
      [&]() __attribute__((always_inline)) {
        return branch(
            ff <= T(longest_series_turn),
            [&]() __attribute__((always_inline)) { return series_turn<T, 9>(a, ff); },
            [&]() __attribute__((always_inline)) { return sincos_turn(a, gg); });
      });
}

/// (1 + x)(1 + stretch) - 1.
template <class T>
[[gnu::always_inline]] inline constexpr T stretched(const T& x, const Turn<T>&) noexcept {
  return x;
}
template <class T>
[[gnu::always_inline]] inline constexpr T stretched(const T& x, const StretchedTurn<T>& t) noexcept {
  return x + (t.stretch + x * t.stretch);
}

/// x - x y.
template <class T>
[[gnu::always_inline]] inline constexpr T reduced_by(const T& x, const T& y) noexcept {
  return fused_multiply_add(-x, y, x);
}

/// R - 1 for R = 1 / sqrt(1 + x); by its series if Terms = 4, which requires |x| <= 3 series_bound<T, 4>.
template <int Terms, class T>
[[gnu::always_inline]] inline T inverse_root_excess(const T& x) noexcept {
  using std::sqrt;
  if constexpr (Terms == 4 && std::numeric_limits<T>::digits <= 53) {
    return x * polynomial(x, ratio<T>(-1, 2), ratio<T>(3, 8), ratio<T>(-5, 16), ratio<T>(35, 128),
                          ratio<T>(-63, 256), ratio<T>(231, 1024));
  } else {
    const T root = sqrt(T(1) + x);
    return -x / fused_multiply_add(root, root, root);
  }
}

/// r_w - 1 from vv = |r_vec|^2 if r_w - 1 is not small; under_w = 1 + r_w is computed independently, and a0
/// has the sign of r_w.
template <class T>
[[gnu::always_inline]] inline T large_scalar_part(const T& vv, const T& under_w, const T& a0) noexcept {
  using std::sqrt;
  return branch(
      vv < T(0.75),
      [&]() __attribute__((always_inline)) {
        const T rw = sqrt(T(1) - vv);
        return branch(
            a0 > T(0), [&]() __attribute__((always_inline)) { return -vv / (T(1) + rw); },
            [&]() __attribute__((always_inline)) { return -T(1) - rw; });
      },
      [&]() __attribute__((always_inline)) { return under_w - T(2); });
}

/// The increments of a short step from a half step in small numbers and its rotation (plain or stretched);
/// root_excess(x) returns R - 1.
template <class C, class T, class AnyTurn, class RootExcess>
[[gnu::always_inline]] inline Increment<T> near_increment(const C& k, const Vec3<T>& m, const Orbit<T>& o,
                                                          const HalfStep<T>& p, const AnyTurn& t,
                                                          const RootExcess& root_excess) noexcept {
  using std::sqrt;
  constexpr auto fma = [](const T& x, const T& y, const T& z) __attribute__((always_inline)) {
    return fused_multiply_add(x, y, z);
  };
  const T s = p.s, cm = p.cm, dm = p.dm, c = T(1) - cm, d = T(1) - dm;

  // e0 times the momentum at the middle of the step.
  const T m2s = m.y * s, p12 = k.c2(m.x) * m2s, p13 = m.x * m.z * s, p23 = k.c1(m.z) * m2s;
  const Vec3<T> n{m.x - fma(m.x, cm, reduced_by(p23, dm)), m.y - fma(m.y, cm + reduced_by(dm, cm), -p13),
                  m.z - fma(m.z, dm, reduced_by(p12, cm))};
  const T c12ss = k.c1(k.c2(s * s));
  const T e = c12ss * (m.y * m.y);                     // 1 - e0
  const T fm = fma(e, T(2) - e, c12ss * (n.y * n.y));  // 1 - F
  const T scale = T(2) * s / (T(1) - fm);
  const T x2 = n.y * scale, x23 = k.c1(n.z) * x2, x12 = k.c2(n.x) * x2;
  const Vec3<T> increment{-reduced_by(x23, dm), n.x * n.z * scale, -reduced_by(x12, cm)};

  // r / R first, from n; R is known by then.
  const T inverse_d = T(1) / d;
  const T a3 = fma(p.ws, t.S, t.S);
  const T a0m = fma(o.d1 * s * c, t.S, fma(d, t.Cm, dm)), a0 = T(1) - a0m;
  const T n1s = n.x * s, n2s = k.c1(n.y) * s;
  const T x =
      fma(n.x, a3, fma(n.x, fma(a3, (dm - cm) * inverse_d, a0 * (s * dm * inverse_d)), reduced_by(n1s, a0m)));
  const T y = fma(n.y, a3, fma(-(n.y * a3), cm, reduced_by(n2s, a0m)));
  const T z = n.z * a3;
  const T rm = root_excess(stretched(p.ws - fma(p.ws, fm, fm), t));
  const T rx = fma(x, rm, x), ry = fma(y, rm, y), rz = fma(z, rm, z);
  const T vv = fma(rx, rx, fma(ry, ry, rz * rz));

  // |r| = 1 determines r_w where possible: r_w - 1 = -|r_vec|^2 / (1 + r_w). If that is small, r_w from its
  // own formula is accurate enough in the denominator, and available before the vector part.
  const T wm = fma(-e, a0m, e + a0m);               // 1 - e0 A0
  const T under_w = T(2) - fma(rm, wm - T(1), wm);  // 1 + r_w
  const auto is_small = under_w > T(1.98);
  const auto small = [&]() __attribute__((always_inline)) { return -vv * (T(1) / under_w); };
  if (all_of(is_small)) [[likely]]
    return {increment, {small(), rx, ry, rz}};
  const T rwm = branch(
      is_small, small, [&]() __attribute__((always_inline)) { return large_scalar_part(vv, under_w, a0); });
  return {increment, {rwm, rx, ry, rz}};
}
template <int Terms, class C, class T, class AnyTurn>
[[gnu::always_inline]] inline Increment<T> near_increment(const C& k, const Vec3<T>& m, const Orbit<T>& o,
                                                          const HalfStep<T>& p, const AnyTurn& t) noexcept {
  return near_increment(
      k, m, o, p, t, [](const T& x) __attribute__((always_inline)) { return inverse_root_excess<Terms>(x); });
}

}  // namespace polhode::kernel
