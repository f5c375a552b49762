// SPDX-License-Identifier: MIT
#include "command/method_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <polhode/body/inertia.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/nearest.hpp>

#include "command/step_timing.hpp"
#include "exit_code.hpp"

namespace polhode::app {
namespace {

constexpr const char* motion_name = "motion";

std::string order_text(int order) { return order == 0 ? "exact" : fmt::format("{}", order); }

std::string order_text(const MethodProperties& p) {
  return p.momentum_order == p.attitude_order
             ? order_text(p.attitude_order)
             : order_text(p.momentum_order) + "/" + order_text(p.attitude_order);
}

std::string kept_text(const MethodProperties& p) {
  std::string text;
  if (p.keeps_norm) text += "|m| ";
  if (p.keeps_energy) text += "E ";
  if (p.keeps_spatial_momentum) text += "Qm ";
  if (text.empty()) return "-";
  text.pop_back();
  return text;
}

std::string yes(bool is) { return is ? "yes" : "-"; }

MethodLine line_of(const FreeMethod& method) {
  const MethodProperties& p = method.properties;
  return {method.name,        order_text(p),        kept_text(p),
          yes(p.is_explicit), yes(p.is_reversible), yes(p.is_symplectic),
          method.summary,     method.reference,     [method] { return nanoseconds_per_step(method); }};
}

/// It differs from the default method in being asked, not stepped.
MethodLine motion_line() {
  MethodLine line = line_of(free_methods().front());
  line.name = motion_name;
  line.summary = "the motion as a function of time: the cost does not grow with t";
  line.nanoseconds = nanoseconds_per_question;
  return line;
}

std::string order_text(const Splitting& s) {
  if (s.small_orders.empty()) return order_text(s.order);
  return fmt::format("({})", fmt::join(s.small_orders, ","));
}

const char* needed_torque(const Splitting& s) {
  switch (s.need) {
    case KickNeed::any:
      return "any";
    case KickNeed::attitude_only:
      return "attitude";
    case KickNeed::gradient:
      return "gradient";
  }
  return "";
}

void refuse_uncompensated(const FreeMethod& method) {
  if (!can_be_compensated(method))
    throw UsageError(fmt::format(
        "--compensated: method {} gives no increments that could be summed with care", method.name));
}

/// What is wrong with a name that the library does not know.
std::string refusal(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& line : method_lines()) known.push_back(line.name);
  for (const auto& s : splittings()) known.push_back(s.name);
  std::size_t from = 0;
  for (std::size_t plus = 0; plus != std::string::npos; from = plus + 1) {
    plus = name.find('+', from);
    const std::string part = name.substr(from, plus == std::string::npos ? plus : plus - from);
    if (std::find(known.begin(), known.end(), part) == known.end())
      return fmt::format("no method {}{}", part, suggestion(part, known));
  }
  return fmt::format("{} do not go together: at most one frame, one momentum and one angle can be joined",
                     name);
}

FreeMethod known_method(const char* option, const std::string& name) {
  try {
    return free_method(name);
  } catch (const InvalidInput&) {
    throw UsageError(fmt::format("{}: {} (`polhode methods` lists them)", option, refusal(name)));
  }
}

}  // namespace

std::vector<MethodLine> method_lines() {
  std::vector<MethodLine> lines;
  for (const auto& method : free_methods()) lines.push_back(line_of(method));
  lines.insert(lines.begin() + 1, motion_line());
  return lines;
}

MethodChoice choose_method(const std::string& name, bool compensated, const char* option) {
  const Summation summation = compensated ? Summation::compensated : Summation::plain;
  if (name == motion_name) {
    if (compensated)
      throw UsageError("--compensated: motion takes no steps whose rounding could be carried on");
    return {std::nullopt, summation};
  }
  const FreeMethod method = known_method(option, name);
  if (compensated) refuse_uncompensated(method);
  return {method, summation};
}

std::vector<SplittingLine> splitting_lines() {
  std::vector<SplittingLine> lines;
  for (const Splitting& s : splittings())
    lines.push_back({s.name, order_text(s), fmt::format("{}", s.kicks_per_step()), needed_torque(s),
                     yes(s.has_negative()), s.summary, s.reference,
                     [&s] { return nanoseconds_per_step(s); }});
  return lines;
}

const Splitting* find_splitting(const std::string& name) {
  const auto found = std::ranges::find(splittings(), name, &Splitting::name);
  return found == splittings().end() ? nullptr : &*found;
}

FreeMethod choose_drift(const std::string& name, bool compensated) {
  if (name == motion_name || find_splitting(name))
    throw UsageError(
        fmt::format("--drift: found {}, expected a method that steps a free body, such as exact", name));
  const FreeMethod method = known_method("--drift", name);
  if (compensated) refuse_uncompensated(method);
  return method;
}

bool can_be_compensated(const FreeMethod& method) {
  return polhode::can_be_compensated(method, Inertia::from_moments(1, 2, 3));  // any body will do
}

}  // namespace polhode::app
