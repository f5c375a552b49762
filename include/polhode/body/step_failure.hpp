// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exception for a step that failed although its input was valid (for invalid input see core/error.hpp).

#include <polhode/body/state.hpp>
#include <stdexcept>
#include <string>

namespace polhode {

/// A failed step. what() reads "<quantity>: found <found>, expected <expected>", with the time and the cause.
/// The state at the start of the step is kept.
class StepFailure : public std::runtime_error {
 public:
  /// @param quantity  what is wrong
  /// @param found     the value found, as text
  /// @param expected  what would be valid
  /// @param time      at the start of the step
  /// @param state     at the start of the step
  StepFailure(std::string quantity, std::string found, std::string expected, double time, const State& state);

  const std::string& quantity() const noexcept { return quantity_; }
  const std::string& found() const noexcept { return found_; }
  const std::string& expected() const noexcept { return expected_; }
  double time() const noexcept { return time_; }          ///< at the start of the step
  const State& state() const noexcept { return state_; }  ///< at the start of the step

 private:
  std::string quantity_, found_, expected_;
  double time_;
  State state_;
};

}  // namespace polhode
