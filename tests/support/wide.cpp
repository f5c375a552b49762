// SPDX-License-Identifier: MIT
#include "wide.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <memory>
#include <new>

namespace mp = boost::multiprecision;

namespace polhode::test {

namespace {

using Number = mp::number<mp::cpp_bin_float<50>, mp::et_off>;
using Limits = std::numeric_limits<Number>;
using WideLimits = std::numeric_limits<Wide>;
static_assert(sizeof(Number) <= sizeof(Wide) && alignof(Number) <= alignof(Wide));
static_assert(std::is_trivially_destructible_v<Number>);
static_assert(Limits::digits == WideLimits::digits && Limits::digits10 == WideLimits::digits10 &&
              Limits::max_digits10 == WideLimits::max_digits10);
static_assert(Limits::min_exponent == WideLimits::min_exponent &&
              Limits::max_exponent == WideLimits::max_exponent &&
              Limits::min_exponent10 == WideLimits::min_exponent10 &&
              Limits::max_exponent10 == WideLimits::max_exponent10);

const Number& number(const Wide& a) noexcept {
  return *std::launder(reinterpret_cast<const Number*>(a.bytes()));
}
Number& number(Wide& a) noexcept { return *std::launder(reinterpret_cast<Number*>(a.bytes())); }

Wide wide(const Number& x) noexcept {
  Wide a;
  number(a) = x;
  return a;
}

}  // namespace

Wide::Wide() noexcept { std::construct_at(reinterpret_cast<Number*>(bytes_.data())); }
Wide::Wide(const Wide& b) noexcept { std::construct_at(reinterpret_cast<Number*>(bytes_.data()), number(b)); }
Wide& Wide::operator=(const Wide& b) noexcept {
  number(*this) = number(b);
  return *this;
}
Wide::Wide(const char* digits) { std::construct_at(reinterpret_cast<Number*>(bytes_.data()), digits); }
Wide::Wide(const std::string& digits) : Wide(digits.c_str()) {}

void Wide::assign(long double x) noexcept { number(*this) = x; }
void Wide::assign(long long x) noexcept { number(*this) = x; }
double Wide::to_double() const noexcept { return number(*this).convert_to<double>(); }
long double Wide::to_long_double() const noexcept { return number(*this).convert_to<long double>(); }
bool Wide::equals(const Wide& b) const noexcept { return number(*this) == number(b); }
std::string Wide::str(int digits) const { return number(*this).str(digits); }

Wide& Wide::operator+=(const Wide& b) noexcept { return *this = *this + b; }
Wide& Wide::operator-=(const Wide& b) noexcept { return *this = *this - b; }
Wide& Wide::operator*=(const Wide& b) noexcept { return *this = *this * b; }
Wide& Wide::operator/=(const Wide& b) noexcept { return *this = *this / b; }

Wide operator+(const Wide& a, const Wide& b) noexcept { return wide(number(a) + number(b)); }
Wide operator-(const Wide& a, const Wide& b) noexcept { return wide(number(a) - number(b)); }
Wide operator*(const Wide& a, const Wide& b) noexcept { return wide(number(a) * number(b)); }
Wide operator/(const Wide& a, const Wide& b) noexcept { return wide(number(a) / number(b)); }
Wide operator-(const Wide& a) noexcept { return wide(-number(a)); }
Wide operator+(const Wide& a) noexcept { return a; }
bool operator<(const Wide& a, const Wide& b) noexcept { return number(a) < number(b); }
bool operator>(const Wide& a, const Wide& b) noexcept { return number(a) > number(b); }
bool operator<=(const Wide& a, const Wide& b) noexcept { return number(a) <= number(b); }
bool operator>=(const Wide& a, const Wide& b) noexcept { return number(a) >= number(b); }
std::ostream& operator<<(std::ostream& out, const Wide& a) { return out << number(a); }

Wide abs(const Wide& x) noexcept { return wide(mp::abs(number(x))); }
Wide fabs(const Wide& x) noexcept { return abs(x); }
Wide sqrt(const Wide& x) noexcept { return wide(mp::sqrt(number(x))); }
Wide exp(const Wide& x) noexcept { return wide(mp::exp(number(x))); }
Wide expm1(const Wide& x) noexcept { return wide(mp::expm1(number(x))); }
Wide log(const Wide& x) noexcept { return wide(mp::log(number(x))); }
Wide log2(const Wide& x) noexcept { return wide(mp::log2(number(x))); }
Wide sin(const Wide& x) noexcept { return wide(mp::sin(number(x))); }
Wide cos(const Wide& x) noexcept { return wide(mp::cos(number(x))); }
Wide tan(const Wide& x) noexcept { return wide(mp::tan(number(x))); }
Wide asin(const Wide& x) noexcept { return wide(mp::asin(number(x))); }
Wide acos(const Wide& x) noexcept { return wide(mp::acos(number(x))); }
Wide atan(const Wide& x) noexcept { return wide(mp::atan(number(x))); }
Wide atan2(const Wide& y, const Wide& x) noexcept { return wide(mp::atan2(number(y), number(x))); }
Wide sinh(const Wide& x) noexcept { return wide(mp::sinh(number(x))); }
Wide cosh(const Wide& x) noexcept { return wide(mp::cosh(number(x))); }
Wide tanh(const Wide& x) noexcept { return wide(mp::tanh(number(x))); }
Wide cbrt(const Wide& x) noexcept { return wide(mp::cbrt(number(x))); }
Wide fma(const Wide& a, const Wide& b, const Wide& c) noexcept { return a * b + c; }
Wide remainder(const Wide& x, const Wide& y) noexcept { return wide(mp::remainder(number(x), number(y))); }
Wide floor(const Wide& x) noexcept { return wide(mp::floor(number(x))); }
Wide round(const Wide& x) noexcept { return wide(mp::round(number(x))); }
Wide pow(const Wide& x, const Wide& y) noexcept { return wide(mp::pow(number(x), number(y))); }
Wide pow(const Wide& x, int n) noexcept { return wide(mp::pow(number(x), n)); }
Wide ldexp(const Wide& x, int e) noexcept { return wide(mp::ldexp(number(x), e)); }
Wide frexp(const Wide& x, int* e) noexcept { return wide(mp::frexp(number(x), e)); }
int ilogb(const Wide& x) noexcept { return static_cast<int>(mp::ilogb(number(x))); }
bool isfinite(const Wide& x) noexcept { return (mp::isfinite)(number(x)); }
bool isnan(const Wide& x) noexcept { return (mp::isnan)(number(x)); }

}  // namespace polhode::test

using polhode::test::Limits;
using polhode::test::Wide;

Wide std::numeric_limits<Wide>::epsilon() noexcept { return polhode::test::wide(Limits::epsilon()); }
Wide std::numeric_limits<Wide>::infinity() noexcept { return polhode::test::wide(Limits::infinity()); }
Wide std::numeric_limits<Wide>::quiet_NaN() noexcept { return polhode::test::wide(Limits::quiet_NaN()); }
Wide std::numeric_limits<Wide>::max() noexcept { return polhode::test::wide((Limits::max)()); }
Wide std::numeric_limits<Wide>::min() noexcept { return polhode::test::wide((Limits::min)()); }
Wide std::numeric_limits<Wide>::lowest() noexcept { return polhode::test::wide(Limits::lowest()); }
