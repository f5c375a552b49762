// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact step if the half step is a small part of the period.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Method.     Series for s and Q, at most two doublings (three in long double), then the midpoint algebra
///             [docs/exact-step.md, section 2]. No elliptic integral or phase, and no special case for the
///             separatrix, the axes or symmetric bodies.

#include <limits>
#include <polhode/core/branch.hpp>
#include <polhode/kernel/exact_midpoint.hpp>
#include <polhode/kernel/exact_series.hpp>

namespace polhode::kernel {

/// The quantities of the half step, before its rotation is known.
template <class T>
struct Excursion {
  T s, us, vs, ws, cm, dm;
  T q;       ///< one part of Q; the other is the argument of z
  T zm, zy;  ///< z = (1 + zm) + i G zy
};

template <LaneMask M, class T>
[[gnu::always_inline]] inline Excursion<T> select(const M& condition, const Excursion<T>& a,
                                                  const Excursion<T>& b) noexcept {
  return {select(condition, a.s, b.s),   select(condition, a.us, b.us), select(condition, a.vs, b.vs),
          select(condition, a.ws, b.ws), select(condition, a.cm, b.cm), select(condition, a.dm, b.dm),
          select(condition, a.q, b.q),   select(condition, a.zm, b.zm), select(condition, a.zy, b.zy)};
}

template <class T>
[[gnu::always_inline]] inline Excursion<T> excursion_from_s(const Orbit<T>& o, const T& s) noexcept {
  using std::sqrt;
  Excursion<T> x{};
  const T ss = s * s;
  x.s = s;
  x.us = o.U * ss;
  x.vs = o.V * ss;
  x.ws = o.W * ss;
  x.cm = x.us / (T(1) + sqrt(T(1) - x.us));
  x.dm = x.vs / (T(1) + sqrt(T(1) - x.vs));
  return x;
}

/// s and Q of the half step by the series only.
template <class T, int Terms>
[[gnu::always_inline]] inline Excursion<T> series_excursion(const Orbit<T>& o, const T& tau) noexcept {
  const T tt = tau * tau, u = o.U * tt, v = o.V * tt;
  Excursion<T> x{};
  if constexpr (Terms == 4) {
    const T w = o.W * tt;
    x.q = w * tau * series_q_of_time(u + v, u * v, w);
  }
  x.s = fused_multiply_add(-tau, series_s_deficit<T, Terms>(u + v, u * v), tau);
  const T ss = x.s * x.s;
  x.us = o.U * ss;
  x.vs = o.V * ss;
  x.ws = o.W * ss;
  x.cm = series_root_deficit<T, Terms>(x.us);
  x.dm = series_root_deficit<T, Terms>(x.vs);
  if constexpr (Terms != 4) x.q = x.ws * x.s * series_q<T, Terms>(x.us, x.vs, x.ws);
  return x;
}

/// From tau to 2 tau. c and d are recomputed from s: doubling them would lose a factor of four in accuracy
/// each time.
template <class T>
[[gnu::always_inline]] inline Excursion<T> doubled(const Orbit<T>& o, const Excursion<T>& x) noexcept {
  const T s2 = T(2) * x.s * ((T(1) - x.cm) * (T(1) - x.dm)) / (T(1) - x.us * x.vs);
  Excursion<T> y = excursion_from_s(o, s2);
  y.q = T(2) * x.q;
  // z(2 tau) = z(tau)^2 (x1 + i G y1); x1 - 1 = W (s2^2 - s^2 c2 d2).
  const T x1m = y.ws - x.ws * ((T(1) - y.cm) * (T(1) - y.dm)), y1 = x.ws * s2;
  const T sqm = T(2) * x.zm + x.zm * x.zm - o.gg * x.zy * x.zy, sqy = T(2) * (x.zy + x.zm * x.zy);
  y.zm = sqm + x1m + sqm * x1m - o.gg * sqy * y1;
  y.zy = sqy + sqy * x1m + y1 + sqm * y1;
  return y;
}

/// The rotation f = G (base + q) + arg z of a doubled excursion.
template <class T>
[[gnu::always_inline]] inline StretchedTurn<T> stretched_turn(const Orbit<T>& o, const Excursion<T>& x,
                                                              const T& base) noexcept {
  const Turn<T> t = turn(base + x.q, o.gg);
  return {t.S + (t.S * x.zm + x.zy - x.zy * t.Cm), t.Cm - (x.zm - t.Cm * x.zm - o.gg * t.S * x.zy),
          x.zm * (T(2) + x.zm) + o.gg * x.zy * x.zy};
}

/// The largest X = max(U, V, W) tau^2 of a short step.
template <class T>
constexpr T short_bound() noexcept {
  return T(1) / T(4);
}

template <int Terms, class C, class T>
[[gnu::always_inline]] inline Increment<T> series_step(const C& k, const Vec3<T>& m, const Orbit<T>& o,
                                                       const T& tau, const T& base) noexcept {
  const Excursion<T> x = series_excursion<T, Terms>(o, tau);
  return near_increment<Terms>(k, m, o, HalfStep<T>{x.s, x.cm, x.dm, x.ws}, turn(base + x.q, o.gg));
}

/// By the series over a part of tau, followed by as many doublings as x requires; for lanes, as each
/// requires.
template <class T>
requires(!LaneMask<ComparisonOf<T>>)
    [[gnu::always_inline]] inline Excursion<T> doubled_excursion(const Orbit<T>& o, T tau, T x) noexcept {
  int halvings = 0;
  for (; x > series_bound<T, 8>(); x = x / T(4), tau = tau / T(2)) ++halvings;
  Excursion<T> e = series_excursion<T, 8>(o, tau);
  for (; halvings > 0; --halvings) e = doubled(o, e);
  return e;
}
template <class T, int most = 2>
requires LaneMask<ComparisonOf<T>>
[[gnu::always_inline]] inline Excursion<T> doubled_excursion(const Orbit<T>& o, const T& tau,
                                                             const T& x) noexcept {
  static_assert(std::numeric_limits<T>::digits <= 53, "more digits need more than two halvings");
  const auto by_series = [&]() __attribute__((always_inline)) { return series_excursion<T, 8>(o, tau); };
  if constexpr (most == 0)
    return by_series();
  else
    return branch(
        x <= series_bound<T, 8>(), by_series, [&]() __attribute__((always_inline)) {
          return doubled(o, doubled_excursion<T, most - 1>(o, tau * T(0.5), x * T(0.25)));
        });
}

template <class C, class T>
[[gnu::noinline]] Increment<T> doubled_step(C k, Vec3<T> m, Orbit<T> o, T tau, T base, T x) noexcept {
  const Excursion<T> e = doubled_excursion(o, tau, x);
  return near_increment<0>(k, m, o, HalfStep<T>{e.s, e.cm, e.dm, e.ws}, stretched_turn(o, e, base));
}

/// The step with half step tau, whose rotation starts with G base; x = max(U, V, W) tau^2 <= short_bound.
template <class C, class T>
requires(!LaneMask<ComparisonOf<T>>)
    [[gnu::always_inline]] inline Increment<T> short_step(const C& k, const Vec3<T>& m, const Orbit<T>& o,
                                                          const T& tau, const T& base, const T& x) noexcept {
  return branch(
      x <= series_bound<T, 4>(),
      [&]() __attribute__((always_inline)) { return series_step<4>(k, m, o, tau, base); },
      [&]() __attribute__((always_inline)) {
        return branch(
            x <= series_bound<T, 6>(),
            [&]() __attribute__((always_inline)) { return series_step<6>(k, m, o, tau, base); },
            [&]() __attribute__((always_inline)) {
              return branch(
                  x <= series_bound<T, 8>(),
                  [&]() __attribute__((always_inline)) { return series_step<8>(k, m, o, tau, base); },
                  [&]() __attribute__((always_inline)) { return doubled_step(k, m, o, tau, base, x); });
            });
      });
}

/// The same for lanes. Lanes may need different series for s and Q; what follows is computed once for all.
/// The digits of each lane are those of series_step.
template <class C, class T>
requires LaneMask<ComparisonOf<T>>
[[gnu::always_inline]] inline Increment<T> short_step(const C& k, const Vec3<T>& m, const Orbit<T>& o,
                                                      const T& tau, const T& base, const T& x) noexcept {
  const auto by_four = x <= series_bound<T, 4>(), by_six = x <= series_bound<T, 6>();
  const auto by_series = [&]() __attribute__((always_inline)) {
    const Excursion<T> e = branch(
        by_four, [&]() __attribute__((always_inline)) { return series_excursion<T, 4>(o, tau); },
        [&]() __attribute__((always_inline)) {
          return branch(
              by_six, [&]() __attribute__((always_inline)) { return series_excursion<T, 6>(o, tau); },
              [&]() __attribute__((always_inline)) { return series_excursion<T, 8>(o, tau); });
        });
    return near_increment(
        k, m, o, HalfStep<T>{e.s, e.cm, e.dm, e.ws},
        turn(base + e.q, o.gg), [&](const T& excess) __attribute__((always_inline)) {
          return branch(
              by_four, [&]() __attribute__((always_inline)) { return inverse_root_excess<4>(excess); },
              [&]() __attribute__((always_inline)) { return inverse_root_excess<8>(excess); });
        });
  };
  return branch(
      x <= series_bound<T, 8>(),
      by_series, [&]() __attribute__((always_inline)) { return doubled_step(k, m, o, tau, base, x); });
}

}  // namespace polhode::kernel
