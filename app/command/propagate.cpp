// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/error.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/methods.hpp"
#include "catalogue/torques.hpp"
#include "command/command.hpp"
#include "files/interrupt.hpp"
#include "run/problem.hpp"
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
length and of q; or in equal steps of at most --step. --report writes more columns, for bodies under torque:
  error_estimate      of that error; with --step, by a second run in halves of the steps
  method, step        series, runge-kutta or the splitting by which it went, and its longest step
  conserved           what the torque conserves, if anything: its name,
  conserved_start     its value at time 0, and
  conserved_excursion how far it is from there at time t

Examples:
  polhode propagate bodies.csv -o states.csv
  polhode propagate bodies.csv --method motion | less
  polhode propagate bodies.csv --step 0.01 --summation compensated -o states.csv
  zcat bodies.csv.gz | polhode propagate - > states.csv
  polhode propagate tops.csv --tolerance 1e-12 --report -o states.csv
  polhode propagate tops.csv --method blanes_moan_srkn14a --step 0.05 -o states.csv)";

std::string propagate_help() {
  std::string text = help_of_tables;
  for (const RowKind& kind : row_kinds()) {
    std::string summary = kind.summary;
    for (std::size_t end = summary.find('\n'); end != std::string::npos; end = summary.find('\n', end + 1))
      summary.insert(end + 1, 6, ' ');
    text += fmt::format("  {}\n      {}\n", kind.name, summary);
  }
  return text + help_of_torque;
}

struct PropagateOptions {
  std::string table;
  std::string method;
  std::string free_method;
  std::string step;
  std::string tolerance;
  std::string summation;
  bool report = false;
  bool is_forced = false;
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

/// Whether sums are compensated; none: nothing was said.
std::optional<bool> read_summation(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text != "compensated" && text != "plain")
    throw UsageError(fmt::format("--summation: found \"{}\", expected compensated or plain", text));
  return text == "compensated";
}

/// How the rows are computed.
struct PropagationRequest {
  std::string method;                  ///< as it was named; empty where it was not
  std::optional<MethodChoice> free{};  ///< for free bodies; none: a splitting was named
  std::optional<MethodSettings>
      torqued{};  ///< for bodies under torque; none: a method for free bodies was named
  std::optional<double> step{};
  bool reports = false;
  int threads = 0;
};

/// Options for bodies under torque would have no effect on free ones.
void refuse_for_free_method(const PropagateOptions& options) {
  for (const auto& [option, value] :
       {std::pair{"--tolerance", options.tolerance}, std::pair{"--free-method", options.free_method}})
    if (!value.empty())
      throw UsageError(
          fmt::format("{}: goes with a splitting; --method {} is for free bodies", option, options.method));
}

MethodSettings torqued_settings(const PropagateOptions& options, const Splitting* splitting) {
  MethodSettings settings;
  settings.step = read_step(options.step);
  settings.tolerance = read_tolerance(options.tolerance);
  if (splitting) settings.splitting = *splitting;
  const std::optional<bool> asked = read_summation(options.summation);
  if (!options.free_method.empty())
    settings.free_method = choose_free_method(options.free_method, asked.value_or(false));
  // To a tolerance rounding should not be the limit.
  const bool is_usual =
      !settings.step && (!settings.free_method || can_be_compensated(*settings.free_method));
  const bool is_compensated = asked.value_or(is_usual);
  settings.summation = is_compensated ? Summation::compensated : Summation::plain;
  return settings;
}

PropagationRequest request_of(const PropagateOptions& options) {
  if (!options.tolerance.empty() && !options.step.empty())
    throw UsageError("--tolerance finds the step by itself: expected one of --tolerance and --step");
  const Splitting* splitting = find_splitting(options.method);
  const bool names_free = !options.method.empty() && splitting == nullptr;
  PropagationRequest request{.method = options.method, .step = read_step(options.step)};
  if (splitting == nullptr)
    request.free = choose_method(names_free ? options.method : "exact",
                                 read_summation(options.summation).value_or(false));
  if (names_free) refuse_for_free_method(options);
  if (!names_free) request.torqued = torqued_settings(options, splitting);
  request.reports = options.report;
  request.threads = read_threads(options.threads);
  return request;
}

std::vector<std::string> report_columns() {
  return {"error_estimate", "method", "step", "conserved", "conserved_start", "conserved_excursion"};
}

/// The texts of the results of a row. What is not known stays empty, and so does the report of a free body.
std::vector<std::string> texts_of(const State& end, const SimulationReport& report, bool is_free,
                                  bool reports) {
  const auto& [q, m] = end;
  std::vector<std::string> texts;
  for (const double number : {m.x(), m.y(), m.z(), q.w(), q.x(), q.y(), q.z()})
    texts.push_back(text_of(number));
  if (!reports) return texts;
  if (is_free) {
    texts.resize(texts.size() + report_columns().size());
    return texts;
  }
  const auto known = [](double value) { return std::isnan(value) ? std::string() : text_of(value); };
  for (std::string text :
       {known(report.error_estimate), report.splitting.empty() ? report.engine : report.splitting,
        text_of(report.step), report.conserved_name, known(report.conserved_start),
        known(report.conserved_excursion)})
    texts.push_back(std::move(text));
  return texts;
}

/// A block of rows, each a problem of its own.
class Propagation {
 public:
  Propagation(const PropagationRequest& request, RowBlock& rows)
      : request_(request), rows_(rows), ends_(rows.size()), is_free_(rows.size()) {}

  void run(const std::function<void(double)>& progress) {
    ManyMotionsSink sink;
    sink.state = [this](std::uint64_t i, double, const State& state) { ends_[i] = state; };
    sink.end = [this](std::uint64_t i, const SimulationReport& report) { end(i, report); };
    sink.refused = [this](std::uint64_t i, const InvalidInput& refusal) {
      rows_.result(i).refusal = fmt::format(": {}", refusal.what());
    };
    ManyMotionsOptions options;
    options.threads = request_.threads;
    options.progress = [&](double fraction) {
      stop_if_interrupted();
      progress(fraction);
      return true;
    };
    simulate_many(
        rows_.size(), [this](std::uint64_t i) { return problem(i); }, sink, options);
  }

 private:
  std::optional<Problem> problem(std::uint64_t i) {
    const std::optional<Row> row = rows_.read(i);
    if (!row) return std::nullopt;
    const std::optional<DescribedTorque> torque = torque_of(row->texts);
    refuse_other_kind(torque.has_value(), row->texts[0]);
    const auto& n = row->numbers;
    const Inertia body = Inertia::from_moments(n[0], n[1], n[2]);
    const auto attitude = normalise_attitude({n[6], n[7], n[8], n[9]});
    if (attitude.was_far_from_unit)
      rows_.result(i).warnings.push_back(
          fmt::format("the attitude q0 has the length {:.9g}; it was normalised", attitude.norm));
    if (torque) rows_.result(i).kind_warnings = torque->warnings;
    const double t = n[10];
    Problem problem{body, state_from_momentum(attitude.q, {n[3], n[4], n[5]}),
                    torque ? torque->torque : Torque(), TimeSequence(1, [t](std::uint64_t) { return t; })};
    problem.options.estimate_error = request_.reports && torque;
    is_free_[i] = !torque;
    if (torque)
      set_method(*request_.torqued, problem);
    else
      set_free_method(*request_.free, t, problem);
    return problem;
  }

  void refuse_other_kind(bool is_torqued, const std::string& kind) const {
    if (!is_torqued && !request_.free)
      throw InvalidInput("kind", "a free body",
                         fmt::format("one under torque: {} is a splitting; without --method free bodies go "
                                     "by exact, and others by a splitting",
                                     request_.method));
    if (is_torqued && !request_.torqued)
      throw InvalidInput("kind", kind,
                         fmt::format("a free body: {} knows no torque; --method takes a splitting for this "
                                     "one, and --free-method a free method in it",
                                     request_.method));
  }

  void set_free_method(const MethodChoice& choice, double t, Problem& problem) const {
    if (!choice.method) return;  // the motion as a function of time needs no step
    // Without --step in one step.
    problem.options.step = request_.step.value_or(t == 0 ? 1 : std::abs(t));
    problem.options.free_method = choice.method;
    problem.options.summation = choice.summation;
  }

  void end(std::uint64_t i, const SimulationReport& report) {
    RowResult& result = rows_.result(i);
    result.kind_warnings.insert(result.kind_warnings.end(), report.warnings.begin(), report.warnings.end());
    if (report.stopped)
      result.refusal =
          is_free_[i]
              ? fmt::format(": {}", report.stopped->reason)
              : fmt::format(": motion: found its end at time {:.9g} ({}), expected one that reaches t",
                            report.stopped->time, report.stopped->reason);
    else
      result.texts = texts_of(ends_[i], report, is_free_[i], request_.reports);
  }

  const PropagationRequest& request_;
  RowBlock& rows_;
  std::vector<State> ends_;
  std::vector<char> is_free_;  ///< not bool: threads write neighbours
};

RowTask propagation(const PropagationRequest& request) {
  RowTask task;
  task.needs = {"I1", "I2", "I3", "m0_1", "m0_2", "m0_3", "q0_w", "q0_x", "q0_y", "q0_z", "t"};
  task.results = {"m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z"};
  if (request.reports)
    for (const auto& name : report_columns()) task.results.push_back(name);
  task.texts = torque_columns();
  if (!request.free)
    task.why_texts = fmt::format("--method {} is a splitting, for bodies under torque", request.method);
  else if (request.torqued && request.torqued->free_method)
    task.why_texts = "--free-method is for bodies under torque";
  task.compute = [&request](RowBlock& rows, const std::function<void(double)>& progress) {
    Propagation(request, rows).run(progress);
  };
  return task;
}

ExitCode propagate(const PropagateOptions& options) {
  if (options.table.empty()) throw UsageError("which TABLE? - is standard input");
  const PropagationRequest request = request_of(options);
  return rewrite_table(options.table, options.output, options.is_forced, propagation(request));
}

}  // namespace

Command propagate_command() {
  const auto options = std::make_shared<PropagateOptions>();
  return {"propagate",
          "momentum and attitude at time t, for each row of a table",
          {{"TABLE", &options->table, "the table; - is standard input"},
           {"--method", &options->method,
            "a name that `polhode methods` lists, or parts joined by +; a splitting for bodies under torque "
            "(default: exact, "
            "and a splitting that suits the torque)",
            "NAME"},
           {"--step", &options->step,
            "go from 0 to t in steps of H, the last one shorter; under torque in equal steps of at most H; "
            "without it "
            "in one step, or to the tolerance",
            "H"},
           {"--tolerance", &options->tolerance,
            fmt::format("the error allowed under torque (default: {:g})", default_tolerance), "TOL"},
           {"--free-method", &options->free_method, "the free method within a splitting (default: exact)",
            "NAME"},
           {"--summation", &options->summation,
            "how steps are added up: compensated, which carries the rounding of each step on to the next, or "
            "plain (default: plain with --step, compensated to a tolerance)",
            "HOW"},
           {"--report", &options->report, "columns that say how bodies under torque went"},
           {"--threads", &options->threads,
            "share the rows among N threads (default: all); the results do not depend on it", "N"},
           {"-o,--output", &options->output,
            "write to FILE, complete or not at all (default: standard output)", "FILE"},
           {"--force", &options->is_forced, "write over a file that is there, be it the table"}},
          propagate_help(),
          [options] { return propagate(*options); }};
}

}  // namespace polhode::app
