// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A number with its derivatives in three directions: a formula called with these gives its gradient too.
///
/// Convention. T is any number type for which the operations are known, double and Symbol among them. A comparison
///             compares the values.

#include <cmath>
#include <polhode/core/vec3.hpp>
#include <type_traits>

namespace polhode::series {

template <class T>
struct Dual {
  T value{};
  Vec3<T> slope{};

  Dual() = default;
  template <class N>
  requires std::is_arithmetic_v<N> Dual(N constant) : value(constant), slope{T(0), T(0), T(0)} {}
  Dual(const T& v, const Vec3<T>& s) : value(v), slope(s) {}

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.slope + b.value * a.slope};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T ratio = a.value / b.value, inverse = T(1) / b.value;
    return {ratio, inverse * (a.slope - ratio * b.slope)};
  }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return b < a; }
  friend constexpr bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }

  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T root = sqrt(a.value);
    return {root, (T(0.5) / root) * a.slope};
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const T e = exp(a.value);
    return {e, e * a.slope};
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return {log(a.value), (T(1) / a.value) * a.slope};
  }
  friend Dual sin(const Dual& a) {
    using std::cos;
    using std::sin;
    return {sin(a.value), cos(a.value) * a.slope};
  }
  friend Dual cos(const Dual& a) {
    using std::cos;
    using std::sin;
    return {cos(a.value), -(sin(a.value) * a.slope)};
  }
  friend Dual atan(const Dual& a) {
    using std::atan;
    return {atan(a.value), (T(1) / (T(1) + a.value * a.value)) * a.slope};
  }
};

}  // namespace polhode::series
