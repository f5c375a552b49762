// SPDX-License-Identifier: MIT
#include "core/read_number.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

namespace polhode {

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

ReadNumber read_number(std::string_view text) noexcept {
  constexpr const char* number = "a finite number";
  auto digits = trimmed(text);
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  if (digits.empty()) return {0, number};
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc::result_out_of_range && stopped == end)
    return {0, "a number that a double can hold"};
  if (error != std::errc{} || stopped != end || !std::isfinite(value)) return {0, number};
  return {value, nullptr};
}

}  // namespace polhode
