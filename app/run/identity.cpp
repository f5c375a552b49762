// SPDX-License-Identifier: MIT
#include "run/identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <polhode/batch/target.hpp>
#include <polhode/core/version.hpp>
#include <utility>

#include "core/bytes.hpp"

namespace polhode::app {
namespace {

std::vector<double> numbers_of(const std::optional<Scenario>& first) {
  if (!first) return {};
  const Scenario& s = *first;
  std::vector<double> all{s.times.start, s.times.end, static_cast<double>(s.times.size())};
  const Eigen::Matrix3d tensor = s.body.tensor();
  all.insert(all.end(), tensor.data(), tensor.data() + 9);
  all.insert(all.end(), s.start.momentum.data(), s.start.momentum.data() + 3);
  all.insert(all.end(), s.start.attitude.coeffs().data(), s.start.attitude.coeffs().data() + 4);
  return all;
}

template <class Bytes, class Identity>
void fields_of(Bytes& bytes, Identity& identity) {
  bytes(identity.version);
  bytes(identity.scenario_text);
  bytes(identity.scenario_name);
  bytes(identity.instructions);
  bytes(identity.trajectories);
  bytes(identity.is_part);
  bytes(identity.runs.first);
  bytes(identity.runs.last);
  bytes(identity.numbers);
  rest_fields(bytes, identity.files, [](Bytes& to, auto& file) {
    to(file.path);
    to(file.sha256);
  });
}

/// Bit for bit.
bool are_equal(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

JournalIdentity::JournalIdentity(const ScenarioFile& file, const std::optional<Scenario>& first,
                                 const RunOptions& options)
    : version(polhode::version()),
      scenario_text(file.text()),
      scenario_name(file.name()),
      instructions(batch::name(batch::best_target())),
      trajectories(options.trajectories),
      is_part(options.runs.has_value()),
      runs(runs_of(file, options)),
      numbers(numbers_of(first)),
      files(file.files_read()) {}

std::optional<JournalIdentity> JournalIdentity::from_header(const std::string& header) {
  ByteReader reader(header);
  JournalIdentity found;
  fields_of(reader, found);
  return reader.is_at_end() ? std::optional(std::move(found)) : std::nullopt;
}

std::string JournalIdentity::header() const {
  ByteWriter writer;
  fields_of(writer, *this);
  return writer.bytes();
}

std::string JournalIdentity::difference_from(const JournalIdentity& other) const {
  const std::string difference = difference_of_ensemble(other);
  if (!difference.empty() || (is_part == other.is_part && runs == other.runs)) return difference;
  return other.is_part ? fmt::format("it has --runs {}:{}", other.runs.first, other.runs.last)
                       : std::string("it has no --runs");
}

std::string JournalIdentity::difference_of_ensemble(const JournalIdentity& other) const {
  if (version != other.version)
    return fmt::format("it is from polhode {}, and this is polhode {}", other.version, version);
  if (scenario_text != other.scenario_text)
    return fmt::format("it has another text of the scenario ({})", other.scenario_name);
  if (trajectories != other.trajectories)
    return other.trajectories ? "it has --trajectories" : "it has no --trajectories";
  // The same text reads the same files in the same order, from whatever folder it is run.
  for (std::size_t i = 0; i < std::min(files.size(), other.files.size()); ++i)
    if (files[i].sha256 != other.files[i].sha256)
      return fmt::format("it has another content of {}", files[i].path);
  if (files.size() != other.files.size()) return "its scenario reads other files";
  if (!are_equal(numbers, other.numbers)) return "its program computes other numbers from the scenario";
  return "";
}

}  // namespace polhode::app
