// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <polhode/body/inertia.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "console/messages.hpp"
#include "files/output.hpp"
#include "scenario/scenario.hpp"
#include "table/number.hpp"
#include "table/rewrite.hpp"

namespace polhode::app {
namespace {

constexpr const char* periods_help =
    R"(Give one body and its spin by options, or many by a table (CSV) with the columns I1 I2 I3 and
m0_1 m0_2 m0_3; the columns regime, polhode_period, precession_period, precession_rate,
long_axis_rate, rotation_number, nutation_min, nutation_max (radians) and next_flip are then added or overwritten.
A scenario (TOML) may be given instead: its body and start are described, of an ensemble those of its first run.
Units are yours: times are in the unit of moment / momentum. What never happens is inf.

Examples:
  polhode periods --moments 0.61 0.965 1 --momentum 0.19375 0 0.98105
  polhode periods --tensor 2 0.1 0 3 0 4 --omega 0 1 0.01
  polhode periods --moments 1 2 3 --omega 0.01 1 0 --json
  polhode periods --moments 0.61 0.965 1 --omega 3.694 0 11.409 --degrees
  polhode periods asteroid.toml
  polhode periods bodies.csv -o periods.csv)";

struct PeriodsOptions {
  std::string table;
  std::vector<std::string> moments, tensor, momentum, omega;
  std::string output = "-";
  bool json = false, in_degrees = false, is_forced = false;
};

std::vector<double> numbers(const char* option, const std::vector<std::string>& texts) {
  std::vector<double> values;
  for (const auto& text : texts) {
    const ReadNumber read = read_number(text);
    if (read.expected != nullptr)
      throw UsageError(fmt::format("{}: found \"{}\", expected {}", option, text, read.expected));
    values.push_back(read.value);
  }
  return values;
}

Inertia read_body(const PeriodsOptions& options) {
  if (options.moments.empty() == options.tensor.empty())
    throw UsageError("expected a TABLE, or a body by either --moments or --tensor");
  if (!options.moments.empty()) {
    const auto i = numbers("--moments", options.moments);
    return Inertia::from_moments(i[0], i[1], i[2]);
  }
  const auto i = numbers("--tensor", options.tensor);
  Eigen::Matrix3d tensor;
  if (i.size() == 6)
    tensor << i[0], i[1], i[2], i[1], i[3], i[4], i[2], i[4], i[5];
  else if (i.size() == 9)
    tensor << i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8];
  else
    throw UsageError(fmt::format("--tensor: found {} numbers, expected 6 or 9", i.size()));
  return Inertia::from_tensor(tensor);
}

State read_spin(const PeriodsOptions& options, const Inertia& body) {
  if (options.momentum.empty() == options.omega.empty())
    throw UsageError(fmt::format("found {} --momentum {} --omega, expected the spin by exactly one of them",
                                 options.momentum.empty() ? "neither" : "both",
                                 options.momentum.empty() ? "nor" : "and"));
  const auto attitude = Eigen::Quaterniond::Identity();  // no result depends on it
  if (!options.momentum.empty()) {
    const auto m = numbers("--momentum", options.momentum);
    return state_from_momentum(attitude, {m[0], m[1], m[2]});
  }
  const auto w = numbers("--omega", options.omega);
  const double unit = options.in_degrees ? std::numbers::pi / 180 : 1;
  return state_from_angular_velocity(body, attitude, unit * Eigen::Vector3d(w[0], w[1], w[2]));
}

std::string short_number(double value, const char* otherwise) {
  return std::isfinite(value) ? fmt::format("{:.10g}", value) : otherwise;
}

std::string_view explained(Regime regime) {
  switch (regime) {
    case Regime::rest:
      return "the body does not rotate";
    case Regime::pure_rotation:
      return "the body rotates about a fixed axis";
    case Regime::long_axis_mode:
      return "the momentum circles the axis of least inertia";
    case Regime::short_axis_mode:
      return "the momentum circles the axis of greatest inertia";
    case Regime::separatrix:
      return "the momentum tends to the intermediate axis";
  }
  return "";
}

constexpr double degrees_in_radian = 180 / std::numbers::pi;

/// The columns of a table and the keys of the JSON, with their values; `unit` is that of the angles.
std::vector<std::pair<std::string, double>> quantities(const TumblingDescription& d, double unit) {
  return {{"polhode_period", d.polhode_period},          {"precession_period", d.precession_period},
          {"precession_rate", unit * d.precession_rate}, {"long_axis_rate", unit * d.long_axis_rate},
          {"rotation_number", d.rotation_number},        {"nutation_min", unit * d.smallest_nutation},
          {"nutation_max", unit * d.largest_nutation},   {"next_flip", d.next_flip}};
}

std::string as_list(const Inertia& body, const TumblingDescription& d, bool in_degrees) {
  const double unit = in_degrees ? degrees_in_radian : 1;
  const char* const per_time = in_degrees ? "degrees per time" : "radians per time";
  const Vec3<double> i = from_eigen(body.moments());
  std::string text;
  const auto add = [&text](std::string_view name, std::string_view value, std::string_view meaning) {
    text += fmt::format("{:<18}  {:<22}  {}\n", name, value, meaning);
  };
  add("moments", fmt::format("{:.6g} {:.6g} {:.6g}", i.x, i.y, i.z),
      "principal, ascending: long, intermediate, short axis");
  add("regime", name(d.regime), explained(d.regime));
  add("polhode period", short_number(d.polhode_period, "infinite"),
      "time until the momentum returns to its place in the body");
  add("precession period", short_number(d.precession_period, "infinite"),
      "mean time of a turn of the circled axis about the momentum");
  add("precession rate", short_number(unit * d.precession_rate, "infinite"),
      fmt::format("the same in {}", per_time));
  add("long-axis rate", short_number(unit * d.long_axis_rate, "infinite"),
      fmt::format("mean rate of the long axis about the momentum, {}", per_time));
  add("rotation number", short_number(d.rotation_number, "infinite"), "polhode period / precession period");
  add("nutation",
      fmt::format("{:.6g} to {:.6g} deg", degrees_in_radian * d.smallest_nutation,
                  degrees_in_radian * d.largest_nutation),
      "angle from the momentum to the circled axis");
  add("next flip", short_number(d.next_flip, "never"), "time until the intermediate component passes zero");
  return text;
}

std::string as_json(const Inertia& body, const TumblingDescription& d, bool in_degrees) {
  const Vec3<double> i = from_eigen(body.moments());
  std::string text = fmt::format(
      R"({{
  "moments": [{}, {}, {}],
  "satisfies_triangle_inequality": {},
  "regime": "{}",
  "angles": "{}")",
      text_of(i.x), text_of(i.y), text_of(i.z), body.satisfies_triangle_inequality(), name(d.regime),
      in_degrees ? "degrees" : "radians");
  for (const auto& [key, value] : quantities(d, in_degrees ? degrees_in_radian : 1))
    text += fmt::format(",\n  \"{}\": {}", key, std::isfinite(value) ? text_of(value) : "null");
  return text + "\n}\n";
}

RowTask descriptions() {
  RowTask task;
  task.needs = {"I1", "I2", "I3", "m0_1", "m0_2", "m0_3"};
  task.results = {"regime"};
  for (const auto& [key, value] : quantities({}, 1)) task.results.push_back(key);
  task.compute = one_by_one([](const Row& given) {
    const auto& row = given.numbers;
    const Inertia body = Inertia::from_moments(row[0], row[1], row[2]);
    const auto d =
        describe(body, state_from_momentum(Eigen::Quaterniond::Identity(), {row[3], row[4], row[5]}));
    std::vector<std::string> texts{std::string(name(d.regime))};
    for (const auto& [key, value] : quantities(d, 1)) texts.push_back(text_of(value));
    return texts;
  });
  return task;
}

ExitCode describe_state(const Inertia& body, const State& state, const PeriodsOptions& options) {
  const auto description = describe(body, state);
  if (!body.satisfies_triangle_inequality())
    say("warning: no distribution of mass has these moments: the greatest exceeds the sum of the others");
  make_folder_of(options.output);
  OutputFile output(OutputClaim(options.is_forced).place(options.output));
  output.write(options.json ? as_json(body, description, options.in_degrees)
                            : as_list(body, description, options.in_degrees));
  output.finish();
  return ExitCode::ok;
}

ExitCode describe_table(const PeriodsOptions& options) {
  const bool body_too = !(options.moments.empty() && options.tensor.empty() && options.momentum.empty() &&
                          options.omega.empty());
  if (body_too) throw UsageError("expected either a TABLE or a body by options, found both");
  if (options.table.ends_with(".toml")) {
    const Scenario scenario = ScenarioFile::read(options.table).scenario();
    if (!scenario.torque.is_none())
      say("note: this scenario has a torque; these are the periods of the free body");
    return describe_state(scenario.body, scenario.start, options);
  }
  if (options.json) throw UsageError("--json is for one body, not for a table");
  if (options.in_degrees) throw UsageError("--degrees is for one body, not for a table, which is in radians");
  return rewrite_table(options.table, options.output, options.is_forced, descriptions());
}

ExitCode describe_body(const PeriodsOptions& options) {
  const Inertia body = read_body(options);
  return describe_state(body, read_spin(options, body), options);
}

}  // namespace

Command periods_command() {
  const auto options = std::make_shared<PeriodsOptions>();
  return {"periods",
          "describe how a body tumbles: regime, periods, nutation, next flip",
          {{"TABLE", &options->table, "a table, or a scenario (.toml); - is a table on standard input"},
           {"--moments", &options->moments, "principal moments, in any order", "I1 I2 I3", false, 3, 3},
           {"--tensor", &options->tensor, "inertia tensor: 9 entries by rows, or 6: Ixx Ixy Ixz Iyy Iyz Izz",
            "...", false, 6, 9},
           {"--momentum", &options->momentum, "angular momentum in the body frame", "m1 m2 m3", false, 3, 3},
           {"--omega", &options->omega, "or angular velocity in the body frame", "w1 w2 w3", false, 3, 3},
           {"--degrees", &options->in_degrees, "angles in degrees: those of --omega, and the results"},
           {"--json", &options->json, "write JSON; infinite values are null"},
           {"-o,--output", &options->output,
            "write to FILE, complete or not at all (default: standard output)", "FILE"},
           {"--force", &options->is_forced, "overwrite an existing file, even TABLE itself"}},
          periods_help,
          [options] { return options->table.empty() ? describe_body(*options) : describe_table(*options); }};
}

}  // namespace polhode::app
