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
#include <span>
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
    R"(The table is CSV; its first line names the columns. Required, in any order:
  I1 I2 I3            principal moments of inertia
  m0_1 m0_2 m0_3      angular momentum at time 0, in the body frame
  q0_w q0_x q0_y q0_z attitude at time 0, body to space, scalar first
  t                   the requested time, of either sign
Written: m_1 m_2 m_3 and q_w q_x q_y q_z at time t, with 17 digits. If the table has these columns
they are overwritten; all others are copied. A bad row is reported and its
results are left empty; the exit code is then 1.

For a body under torque, the column `kind` names the torque and p1, p2, ... hold its parameters;
if `kind` is empty or `free` the body is free:
)";

constexpr const char* help_of_torque =
    R"(Such a body is computed with an error at t of at most --tolerance, of m relative to its greatest
length and of q; or in equal steps of at most --step. --report writes more columns, for bodies under torque:
  error_estimate      the estimated error; with --step, from a second run with half the step
  method, step        series, runge-kutta or the name of the splitting, and its longest step
  conserved           the name of the quantity that the torque conserves, if any
  conserved_start     its value at time 0
  conserved_excursion its change from time 0 to time t

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
  return read_option("--step", text, "a positive number", [](double h) { return h > 0; });
}

std::optional<double> read_tolerance(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return read_option("--tolerance", text, "a number between 0 and 1",
                     [](double e) { return e > 0 && e < 1; });
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
  std::string method;                       ///< as it was named; empty if it was not
  std::optional<MethodChoice> free{};       ///< for free bodies; none if a splitting was named
  std::optional<MethodSettings> torqued{};  ///< under torque; none if a method for free bodies was named
  std::optional<double> step{};
  bool reports = false;
  int threads = 0;
};

/// Options for bodies under torque have no effect on free ones.
void refuse_for_free_method(const PropagateOptions& options) {
  for (const auto& [option, value] :
       {std::pair{"--tolerance", options.tolerance}, std::pair{"--free-method", options.free_method}})
    if (!value.empty())
      throw UsageError(
          fmt::format("{} requires a splitting; --method {} is for free bodies", option, options.method));
}

MethodSettings torqued_settings(const PropagateOptions& options, const Splitting* splitting) {
  MethodSettings settings;
  settings.step = read_step(options.step);
  settings.tolerance = read_tolerance(options.tolerance);
  if (splitting) settings.splitting = *splitting;
  const std::optional<bool> asked = read_summation(options.summation);
  if (!options.free_method.empty())
    settings.free_method = choose_free_method(options.free_method, asked.value_or(false));
  // With a tolerance, round-off should not be the limit.
  const bool is_usual =
      !settings.step && (!settings.free_method || can_be_compensated(*settings.free_method));
  const bool is_compensated = asked.value_or(is_usual);
  settings.summation = is_compensated ? Summation::compensated : Summation::plain;
  return settings;
}

PropagationRequest request_of(const PropagateOptions& options) {
  if (!options.tolerance.empty() && !options.step.empty())
    throw UsageError("--tolerance chooses the step: give only one of --tolerance and --step");
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

/// The results of a row. What is not known is left empty, and so is the report of a free body.
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
  Propagation(const PropagationRequest& request, std::span<Row> rows)
      : request_(request), rows_(rows), ends_(rows.size()), is_free_(rows.size()) {}

  void run(const BlockProgress& progress) {
    ManyMotionsSink sink;
    sink.state = [this](std::uint64_t i, double, const State& state) { ends_[i] = state; };
    sink.end = [this](std::uint64_t i, const SimulationReport& report) { end(i, report); };
    sink.refused = [this](std::uint64_t i, const InvalidInput& refusal) {
      rows_[i].refusal = fmt::format(": {}", refusal.what());
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
    Row& row = rows_[i];
    if (!row.read()) return std::nullopt;
    const std::optional<DescribedTorque> torque = torque_of(row.texts);
    refuse_other_kind(torque.has_value(), row.texts[0]);
    const auto& n = row.numbers;
    const Inertia body = Inertia::from_moments(n[0], n[1], n[2]);
    const auto attitude = normalise_attitude({n[6], n[7], n[8], n[9]});
    if (attitude.was_far_from_unit)
      row.warnings.push_back(fmt::format(
          "attitude q0 is not a unit quaternion (length {:.9g}); it was normalised", attitude.norm));
    if (torque) row.kind_warnings = torque->warnings;
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
                         fmt::format("a body under torque, since {} is a splitting; without --method, free "
                                     "bodies are computed by exact",
                                     request_.method));
    if (is_torqued && !request_.torqued)
      throw InvalidInput("kind", kind,
                         fmt::format("a free body, since {} is a method for free bodies; under torque, "
                                     "--method takes a splitting, and --free-method a free method in it",
                                     request_.method));
  }

  void set_free_method(const MethodChoice& choice, double t, Problem& problem) const {
    if (!choice.method) return;  // the motion as a function of time needs no step
    // Without --step, in one step.
    problem.options.step = request_.step.value_or(t == 0 ? 1 : std::abs(t));
    problem.options.free_method = choice.method;
    problem.options.summation = choice.summation;
  }

  void end(std::uint64_t i, const SimulationReport& report) {
    Row& row = rows_[i];
    row.kind_warnings.insert(row.kind_warnings.end(), report.warnings.begin(), report.warnings.end());
    if (report.stopped)
      row.refusal = is_free_[i] ? fmt::format(": {}", report.stopped->reason)
                                : fmt::format(": integration stopped at t = {:.9g}: {}", report.stopped->time,
                                              report.stopped->reason);
    else
      row.results = texts_of(ends_[i], report, is_free_[i], request_.reports);
  }

  const PropagationRequest& request_;
  const std::span<Row> rows_;
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
  task.compute = [&request](std::span<Row> rows, const BlockProgress& progress) {
    Propagation(request, rows).run(progress);
  };
  return task;
}

ExitCode propagate(const PropagateOptions& options) {
  if (options.table.empty()) throw UsageError("missing TABLE argument (use - for standard input)");
  const PropagationRequest request = request_of(options);
  return rewrite_table(options.table, options.output, options.is_forced, propagation(request));
}

}  // namespace

Command propagate_command() {
  const auto options = std::make_shared<PropagateOptions>();
  return {
      "propagate",
      "momentum and attitude at time t, for each row of a table",
      {{"TABLE", &options->table, "the table; - is standard input"},
       {"--method", &options->method,
        "a name that `polhode methods` lists, or parts joined by +; a splitting for bodies under torque "
        "(default: exact, and a method that suits the torque)",
        "NAME"},
       {"--step", &options->step,
        "steps of H from 0 to t, the last one shorter; under torque equal steps of at most H "
        "(default: one step, or under torque as the tolerance requires)",
        "H"},
       {"--tolerance", &options->tolerance,
        fmt::format("the error tolerance under torque (default: {:g})", default_tolerance), "TOL"},
       {"--free-method", &options->free_method, "the free method within a splitting (default: exact)",
        "NAME"},
       {"--summation", &options->summation,
        "how steps are added up: compensated, which carries the round-off of each step on to the next, or "
        "plain (default: plain with --step, compensated with a tolerance)",
        "HOW"},
       {"--report", &options->report, "write columns on method and error for bodies under torque"},
       {"--threads", &options->threads,
        "number of threads (default: all cores); the results do not depend on it", "N"},
       {"-o,--output", &options->output, "write to FILE, complete or not at all (default: standard output)",
        "FILE"},
       {"--force", &options->is_forced, "overwrite an existing file, even TABLE itself"}},
      propagate_help(),
      [options] { return propagate(*options); }};
}

}  // namespace polhode::app
