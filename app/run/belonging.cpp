// SPDX-License-Identifier: MIT
#include "run/belonging.hpp"

#include <fmt/format.h>

#include <cstring>
#include <polhode/core/version.hpp>

#include "exit_code.hpp"
#include "run/bytes.hpp"

namespace polhode::app {
namespace {

/// Of the first run; of an ensemble it may be one that is refused.
std::vector<double> numbers_of(const ScenarioFile& file) {
  try {
    const Scenario s = file.scenario();
    std::vector<double> all{s.times.start, s.times.end, static_cast<double>(s.times.size())};
    const Eigen::Matrix3d tensor = s.body.tensor();
    all.insert(all.end(), tensor.data(), tensor.data() + 9);
    all.insert(all.end(), s.start.momentum.data(), s.start.momentum.data() + 3);
    all.insert(all.end(), s.start.attitude.coeffs().data(), s.start.attitude.coeffs().data() + 4);
    return all;
  } catch (const RefusedScenario&) {
    if (!file.is_ensemble()) throw;
    return {};
  }
}

/// To the last bit.
bool are_equal(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

Belonging::Belonging(const ScenarioFile& file, const RunOptions& options)
    : version(polhode::version()),
      scenario_text(file.text()),
      trajectories(options.trajectories),
      numbers(numbers_of(file)) {}

Belonging::Belonging(const std::string& header) {
  ByteReader reader(header);
  reader(version);
  reader(scenario_text);
  reader(trajectories);
  reader(numbers);
}

std::string Belonging::header() const {
  ByteWriter writer;
  writer(version);
  writer(scenario_text);
  writer(trajectories);
  writer(numbers);
  return writer.bytes();
}

std::string Belonging::difference_from(const Belonging& other) const {
  if (version != other.version)
    return fmt::format("it was begun by polhode {}, and this is polhode {}", other.version, version);
  if (scenario_text != other.scenario_text) return "the scenario was another when it was begun";
  if (trajectories != other.trajectories)
    return other.trajectories ? "it was begun with --trajectories" : "it was begun without --trajectories";
  if (!are_equal(numbers, other.numbers))
    return "a file that the scenario reads has changed since it was begun";
  return "";
}

}  // namespace polhode::app
