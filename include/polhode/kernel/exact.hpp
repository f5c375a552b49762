// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact step of the free rigid body: (constants of the body, momentum, time) -> (m' - m, r - 1).
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. Ascending principal frame; any finite m, any finite h of either sign; q' = q r, the sign of r
///             continuous in h.
/// Method.     docs/exact-step.md. Short steps by series, long ones by periods, series and doublings.

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/kernel/exact_constants.hpp>
#include <polhode/kernel/exact_long.hpp>
#include <polhode/kernel/exact_short.hpp>
#include <type_traits>

namespace polhode::kernel {

/// Whether a long step passes near the intermediate axis. There c decreases exponentially: it loses digits in
/// proportion to the angle and, over a long step, falls below the square root of T's smallest number.
template <class T>
bool needs_wider_type(const ExactConstants<T>& k, const Vec3<T>& m, const Orbit<T>& o,
                      const T& tau) noexcept {
  return std::max(o.U, o.V) * tau * tau > T(1) && side_of(k, m, o).mc < T(1e-6L);
}

namespace detail {

/// Rare steps are separate functions, so that only the short step is inlined into the caller's loop.
template <class T>
[[gnu::noinline]] Increment<T> exact_long_step(const ExactConstants<T>& k, Vec3<T> m, T tau,
                                               T base) noexcept {
  const Orbit<T> o = orbit_of(k, m);
  using Wide = typename Wider<T>::type;
  if constexpr (!std::is_same_v<Wide, T>) {
    if (needs_wider_type(k, m, o, tau)) {
      const ExactConstants<Wide> wide_k = convert<Wide>(k);
      const Vec3<Wide> wide_m = convert<Wide>(m);
      const Increment<Wide> i = long_step(wide_k, wide_m, orbit_of(wide_k, wide_m), Wide(tau), Wide(base));
      return {convert<T>(i.dm), convert<T>(i.dr)};
    }
  }
  return long_step(k, m, o, tau, base);
}

/// For |m| and scaled_h whose products neither overflow nor lose digits by underflow.
template <class C, class T>
[[gnu::always_inline]] inline Increment<T> exact_step_in_range(const ExactConstants<T>& k, const C& factors,
                                                               const Vec3<T>& m, const Orbit<T>& o,
                                                               const T& scaled_h) noexcept {
  const T tau = k.half_a2 * scaled_h, base = k.half_inv_i3 * scaled_h;
  const T x = fastest_rate(o) * tau * tau;
  return x <= short_bound<T>() ? short_step(factors, m, o, tau, base, x) : exact_long_step(k, m, tau, base);
}

/// Scaled by powers of two: m 2^-e with h 2^e is the same motion, digit for digit.
template <class T>
[[gnu::noinline]] Increment<T> exact_step_scaled(const ExactConstants<T>& k, Vec3<T> m, T h) noexcept {
  using std::abs;
  using std::ilogb;
  using std::ldexp;
  const T largest = std::max(std::max(abs(m.x), abs(m.y)), abs(m.z));
  if (!(largest > T(0))) return {};
  const int e = ilogb(largest);
  const Vec3<T> unit{ldexp(m.x, -e), ldexp(m.y, -e), ldexp(m.z, -e)};
  Increment<T> i = exact_step_in_range(k, k, unit, orbit_of(k, unit), ldexp(h, e - k.exponent));
  i.dm = {ldexp(i.dm.x, e), ldexp(i.dm.y, e), ldexp(i.dm.z, e)};
  return i;
}

template <class C, class T>
[[gnu::always_inline]] inline Increment<T> exact_step_with(const ExactConstants<T>& k, const C& factors,
                                                           const Vec3<T>& m, const T& h) noexcept {
  using std::abs;
  constexpr T high = range_end<T>(), low = T(1) / high;
  const Orbit<T> o = orbit_of(factors, m);
  const T scaled_h = h * k.time_scale;
  if (o.gg > low && o.gg < high && abs(scaled_h) < high && k.time_scale != T(0)) [[likely]]
    return exact_step_in_range(k, factors, m, o, scaled_h);
  return exact_step_scaled(k, m, h);
}

}  // namespace detail

/// One step of length h from momentum m.
template <class T>
[[gnu::always_inline]] inline Increment<T> exact_step(const ExactConstants<T>& k, const Vec3<T>& m,
                                                      const T& h) noexcept {
  return k.c1.whole == T(0) ? detail::exact_step_with(k, Factors<T, true>{k.c1.small}, m, h)
                            : detail::exact_step_with(k, Factors<T, false>{k.c2.small}, m, h);
}

/// The exact step as a free kernel.
template <class T>
class Exact {
 public:
  explicit Exact(const Vec3<T>& moments) noexcept : constants_(exact_constants(moments)) {}

  Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    return exact_step(constants_, m, h);
  }

 private:
  ExactConstants<T> constants_;
};

}  // namespace polhode::kernel
