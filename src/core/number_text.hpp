// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Conversion of a double to text that reads back as the same double, for messages and tables.
///
/// Convention. The shortest decimal that rounds to the number; otherwise "inf", "-inf" or "nan".

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

namespace polhode {

#ifndef __cpp_lib_to_chars
/// For standard libraries without to_chars for double, such as emscripten's: the smallest number of digits
/// that reads back.
inline std::string number_text(double value) {
  std::array<char, 40> text{};
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    if (std::strtod(text.data(), nullptr) == value) break;
  }
  return text.data();
}

/// Rounded to so many digits.
inline std::string number_text(double value, int digits) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits < 17 ? digits : 17, value);
  return text.data();
}
#else
inline std::string number_text(double value) {
  std::array<char, 32> text{};  // the longest shortest form, -2.2250738585072014e-308, has 24 characters
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

/// Rounded to so many digits.
inline std::string number_text(double value, int digits) {
  std::array<char, 48> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general,
                                 digits < 17 ? digits : 17);
  return {text.data(), end.ptr};
}
#endif

/// Several numbers, as messages show vectors and quaternions: (1, 2.5, 3).
inline std::string tuple_text(std::initializer_list<double> numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "(" : ", ") + number_text(x);
  return text + ")";
}

}  // namespace polhode
