// SPDX-License-Identifier: MIT
#include "catalogue/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <polhode/body/inertia.hpp>
#include <polhode/core/error.hpp>
#include <vector>

#include "core/nearest.hpp"
#include "exit_code.hpp"

namespace polhode::app {
namespace {

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

/// What is wrong with a name that the library does not know.
std::string refusal(const std::string& name) {
  if (find_general_method(name))
    return fmt::format("found {}, expected a method of the library; this one is for polhode compare", name);
  std::vector<std::string> known = names_of(free_methods());
  known.insert(known.begin() + 1, motion_name);
  for (const Splitting& s : splittings()) known.push_back(s.name);
  for (const GeneralMethod& m : general_methods()) known.push_back(m.name);
  std::size_t from = 0;
  for (std::size_t plus = 0; plus != std::string::npos; from = plus + 1) {
    plus = name.find('+', from);
    const std::string part = name.substr(from, plus == std::string::npos ? plus : plus - from);
    if (std::ranges::find(known, part) == known.end())
      return fmt::format("no method {}{}", part, suggestion(part, known));
  }
  return fmt::format("{} do not go together: at most one frame, one momentum and one angle can be joined",
                     name);
}

FreeMethod known_method(const char* option, const std::string& name, bool compensated) {
  const std::optional<FreeMethod> method = find_free_method(name);
  if (!method) throw UsageError(fmt::format("{}: {} (`polhode methods` lists them)", option, refusal(name)));
  if (compensated && !can_be_compensated(*method))
    throw UsageError(
        fmt::format("--summation compensated: method {} gives no increments that could be summed with care",
                    method->name));
  return *method;
}

}  // namespace

std::optional<FreeMethod> find_free_method(const std::string& name) {
  try {
    return free_method(name);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

const Splitting* find_splitting(const std::string& name) {
  const auto found = std::ranges::find(splittings(), name, &Splitting::name);
  return found == splittings().end() ? nullptr : &*found;
}

const GeneralMethod* find_general_method(const std::string& name) {
  const auto found = std::ranges::find(general_methods(), name, &GeneralMethod::name);
  return found == general_methods().end() ? nullptr : &*found;
}

std::string nearest_free_method(const std::string& name) {
  return suggestion(name, names_of(free_methods()));
}

std::string nearest_splitting(const std::string& name) { return suggestion(name, names_of(splittings())); }

MethodChoice choose_method(const std::string& name, bool compensated, const char* option) {
  const Summation summation = compensated ? Summation::compensated : Summation::plain;
  if (name != motion_name) return {known_method(option, name, compensated), summation};
  if (compensated)
    throw UsageError("--summation compensated: motion takes no steps whose rounding could be carried on");
  return {std::nullopt, summation};
}

FreeMethod choose_free_method(const std::string& name, bool compensated) {
  if (name == motion_name || find_splitting(name))
    throw UsageError(fmt::format(
        "--free-method: found {}, expected a method that steps a free body, such as exact", name));
  return known_method("--free-method", name, compensated);
}

bool can_be_compensated(const FreeMethod& method) {
  return polhode::can_be_compensated(method, Inertia::from_moments(1, 2, 3));  // any body will do
}

}  // namespace polhode::app
