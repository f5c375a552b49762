// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Numbers as people write them in files and on command lines, read strictly and by no locale.

#include <string_view>

namespace polhode {

/// A number, or what is wrong with the text.
struct ReadNumber {
  double value = 0;
  const char* expected = nullptr;  ///< what should have stood there; null if all is well
};

/// Reads the whole text as one finite number, rounded correctly. A leading + and blanks around it may be.
ReadNumber read_number(std::string_view text) noexcept;

/// The text without the blanks and tabs around it.
std::string_view trimmed(std::string_view text) noexcept;

}  // namespace polhode
