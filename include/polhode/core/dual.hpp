// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Dual numbers: a value with its derivatives in N directions, for forward-mode automatic differentiation.
///
/// Convention. T is any number type with the operations used, for example double or Symbol. Comparisons
///             compare the values, so a formula that branches is differentiated on the side taken. At 0 the
///             derivative of abs is that from above. If a derivative is infinite (sqrt at 0), so is the
///             slope. std::numeric_limits reports more digits than T has: formulas use the digits to truncate
///             series, and the truncation error of a series grows on differentiation.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/branch.hpp>
#include <type_traits>

namespace polhode {

/// value + slope[0] e_0 + ..., with e_i e_j = 0.
template <class T, int N>
struct Dual {
  using Slope = std::array<T, static_cast<std::size_t>(N)>;
  T value{};
  Slope slope{};

  constexpr Dual() = default;
  /// A constant.
  template <class A>
  requires std::is_arithmetic_v<A>
  constexpr Dual(A constant) : value(static_cast<T>(constant)) { slope.fill(T(0)); }
  constexpr Dual(const T& v, const Slope& s) : value(v), slope(s) {}
  /// From a dual number of another type.
  template <class U>
  requires(!std::is_same_v<U, T>) constexpr explicit Dual(const Dual<U, N>& a)
      : value(static_cast<T>(a.value)) {
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = static_cast<T>(a.slope[i]);
  }

  /// f(a), given the value and the derivative of f at a.
  [[gnu::always_inline]] friend constexpr Dual chain(const Dual& a, const T& f, const T& derivative) {
    Dual r;
    r.value = f;
    for (std::size_t i = 0; i < r.slope.size(); ++i) r.slope[i] = derivative * a.slope[i];
    return r;
  }
  /// f(a, b), given the value and both partial derivatives of f.
  [[gnu::always_inline]] friend constexpr Dual chain(const Dual& a, const Dual& b, const T& f, const T& by_a,
                                                     const T& by_b) {
    Dual r;
    r.value = f;
    for (std::size_t i = 0; i < r.slope.size(); ++i) r.slope[i] = by_a * a.slope[i] + by_b * b.slope[i];
    return r;
  }

  [[gnu::always_inline]] friend constexpr Dual operator+(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value + b.value;
    for (std::size_t i = 0; i < r.slope.size(); ++i) r.slope[i] = a.slope[i] + b.slope[i];
    return r;
  }
  [[gnu::always_inline]] friend constexpr Dual operator-(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value - b.value;
    for (std::size_t i = 0; i < r.slope.size(); ++i) r.slope[i] = a.slope[i] - b.slope[i];
    return r;
  }
  [[gnu::always_inline]] friend constexpr Dual operator-(const Dual& a) {
    Dual r;
    r.value = -a.value;
    for (std::size_t i = 0; i < r.slope.size(); ++i) r.slope[i] = -a.slope[i];
    return r;
  }
  [[gnu::always_inline]] friend constexpr Dual operator*(const Dual& a, const Dual& b) {
    return chain(a, b, a.value * b.value, b.value, a.value);
  }
  [[gnu::always_inline]] friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const T inverse = T(1) / b.value;
    Dual r;
    r.value = a.value / b.value;
    // In this order, no intermediate result overflows unless the slope does.
    for (std::size_t i = 0; i < r.slope.size(); ++i)
      r.slope[i] = inverse * (a.slope[i] - r.value * b.slope[i]);
    return r;
  }
  constexpr Dual& operator+=(const Dual& b) { return *this = *this + b; }
  constexpr Dual& operator-=(const Dual& b) { return *this = *this - b; }
  constexpr Dual& operator*=(const Dual& b) { return *this = *this * b; }
  constexpr Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend constexpr bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend constexpr bool operator>(const Dual& a, const Dual& b) { return b.value < a.value; }
  friend constexpr bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend constexpr bool operator>=(const Dual& a, const Dual& b) { return b.value <= a.value; }
  friend constexpr bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }

  friend constexpr Dual abs(const Dual& a) { return a.value < T(0) ? -a : a; }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T root = sqrt(a.value);
    return chain(a, root, T(0.5) / root);
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const T e = exp(a.value);
    return chain(a, e, e);
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return chain(a, log(a.value), T(1) / a.value);
  }
  friend Dual sin(const Dual& a) {
    using std::cos;
    using std::sin;
    return chain(a, sin(a.value), cos(a.value));
  }
  friend Dual cos(const Dual& a) {
    using std::cos;
    using std::sin;
    return chain(a, cos(a.value), -sin(a.value));
  }
  friend Dual asin(const Dual& a) {
    using std::asin;
    using std::sqrt;
    return chain(a, asin(a.value), T(1) / sqrt((T(1) - a.value) * (T(1) + a.value)));
  }
  friend Dual acos(const Dual& a) {
    using std::acos;
    using std::sqrt;
    return chain(a, acos(a.value), T(-1) / sqrt((T(1) - a.value) * (T(1) + a.value)));
  }
  friend Dual sinh(const Dual& a) {
    using std::cosh;
    using std::sinh;
    return chain(a, sinh(a.value), cosh(a.value));
  }
  friend Dual cosh(const Dual& a) {
    using std::cosh;
    using std::sinh;
    return chain(a, cosh(a.value), sinh(a.value));
  }
  friend Dual hypot(const Dual& a, const Dual& b) {
    using std::hypot;
    const T h = hypot(a.value, b.value);
    return chain(a, b, h, a.value / h, b.value / h);
  }
  friend Dual atan(const Dual& a) {
    using std::atan;
    return chain(a, atan(a.value), T(1) / (T(1) + a.value * a.value));
  }
  friend Dual tanh(const Dual& a) {
    using std::tanh;
    const T t = tanh(a.value);
    return chain(a, t, T(1) - t * t);
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const T rr = x.value * x.value + y.value * y.value;
    return chain(y, x, atan2(y.value, x.value), x.value / rr, -y.value / rr);
  }
  friend Dual atanh(const Dual& a) {
    using std::atanh;
    return chain(a, atanh(a.value), T(1) / ((T(1) - a.value) * (T(1) + a.value)));
  }

  /// Piecewise constant: its slope is 0.
  friend Dual rint(const Dual& a) {
    using std::rint;
    return chain(a, rint(a.value), T(0));
  }
  friend Dual ldexp(const Dual& a, int e) {
    using std::ldexp;
    Dual r;
    r.value = ldexp(a.value, e);
    for (std::size_t i = 0; i < r.slope.size(); ++i) r.slope[i] = ldexp(a.slope[i], e);
    return r;
  }
  friend int ilogb(const Dual& a) {
    using std::ilogb;
    return ilogb(a.value);
  }
  friend Dual frexp(const Dual& a, int* e) {
    using std::frexp;
    static_cast<void>(frexp(a.value, e));
    return ldexp(a, -*e);
  }
};

/// The value with its derivatives set to 0; a plain number is returned unchanged.
template <class T>
[[gnu::always_inline]] inline constexpr T without_slope(const T& a) {
  return a;
}
template <class T, int N>
[[gnu::always_inline]] inline constexpr Dual<T, N> without_slope(const Dual<T, N>& a) {
  Dual<T, N> r;
  r.value = a.value;
  return r;
}

/// Branches depend on the value only.
template <class T, int N>
struct ElementOf<Dual<T, N>> {
  using type = T;  ///< the type of the value
};

}  // namespace polhode

/// @cond Doxygen does not find a class of std.
template <class T, int N>
class std::numeric_limits<polhode::Dual<T, N>> {
  using Number = polhode::Dual<T, N>;
  using Own = std::numeric_limits<T>;

 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false,
                        has_infinity = true, has_quiet_NaN = true;
  static constexpr int digits = Own::digits + 5, max_exponent = Own::max_exponent,
                       min_exponent = Own::min_exponent, radix = 2;
  static constexpr Number epsilon() noexcept { return Own::epsilon(); }
  static constexpr Number min() noexcept { return Own::min(); }
  static constexpr Number max() noexcept { return Own::max(); }
  static constexpr Number infinity() noexcept { return Own::infinity(); }
  // NOLINTNEXTLINE(readability-identifier-naming): the standard's name.
  static constexpr Number quiet_NaN() noexcept { return Own::quiet_NaN(); }
};
/// @endcond
