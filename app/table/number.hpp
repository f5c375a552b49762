// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Numbers as people write them in tables and on command lines, read strictly; and written with 17 digits.

#include <string>
#include <string_view>

namespace polhode::app {

/// A number, or what is wrong with the text.
struct ReadNumber {
  double value = 0;
  const char* expected = nullptr;  ///< what should have stood there; null if all is well
};

/// Reads the whole text as one finite number, rounded correctly. A leading + and blanks around it may be.
ReadNumber read_number(std::string_view text) noexcept;

/// 17 significant digits: enough to read back the same double.
std::string text_of(double value);

/// The same in the place, and the memory, of another text.
void replace_by_text_of(double value, std::string& text);

/// The text without the blanks and tabs around it.
std::string_view trimmed(std::string_view text) noexcept;

}  // namespace polhode::app
