// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <span>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/method_choice.hpp"
#include "files/interrupt.hpp"
#include "table/number.hpp"
#include "table/rewrite.hpp"

namespace polhode::app {
namespace {

constexpr const char* help_footer =
    R"(The table is CSV; its first line names the columns. Needed, in any order:
  I1 I2 I3            principal moments of inertia
  m0_1 m0_2 m0_3      angular momentum at time 0, in the body frame
  q0_w q0_x q0_y q0_z attitude at time 0, body to space, scalar first
  t                   the time that is asked for, of either sign
Written: m_1 m_2 m_3 and q_w q_x q_y q_z at time t, with 17 digits. Where these columns are
there already they are replaced; all others pass through. A bad row is reported and its
results are left empty; the exit code is then 1.

Examples:
  polhode propagate bodies.csv -o states.csv
  polhode propagate bodies.csv --method motion | less
  polhode propagate bodies.csv --step 0.01 --compensated -o states.csv
  zcat bodies.csv.gz | polhode propagate - > states.csv)";

struct Options {
  std::string table;
  std::string method = "exact";
  std::string step;
  bool compensated = false;
  std::string output = "-";
};

/// How the way from 0 to t is cut: full steps of one length, then what remains.
struct Cut {
  double steps;
  double h;
  double rest;
};

/// The time is not accumulated: the rest is one rounding away from t - steps h, however many steps there are.
Cut cut(double t, double step) {
  constexpr double most_steps = 0x1p53;
  const double h = std::copysign(step, t);
  double steps = std::floor(t / h);
  if (!(steps < most_steps))
    throw InvalidInput("number of steps to t", text_of(steps), "fewer than 2^53; take longer steps");
  // t/h may have been rounded up to a whole number.
  const double rest = std::fma(-steps, h, t);
  if (steps > 0 && rest != 0 && std::signbit(rest) != std::signbit(h)) steps -= 1;
  return {steps, h, std::fma(-steps, h, t)};
}

/// Takes `advance(h)` through the cut.
template <typename Advance>
void walk(const Cut& way, const Advance& advance) {
  for (double n = 0; n < way.steps; ++n) {
    stop_if_interrupted();
    advance(way.h);
  }
  if (way.rest != 0) advance(way.rest);
}

State propagated(const MethodChoice& choice, std::optional<double> step, const Inertia& body,
                 const State& start, double t) {
  check(body, start);  // also where t = 0 takes no step at all
  const Cut way = step ? cut(t, *step) : Cut{0, t, t};
  if (!choice.method) {
    State state = start;
    walk(way, [&](double h) { state = FreeMotion(body, state).at(h); });
    return state;
  }
  FreeStepper stepper(body, start, *choice.method, choice.summation);
  walk(way, [&](double h) { stepper.step(h); });
  return stepper.state();
}

std::optional<double> read_step(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const ReadNumber read = read_number(text);
  if (read.expected != nullptr || !(read.value > 0))
    throw UsageError(fmt::format("--step: found \"{}\", expected a positive number", text));
  return read.value;
}

RowTask propagation(const MethodChoice& choice, std::optional<double> step) {
  RowTask task;
  task.needs = {"I1", "I2", "I3", "m0_1", "m0_2", "m0_3", "q0_w", "q0_x", "q0_y", "q0_z", "t"};
  task.results = {"m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z"};
  task.row = [choice, step](std::span<const double> row, const Warn& warn) -> std::vector<std::string> {
    const Inertia body = Inertia::from_moments(row[0], row[1], row[2]);
    const auto attitude = normalise_attitude({row[6], row[7], row[8], row[9]});
    if (attitude.was_far_from_unit)
      warn(fmt::format("the attitude q0 has the length {:.9g}; it was normalised", attitude.norm));
    const State start = state_from_momentum(attitude.q, {row[3], row[4], row[5]});
    const State end = propagated(choice, step, body, start, row[10]);
    const auto& [q, m] = end;
    return {text_of(m.x()), text_of(m.y()), text_of(m.z()), text_of(q.w()),
            text_of(q.x()), text_of(q.y()), text_of(q.z())};
  };
  return task;
}

}  // namespace

Command add_propagate(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  CLI::App* line =
      program.add_subcommand("propagate", "momentum and attitude at time t, for each row of a table");
  line->footer(help_footer);
  line->add_option("TABLE", options->table, "the table; - is standard input")->type_name("");
  line->add_option("--method", options->method,
                   "a name that `polhode methods` lists, or parts joined by + (default: exact)")
      ->type_name("NAME");
  line->add_option("--step", options->step,
                   "go from 0 to t in steps of H, the last one shortened; without it in one step")
      ->type_name("H");
  line->add_flag("--compensated", options->compensated, "carry the rounding of each step on to the next");
  line->add_option("-o,--output", options->output,
                   "write to FILE, complete or not at all (default: standard output)")
      ->type_name("FILE");
  const auto run = [options] {
    if (options->table.empty()) throw UsageError("which TABLE? - is standard input");
    const MethodChoice choice = choose_method(options->method, options->compensated);
    return rewrite_table(options->table, options->output, propagation(choice, read_step(options->step)));
  };
  return {line, run};
}

}  // namespace polhode::app
