// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A double as text that reads back as the same double, for refusals and tables.
///
/// Convention. The shortest decimal that rounds to the given number; "inf", "-inf" and "nan" for the
///             rest.

#include <array>
#include <charconv>
#include <string>

namespace polhode {

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

}  // namespace polhode
