// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact momentum at several times of one step: what the semi-exact methods compute before the attitude.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. Ascending principal frame. A path is given in units of powers of two in which no product
///             leaves the range: m 2^-exponent, h 2^(exponent - e), moments 2^-e, for which the motion is the
///             same, digit for digit. If m or h is not finite, every number of the path is NaN.
/// Method.     The exact step's series and midpoint algebra without its turn [docs/exact-step.md, (4) and
///             (7)]; constants of the orbit once for all times, and as many terms as the whole step needs.
///             Where the whole step is not a short one, the exact step itself, once for each time.
/// Accuracy.   3.7 eps of the change over short steps of every kind of body and start; as the exact step over
///             long ones.

#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/free_kernel.hpp>

namespace polhode::kernel {

/// One step's momenta, in scaled units.
template <class T, std::size_t N>
struct MomentumPath {
  Vec3<T> start;
  std::array<Vec3<T>, N> within;  ///< m(c_i h) - m
  Vec3<T> change;                 ///< m(h) - m
  Orbit<T> orbit;                 ///< its constants; orbit.gg = |m|^2
  T h;
  int exponent;

  Vec3<T> at(std::size_t i) const noexcept { return start + within[i]; }
  /// m(h) - m in the units of the caller.
  Vec3<T> unscaled_change() const noexcept { return exponent == 0 ? change : scaled(change, exponent); }
};

template <class T>
class ExactMomentum {
 public:
  explicit ExactMomentum(const Vec3<T>& moments) noexcept : constants_(exact_constants(moments)) {
    const Vec3<T> i = scaled(moments, -constants_.exponent);
    inverse_moments_ = {T(1) / i.x, T(1) / i.y, T(1) / i.z};
  }

  /// I^-1 v for the moments in scaled units.
  Vec3<T> velocity(const Vec3<T>& v) const noexcept {
    return {v.x * inverse_moments_.x, v.y * inverse_moments_.y, v.z * inverse_moments_.z};
  }

  /// The square of the greatest |omega| on the orbit, in scaled units. |omega|^2 is linear in m2^2 there, and
  /// falls with it, since c1/I1 + c2/I3 = 1/I2.
  T greatest_square_velocity(const Orbit<T>& o) const noexcept {
    return o.d1 * (inverse_moments_.x * inverse_moments_.x) +
           o.d3 * (inverse_moments_.z * inverse_moments_.z);
  }

  /// The momenta at the fractions c_i of [0, 1] of the step, and at its end.
  template <std::size_t N>
  MomentumPath<T, N> operator()(const Vec3<T>& m, const T& h,
                                const std::array<T, N>& fractions) const noexcept {
    return constants_.c1.whole == T(0) ? path(Factors<T, true>{constants_.c1.small}, m, h, fractions)
                                       : path(Factors<T, false>{constants_.c2.small}, m, h, fractions);
  }

 private:
  template <class C, std::size_t N>
  [[gnu::always_inline]] MomentumPath<T, N> path(const C& factors, const Vec3<T>& m, const T& h,
                                                 const std::array<T, N>& fractions) const noexcept {
    using std::abs;
    constexpr T high = detail::range_end<T>(), low = T(1) / high;
    MomentumPath<T, N> p{m, {}, {}, {}, h * constants_.time_scale, 0};
    p.orbit = orbit_of(factors, m);
    const Orbit<T>& o = p.orbit;
    if (o.gg > low && o.gg < high && abs(p.h) < high && constants_.time_scale != T(0)) [[likely]] {
      follow(factors, fractions, p);
      return p;
    }
    return scaled_path(m, h, fractions);
  }

  template <std::size_t N>
  [[gnu::noinline]] MomentumPath<T, N> scaled_path(const Vec3<T>& m, const T& h,
                                                   const std::array<T, N>& fractions) const noexcept {
    using std::ilogb;
    using std::ldexp;
    const T zero = (T(0) * m.x + T(0) * m.y) + (T(0) * m.z + T(0) * h);
    if (zero != T(0)) {
      MomentumPath<T, N> lost{no_vector<T>(), {}, no_vector<T>(), {}, zero, 0};
      lost.orbit = {zero, zero, zero, zero, zero, zero};
      lost.within.fill(no_vector<T>());
      return lost;
    }
    const T size = largest(m);
    if (size == T(0)) return {m, {}, {}, {}, T(0), 0};
    const int e = ilogb(size);
    MomentumPath<T, N> p{scaled(m, -e), {}, {}, {}, ldexp(h, e - constants_.exponent), e};
    p.orbit = orbit_of(constants_, p.start);
    follow(constants_, fractions, p);
    return p;
  }

  template <class C, std::size_t N>
  [[gnu::always_inline]] void follow(const C& k, const std::array<T, N>& fractions,
                                     MomentumPath<T, N>& p) const noexcept {
    const Orbit<T> o = p.orbit;
    const T tau = constants_.half_a2 * p.h;
    const T x = (o.U < o.V ? o.V : o.U) * tau * tau;
    if (x <= series_bound<T, 4>())
      by_series<4>(k, o, tau, fractions, p);
    else if (x <= series_bound<T, 8>())
      by_series<8>(k, o, tau, fractions, p);
    else if (x <= short_bound<T>())
      by_doubling(k, o, tau, x, fractions, p);
    else
      by_exact_steps(o, fractions, p);
  }

  template <int Terms, class C>
  [[gnu::always_inline]] static Vec3<T> increment(const C& k, const Orbit<T>& o, const Vec3<T>& m,
                                                  const Excursion<T>& x) noexcept {
    // The turn does not enter dm; the compiler leaves out what only dr needs.
    return near_increment<Terms>(k, m, o, HalfStep<T>{x.s, x.cm, x.dm, x.ws}, Turn<T>{}).dm;
  }

  template <std::size_t N, class After>
  [[gnu::always_inline]] static void fill(MomentumPath<T, N>& p, const std::array<T, N>& fractions,
                                          const T& whole, const After& after) noexcept {
    for (std::size_t i = 0; i < N; ++i) p.within[i] = after(fractions[i] * whole);
    p.change = after(whole);
  }

  template <int Terms, class C, std::size_t N>
  [[gnu::always_inline]] static void by_series(const C& k, const Orbit<T>& o, const T& tau,
                                               const std::array<T, N>& fractions,
                                               MomentumPath<T, N>& p) noexcept {
    const auto after = [&](const T& part) __attribute__((always_inline)) {
      return increment<Terms>(k, o, p.start, series_excursion<T, Terms>(o, part));
    };
    fill(p, fractions, tau, after);
  }

  template <class C, std::size_t N>
  [[gnu::always_inline]] static void by_doubling(const C& k, const Orbit<T>& o, const T& tau, T x,
                                                 const std::array<T, N>& fractions,
                                                 MomentumPath<T, N>& p) noexcept {
    T share = T(1);
    int halvings = 0;
    for (; x > series_bound<T, 8>(); x = x / T(4), share = share / T(2)) ++halvings;
    fill(p, fractions, tau,
         [&](const T& part) { return doubled_change(k, o, p.start, share * part, halvings); });
  }

  /// Of one time, as the next: functions that are not inlined and do not depend on the number of times.
  template <class C>
  [[gnu::noinline]] static Vec3<T> doubled_change(const C& k, const Orbit<T>& o, const Vec3<T>& m, T part,
                                                  int halvings) noexcept {
    Excursion<T> e = series_excursion<T, 8>(o, part);
    for (int i = 0; i < halvings; ++i) e = doubled(o, e);
    return increment<0>(k, o, m, e);
  }

  template <std::size_t N>
  [[gnu::always_inline]] void by_exact_steps(const Orbit<T>& o, const std::array<T, N>& fractions,
                                             MomentumPath<T, N>& p) const noexcept {
    fill(p, fractions, p.h, [&](const T& part) { return exact_change(o, p.start, part); });
  }

  [[gnu::noinline]] Vec3<T> exact_change(const Orbit<T>& o, const Vec3<T>& m, const T& part) const noexcept {
    return detail::exact_step_in_range(constants_, constants_, m, o, part).dm;
  }

  ExactConstants<T> constants_;
  Vec3<T> inverse_moments_;
};

}  // namespace polhode::kernel
