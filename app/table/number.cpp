// SPDX-License-Identifier: MIT
#include "table/number.hpp"

#include <charconv>

namespace polhode::app {

std::string text_of(double value) {
  char digits[32];  // the longest is -2.2250738585072014e-308
  return {digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 17).ptr};
}

}  // namespace polhode::app
