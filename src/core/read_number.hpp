// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Strict parsing of numbers in files and on command lines, independent of the locale.

#include <string_view>

namespace polhode {

/// A number, or what is wrong with the text.
struct ReadNumber {
  double value = 0;
  const char* expected = nullptr;  ///< what would be valid; null if the number is valid
};

/// Reads the whole text as one finite number, correctly rounded. A leading + and surrounding blanks are
/// allowed.
ReadNumber read_number(std::string_view text) noexcept;

/// The text without surrounding blanks and tabs.
std::string_view trimmed(std::string_view text) noexcept;

}  // namespace polhode
