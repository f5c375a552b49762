// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A double that counts what is done with it, for the cost of kernels in operations.
///
/// Convention. Each addition or subtraction, product, quotient, square root and transcendental function
///             counts as one; a fused product and sum as two. Changes of sign, comparisons, absolute values
///             and powers of two are free, and so are constants written as ratio<T>(a, b), which compilers
///             fold for the built-in types.

#include <cmath>
#include <compare>
#include <limits>
#include <polhode/core/polynomial.hpp>

namespace polhode {

struct Operations {
  int sums = 0, products = 0, quotients = 0, roots = 0, functions = 0;

  int total() const { return sums + products + quotients + roots + functions; }
  friend bool operator==(const Operations&, const Operations&) = default;
};

class CountedNumber {
 public:
  constexpr CountedNumber() = default;
  explicit constexpr CountedNumber(double value) : value_(value) {}

  explicit constexpr operator double() const { return value_; }
  constexpr double value() const { return value_; }

  /// What was done since the count was last set to {}.
  static inline thread_local Operations count;

  friend CountedNumber operator+(CountedNumber a, CountedNumber b) { return sum(a.value_ + b.value_); }
  friend CountedNumber operator-(CountedNumber a, CountedNumber b) { return sum(a.value_ - b.value_); }
  friend CountedNumber operator-(CountedNumber a) { return CountedNumber(-a.value_); }
  friend CountedNumber operator*(CountedNumber a, CountedNumber b) {
    ++count.products;
    return CountedNumber(a.value_ * b.value_);
  }
  friend CountedNumber operator/(CountedNumber a, CountedNumber b) {
    ++count.quotients;
    return CountedNumber(a.value_ / b.value_);
  }
  CountedNumber& operator+=(CountedNumber a) { return *this = *this + a; }
  CountedNumber& operator-=(CountedNumber a) { return *this = *this - a; }
  CountedNumber& operator*=(CountedNumber a) { return *this = *this * a; }
  CountedNumber& operator/=(CountedNumber a) { return *this = *this / a; }
  friend constexpr bool operator==(CountedNumber a, CountedNumber b) { return a.value_ == b.value_; }
  friend constexpr auto operator<=>(CountedNumber a, CountedNumber b) { return a.value_ <=> b.value_; }

  friend CountedNumber sqrt(CountedNumber a) {
    ++count.roots;
    return CountedNumber(std::sqrt(a.value_));
  }
  friend CountedNumber sin(CountedNumber a) { return function(std::sin(a.value_)); }
  friend CountedNumber cos(CountedNumber a) { return function(std::cos(a.value_)); }
  friend CountedNumber acos(CountedNumber a) { return function(std::acos(a.value_)); }
  friend CountedNumber cbrt(CountedNumber a) { return function(std::cbrt(a.value_)); }
  friend CountedNumber fma(CountedNumber a, CountedNumber b, CountedNumber c) {
    ++count.products;
    return sum(std::fma(a.value_, b.value_, c.value_));
  }

  friend CountedNumber abs(CountedNumber a) { return CountedNumber(std::abs(a.value_)); }
  friend CountedNumber ldexp(CountedNumber a, int e) { return CountedNumber(std::ldexp(a.value_, e)); }
  friend CountedNumber frexp(CountedNumber a, int* e) { return CountedNumber(std::frexp(a.value_, e)); }
  friend int ilogb(CountedNumber a) { return std::ilogb(a.value_); }

 private:
  static CountedNumber sum(double value) {
    ++count.sums;
    return CountedNumber(value);
  }
  static CountedNumber function(double value) {
    ++count.functions;
    return CountedNumber(value);
  }

  double value_ = 0;
};

/// The operations of one call.
template <class Call>
Operations operations_of(const Call& call) {
  CountedNumber::count = {};
  call();
  return CountedNumber::count;
}

}  // namespace polhode

template <>
class std::numeric_limits<polhode::CountedNumber> : public std::numeric_limits<double> {
  using Number = polhode::CountedNumber;

 public:
  static constexpr Number min() noexcept { return Number(std::numeric_limits<double>::min()); }
  static constexpr Number max() noexcept { return Number(std::numeric_limits<double>::max()); }
  static constexpr Number epsilon() noexcept { return Number(std::numeric_limits<double>::epsilon()); }
  static constexpr Number infinity() noexcept { return Number(std::numeric_limits<double>::infinity()); }
  static constexpr Number quiet_NaN() noexcept { return Number(std::numeric_limits<double>::quiet_NaN()); }
};

template <>
constexpr polhode::CountedNumber polhode::ratio<polhode::CountedNumber>(long long numerator,
                                                                        long long denominator) noexcept {
  return polhode::CountedNumber(static_cast<double>(numerator) / static_cast<double>(denominator));
}
