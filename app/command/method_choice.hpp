// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The methods that the program offers: those of the library, and the motion as a function of time.

#include <functional>
#include <optional>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <string>
#include <vector>

namespace polhode::app {

/// What `polhode methods` says of one method.
struct MethodLine {
  std::string name, order, keeps, is_explicit, is_reversible, is_symplectic, summary, reference;
  std::function<double()> nanoseconds;  ///< measures what a step costs now
};

/// All of them, the default one first.
std::vector<MethodLine> method_lines();

struct MethodChoice {
  std::optional<FreeMethod> method;  ///< without: the motion as a function of time
  Summation summation;
};

/// By a name of the list, or by parts of the papers' algorithms joined by +. Throws UsageError for a name
/// that is unknown, or a method that cannot be compensated.
MethodChoice choose_method(const std::string& name, bool compensated);

}  // namespace polhode::app
