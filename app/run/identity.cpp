// SPDX-License-Identifier: MIT
#include "run/identity.hpp"

#include <fmt/format.h>

#include <cstring>
#include <polhode/core/version.hpp>

#include "core/bytes.hpp"

namespace polhode::app {
namespace {

std::vector<double> numbers_of(const Scenario* first) {
  if (!first) return {};
  const Scenario& s = *first;
  std::vector<double> all{s.times.start, s.times.end, static_cast<double>(s.times.size())};
  const Eigen::Matrix3d tensor = s.body.tensor();
  all.insert(all.end(), tensor.data(), tensor.data() + 9);
  all.insert(all.end(), s.start.momentum.data(), s.start.momentum.data() + 3);
  all.insert(all.end(), s.start.attitude.coeffs().data(), s.start.attitude.coeffs().data() + 4);
  return all;
}

/// To the last bit.
bool are_equal(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

JournalIdentity::JournalIdentity(const ScenarioFile& file, const Scenario* first, const RunOptions& options)
    : version(polhode::version()),
      scenario_text(file.text()),
      trajectories(options.trajectories),
      numbers(numbers_of(first)) {}

JournalIdentity::JournalIdentity(const std::string& header) {
  ByteReader reader(header);
  reader(version);
  reader(scenario_text);
  reader(trajectories);
  reader(numbers);
}

std::string JournalIdentity::header() const {
  ByteWriter writer;
  writer(version);
  writer(scenario_text);
  writer(trajectories);
  writer(numbers);
  return writer.bytes();
}

std::string JournalIdentity::difference_from(const JournalIdentity& other) const {
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
