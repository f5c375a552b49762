// SPDX-License-Identifier: MIT
#include "wide.hpp"

namespace polhode::test {

Wide::Wide() noexcept = default;
Wide::Wide(const Wide&) noexcept = default;
Wide& Wide::operator=(const Wide&) noexcept = default;
Wide::Wide(const Number& number) noexcept : number_(number) {}
Wide::Wide(const char* digits) : number_(digits) {}
Wide::Wide(const std::string& digits) : number_(digits) {}

void Wide::assign(long double x) noexcept { number_ = x; }
void Wide::assign(long long x) noexcept { number_ = x; }
double Wide::to_double() const noexcept { return number_.convert_to<double>(); }
long double Wide::to_long_double() const noexcept { return number_.convert_to<long double>(); }
std::string Wide::str(int digits) const { return number_.str(digits); }

Wide& Wide::operator+=(const Wide& b) noexcept { return *this = *this + b; }
Wide& Wide::operator-=(const Wide& b) noexcept { return *this = *this - b; }
Wide& Wide::operator*=(const Wide& b) noexcept { return *this = *this * b; }
Wide& Wide::operator/=(const Wide& b) noexcept { return *this = *this / b; }

Wide operator+(const Wide& a, const Wide& b) noexcept { return Wide(a.number_ + b.number_); }
Wide operator-(const Wide& a, const Wide& b) noexcept { return Wide(a.number_ - b.number_); }
Wide operator*(const Wide& a, const Wide& b) noexcept { return Wide(a.number_ * b.number_); }
Wide operator/(const Wide& a, const Wide& b) noexcept { return Wide(a.number_ / b.number_); }
Wide operator-(const Wide& a) noexcept { return Wide(-a.number_); }
Wide operator+(const Wide& a) noexcept { return a; }
bool operator<(const Wide& a, const Wide& b) noexcept { return a.number_ < b.number_; }
bool operator>(const Wide& a, const Wide& b) noexcept { return a.number_ > b.number_; }
bool operator<=(const Wide& a, const Wide& b) noexcept { return a.number_ <= b.number_; }
bool operator>=(const Wide& a, const Wide& b) noexcept { return a.number_ >= b.number_; }
std::ostream& operator<<(std::ostream& out, const Wide& a) { return out << a.number_; }

namespace mp = boost::multiprecision;

Wide abs(const Wide& x) noexcept { return Wide(Wide::Number(mp::abs(x.number()))); }
Wide fabs(const Wide& x) noexcept { return abs(x); }
Wide sqrt(const Wide& x) noexcept { return Wide(Wide::Number(mp::sqrt(x.number()))); }
Wide exp(const Wide& x) noexcept { return Wide(Wide::Number(mp::exp(x.number()))); }
Wide expm1(const Wide& x) noexcept { return Wide(Wide::Number(mp::expm1(x.number()))); }
Wide log(const Wide& x) noexcept { return Wide(Wide::Number(mp::log(x.number()))); }
Wide log2(const Wide& x) noexcept { return Wide(Wide::Number(mp::log2(x.number()))); }
Wide sin(const Wide& x) noexcept { return Wide(Wide::Number(mp::sin(x.number()))); }
Wide cos(const Wide& x) noexcept { return Wide(Wide::Number(mp::cos(x.number()))); }
Wide tan(const Wide& x) noexcept { return Wide(Wide::Number(mp::tan(x.number()))); }
Wide asin(const Wide& x) noexcept { return Wide(Wide::Number(mp::asin(x.number()))); }
Wide acos(const Wide& x) noexcept { return Wide(Wide::Number(mp::acos(x.number()))); }
Wide atan(const Wide& x) noexcept { return Wide(Wide::Number(mp::atan(x.number()))); }
Wide atan2(const Wide& y, const Wide& x) noexcept {
  return Wide(Wide::Number(mp::atan2(y.number(), x.number())));
}
Wide sinh(const Wide& x) noexcept { return Wide(Wide::Number(mp::sinh(x.number()))); }
Wide cosh(const Wide& x) noexcept { return Wide(Wide::Number(mp::cosh(x.number()))); }
Wide tanh(const Wide& x) noexcept { return Wide(Wide::Number(mp::tanh(x.number()))); }
Wide cbrt(const Wide& x) noexcept { return Wide(Wide::Number(mp::cbrt(x.number()))); }
Wide fma(const Wide& a, const Wide& b, const Wide& c) noexcept { return a * b + c; }
Wide remainder(const Wide& x, const Wide& y) noexcept {
  return Wide(Wide::Number(mp::remainder(x.number(), y.number())));
}
Wide floor(const Wide& x) noexcept { return Wide(Wide::Number(mp::floor(x.number()))); }
Wide round(const Wide& x) noexcept { return Wide(Wide::Number(mp::round(x.number()))); }
Wide pow(const Wide& x, const Wide& y) noexcept {
  return Wide(Wide::Number(mp::pow(x.number(), y.number())));
}
Wide pow(const Wide& x, int n) noexcept { return Wide(Wide::Number(mp::pow(x.number(), n))); }
Wide ldexp(const Wide& x, int e) noexcept { return Wide(Wide::Number(mp::ldexp(x.number(), e))); }
Wide frexp(const Wide& x, int* e) noexcept { return Wide(Wide::Number(mp::frexp(x.number(), e))); }
int ilogb(const Wide& x) noexcept { return static_cast<int>(mp::ilogb(x.number())); }
bool isfinite(const Wide& x) noexcept { return (mp::isfinite)(x.number()); }
bool isnan(const Wide& x) noexcept { return (mp::isnan)(x.number()); }

}  // namespace polhode::test
