// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A number type that records operations: calling a formula template with symbols produces its tape
/// (tape.hpp).
///
/// Convention. A Symbol is a constant, or a form on a tape, which must outlive it: symbols exist while a
///             formula is being recorded. Operations on constants are evaluated immediately in double.
/// Errors.     Comparing a symbol that is not constant marks the tape as failed, because the formula may
///             branch differently for another state. Corners are recorded by sign_of, absolute and choose
///             (core/corner.hpp).

#include <cmath>
#include <concepts>
#include <numbers>
#include <polhode/core/corner.hpp>
#include <polhode/series/tape.hpp>
#include <type_traits>
#include <utility>

namespace polhode::series {

/// A number that records the operations applied to it: a constant, or a form on a tape.
class Symbol {
 public:
  Symbol() = default;
  template <class N>
  requires std::is_arithmetic_v<N> Symbol(N constant) { form_.constant = static_cast<double>(constant); }
  /// factor * row
  Symbol(Tape& tape, int row, double factor = 1) : tape_(&tape) {
    if (row == row::one)
      form_.constant = factor;
    else
      form_.terms.push_back({row, factor});
  }
  Symbol(Tape* tape, Form form) : tape_(tape), form_(std::move(form)) {}

  const Form& form() const noexcept { return form_; }
  Tape* tape() const noexcept { return tape_; }
  bool is_constant() const noexcept { return form_.is_constant(); }

  friend Symbol operator+(const Symbol& a, const Symbol& b) {
    return {either(a, b), sum(a.form_, b.form_, 1)};
  }
  friend Symbol operator-(const Symbol& a, const Symbol& b) {
    return {either(a, b), sum(a.form_, b.form_, -1)};
  }
  friend Symbol operator-(const Symbol& a) { return {a.tape_, scaled(a.form_, -1)}; }
  friend Symbol operator*(const Symbol& a, const Symbol& b) {
    if (a.is_constant()) return {either(a, b), scaled(b.form_, a.form_.constant)};
    if (b.is_constant()) return {either(a, b), scaled(a.form_, b.form_.constant)};
    return {a.tape_, a.tape_->product(a.form_, b.form_)};
  }
  friend Symbol operator/(const Symbol& a, const Symbol& b) {
    if (a.is_constant() && b.is_constant()) return a.form_.constant / b.form_.constant;
    Tape* tape = either(a, b);
    return {tape, tape->quotient(a.form_, b.form_)};
  }
  Symbol& operator+=(const Symbol& b) { return *this = *this + b; }
  Symbol& operator-=(const Symbol& b) { return *this = *this - b; }
  Symbol& operator*=(const Symbol& b) { return *this = *this * b; }

  friend bool operator<(const Symbol& a, const Symbol& b) { return constant_of(a, b) < constant_of(b, a); }
  friend bool operator>(const Symbol& a, const Symbol& b) { return b < a; }
  friend bool operator<=(const Symbol& a, const Symbol& b) { return constant_of(a, b) <= constant_of(b, a); }
  friend bool operator>=(const Symbol& a, const Symbol& b) { return b <= a; }
  // A constexpr template for clang++, which otherwise rejects the unused == of a Vec3 of symbols.
  template <std::same_as<Symbol> S>
  friend constexpr bool operator==(const S& a, const S& b) {
    return constant_of(a, b) == constant_of(b, a);
  }

  friend Symbol sqrt(const Symbol& a) {
    return a.is_constant() ? Symbol(std::sqrt(a.form_.constant)) : a.made(Maker::root);
  }
  friend Symbol exp(const Symbol& a) {
    return a.is_constant() ? Symbol(std::exp(a.form_.constant)) : a.made(Maker::exponent);
  }
  friend Symbol log(const Symbol& a) {
    return a.is_constant() ? Symbol(std::log(a.form_.constant)) : a.made(Maker::logarithm);
  }
  friend Symbol sin(const Symbol& a) {
    return a.is_constant() ? Symbol(std::sin(a.form_.constant)) : a.made(Maker::sine);
  }
  friend Symbol cos(const Symbol& a) {
    return a.is_constant() ? Symbol(std::cos(a.form_.constant)) : a.made(Maker::cosine);
  }
  friend Symbol tan(const Symbol& a) { return sin(a) / cos(a); }
  friend Symbol asin(const Symbol& a) {
    return a.is_constant() ? Symbol(std::asin(a.form_.constant)) : atan(a / sqrt(Symbol(1) - a * a));
  }
  friend Symbol acos(const Symbol& a) {
    return a.is_constant() ? Symbol(std::acos(a.form_.constant)) : Symbol(std::numbers::pi / 2) - asin(a);
  }
  friend Symbol cosh(const Symbol& a) {
    if (a.is_constant()) return std::cosh(a.form_.constant);
    const Symbol e = exp(a);
    return Symbol(0.5) * (e + Symbol(1) / e);
  }
  /// A difference of exponentials would cancel.
  friend Symbol sinh(const Symbol& a) {
    return a.is_constant() ? Symbol(std::sinh(a.form_.constant)) : tanh(a) * cosh(a);
  }
  friend Symbol hypot(const Symbol& a, const Symbol& b) {
    return a.is_constant() && b.is_constant() ? Symbol(std::hypot(a.form_.constant, b.form_.constant))
                                              : sqrt(a * a + b * b);
  }
  /// From the angle of (|x|, y), which is smooth except at the origin. Steps end where x or y changes sign,
  /// so the jump from pi to -pi is located.
  friend Symbol atan2(const Symbol& y, const Symbol& x) {
    if (y.is_constant() && x.is_constant()) return std::atan2(y.form_.constant, x.form_.constant);
    const Symbol right = choose(x, Symbol(1), Symbol(-1));
    Symbol near = Symbol(2) * atan(y / (hypot(x, y) + right * x));
    if (right.is_constant() && right.form_.constant > 0) return near;
    const Symbol far = Symbol(std::numbers::pi) * choose(y, Symbol(1), Symbol(-1));
    return right * near + Symbol(0.5) * (Symbol(1) - right) * far;
  }
  friend Symbol atan(const Symbol& a) {
    return a.is_constant() ? Symbol(std::atan(a.form_.constant)) : a.made(Maker::arctangent);
  }
  friend Symbol tanh(const Symbol& a) {
    return a.is_constant() ? Symbol(std::tanh(a.form_.constant)) : a.made(Maker::hyperbolic_tangent);
  }
  /// 1, -1, or 0 at zero. Constant within a step: steps end where it changes.
  friend Symbol sign_of(const Symbol& a) {
    return a.is_constant() ? Symbol(polhode::sign_of(a.form_.constant)) : a.made(Maker::sign);
  }
  friend Symbol absolute(const Symbol& a) { return sign_of(a) * a; }
  /// a if d >= 0, otherwise b. Both must have a power series everywhere.
  friend Symbol choose(const Symbol& d, const Symbol& a, const Symbol& b) {
    if (d.is_constant()) return d.form_.constant < 0 ? b : a;
    const Symbol half = Symbol(0.5) * d.made(Maker::sign, 1);
    return (Symbol(0.5) + half) * a + (Symbol(0.5) - half) * b;
  }
  /// The exponent must be constant.
  friend Symbol pow(const Symbol& a, const Symbol& exponent) {
    const double number = constant_of(exponent, a);
    if (a.is_constant()) return std::pow(a.form_.constant, number);
    if (number == 1) return a;
    if (number == 2) return a * a;
    if (number == 3) return a * a * a;
    return a.made(Maker::power, number);
  }
  /// The divisor must be constant.
  friend Symbol remainder(const Symbol& a, const Symbol& divisor) {
    const double number = constant_of(divisor, a);
    if (a.is_constant()) return std::remainder(a.form_.constant, number);
    return a.made(Maker::remainder, number);
  }
  /// The E with E - eccentricity sin E = mean_anomaly. The eccentricity must be constant, from 0 to below 1.
  static Symbol kepler_anomaly(const Symbol& mean_anomaly, const Symbol& eccentricity) {
    return mean_anomaly.made(Maker::anomaly, constant_of(eccentricity, mean_anomaly));
  }

 private:
  static Tape* either(const Symbol& a, const Symbol& b) noexcept { return a.tape_ ? a.tape_ : b.tape_; }
  Symbol made(Maker maker, double number = 0) const { return {tape_, tape_->function(maker, form_, number)}; }
  static double constant_of(const Symbol& a, const Symbol& other) {
    if (!a.is_constant()) (a.tape_ ? a.tape_ : other.tape_)->fail();
    return a.form_.constant;
  }

  Tape* tape_ = nullptr;
  Form form_;
};

}  // namespace polhode::series
