// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The methods that the program offers: those of the library for free bodies, the motion as a function of time, and the
/// splittings for bodies under torque.

#include <functional>
#include <optional>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

namespace polhode::app {

/// What `polhode methods` says of one method for free bodies.
struct MethodLine {
  std::string name, order, keeps, is_explicit, is_reversible, is_symplectic, summary, reference;
  std::function<double()> nanoseconds;  ///< measures what a step costs now
};

/// All of them, the default one first.
std::vector<MethodLine> method_lines();

/// What it says of one splitting.
struct SplittingLine {
  std::string name, order, kicks, torque, runs_backwards, summary, reference;
  std::function<double()> nanoseconds;
};

std::vector<SplittingLine> splitting_lines();

struct MethodChoice {
  std::optional<FreeMethod> method;  ///< without: the motion as a function of time
  Summation summation;
};

/// By a name of the list, or by parts of the papers' algorithms joined by +. Throws UsageError, in the name of the option, for a
/// name that is unknown, or a method that cannot be compensated.
MethodChoice choose_method(const std::string& name, bool compensated, const char* option = "--method");

/// The splitting of that name, or null.
const Splitting* find_splitting(const std::string& name);

/// The free method for the drifts of a splitting; UsageError as choose_method.
FreeMethod choose_drift(const std::string& name, bool compensated);

/// Whether the library can sum the method's steps with care.
bool can_be_compensated(const FreeMethod& method);

}  // namespace polhode::app
