// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Fifty digits and an exponent without limits, for what tests compare with.
///
/// Method.     Boost's cpp_bin_float<50> behind functions that are compiled once (wide.cpp), where alone its
///             headers are read: inlined into kernels, which are made to be inlined themselves, it takes a
///             compiler minutes.

#include <array>
#include <cstddef>
#include <limits>
#include <ostream>
#include <string>
#include <type_traits>

namespace polhode::test {

class Wide {
 public:
  Wide() noexcept;
  Wide(const Wide&) noexcept;
  Wide& operator=(const Wide&) noexcept;
  ~Wide() = default;
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

  /// Boost's number, for wide.cpp.
  const std::byte* bytes() const noexcept { return bytes_.data(); }
  std::byte* bytes() noexcept { return bytes_.data(); }
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
  /// May be a constant expression, since the defaulted comparisons of vectors ask for one.
  friend constexpr bool operator==(const Wide& a, const Wide& b) noexcept {
    return std::is_constant_evaluated() ? &a == &b : a.equals(b);
  }
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
  bool equals(const Wide& b) const noexcept;

  alignas(16) std::array<std::byte, 64> bytes_;
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
class std::numeric_limits<polhode::test::Wide> {
  using Wide = polhode::test::Wide;

 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false,
                        is_bounded = true, is_modulo = false, is_iec559 = false, has_infinity = true,
                        has_quiet_NaN = true, has_signaling_NaN = false;
  static constexpr int radix = 2, digits = 168, digits10 = 50, max_digits10 = 53, min_exponent = -2147483312,
                       max_exponent = 2147483311, min_exponent10 = -646392383, max_exponent10 = 646392383;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr std::float_denorm_style has_denorm = std::denorm_absent;
  static Wide epsilon() noexcept;
  static Wide infinity() noexcept;
  static Wide quiet_NaN() noexcept;
  static Wide max() noexcept;
  static Wide min() noexcept;
  static Wide lowest() noexcept;
  static Wide denorm_min() noexcept { return (min)(); }
};
