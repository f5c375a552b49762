// SPDX-License-Identifier: MIT
#include "scenario/scenario.hpp"

#include <fmt/format.h>

#include <mutex>
#include <optional>
#include <polhode/free/motion.hpp>
#include <utility>

#include "exit_code.hpp"
#include "files/input.hpp"
#include "result/columns.hpp"
#include "result/result.hpp"
#include "scenario/file_cache.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"
#include "scenario/tree.hpp"
#include "scenario/value.hpp"

namespace polhode::app {
namespace {

constexpr std::uint64_t most_runs = 100'000'000'000;  // more is a mistake: some 40 terabytes
constexpr std::uint64_t greatest_seed = static_cast<std::uint64_t>(INT64_MAX);
constexpr std::size_t most_bytes = (std::size_t{1} << 20U) + 1;  // one more than read_toml accepts

/// A section that every scenario has.
Value needed(const Section& top, const std::string& name, const std::string& what) {
  if (const auto value = top.find(name)) return *value;
  throw RefusedScenario(fmt::format("{}: {}: found no such section, expected [{}] with {}",
                                    top.value().context().file, name, name, what));
}

}  // namespace

StateColumns columns_of(const Scenario& s, const std::function<double(double time)>& digits) {
  return {s.body, s.start, s.times.start, s.torque, s.output, s.units, {s.orbit, digits}};
}

/// The torque of the first run, where that of all runs is the same.
class CommonTorque {
 public:
  const Torque& first(const Torque& torque) {
    std::call_once(is_known_, [&] { first_ = torque; });
    return *first_;
  }

 private:
  std::once_flag is_known_;
  std::optional<Torque> first_{};
};

ScenarioFile::ScenarioFile(std::string text, std::string name, std::shared_ptr<FileCache> files)
    : text_(std::move(text)),
      name_(std::move(name)),
      tree_(std::make_shared<const Node>(read_toml(text_, name_))),
      files_(std::move(files)),
      common_torque_(std::make_shared<CommonTorque>()) {
  RunContext context{name_, std::nullopt};
  const Section top(Value(*tree_, "", context), "");
  const auto ensemble = top.find("ensemble");
  if (!ensemble) return;
  is_ensemble_ = true;
  const Section section(*ensemble, "ensemble");
  // Neither can be random: random numbers need them.
  for (const std::string& key : keys_of("ensemble"))
    if (const auto value = section.find(key); value && value->is_table()) value->refuse("a plain number");
  runs_ = section.need("runs", "runs, the number of motions").whole(1, most_runs);
  if (const auto seed = section.find("seed")) seed_ = seed->whole(0, greatest_seed);
}

ScenarioFile ScenarioFile::read(const std::string& path) {
  if (may_hold_summary(path)) {
    ResultOrigin origin = read_origin(path);
    if (origin.scenario_text.empty() || !origin.scenario_is_complete)
      throw RefusedScenario(fmt::format(
          "{}: found a result that was not made from a scenario, such as a simulation in Python, expected "
          "a scenario, or a result of one",
          path));
    return of_result(std::move(origin.scenario_text), origin.scenario_name, std::move(origin.scenario_files));
  }
  ScenarioFile file(read_text(path, most_bytes), path == "-" ? "standard input" : path,
                    std::make_shared<FileCache>());
  file.is_standard_input_ = path == "-";
  return file;
}

ScenarioFile ScenarioFile::of_result(std::string text, const std::string& name,
                                     std::vector<StoredFile> files) {
  return {std::move(text), name, std::make_shared<FileCache>(std::move(files))};
}

ScenarioFile ScenarioFile::parse(std::string text, const std::string& name, OtherFiles files) {
  return {std::move(text), name, files == OtherFiles::read ? std::make_shared<FileCache>() : nullptr};
}

std::vector<FileDigest> ScenarioFile::files_read() const {
  std::vector<FileDigest> all{{is_standard_input_ ? "-" : name_, sha256(text_)}};
  for (StoredFile& file : other_files()) all.push_back(std::move(file));
  return all;
}

std::vector<StoredFile> ScenarioFile::other_files() const {
  return files_ ? files_->files() : std::vector<StoredFile>{};
}

TriangleMesh ScenarioFile::mesh(const std::string& file) const {
  return files_->surface(beside(name_, file));
}

RunContext ScenarioFile::context_of(std::uint64_t run) const {
  return {name_, is_ensemble_ ? std::optional(Draw(seed_, run)) : std::nullopt, files_.get()};
}

Scenario ScenarioFile::scenario(std::uint64_t run) const {
  RunContext context = context_of(run);
  return scenario(context);
}

std::vector<DrawnNumber> ScenarioFile::drawn(std::uint64_t run) const {
  RunContext context = context_of(run);
  try {
    scenario(context);
  } catch (const RefusedScenario&) {
  }
  return std::move(context.drawn);
}

Scenario ScenarioFile::scenario(RunContext& context) const {
  const Section top(Value(*tree_, "", context), "");
  const auto units = top.find("units");
  const Units unit_names = units ? units_of(*units) : Units{};
  context.units = ScenarioUnits(unit_names);
  for (const std::string& contradiction : context.units.contradictions())
    context.warnings.push_back(fmt::format("{}: {}", name_, contradiction));
  const auto title = top.find("title");
  const DescribedBody body =
      body_of(needed(top, "body", "moments, a tensor, point masses, a shape, a mesh or parts"));
  const bool body_is_random = context.has_drawn;
  const auto torques = top.find("torque"), events = top.find("event");
  const std::optional<Eigen::Vector3d> pivot = torques && body.matter ? pivot_of(*torques) : std::nullopt;
  const Inertia turning =
      pivot ? torques->made([&] { return inertia_about(*body.matter, *pivot); }) : body.inertia;
  const Start start = start_of(needed(top, "start", "an angular velocity or a momentum"), turning);
  context.has_drawn = false;
  const Value times = needed(top, "times", "an end or a list");
  const OutputTimes run_times = times_of(times, start.time);
  const DescribedTorque torque = torques ? torque_of(*torques, body, turning, run_times) : DescribedTorque{};
  // The mass that a torque takes from a random body is random too.
  if (torques && body.mass && body_is_random) context.has_drawn = true;
  if (const auto why = unstable_pointing(turning, start, torque.orbit)) torques->warn(*why);
  const bool is_free = torque.torque.is_none() && torque.torque.impulses().empty();
  if (is_free && start.state.momentum.isZero(0))
    needed(top, "start", "").warn("the body is at rest and no torque acts: it does not move");
  const auto given_events = events ? events_given(*events, torque.orbit) : std::vector<EventData>{};
  Scenario scenario{title ? title->text() : "",
                    turning,
                    body.given,
                    start.state,
                    torque.torque,
                    torque.given,
                    run_times,
                    method_of(top.find("method"), turning, start.state, torque.torque),
                    given_events,
                    events_of(given_events, turning, start.state, torque.orbit),
                    output_of(top.find("output")),
                    unit_names,
                    {}};
  if (scenario.output.divergence) check_divergence(*top.find("output"), turning, torque.torque, is_ensemble_);
  if (is_free && !scenario.method.step)
    times.made([&] {
      return FreeMotion(turning, start.state, start.time).at(scenario.times[scenario.times.size() - 1]);
    });
  scenario.matter = body.matter;
  scenario.pivot = pivot;
  scenario.orbit = torque.orbit;
  scenario.torque_family = torque.family;
  scenario.differs_in_body_and_start_only = !context.has_drawn;
  if (scenario.differs_in_body_and_start_only) scenario.torque = common_torque_->first(scenario.torque);
  scenario.drawn = context.drawn;
  scenario.warnings = std::move(context.warnings);
  return scenario;
}

}  // namespace polhode::app
