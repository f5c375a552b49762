// SPDX-License-Identifier: MIT
#include "catalogue/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <polhode/free/method.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/step_timing.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

constexpr const char* methods_help =
    R"(The first list is for free bodies. ORDER is that of the error in the step, exact where there is none but rounding; where they differ,
that of the momentum stands before that of the attitude. KEEPS names what a step keeps to rounding:
the length |m| of the momentum, the energy E, the spatial momentum Qm; over many steps rounding may still add up.
What is not kept goes wrong without a word where the step is too long: rk4 beyond h|omega| = 3 or so.
A method is explicit if it goes by formulas, after which at most a few corrections mend rounding, reversible if a step
of -h leads back, symplectic if the map of momentum and attitude is.
Of the papers' algorithms, where the program was built with them, one frame, one way to the momentum and one way to the angle
can be joined by +, such as quaternion_mdot+vilmart_3_1+gauss4.

The second list is for bodies under torque: splittings, whose steps are made of free motions and of the torque acting
alone, the kicks. ORDER is p, or (n1,n2,...) if the error under a weak torque, of the size eps, is eps h^n1 + eps^2 h^n2 + ...
KICKS are the evaluations of a step. TORQUE is what the order needs: any torque, one that depends on the attitude and the time only,
or such a one that offers the gradient of tau . I^-1 tau. One that runs BACKWARDS for a part of each step suits no strong damping.

The third list is for `polhode compare` alone: general methods for differential equations, applied to the equations of motion,
q' = q (0, omega) / 2 and m' = m x omega + torque. They keep nothing. STEPS are given, or controlled by a tolerance.

With --time each method takes some thousand steps of h|omega| = 0.1 on this machine, splittings and general methods on a heavy top
(dop853 those for a tolerance of 1e-9); NS is the time of one.

Examples:
  polhode methods | less -S
  polhode methods --time
  polhode propagate bodies.csv --method dmv10 --step 0.01
  polhode propagate tops.csv --method blanes_moan_srkn14a --step 0.05)";

/// What `polhode methods` says of one method for free bodies.
struct MethodLine {
  std::string name, order, keeps, is_explicit, is_reversible, is_symplectic, summary, reference;
  std::function<double()> nanoseconds;  ///< measures what a step costs now
};

/// What it says of one splitting.
struct SplittingLine {
  std::string name, order, kicks, torque, runs_backwards, summary, reference;
  std::function<double()> nanoseconds;
};

/// What it says of one general method.
struct GeneralLine {
  std::string name, order, steps, summary, reference;
  std::function<double()> nanoseconds;
};

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

/// All of them, the default one first.
std::vector<MethodLine> method_lines() {
  std::vector<MethodLine> lines;
  for (const auto& method : free_methods()) lines.push_back(line_of(method));
  lines.insert(lines.begin() + 1, motion_line());
  return lines;
}

std::vector<SplittingLine> splitting_lines() {
  std::vector<SplittingLine> lines;
  for (const Splitting& s : splittings())
    lines.push_back({s.name, order_text(s), fmt::format("{}", s.kicks_per_step()), needed_torque(s),
                     yes(s.has_negative()), s.summary, s.reference,
                     [&s] { return nanoseconds_per_step(s); }});
  return lines;
}

std::vector<GeneralLine> general_lines() {
  std::vector<GeneralLine> lines;
  for (const GeneralMethod& m : general_methods())
    lines.push_back({m.name, order_text(m.order), m.controls_steps ? "controlled" : "given", m.summary,
                     m.reference, [&m] { return nanoseconds_per_step(m); }});
  return lines;
}

using Line = std::vector<std::string>;

std::string columns(const std::vector<Line>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Line& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Line& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

/// Puts the time of a step, measured now, behind each name.
template <class Described>
void insert_times(const std::vector<Described>& described, std::vector<Line>& lines) {
  lines[0].insert(lines[0].begin() + 1, "NS");
  for (std::size_t i = 0; i < described.size(); ++i)
    lines[i + 1].insert(lines[i + 1].begin() + 1, fmt::format("{:.0f}", described[i].nanoseconds()));
}

std::string free_list(bool timed) {
  const auto methods = method_lines();
  std::vector<Line> lines{
      {"NAME", "ORDER", "KEEPS", "EXPLICIT", "REVERSIBLE", "SYMPLECTIC", "WHAT IT IS", "WHERE IT IS FROM"}};
  for (const MethodLine& m : methods)
    lines.push_back(
        {m.name, m.order, m.keeps, m.is_explicit, m.is_reversible, m.is_symplectic, m.summary, m.reference});
  if (timed) insert_times(methods, lines);
  return columns(lines);
}

std::string splitting_list(bool timed) {
  const auto splittings = splitting_lines();
  std::vector<Line> lines{
      {"SPLITTING", "ORDER", "KICKS", "TORQUE", "BACKWARDS", "WHAT IT IS", "WHERE IT IS FROM"}};
  for (const SplittingLine& s : splittings)
    lines.push_back({s.name, s.order, s.kicks, s.torque, s.runs_backwards, s.summary, s.reference});
  if (timed) insert_times(splittings, lines);
  return columns(lines);
}

std::string general_list(bool timed) {
  const auto methods = general_lines();
  std::vector<Line> lines{{"TO COMPARE WITH", "ORDER", "STEPS", "WHAT IT IS", "WHERE IT IS FROM"}};
  for (const GeneralLine& m : methods) lines.push_back({m.name, m.order, m.steps, m.summary, m.reference});
  if (timed) insert_times(methods, lines);
  return columns(lines);
}

}  // namespace

Command methods_command() {
  const auto timed = std::make_shared<bool>(false);
  return {"methods",
          "the methods that --method and polhode compare know",
          {{"--time", timed.get(), "measure what a step of each costs here and now"}},
          methods_help,
          [timed] {
            write_to_standard_output(free_list(*timed) + "\n" + splitting_list(*timed) + "\n" +
                                     general_list(*timed));
            return ExitCode::ok;
          }};
}

}  // namespace polhode::app
