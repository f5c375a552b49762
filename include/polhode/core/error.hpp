// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exception that Polhode throws for invalid input.
///
/// Convention. Input is checked once, at the public boundary; the kernels below it are noexcept and rely on
///             that check. The message names the quantity, the value found and the rule that it violates.

#include <stdexcept>
#include <string>

namespace polhode {

/// Invalid input. what() reads "<quantity>: found <found>, expected <expected>".
class InvalidInput : public std::invalid_argument {
 public:
  /// @param quantity  what is invalid
  /// @param found     the value found, as text
  /// @param expected  what would be valid
  InvalidInput(std::string quantity, std::string found, std::string expected);

  const std::string& quantity() const noexcept { return quantity_; }  ///< what is invalid
  const std::string& found() const noexcept { return found_; }        ///< the value found
  const std::string& expected() const noexcept { return expected_; }  ///< what would be valid

 private:
  std::string quantity_, found_, expected_;
};

}  // namespace polhode
