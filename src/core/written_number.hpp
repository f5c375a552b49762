// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Parsing of a decimal number at the start of a text, independent of the locale.
///
/// Convention. Digits with a point and an exponent, as read by std::from_chars; no sign, no blanks.

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace polhode {

/// The result of parsing.
struct WrittenNumber {
  double value = 0;
  std::size_t length = 0;  ///< number of characters read; 0 if there is no number
  bool is_out_of_range = false;
};

#ifndef __cpp_lib_to_chars
/// For standard libraries without from_chars for double, such as emscripten's.
inline WrittenNumber written_number(std::string_view text) {
  const auto digits_from = [&](std::size_t at) {
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at;
  };
  std::size_t end = digits_from(0), digits = end;
  if (end < text.size() && text[end] == '.') {
    const std::size_t after = digits_from(end + 1);
    digits += after - end - 1;
    end = after;
  }
  if (digits == 0) return {};
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const std::size_t sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-') ? 1 : 0;
    const std::size_t after = digits_from(end + 1 + sign);
    if (after > end + 1 + sign) end = after;
  }
  const std::string number(text.substr(0, end));
  const double value = std::strtod(number.c_str(), nullptr);
  const bool is_zero = number.substr(0, number.find_first_of("eE")).find_first_of("123456789") == number.npos;
  return {value, end, value * 0 != 0 || (value == 0 && !is_zero)};
}
#else
inline WrittenNumber written_number(std::string_view text) {
  WrittenNumber read;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read.value);
  read.is_out_of_range = error == std::errc::result_out_of_range;
  if (error == std::errc{} || read.is_out_of_range) read.length = static_cast<std::size_t>(end - text.data());
  return read;
}
#endif

}  // namespace polhode
