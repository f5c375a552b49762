// SPDX-License-Identifier: MIT
#include "table/number.hpp"

#include <charconv>

namespace polhode::app {

std::string text_of(double value) {
  std::string text;
  replace_by_text_of(value, text);
  return text;
}

void replace_by_text_of(double value, std::string& text) {
  char digits[32];  // the longest is -2.2250738585072014e-308
  text.assign(digits,
              std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 17).ptr);
}

}  // namespace polhode::app
