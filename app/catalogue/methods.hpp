// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Methods by name: those of the library for free bodies, the motion as a function of time, the splittings
/// for bodies under torque, and the general methods to compare with. Command lines and scenarios find them
/// here.

#include <optional>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>

namespace polhode::app {

/// The name under which `--method` knows the motion as a function of time.
constexpr const char* motion_name = "motion";

/// How a motion is computed.
struct MethodSettings {
  std::optional<double> tolerance{};  ///< where no step is given
  std::optional<double> step{};
  std::optional<double> max_step{};         ///< of steps that are chosen; none: no limit
  std::optional<FreeMethod> free_method{};  ///< none: exact
  std::optional<Splitting> splitting{};     ///< none: chosen
  Summation summation = Summation::compensated;
  bool has_companion = true;  ///< whether a second motion shows what rounding the inputs does, under torque
};

inline double tolerance_of(const MethodSettings& settings) {
  return settings.tolerance.value_or(default_tolerance);
}

/// The free method of that name, or of parts of the papers' algorithms joined by +; none where there is none.
std::optional<FreeMethod> find_free_method(const std::string& name);

/// The splitting of that name, or null.
const Splitting* find_splitting(const std::string& name);

/// The general method of that name, or null.
const GeneralMethod* find_general_method(const std::string& name);

/// "; did you mean X?" with the method or the splitting whose name is nearest; empty where none is near.
std::string nearest_free_method(const std::string& name);
std::string nearest_splitting(const std::string& name);

/// What is chosen on a command line.
struct MethodChoice {
  std::optional<FreeMethod> method;  ///< without: the motion as a function of time
  Summation summation;
};

/// The method for free bodies that an option names. Throws UsageError, with the name of the option, for a
/// name that is unknown, or a method that cannot be compensated.
MethodChoice choose_method(const std::string& name, bool compensated, const char* option = "--method");

/// The free method for the drifts of a splitting; UsageError as choose_method.
FreeMethod choose_free_method(const std::string& name, bool compensated);

/// Whether the library can add up the method's steps with compensated sums.
bool can_be_compensated(const FreeMethod& method);

}  // namespace polhode::app
