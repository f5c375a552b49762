// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact step over any part of a period, or over many periods.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Method.     Whole periods are subtracted with the quarter period and the complete Q from one AGM iteration
///             [docs/exact-step.md, (10)]; the remainder is computed by series and doublings, the last
///             doubling by the direct formulas for c and d. Near the separatrix, where doublings lose digits,
///             s is obtained by Landen transformations from the complementary parameter, and there, and if W
///             tau^2 is large, Q = (W/3) s^3 R_J(c^2, d^2, 1, 1 + W s^2). Sums of squares replace the
///             differences of the short form.

#include <cmath>
#include <limits>
#include <polhode/core/dual.hpp>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/elliptic/derivatives.hpp>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/parameter.hpp>
#include <polhode/kernel/exact_short.hpp>

namespace polhode::kernel {

/// The quarter period of s in tau, and Q over it. The quarter period of m in time is tau / a2.
template <class T>
struct QuarterPeriod {
  T tau;  ///< infinite on the separatrix and if the momentum is constant
  T q;
};

/// The side of the separatrix on which an orbit lies, and its distance. U - V = e = c1 m3^2 - c2 m1^2: the
/// terms in m2^2 cancel algebraically, so e is accurate even if U and V are equal as rounded.
template <class T>
struct Side {
  T mc;            ///< the complementary parameter |e| / max(U, V)
  bool circles_3;  ///< U >= V: the momentum circles axis 3, c is cn and d is dn; otherwise reversed
};

template <class T>
Side<T> side_of(const ExactConstants<T>& k, const Vec3<T>& m, const Orbit<T>& o) noexcept {
  using std::abs;
  using std::max;
  const T e = k.c1(m.z * m.z) - k.c2(m.x * m.x);
  return {abs(e) / max(o.U, o.V), e >= T(0)};
}

template <class T>
QuarterPeriod<T> quarter_period(const Orbit<T>& o, const T& mc) noexcept {
  using std::abs;
  using std::max;
  using std::sqrt;
  const T M = max(o.U, o.V);
  if (!(M > T(0)) || !(mc > T(0))) {
    const T inf = std::numeric_limits<T>::infinity();
    return {inf, inf};
  }
  constexpr T eps = std::numeric_limits<T>::epsilon();
  const T n = o.W / M;
  T a = T(1), g = sqrt(mc), p = sqrt(T(1) + n), t = T(1), sum = T(1);
  // a and g converge after about log2(log2(1/mc)) iterations; p needs log2(n)/2 more if n is large.
  while (abs(t) > eps / T(16) || abs(a - g) > T(2) * eps * a) {
    const T pp = p * p, ag = a * g;
    t = t * ((pp - ag) / (T(2) * (pp + ag)));
    sum = sum + t;
    p = (pp + ag) / (T(2) * p);
    const T mean = (a + g) / T(2);
    g = sqrt(ag);
    a = mean;
  }
  constexpr T half_pi = T(1.57079632679489661923132169163975144L);
  const T quarter = half_pi / a / sqrt(M);
  return {quarter, quarter * (n / (T(1) + n)) * (sum / T(2))};
}

/// The half step for any tau. S and C may carry a common factor.
template <class T>
struct LongHalfStep {
  T s, c, d, ws, S, C;
};

namespace detail {

template <class T>
struct Reached {
  T s, c, d, q, zm, zy;
};

/// The half step by series and doublings; x is max(U, V, W) tau^2 or, if Q is not needed, max(U, V) tau^2.
template <class T>
Reached<T> reach_by_doubling(const Orbit<T>& o, const T& tau, T x) noexcept {
  T part = tau;
  int halvings = 0;
  // Without the second condition an infinite x would be halved forever; the step is then NaN.
  while (x > series_bound<T, 8>() && x <= std::numeric_limits<T>::max()) {
    part = part / T(2);
    x = x / T(4);
    ++halvings;
  }
  Excursion<T> e = series_excursion<T, 8>(o, part);
  for (; halvings > 1; --halvings) e = doubled(o, e);
  if (halvings == 0) return {e.s, T(1) - e.cm, T(1) - e.dm, e.q, e.zm, e.zy};
  // The last doubling: c or d may pass through zero, so they are computed from the half, not from s.
  const Excursion<T> last = doubled(o, e);
  const T c = T(1) - e.cm, d = T(1) - e.dm, below = T(1) - e.us * e.vs;
  const T c2 = (c * c - e.us * (d * d)) / below, d2 = (d * d - e.vs * (c * c)) / below;
  const T x1m = last.ws - e.ws * (c2 * d2), y1 = e.ws * last.s;
  const T sqm = T(2) * e.zm + e.zm * e.zm - o.gg * e.zy * e.zy, sqy = T(2) * (e.zy + e.zm * e.zy);
  return {
      last.s, c2, d2, T(2) * e.q, sqm + x1m + sqm * x1m - o.gg * sqy * y1, sqy + sqy * x1m + y1 + sqm * y1};
}

/// Moves a cosine that round-off has made zero or negative, at the end of a quarter period, back to the
/// positive side. R_J depends only on its square, whose root would have a derivative of the wrong sign, or
/// none.
template <class T>
T not_past_zero(const T& cosine) noexcept {
  return cosine > T(0) ? cosine : cosine + (T(1e-25L) - T(2) * without_slope(cosine));
}

/// The half step by Landen transformations, for |tau| up to a quarter period.
template <class T>
Reached<T> reach_by_landen(const Orbit<T>& o, const T& tau, const Side<T>& side) noexcept {
  using elliptic::jacobi;
  using std::sqrt;
  // By the side, not by magnitude: U and V may be equal as rounded but have different derivatives.
  const T M = side.circles_3 ? o.U : o.V, root = sqrt(M);
  const elliptic::Jacobi<T> j =
      jacobi(root * tau, elliptic::Parameter<T>{(side.circles_3 ? o.V : o.U) / M, side.mc});
  return {j.sn / root, side.circles_3 ? j.cn : j.dn, side.circles_3 ? j.dn : j.cn, T(0), T(0), T(0)};
}

/// Adjusts the last digits of an increment D so that a^2 + ca y^2 and b^2 + cb y^2 are conserved, where b is
/// the component along the circled axis. On each of the two quadrics the component with the larger slope is
/// corrected; where an orbit is tangent to a quadric, division by the slope would ruin the component.
template <class C, class T>
void onto_quadrics(const C& ca, const C& cb, const T& a, const T& y, const T& b, T& da, T& dy,
                   T& db) noexcept {
  const T a1 = a + da, y1 = y + dy, b1 = b + db, ca_y1 = ca(y1);
  const T excess = da * (T(2) * a + da) + ca(dy * (T(2) * y + dy));
  // Squares that underflow have no last digit to adjust.
  constexpr T least = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
  if (a1 * a1 < ca_y1 * y1) {
    if (ca_y1 * y1 > least) dy = dy - excess / (T(2) * ca_y1);
  } else if (a1 * a1 > least) {
    da = da - excess / (T(2) * a1);
  }
  if (b1 != T(0) && b1 * b1 >= T(0.02) * cb(y1 * y1))
    db = db - (db * (T(2) * b + db) + cb(dy * (T(2) * y + dy))) / (T(2) * b1);
}

}  // namespace detail

/// The half step of length tau whose rotation starts with f = G base, after subtraction of whole periods.
template <class T>
LongHalfStep<T> long_half_step(const Orbit<T>& o, const T& tau, const Side<T>& side, const T& base) noexcept {
  using elliptic::rj;
  using std::max;
  const T tt = tau * tau, Mtt = max(o.U, o.V) * tt, Wtt = o.W * tt;
  const bool landen = Mtt > T(1) && side.mc < T(0.04), carlson = landen || Wtt > T(16);
  detail::Reached<T> x = landen ? detail::reach_by_landen(o, tau, side)
                                : detail::reach_by_doubling(o, tau, carlson ? Mtt : max(Mtt, Wtt));
  const T ws = o.W * x.s * x.s;
  if (carlson) {
    const T c = detail::not_past_zero(x.c), d = detail::not_past_zero(x.d);
    x.q = (ws * x.s / T(3)) * rj(c * c, d * d, T(1), T(1) + ws);
    x.zm = T(0);
    x.zy = T(0);
  }
  const Turn<T> t = turn(base + x.q, o.gg);
  const T C = T(1) - t.Cm, X = T(1) + x.zm;
  return {x.s, x.c, x.d, ws, t.S * X + C * x.zy, C * X - o.gg * t.S * x.zy};
}

/// The increments from a half step of any length.
template <class T>
Increment<T> far_increment(const ExactConstants<T>& k, const Vec3<T>& m, const Orbit<T>& o,
                           const LongHalfStep<T>& p, bool circles_3) noexcept {
  using std::sqrt;
  const T s = p.s, c = p.c, d = p.d, ss = s * s, w = T(1) + p.ws;
  const Vec3<T> n{m.x * c - k.c1(m.y * m.z * s * d), m.y * c * d + m.x * m.z * s,
                  m.z * d - k.c2(m.x * m.y * s * c)};
  const T e0 = circles_3 ? c * c + k.c1(m.z * m.z * ss) : d * d + k.c2(m.x * m.x * ss);
  const T F = circles_3 ? c * c * e0 * e0 + k.c1(n.z * n.z * ss) : d * d * e0 * e0 + k.c2(n.x * n.x * ss);

  const T scale = T(2) * s / F;
  Vec3<T> D{-k.c1(scale * n.y * n.z * d), scale * n.x * n.z, -k.c2(scale * n.x * n.y * c)};
  if (circles_3)
    detail::onto_quadrics(k.c1, k.c2, m.x, m.y, m.z, D.x, D.y, D.z);
  else
    detail::onto_quadrics(k.c2, k.c1, m.z, m.y, m.x, D.z, D.y, D.x);

  const T a0 = d * p.C - o.d1 * s * c * p.S;
  Quat<T> r{e0 * a0, (c * d * p.S + s * p.C) * n.x, (c * p.S + k.c1(s * d * p.C)) * n.y, w * p.S * n.z};
  const T R = T(1) / sqrt(dot(r, r));
  r = R * r;
  // r maps the old momentum to the new one: r m' = m r.
  const Quat<T> mq{T(0), m.x, m.y, m.z}, dq{T(0), D.x, D.y, D.z};
  const Quat<T> E = (r * mq - mq * r) + r * dq;
  r = r - (T(1) / (T(2) * o.gg)) * (mq * E);
  const T excess = (dot(r, r) - T(1)) / T(2);
  r = r - excess * r;
  return {D, {r.w - T(1), r.x, r.y, r.z}};
}

/// The remainder of a half step after subtraction of whole periods of the momentum, with their rotation.
template <class T>
struct Reduced {
  T tau, base;
  bool odd;  ///< an odd number of half periods of s: s and the cn-like function change sign
};

template <class T>
Reduced<T> without_whole_periods(const T& tau, const T& base, const QuarterPeriod<T>& quarter) noexcept {
  using std::abs;
  using std::rint;  // nearbyint saves and restores the floating-point flags, which takes half a step
  if (!(abs(tau) > quarter.tau)) return {tau, base, false};
  const T turns = rint(tau / (T(2) * quarter.tau));
  return {tau - turns * (T(2) * quarter.tau), base + turns * (T(2) * quarter.q),
          rint(turns / T(2)) * T(2) != turns};
}

/// The step that remains after without_whole_periods, of any length up to half a period of the momentum
/// either way.
template <class T>
Increment<T> reduced_step(const ExactConstants<T>& k, const Vec3<T>& m, const Orbit<T>& o,
                          const Side<T>& side, const Reduced<T>& left) noexcept {
  using std::abs;
  using std::max;
  using std::sqrt;
  T tau = left.tau, base = left.base;
  // This can be exceeded only on the separatrix, where the momentum has long approached the axis: the
  // rotation continues at its limiting rate. Beyond, the sixth power of c would underflow.
  const T root = sqrt(max(o.U, o.V));
  constexpr T rest = T(std::numeric_limits<T>::max_exponent) / T(10);
  if (abs(tau) * root > rest) {
    const T end = (tau > T(0) ? rest : -rest) / root;
    const T n = o.W / max(o.U, o.V);
    base = base + (tau - end) * (n / (T(1) + n));
    tau = end;
  }
  LongHalfStep<T> p = long_half_step(o, tau, side, base);
  if (left.odd) {
    p.s = -p.s;
    T& like_cn = side.circles_3 ? p.c : p.d;
    like_cn = -like_cn;
  }
  return far_increment(k, m, o, p, side.circles_3);
}

template <class T>
Increment<T> long_step(const ExactConstants<T>& k, const Vec3<T>& m, const Orbit<T>& o, const T& tau,
                       const T& base) noexcept {
  using std::max;
  const Side<T> side = side_of(k, m, o);
  // Up to M tau^2 = 1 the half step is shorter than a quarter period, wherever the separatrix is.
  if (!(max(o.U, o.V) * tau * tau > T(1))) return reduced_step(k, m, o, side, {tau, base, false});
  return reduced_step(k, m, o, side, without_whole_periods(tau, base, quarter_period(o, side.mc)));
}

}  // namespace polhode::kernel
