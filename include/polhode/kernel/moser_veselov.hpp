// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The discrete Moser-Veselov step in quaternion form, of order 2 and, with modified moments of inertia, 4,
/// 6, 8 and 10.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. q' = q r, r = (1, c)/sqrt(1 + |c|^2). In the matrices of [McLachlan, Zanna 2005] omega^T is
///             the rotation of r and I1 = J2 + J3 and so on. With moments It and (j, k, l) cyclic the
///             Moser-Veselov equation (1.6) is (1 + |c|^2) (h/2) m_j = It_j c_j - (It_k - It_l) c_k c_l; for
///             m' the sign of the products is reversed. r is computed at m [their (8.3)]: q m q^-1 is
///             conserved.
/// Method.     1/It_j = (1 + sigma_j)/I_j with sigma_j = s + d I_j [Hairer, Vilmart 2006;
///             moser_veselov_series.hpp]. For the unknown v, with c_j = (h/2) (1 + sigma_j) v_j, b = |c|^2,
///             I_j v_j = (1 + b) m_j + t_j, t_j = (h/2) (1 + s) (I_k - I_l) v_k v_l, m' - m = 2 t / (1 + b).
///             |m| and the energy are conserved whatever the rounding of s, d and b, because the given
///             moments enter, not the modified ones; nothing is divided by h. Fixed rounding errors of the
///             constants would cause drift [Vilmart 2008], so only 1/I_j is rounded: I_k - I_l is that of the
///             rounded 1/I_j, stored with its rounding error. A few fixed-point sweeps are followed by
///             Newton's method until the next correction is below round-off. If this fails, the solution is
///             followed from h = 0.
/// Errors.     The solution required has the spectrum of W = omega^T J in the right half plane [Moser,
///             Veselov 1991]. For a real body and |c_j| <= 1/8 the fixed point contracts all the way from c =
///             0 and is unique; beyond, the Routh-Hurwitz conditions on W decide.
/// Accuracy.   One step with h|omega| <= 0.5 of random bodies: energy, |m|, q m q^-1, |r| and the inverse
///             step within 0.9 eps. Close to the end of the solution and over many steps: docs/accuracy.md,
///             tests/unit/moser_veselov_test.cpp.

#include <cmath>
#include <limits>
#include <polhode/core/branch.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/slopes.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/exact_constants.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/kernel/moser_veselov_series.hpp>
#include <type_traits>

namespace polhode::kernel {

/// Scales a step by powers of two, which is exact, into the range where no product overflows or loses digits.
template <class T>
class StepScale {
 public:
  /// Moments are divided by 2^exponent, so that 1 <= I3 < 2, and time likewise.
  explicit StepScale(const Vec3<T>& moments) noexcept {
    using std::ilogb;
    using std::ldexp;
    constexpr int most = 1000;
    exponent_ = static_cast<int>(ilogb(moments.z));
    if (exponent_ > -most && exponent_ < most) time_scale_ = ldexp(T(1), -exponent_);
  }

  Vec3<T> moments(const Vec3<T>& given) const noexcept { return scaled(given, -exponent_); }
  /// Scaled time = time * time_scale(); zero if that power of two is out of range.
  const T& time_scale() const noexcept { return time_scale_; }

  /// Evaluates step(m, h) in scaled units; m 2^-e with h 2^e is the same motion.
  template <class Step>
  [[gnu::always_inline]] auto operator()(const Vec3<T>& m, const T& h, const Step& step) const noexcept {
    using std::abs;
    using std::ldexp;
    const T high = ldexp(T(1), 200), low = ldexp(T(1), -200);
    const T mm = dot(m, m), scaled_h = h * time_scale_;
    if (mm > low && mm < high && abs(scaled_h) < high && time_scale_ != T(0)) [[likely]]
      return step(m, scaled_h);
    return rescaled(m, h, step);
  }

 private:
  template <class Step>
  [[gnu::noinline]] auto rescaled(Vec3<T> m, T h, Step step) const noexcept {
    using std::ldexp;
    const T size = largest(m);
    const int e = size > T(0) && size <= std::numeric_limits<T>::max() ? binary_exponent(size) : 0;
    auto result = step(scaled(m, -e), ldexp(h, e - exponent_));
    if constexpr (std::is_same_v<decltype(result), Increment<T>>) result.dm = scaled(result.dm, e);
    return result;
  }

  int exponent_ = 0;
  T time_scale_ = T(0);
};

/// The constants of a body for the step, for scaled moments.
template <class T>
struct MoserVeselovBody {
  Vec3<T> inverse;   ///< 1/I_j, rounded; these define the body from here on
  Vec3<T> head;      ///< the upper half of the digits of 1/I_j
  Vec3<T> tail;      ///< and the lower half
  Vec3<T> moments;   ///< 1/inverse_j, rounded
  Vec3<T> gap;       ///< (I2 - I3, I3 - I1, I1 - I2) of that body, rounded
  Vec3<T> gap_rest;  ///< the relative rounding errors of the gaps
  T surely_right;    ///< the |c|^2 up to which the solution is known to be the required one
  T surely_begun;    ///< the |c|^2 up to which one with the required spectrum was observed to start at c = 0
};

/// Calls f on every number, in the order in which arrays of bodies store them.
template <class T, class F>
[[gnu::always_inline]] inline void for_each_number(MoserVeselovBody<T>& k, const F& f) noexcept {
  for (Vec3<T>* v : {&k.inverse, &k.head, &k.tail, &k.moments, &k.gap, &k.gap_rest}) {
    f(v->x);
    f(v->y);
    f(v->z);
  }
  f(k.surely_right);
  f(k.surely_begun);
}

template <class T>
MoserVeselovBody<T> moser_veselov_body(const Vec3<T>& i) noexcept {
  using Wide = typename Wider<T>::type;
  MoserVeselovBody<T> k{};
  k.inverse = {T(1) / i.x, T(1) / i.y, T(1) / i.z};
  // A product with, for example, 5/3 to all digits does not round randomly: its last digits are thirds of the
  // last place. If that affected m but not t, the energy would drift. Products with half the digits have
  // uniformly distributed remainders.
  const auto upper_half = [](const T& x) {
    using std::ldexp;
    const T much = ldexp(x, std::numeric_limits<T>::digits / 2 + 1);
    return (x + much) - much;
  };
  k.head = {upper_half(k.inverse.x), upper_half(k.inverse.y), upper_half(k.inverse.z)};
  k.tail = k.inverse - k.head;
  const Vec3<Wide> n = convert<Wide>(k.inverse);
  k.moments = {T(Wide(1) / n.x), T(Wide(1) / n.y), T(Wide(1) / n.z)};
  const Vec3<Wide> gap{(n.z - n.y) / n.y / n.z, (n.x - n.z) / n.z / n.x, (n.y - n.x) / n.x / n.y};
  k.gap = convert<T>(gap);
  const auto rest = [](const Wide& whole, const T& rounded) {
    return rounded == T(0) ? T(0) : T((whole - Wide(rounded)) / Wide(rounded));
  };
  k.gap_rest = {rest(gap.x, k.gap.x), rest(gap.y, k.gap.y), rest(gap.z, k.gap.z)};
  // |I_k - I_l| <= I_j holds for every real body; for others the bound on c is not valid.
  const bool nearly_real = i.z <= (i.x + i.y) * T(1.0625);
  k.surely_right = nearly_real ? T(1) / T(64) : T(0);
  // If J3 < 0, other solutions also have such a spectrum.
  k.surely_begun = i.z <= i.x + i.y ? std::numeric_limits<T>::max() : nearly_real ? T(1) / T(4) : T(0);
  return k;
}

/// s and sigma of the modified moments; zero for order 2.
template <class T>
struct Modification {
  T s{};
  Vec3<T> sigma{};

  /// Whether the modified body is close to the given one.
  [[gnu::always_inline]] ComparisonOf<T> is_small() const noexcept {
    using std::abs;
    const T far = T(0.0625);
    return abs(s) <= far && abs(sigma.x) <= far && abs(sigma.y) <= far && abs(sigma.z) <= far;
  }

  /// Whether the truncated series is still meaningful: for a sphere the orders 4 and 8 end at h |omega| =
  /// 1.41 and 1.57; for orders 6 and 10 the equation itself has no solution from 1.49 and 1.57 on.
  bool is_moderate() const noexcept {
    using std::abs;
    const T most = T(0.5);
    return abs(s) <= most && abs(sigma.x) <= most && abs(sigma.y) <= most && abs(sigma.z) <= most;
  }
};

/// It, from I and sigma.
template <class T>
Vec3<T> moments_with(const MoserVeselovBody<T>& body, const Modification<T>& by) noexcept {
  return {body.moments.x / (T(1) + by.sigma.x), body.moments.y / (T(1) + by.sigma.y),
          body.moments.z / (T(1) + by.sigma.z)};
}

/// J of the papers, from ascending moments: I1 = J2 + J3 and so on. The differences of moments come first:
/// for a thin rod J2 and J3 consist of I1, which must not be lost in I2 + I3.
template <class T>
constexpr Vec3<T> half_sum_moments(const Vec3<T>& i) noexcept {
  const T gap = i.z - i.y;
  return {(i.y - i.x + i.z) / T(2), (i.x + gap) / T(2), (i.x - gap) / T(2)};
}

/// Whether W = omega^T J has its spectrum in the right half plane; c is the vector of the rotation omega^T.
/// The condition tested is slightly weaker, so that flat and thin bodies are not borderline cases: whether
/// the pairwise sums of the three eigenvalues, which are the eigenvalues of the equation's derivative, lie
/// there. Because det W = J1 J2 J3, the two conditions are equivalent if that is positive.
template <class T>
bool spectrum_is_right(const Vec3<T>& i, const Vec3<T>& c) noexcept {
  const Vec3<T> j = half_sum_moments(i), icc{i.x * c.x * c.x, i.y * c.y * c.y, i.z * c.z * c.z};
  const T share = T(2) / (T(1) + dot(c, c));
  // The coefficients of the characteristic polynomial; the product of the pairwise sums is e1 e2 - e3.
  const T e1 = j.x + j.y + j.z - share * (icc.x + icc.y + icc.z);
  const T e2 = j.x * j.y + j.y * j.z + j.z * j.x - share * dot(icc, j);
  const T e3 = j.x * j.y * j.z;
  return e1 > T(0) && e1 * e2 > e3 && T(2) * e1 * e1 * e1 + e1 * e2 + e3 > T(0);
}

/// Arguments are by value, here and below where a rare case is called out of line: references would force
/// them into memory in every step.
template <class T>
[[gnu::noinline]] bool spectrum_is_right(const MoserVeselovBody<T>& body, Modification<T> by,
                                         Vec3<T> c) noexcept {
  return by.is_moderate() && spectrum_is_right(moments_with(body, by), c);
}

/// Whether such a solution exists for the momentum hm = h m: no eigenvalue is on the imaginary axis, that is,
/// no root of the polynomial in lambda^2 is negative [McLachlan, Zanna 2005, (1.8) and section 5].
template <class T>
bool has_unique_solution(const Vec3<T>& i, const Vec3<T>& hm) noexcept {
  using std::sqrt;
  const Vec3<T> j = half_sum_moments(i), jj{j.x * j.x, j.y * j.y, j.z * j.z};
  const Vec3<T> mm{hm.x * hm.x, hm.y * hm.y, hm.z * hm.z};
  const T p = jj.x + jj.y + jj.z - (mm.x + mm.y + mm.z);
  const T r = jj.x * jj.y + jj.y * jj.z + jj.z * jj.x - dot(jj, mm);
  const T e = jj.x * jj.y * jj.z, under = p * p - T(3) * r;
  if (under <= T(0)) return true;  // x^3 + p x^2 + r x + e is monotonic
  const T lowest = (sqrt(under) - p) / T(3);
  return lowest <= T(0) || ((lowest + p) * lowest + r) * lowest + e > T(0);
}

/// A solution of the Moser-Veselov equation, or an approximation of one.
template <class T>
struct MoserVeselovRoot {
  Vec3<T> v, c, t;
  T b{};  ///< |c|^2
  ComparisonOf<T> found{};

  [[gnu::always_inline]] Increment<T> increment() const noexcept {
    using std::sqrt;
    const T a = T(1) + b, less = b / a;
    const Vec3<T> dm = T(2) * t;
    const T shorter = -b / (a + sqrt(a));  // 1/sqrt(a) - 1
    return {{dm.x - dm.x * less, dm.y - dm.y * less, dm.z - dm.z * less},
            {shorter, c.x + c.x * shorter, c.y + c.y * shorter, c.z + c.z * shorter}};
  }
};

/// For each lane, a if the condition holds, otherwise b.
template <LaneMask M, class T>
[[gnu::always_inline]] inline MoserVeselovRoot<T> select(const M& condition, const MoserVeselovRoot<T>& a,
                                                         const MoserVeselovRoot<T>& b) noexcept {
  return {select(condition, a.v, b.v), select(condition, a.c, b.c), select(condition, a.t, b.t),
          select(condition, a.b, b.b), select(condition, a.found, b.found)};
}

/// The Moser-Veselov equation for one momentum and half a step.
template <class T>
class MoserVeselovEquation {
 public:
  [[gnu::always_inline]] MoserVeselovEquation(const MoserVeselovBody<T>& body, const Modification<T>& by,
                                              const Vec3<T>& m, const T& half_h) noexcept
      : body_(body),
        by_(by),
        half_h_(half_h),
        m_(m),
        y_{body.inverse.x * m.x, body.inverse.y * m.y, body.inverse.z * m.z} {
    const T stretched = half_h + half_h * by.s;
    coupling_ = {stretched * body.gap.x * body.inverse.x, stretched * body.gap.y * body.inverse.y,
                 stretched * body.gap.z * body.inverse.z};
    const Vec3<T> c{lengthened(half_h, by.sigma.x), lengthened(half_h, by.sigma.y),
                    lengthened(half_h, by.sigma.z)};
    weight_ = {c.x * c.x, c.y * c.y, c.z * c.z};
  }

  /// The solution by a few sweeps from v = m/I, and Newton's method.
  [[gnu::always_inline]] MoserVeselovRoot<T> solve() const noexcept {
    // b may lag by one sweep, because it is of second order; so is s, and two sweeps need not wait for it.
    const Vec3<T> plain{half_h_ * body_.gap.x * body_.inverse.x, half_h_ * body_.gap.y * body_.inverse.y,
                        half_h_ * body_.gap.z * body_.inverse.z};
    const T hh = half_h_ * half_h_, b0 = hh * dot(y_, y_);
    const Vec3<T> v1 = swept(y_, T(0), plain), v2 = swept(v1, b0, plain);
    const Vec3<T> v3 = swept(v2, hh * dot(v1, v1), coupling_);
    const auto is_short = b0 <= three_sweeps_suffice();
    if (all_of(is_short)) return newton(v3);
    const Vec3<T> v4 = swept(v3, stretch(v2), coupling_), v5 = swept(v4, stretch(v3), coupling_);
    return newton(select(is_short, v3, swept(v5, stretch(v4), coupling_)));
  }

  /// The solution followed from h = 0 in as many parts as needed; NaN if it ends before h.
  Increment<T> followed_increment() const noexcept {
    MoserVeselovRoot<T> last{};
    MoserVeselovEquation part = *this;
    T done = T(0), step = T(1) / T(4);
    while (done < T(1)) {
      const T next = done + step < T(1) ? done + step : T(1);
      part.m_ = next * m_;
      part.y_ = next * y_;
      const MoserVeselovRoot<T> root = part.newton(done > T(0) ? (next / done) * last.v : part.y_);
      if (root.found && part.is_right(root)) {
        last = root;
        done = next;
        step = T(1.5) * step;
      } else {
        step = step / T(4);
        if (!(step > shortest_part())) return failed_increment<T>();
      }
    }
    return last.increment();
  }

  /// Whether a solution is the one with the spectrum of W in the right half plane.
  [[gnu::always_inline]] bool is_right(const MoserVeselovRoot<T>& root) const noexcept {
    return is_surely_right(root) || (is_solution(root) && spectrum_is_right(body_, by_, root.c));
  }

  /// Whether it is guaranteed to be that solution, without testing the spectrum.
  [[gnu::always_inline]] ComparisonOf<T> is_surely_right(const MoserVeselovRoot<T>& root) const noexcept {
    return root.b <= body_.surely_right && by_.is_small();
  }

 private:
  /// x (1 + e) for small e, without rounding 1 + e.
  [[gnu::always_inline]] static T lengthened(const T& x, const T& e) noexcept { return x + x * e; }

  /// |c|^2.
  [[gnu::always_inline]] T stretch(const Vec3<T>& v) const noexcept {
    return weight_.x * v.x * v.x + (weight_.y * v.y * v.y + weight_.z * v.z * v.z);
  }

  /// One fixed-point sweep, with constants accurate enough for an initial guess.
  [[gnu::always_inline]] Vec3<T> swept(const Vec3<T>& v, const T& b, const Vec3<T>& coupling) const noexcept {
    return {(y_.x + b * y_.x) + coupling.x * (v.y * v.z), (y_.y + b * y_.y) + coupling.y * (v.z * v.x),
            (y_.z + b * y_.z) + coupling.z * (v.x * v.y)};
  }

  /// c, b and t at v.
  [[gnu::always_inline]] void evaluate(MoserVeselovRoot<T>& at) const noexcept {
    const Vec3<T> half = half_h_ * at.v;
    at.t = {lengthened(half.y * (body_.gap.x * at.v.z), by_.s + body_.gap_rest.x),
            lengthened(half.z * (body_.gap.y * at.v.x), by_.s + body_.gap_rest.y),
            lengthened(half.x * (body_.gap.z * at.v.y), by_.s + body_.gap_rest.z)};
    at.c = {lengthened(half.x, by_.sigma.x), lengthened(half.y, by_.sigma.y),
            lengthened(half.z, by_.sigma.z)};
    at.b = dot(at.c, at.c);
  }

  /// The change of v by a sweep with the full constants: ((1 + b) m + t)/I - v.
  [[gnu::always_inline]] Vec3<T> residual(const MoserVeselovRoot<T>& at) const noexcept {
    const auto off = [&at](const T& head, const T& tail, const T& m, const T& t, const T& v) {
      const T small = at.b * m + t;
      return (head * m - v) + (head * small + tail * (m + small));
    };
    return {off(body_.head.x, body_.tail.x, m_.x, at.t.x, at.v.x),
            off(body_.head.y, body_.tail.y, m_.y, at.t.y, at.v.y),
            off(body_.head.z, body_.tail.z, m_.z, at.t.z, at.v.z)};
  }

  /// Whether the equation holds to rounding, which fails if the iteration diverged; its residual is the error
  /// of the invariants. c = tan(angle/2) n has lost too many digits near half a turn, which only unphysical
  /// moments reach.
  bool is_solution(const MoserVeselovRoot<T>& root) const noexcept {
    const Vec3<T> velocity = residual(root);
    const Vec3<T> off{body_.moments.x * velocity.x, body_.moments.y * velocity.y,
                      body_.moments.z * velocity.z};
    const T rounding = T(64) * std::numeric_limits<T>::epsilon() * (T(1) + root.b);
    return dot(off, off) <= rounding * rounding * dot(m_, m_) && root.b < T(4096);
  }

  /// The inverse of 1 - (derivative of a sweep), by its columns.
  struct Inverse {
    Vec3<T> x, y, z;
    [[gnu::always_inline]] Vec3<T> operator*(const Vec3<T>& a) const noexcept {
      return a.x * x + (a.y * y + a.z * z);
    }
  };
  [[gnu::always_inline]] Inverse inverse_at(const Vec3<T>& v) const noexcept {
    const Vec3<T> db{T(2) * weight_.x * v.x, T(2) * weight_.y * v.y, T(2) * weight_.z * v.z};
    const Vec3<T> rx{T(1) - y_.x * db.x, -(coupling_.x * v.z + y_.x * db.y),
                     -(coupling_.x * v.y + y_.x * db.z)};
    const Vec3<T> ry{-(coupling_.y * v.z + y_.y * db.x), T(1) - y_.y * db.y,
                     -(coupling_.y * v.x + y_.y * db.z)};
    const Vec3<T> rz{-(coupling_.z * v.y + y_.z * db.x), -(coupling_.z * v.x + y_.z * db.y),
                     T(1) - y_.z * db.z};
    const Vec3<T> nx = cross(ry, rz), ny = cross(rz, rx), nz = cross(rx, ry);
    const T scale = T(1) / dot(rx, nx);
    return {scale * nx, scale * ny, scale * nz};
  }

  [[gnu::always_inline]] MoserVeselovRoot<T> newton(const Vec3<T>& start) const noexcept {
    constexpr int most = 16;
    MoserVeselovRoot<T> root{};
    root.v = start;
    evaluate(root);
    int more = has_slopes<T> ? 1 : 0;  // the slopes converge one iteration later
    for (int i = 0; i < most && (!all_of(root.found) || more-- > 0); ++i) {
      const Vec3<T> step = inverse_at(root.v) * residual(root);
      MoserVeselovRoot<T> next{};
      next.v = root.v + step;
      evaluate(next);
      // The next correction is about |c| times the square of this one.
      const T ss = dot(step, step), vv = dot(next.v, next.v);
      next.found = ss * ss * next.b <= below_rounding() * (vv * vv);
      // Lanes that have converged keep their solution.
      if constexpr (has_slopes<T>)
        root = next;
      else
        root = select(root.found, root, next);
    }
    return root;
  }

  template <int e>
  [[gnu::always_inline]] static T power_of_half() noexcept {
    if constexpr (LaneMask<ComparisonOf<T>>) {
      constexpr Element<T> power = [] {
        Element<T> p = 1;
        for (int i = 0; i < e; ++i) p = p / 2;
        return p;
      }();
      return T(power);
    } else {
      using std::ldexp;
      return ldexp(T(1), -e);
    }
  }
  /// If the solution cannot be followed over this part of the step, it has ended.
  static T shortest_part() noexcept { return power_of_half<24>(); }

  /// The |c|^2 up to which one Newton step follows them.
  static T three_sweeps_suffice() noexcept { return power_of_half<14>(); }

  /// The square of a negligible relative error.
  static T below_rounding() noexcept { return power_of_half<2 * std::numeric_limits<T>::digits + 14>(); }

  const MoserVeselovBody<T>& body_;
  const Modification<T>& by_;
  T half_h_;
  Vec3<T> m_, y_, coupling_, weight_;
};

template <class T>
[[gnu::noinline]] Increment<T> followed_step(const MoserVeselovBody<T>& body, Modification<T> by, Vec3<T> m,
                                             T h) noexcept {
  return MoserVeselovEquation<T>(body, by, m, h * T(0.5)).followed_increment();
}

template <class T>
[[gnu::always_inline]] inline Increment<T> solved_step(const MoserVeselovBody<T>& body,
                                                       const Modification<T>& by, const Vec3<T>& m,
                                                       const T& h) noexcept {
  const MoserVeselovEquation<T> equation(body, by, m, h * T(0.5));
  const MoserVeselovRoot<T> root = equation.solve();
  if (root.found && equation.is_right(root) && root.b <= body.surely_begun) [[likely]]
    return root.increment();
  return followed_step(body, by, m, h);
}
/// Not inlined, for number types with so much code that it should be compiled only once for all methods.
template <class T>
[[gnu::noinline]] Increment<T> shared_solved_step(const MoserVeselovBody<T>& body, const Modification<T>& by,
                                                  const Vec3<T>& m, const T& h) noexcept {
  return solved_step(body, by, m, h);
}

/// One step from m, in scaled units.
template <class T>
[[gnu::always_inline]] inline Increment<T> moser_veselov_step(const MoserVeselovBody<T>& body,
                                                              const Modification<T>& by, const Vec3<T>& m,
                                                              const T& h) noexcept {
  if constexpr (has_slopes<T>)
    return shared_solved_step(body, by, m, h);
  else
    return solved_step(body, by, m, h);
}

/// Why a step in scaled units gave NaN.
template <class T>
Failure why_no_step(const Vec3<T>& moments, const Vec3<T>& m, const T& h) noexcept {
  const Vec3<T> hm = h * m;
  if (!(dot(hm, hm) <= std::numeric_limits<T>::max())) return Failure::out_of_range;
  return has_unique_solution(moments, hm) ? Failure::no_convergence : Failure::no_unique_solution;
}

/// The modification of the moments for a step in scaled units.
template <int Order, class T>
[[gnu::always_inline]] inline Modification<T> modification(const MoserVeselovBody<T>& body,
                                                           const ModifiedMoments<T>& series, const Vec3<T>& m,
                                                           const T& h) noexcept {
  if constexpr (Order == 2) {
    return {};
  } else {
    const Vec3<T> hm = h * m;
    const T xx = hm.x * hm.x, yy = hm.y * hm.y, zz = hm.z * hm.z;
    const T c = (xx + (yy + zz)) * T(0.5);
    const T p = (xx * (body.inverse.x - body.inverse.z) + yy * (body.inverse.y - body.inverse.z)) * T(0.5);
    const T s = series.s.template up_to<Order / 2 - 1>(c, p),
            d = series.d.template up_to<Order / 2 - 1>(c, p);
    return {s, {s + d * body.moments.x, s + d * body.moments.y, s + d * body.moments.z}};
  }
}

/// The discrete Moser-Veselov method of a given order for momentum and attitude.
template <class T, int Order>
class MoserVeselov {
  static_assert(Order == 2 || Order == 4 || Order == 6 || Order == 8 || Order == 10);

 public:
  explicit MoserVeselov(const Vec3<T>& moments) noexcept
      : scale_(moments), body_(moser_veselov_body(scale_.moments(moments))) {
    if constexpr (Order > 2) series_ = modified_moments(body_.inverse);
  }

  [[gnu::always_inline]] Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    return scale_(
        m, h, [this](const Vec3<T>& scaled_m, const T& scaled_h) __attribute__((always_inline)) {
          return moser_veselov_step(body_, modification(scaled_m, scaled_h), scaled_m, scaled_h);
        });
  }

  Failure why(const Vec3<T>& m, const T& h) const noexcept {
    return scale_(m, h, [this](const Vec3<T>& scaled_m, const T& scaled_h) {
      const Modification<T> by = modification(scaled_m, scaled_h);
      const Failure why = why_no_step(moments_with(body_, by), scaled_m, scaled_h);
      return why != Failure::out_of_range && !by.is_moderate() ? Failure::beyond_series : why;
    });
  }

 private:
  [[gnu::always_inline]] Modification<T> modification(const Vec3<T>& m, const T& h) const noexcept {
    return kernel::modification<Order>(body_, series_, m, h);
  }

  StepScale<T> scale_;
  MoserVeselovBody<T> body_;
  ModifiedMoments<T> series_{};
};

}  // namespace polhode::kernel
