// SPDX-License-Identifier: MIT
#include "picture/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace polhode::app {
namespace {

/// The power of ten of the leading digit; a value that is rounded below a power counts as that power.
int exponent_of(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-9)); }

/// All with the same number of decimals and, if they are very large or small, the same power of ten.
std::vector<std::string> linear_texts(const std::vector<double>& values, int last_digit) {
  double largest = 0;
  for (const double v : values) largest = std::max(largest, std::abs(v));
  const int first_digit = largest > 0 ? exponent_of(largest) : 0;
  const bool is_long_whole = first_digit < 9 && last_digit >= 0 && first_digit - last_digit > 2;
  const bool is_plain = (first_digit < 6 && last_digit >= -4) || is_long_whole;
  const int power = is_plain ? 0 : first_digit;
  const int decimals = std::max(0, power - last_digit);
  const double unit = std::pow(10, power);
  std::vector<std::string> texts;
  for (const double v : values) {
    if (std::abs(v) < 1e-6 * largest)
      texts.emplace_back("0");
    else
      texts.push_back(
          fmt::format("{:.{}f}{}", v / unit, decimals, is_plain ? "" : fmt::format("e{}", power)));
  }
  return texts;
}

Ticks linear_ticks(Range range, int about) {
  Ticks ticks{round_ticks(range, about), {}};
  // Next to the least number that there is, two may be the same.
  if (ticks.values.size() < 2 || ticks.values[1] == ticks.values[0]) {
    for (const double v : ticks.values) ticks.texts.push_back(short_text(v));
    return ticks;
  }
  constexpr int most_digits = 6;
  const double first = ticks.values.front(), last = ticks.values.back();
  const double largest = std::max(std::abs(first), std::abs(last));
  const int last_digit = exponent_of(ticks.values[1] - first);
  if (exponent_of(largest) - last_digit < most_digits) {
    ticks.texts = linear_texts(ticks.values, last_digit);
    return ticks;
  }
  const double span = last - first, middle = first + span / 2;
  const int finest = static_cast<int>(std::ceil(std::log10(span) - 1e-9));
  int shared = exponent_of(largest);
  double near = 0;
  for (;; --shared) {  // the roundest number nearby
    const double unit = std::pow(10, shared);
    near = std::round(middle / unit) * unit;
    if (shared <= finest || std::abs(near - middle) <= 2 * span) break;
  }
  const bool is_plain = std::abs(near) >= 1e-4 && std::abs(near) < 1e15;
  const int digits = near == 0 ? 1 : std::clamp(exponent_of(std::abs(near)) - shared + 1, 1, 17);
  const auto text =
      is_plain ? fmt::format("{:.{}f}", near, std::max(0, -shared)) : fmt::format("{:.{}g}", near, digits);
  const double shift = std::strtod(text.c_str(), nullptr);
  std::vector<double> rest;
  for (const double v : ticks.values) rest.push_back(v - shift);
  ticks.texts = linear_texts(rest, last_digit);
  ticks.shift = shift < 0 ? fmt::format("(plus {})", text.substr(1)) : fmt::format("(minus {})", text);
  return ticks;
}

Ticks logarithmic_ticks(Range range, int about) {
  Ticks ticks{decade_ticks(range, about), {}};
  if (ticks.values.size() >= 2) {
    for (const double v : ticks.values) ticks.texts.push_back(power_text(v));
    return ticks;
  }
  ticks.values.clear();
  const int from = exponent_of(range.low), to = exponent_of(range.high);
  if (to - from < 3)
    for (int n = from; n <= to; ++n)
      for (const double leading : {1.0, 2.0, 5.0})
        if (const double v = leading * std::pow(10, n); v >= range.low && v <= range.high)
          ticks.values.push_back(v);
  if (ticks.values.size() < 2) return linear_ticks(range, about);
  for (const double v : ticks.values) ticks.texts.push_back(short_text(v));
  return ticks;
}

}  // namespace

Ticks ticks_of(Range range, Scale scale, int about) {
  return scale == Scale::linear ? linear_ticks(range, about) : logarithmic_ticks(range, about);
}

Ticks angle_ticks(Range range, int about) {
  const double wished = (range.high - range.low) / about;
  if (!(wished >= 1 && wished < 1e6)) return linear_ticks(range, about);
  double step = 360 * std::ceil(wished / 360);
  for (const double s : {360.0, 180.0, 90.0, 45.0, 30.0, 15.0, 10.0, 5.0, 2.0, 1.0})
    if (s >= 0.8 * wished) step = s;
  Ticks ticks;
  for (double k = std::ceil(range.low / step - 1e-9); k * step <= range.high + 1e-9 * step; ++k) {
    ticks.values.push_back(k * step);
    ticks.texts.push_back(fmt::format("{:.0f}", k == 0 ? 0.0 : k * step));
  }
  return ticks;
}

std::vector<double> decade_ticks(Range range, int at_most) {
  // A power of ten on the edge counts, even if its logarithm is rounded beyond it.
  constexpr double slack = 1e-9;
  const double first = std::ceil(std::log10(range.low) - slack),
               last = std::floor(std::log10(range.high) + slack);
  const double stride = std::max(1.0, std::ceil((last - first + 1) / std::max(1, at_most)));
  std::vector<double> ticks;
  for (double n = std::ceil(first / stride) * stride; n <= last; n += stride)
    ticks.push_back(std::pow(10, n));
  return ticks;
}

std::string power_text(double value) {
  const double exponent = std::round(std::log10(value));
  return exponent >= -2 && exponent <= 3 ? fmt::format("{:.6g}", value) : fmt::format("1e{:g}", exponent);
}

std::string short_text(double value) {
  const auto text = fmt::format("{:.6g}", value);
  const auto e = text.find('e');
  if (e == std::string::npos) return text;
  return fmt::format("{}e{}", text.substr(0, e), std::atoi(text.c_str() + e + 1));
}

}  // namespace polhode::app
