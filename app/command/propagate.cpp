// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <polhode/batch/method.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "command/free_ends.hpp"
#include "command/method_choice.hpp"
#include "command/step_walk.hpp"
#include "command/torque_kind.hpp"
#include "command/torqued_run.hpp"
#include "console/messages.hpp"
#include "table/number.hpp"
#include "table/rewrite.hpp"

namespace polhode::app {
namespace {

constexpr const char* help_of_tables =
    R"(The table is CSV; its first line names the columns. Needed, in any order:
  I1 I2 I3            principal moments of inertia
  m0_1 m0_2 m0_3      angular momentum at time 0, in the body frame
  q0_w q0_x q0_y q0_z attitude at time 0, body to space, scalar first
  t                   the time that is asked for, of either sign
Written: m_1 m_2 m_3 and q_w q_x q_y q_z at time t, with 17 digits. Where these columns are
there already they are replaced; all others pass through. A bad row is reported and its
results are left empty; the exit code is then 1.

A body under torque has its kind in the column `kind` and its parameters in p1, p2, ...;
where nothing or `free` stands there the body is free:
)";

constexpr const char* help_of_torque =
    R"(Such a body goes to t with an error of at most --tolerance, of m relative to its greatest
length and of q; or in steps of --step. --report writes more columns, for bodies under torque:
  error_estimate      of that error; with --step, by a second run in halves of the steps
  splitting, step     how the body went
  conserved           what the torque conserves, if anything: its name,
  conserved_start     its value at time 0, and
  conserved_excursion how far it is from there at time t

Examples:
  polhode propagate bodies.csv -o states.csv
  polhode propagate bodies.csv --method motion | less
  polhode propagate bodies.csv --step 0.01 --compensated -o states.csv
  zcat bodies.csv.gz | polhode propagate - > states.csv
  polhode propagate tops.csv --tolerance 1e-12 --report -o states.csv
  polhode propagate tops.csv --method blanes_moan_srkn14a --step 0.05 -o states.csv)";

std::string help_footer() {
  std::string text = help_of_tables;
  for (const TorqueKind& kind : torque_kinds()) {
    std::string summary = kind.summary;
    for (std::size_t end = summary.find('\n'); end != std::string::npos; end = summary.find('\n', end + 1))
      summary.insert(end + 1, 14, ' ');
    text += fmt::format("  {:<12}{}\n", kind.name, summary);
  }
  return text + help_of_torque;
}

struct Options {
  std::string table;
  std::string method;
  std::string drift;
  std::string step;
  std::string tolerance;
  bool compensated = false;
  bool report = false;
  std::string threads;
  std::string output = "-";
};

std::optional<double> read_step(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const ReadNumber read = read_number(text);
  if (read.expected != nullptr || !(read.value > 0))
    throw UsageError(fmt::format("--step: found \"{}\", expected a positive number", text));
  return read.value;
}

std::optional<double> read_tolerance(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const ReadNumber read = read_number(text);
  if (read.expected != nullptr || !(read.value > 0 && read.value < 1))
    throw UsageError(fmt::format("--tolerance: found \"{}\", expected a number between 0 and 1", text));
  return read.value;
}

/// How the rows go from 0 to t.
struct Ways {
  std::string method;                  ///< as it was named; empty where it was not
  std::optional<MethodChoice> free{};  ///< none: a splitting was named
  std::optional<double> step{};
  std::optional<TorquedWay> torqued{};  ///< none: a method for free bodies was named
};

/// What only bodies under torque understand must not be lost on others.
void refuse_for_free_method(const Options& options) {
  for (const auto& [option, value] :
       {std::pair{"--tolerance", options.tolerance}, std::pair{"--drift", options.drift}})
    if (!value.empty())
      throw UsageError(
          fmt::format("{}: goes with a splitting; --method {} is for free bodies", option, options.method));
}

TorquedWay torqued_way(const Options& options, const Splitting* splitting) {
  TorquedWay way{.splitting = splitting, .step = read_step(options.step), .estimates_error = options.report};
  if (const auto tolerance = read_tolerance(options.tolerance)) way.tolerance = *tolerance;
  if (!options.drift.empty()) way.drift = choose_drift(options.drift, options.compensated);
  // Whoever asks for an accuracy does not want to think of rounding.
  const bool is_compensated = way.step ? options.compensated : !way.drift || can_be_compensated(*way.drift);
  way.summation = is_compensated ? Summation::compensated : Summation::plain;
  return way;
}

Ways choose_ways(const Options& options) {
  if (!options.tolerance.empty() && !options.step.empty())
    throw UsageError("--tolerance finds the step by itself: expected one of --tolerance and --step");
  const Splitting* splitting = find_splitting(options.method);
  const bool names_free = !options.method.empty() && splitting == nullptr;
  Ways ways{.method = options.method, .step = read_step(options.step)};
  if (splitting == nullptr)
    ways.free = choose_method(names_free ? options.method : "exact", options.compensated);
  if (names_free) refuse_for_free_method(options);
  if (!names_free) ways.torqued = torqued_way(options, splitting);
  return ways;
}

State free_end(const MethodChoice& choice, std::optional<double> step, const Inertia& body,
               const State& start, double t, const std::function<void(double)>& progress) {
  check(body, start);  // also where t = 0 takes no step at all
  const Cut way = step ? cut(t, *step) : Cut{0, t, t};
  if (!choice.method) {
    State state = start;
    walk(way, progress, [&](double h) { state = FreeMotion(body, state).at(h); });
    return state;
  }
  FreeStepper stepper(body, start, *choice.method, choice.summation);
  walk(way, progress, [&](double h) { stepper.step(h); });
  return stepper.state();
}

/// Passes each warning of the library on for the first row that has it, and counts the others. Two that differ in
/// their numbers alone are one.
class RareWarnings {
 public:
  void add(const std::string& what, const RowTalk& talk) {
    std::string shape;
    for (const char c : what)
      if (std::string_view("0123456789.+-e").find(c) == std::string_view::npos) shape += c;
    if (++rows_[shape] == 1) talk.warn(what);
  }

  std::size_t withheld() const {
    std::size_t count = 0;
    for (const auto& [shape, rows] : rows_) count += rows - 1;
    return count;
  }

 private:
  std::map<std::string, std::size_t> rows_;
};

constexpr std::size_t numbers_of_state = 7;

/// In place of the first texts, of which there are as many at least.
void replace_texts(const State& end, std::vector<std::string>& texts) {
  const auto& [q, m] = end;
  std::size_t i = 0;
  for (const double number : {m.x(), m.y(), m.z(), q.w(), q.x(), q.y(), q.z()})
    replace_by_text_of(number, texts[i++]);
}

std::vector<std::string> texts_of(const State& end) {
  std::vector<std::string> texts(numbers_of_state);
  replace_texts(end, texts);
  return texts;
}

std::vector<std::string> report_columns() {
  return {"error_estimate", "splitting", "step", "conserved", "conserved_start", "conserved_excursion"};
}

/// What is not known stays empty.
std::vector<std::string> report_of(const TorquedEnd& end) {
  const auto known = [](double value) { return std::isnan(value) ? std::string() : text_of(value); };
  return {known(end.error_estimate),  end.splitting,
          text_of(end.step),          end.conserved_name,
          known(end.conserved_start), known(end.conserved_excursion)};
}

FreeWay read_given(const Row& row, const std::function<void(std::string)>& warn) {
  const auto& n = row.numbers;
  const Inertia body = Inertia::from_moments(n[0], n[1], n[2]);
  const auto attitude = normalise_attitude({n[6], n[7], n[8], n[9]});
  if (attitude.was_far_from_unit)
    warn(fmt::format("the attitude q0 has the length {:.9g}; it was normalised", attitude.norm));
  return {body, state_from_momentum(attitude.q, {n[3], n[4], n[5]}), n[10]};
}

/// Those of the rows that are free bodies, side by side.
class FreeRows {
 public:
  /// columns: of results; what is reported of bodies under torque stays empty.
  FreeRows(const FreePace& pace, std::size_t columns) : pace_(pace), columns_(columns) {}

  void operator()(std::span<const Row> rows, std::span<RowResult* const> results,
                  const std::function<void(double)>& progress) const {
    std::vector<FreeWay> ways;
    std::vector<RowResult*> owners;
    ways.reserve(rows.size());
    owners.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) try {
        if (torque_of(rows[i].texts)) continue;
        ways.push_back(
            read_given(rows[i], [&](std::string what) { results[i]->warnings.push_back(std::move(what)); }));
        owners.push_back(results[i]);
      } catch (const InvalidInput&) {
        // It will be refused by itself.
      }
    const std::vector<std::optional<State>> ends = free_ends(ways, pace_, progress);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (!ends[i]) continue;
      owners[i]->texts.resize(columns_);
      replace_texts(*ends[i], owners[i]->texts);
      owners[i]->is_known = true;
    }
  }

 private:
  FreePace pace_;
  std::size_t columns_;
};

RowTask propagation(const Ways& ways, bool reports, RareWarnings& warnings) {
  RowTask task;
  task.needs = {"I1", "I2", "I3", "m0_1", "m0_2", "m0_3", "q0_w", "q0_x", "q0_y", "q0_z", "t"};
  task.results = {"m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z"};
  if (reports)
    for (const auto& name : report_columns()) task.results.push_back(name);
  task.texts = torque_columns();
  if (!ways.free)
    task.why_texts = fmt::format("--method {} is a splitting, for bodies under torque", ways.method);
  else if (ways.torqued && ways.torqued->drift)
    task.why_texts = "--drift is for bodies under torque";
  task.row = [&ways, reports, &warnings](const Row& row, const RowTalk& talk) -> std::vector<std::string> {
    const std::optional<Torque> torque = torque_of(row.texts);
    if (!torque && !ways.free)
      throw InvalidInput("kind", "a free body",
                         fmt::format("one under torque: {} is a splitting; without --method free bodies go "
                                     "by exact, and others by a splitting",
                                     ways.method));
    if (torque && !ways.torqued)
      throw InvalidInput("kind", row.texts[0],
                         fmt::format("a free body: {} knows no torque; --method takes a splitting for this "
                                     "one, and --drift a free method in it",
                                     ways.method));
    const auto [body, start, t] = read_given(row, talk.warn);
    if (!torque) {
      auto texts = texts_of(free_end(*ways.free, ways.step, body, start, t, talk.progress));
      texts.resize(texts.size() + (reports ? report_columns().size() : 0));
      return texts;
    }
    const TorquedEnd end = run_under_torque(*ways.torqued, body, start, *torque, t, talk.progress);
    for (const auto& what : end.warnings) warnings.add(what, talk);
    auto texts = texts_of(end.state);
    if (reports)
      for (auto& text : report_of(end)) texts.push_back(std::move(text));
    return texts;
  };
  if (ways.free && ways.free->method)
    if (const auto method = batch::method_of(*ways.free->method))
      task.rows = FreeRows({*method, ways.free->summation, ways.step}, task.results.size());
  return task;
}

ExitCode run(const Options& options) {
  if (options.table.empty()) throw UsageError("which TABLE? - is standard input");
  const Ways ways = choose_ways(options);
  RareWarnings warnings;
  RowTask task = propagation(ways, options.report, warnings);
  task.threads = read_threads(options.threads);
  const ExitCode code = rewrite_table(options.table, options.output, task);
  if (warnings.withheld() > 0)
    say(fmt::format("warnings like those above that are not shown: {}", warnings.withheld()));
  return code;
}

}  // namespace

Command propagate_command() {
  const auto options = std::make_shared<Options>();
  return {
      "propagate",
      "momentum and attitude at time t, for each row of a table",
      {{"TABLE", &options->table, "the table; - is standard input"},
       {"--method", &options->method,
        "a name that `polhode methods` lists, or parts joined by +; a splitting for bodies under torque "
        "(default: exact, "
        "and a splitting that suits the torque)",
        "NAME"},
       {"--step", &options->step,
        "go from 0 to t in steps of H, the last one shortened; without it in one step, or to the tolerance",
        "H"},
       {"--tolerance", &options->tolerance,
        fmt::format("the error allowed under torque (default: {:g})", default_tolerance), "TOL"},
       {"--drift", &options->drift, "the free method within a splitting (default: exact)", "NAME"},
       {"--compensated", &options->compensated,
        "carry the rounding of each step on to the next; to a tolerance this is always done"},
       {"--report", &options->report, "columns that say how bodies under torque went"},
       {"--threads", &options->threads,
        "share free bodies among N threads (default: all); the results do not depend on it", "N"},
       {"-o,--output", &options->output, "write to FILE, complete or not at all (default: standard output)",
        "FILE"}},
      help_footer(),
      [options] { return run(*options); }};
}

}  // namespace polhode::app
