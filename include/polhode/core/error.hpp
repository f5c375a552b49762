// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The one way in which Polhode refuses an input.
///
/// Convention. Input is checked once, at the public boundary; kernels below it are noexcept and trust it.
///             A refusal names the quantity, the value that was found and the rule that it breaks.

#include <stdexcept>
#include <string>

namespace polhode {

/// An input that Polhode does not accept. what() reads "<quantity>: found <found>, expected <expected>".
class InvalidInput : public std::invalid_argument {
 public:
  /// What was refused, the value as text, and what is allowed.
  InvalidInput(std::string quantity, std::string found, std::string expected);

  const std::string& quantity() const noexcept { return quantity_; }
  const std::string& found() const noexcept { return found_; }
  const std::string& expected() const noexcept { return expected_; }

 private:
  std::string quantity_, found_, expected_;
};

}  // namespace polhode
