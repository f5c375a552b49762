// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Fifty digits and an exponent without limits, for what tests compare with.
///
/// Method.     Boost's number behind functions that are compiled once (wide.cpp): inlined into kernels, which
///             are made to be inlined themselves, it takes a compiler minutes.

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>
#include <ostream>
#include <string>
#include <type_traits>

namespace polhode::test {

class Wide {
 public:
  using Number =
      boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

  Wide() noexcept;
  Wide(const Wide&) noexcept;
  Wide& operator=(const Wide&) noexcept;
  ~Wide() = default;
  explicit Wide(const Number& number) noexcept;
  explicit Wide(const char* digits);
  explicit Wide(const std::string& digits);
  template <class Builtin>
  requires std::is_arithmetic_v<Builtin> Wide(Builtin x)
  noexcept : Wide() {
    if constexpr (std::is_floating_point_v<Builtin>)
      assign(static_cast<long double>(x));
    else
      assign(static_cast<long long>(x));
  }

  template <class Builtin>
  requires std::is_arithmetic_v<Builtin>
  explicit operator Builtin() const noexcept {
    if constexpr (std::is_same_v<Builtin, double>)
      return to_double();
    else if constexpr (std::is_same_v<Builtin, long double>)
      return to_long_double();
    else
      return static_cast<Builtin>(to_long_double());
  }

  const Number& number() const noexcept { return number_; }
  std::string str(int digits = 0) const;

  Wide& operator+=(const Wide& b) noexcept;
  Wide& operator-=(const Wide& b) noexcept;
  Wide& operator*=(const Wide& b) noexcept;
  Wide& operator/=(const Wide& b) noexcept;

  friend Wide operator+(const Wide& a, const Wide& b) noexcept;
  friend Wide operator-(const Wide& a, const Wide& b) noexcept;
  friend Wide operator*(const Wide& a, const Wide& b) noexcept;
  friend Wide operator/(const Wide& a, const Wide& b) noexcept;
  friend Wide operator-(const Wide& a) noexcept;
  friend Wide operator+(const Wide& a) noexcept;
  /// Here, because the defaulted comparisons of vectors ask for a constant expression.
  friend constexpr bool operator==(const Wide& a, const Wide& b) noexcept { return a.number_ == b.number_; }
  friend bool operator<(const Wide& a, const Wide& b) noexcept;
  friend bool operator>(const Wide& a, const Wide& b) noexcept;
  friend bool operator<=(const Wide& a, const Wide& b) noexcept;
  friend bool operator>=(const Wide& a, const Wide& b) noexcept;
  friend std::ostream& operator<<(std::ostream& out, const Wide& a);

 private:
  void assign(long double x) noexcept;
  void assign(long long x) noexcept;
  double to_double() const noexcept;
  long double to_long_double() const noexcept;

  Number number_;
};

Wide abs(const Wide& x) noexcept;
Wide fabs(const Wide& x) noexcept;
Wide sqrt(const Wide& x) noexcept;
Wide exp(const Wide& x) noexcept;
Wide expm1(const Wide& x) noexcept;
Wide log(const Wide& x) noexcept;
Wide log2(const Wide& x) noexcept;
Wide sin(const Wide& x) noexcept;
Wide cos(const Wide& x) noexcept;
Wide tan(const Wide& x) noexcept;
Wide asin(const Wide& x) noexcept;
Wide acos(const Wide& x) noexcept;
Wide atan(const Wide& x) noexcept;
Wide atan2(const Wide& y, const Wide& x) noexcept;
Wide sinh(const Wide& x) noexcept;
Wide cosh(const Wide& x) noexcept;
Wide tanh(const Wide& x) noexcept;
Wide cbrt(const Wide& x) noexcept;
Wide fma(const Wide& a, const Wide& b, const Wide& c) noexcept;
Wide remainder(const Wide& x, const Wide& y) noexcept;
Wide floor(const Wide& x) noexcept;
Wide round(const Wide& x) noexcept;
Wide pow(const Wide& x, const Wide& y) noexcept;
Wide pow(const Wide& x, int n) noexcept;
Wide ldexp(const Wide& x, int e) noexcept;
Wide frexp(const Wide& x, int* e) noexcept;
int ilogb(const Wide& x) noexcept;
bool isfinite(const Wide& x) noexcept;
bool isnan(const Wide& x) noexcept;

}  // namespace polhode::test

template <>
class std::numeric_limits<polhode::test::Wide> : public std::numeric_limits<polhode::test::Wide::Number> {
  using Base = std::numeric_limits<polhode::test::Wide::Number>;
  using Wide = polhode::test::Wide;

 public:
  static Wide epsilon() noexcept { return Wide(Base::epsilon()); }
  static Wide infinity() noexcept { return Wide(Base::infinity()); }
  static Wide quiet_NaN() noexcept { return Wide(Base::quiet_NaN()); }
  static Wide max() noexcept { return Wide((Base::max)()); }
  static Wide min() noexcept { return Wide((Base::min)()); }
  static Wide lowest() noexcept { return Wide(Base::lowest()); }
};
