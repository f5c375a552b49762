// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A step that could not be done. It is no refused input (core/error.hpp): what was given made sense, and the
/// numbers failed.

#include <polhode/body/state.hpp>
#include <stdexcept>
#include <string>

namespace polhode {

/// what() reads "<quantity>: found <found>, expected <expected>", and says at which time and why; what the
/// step began from is kept.
class StepFailure : public std::runtime_error {
 public:
  /// The three parts of what(), and the time and the state at which the step began.
  StepFailure(std::string quantity, std::string found, std::string expected, double time, const State& state);

  const std::string& quantity() const noexcept { return quantity_; }
  const std::string& found() const noexcept { return found_; }
  const std::string& expected() const noexcept { return expected_; }
  double time() const noexcept { return time_; }          ///< at which the step began
  const State& state() const noexcept { return state_; }  ///< from which it began

 private:
  std::string quantity_, found_, expected_;
  double time_;
  State state_;
};

}  // namespace polhode
