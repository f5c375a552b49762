// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The columns of a result: groups that a scenario chooses by name, and their values for a state.
///
/// Convention. docs/conventions.md: m and omega in the user's body frame, q and the matrix Q take body
///             vectors to space. Errors of a free body are those of energy, |m| and spatial momentum relative
///             to the start; under torque conserved_error is the change of the conserved quantity since the
///             start. With impulses nothing is conserved, and there are no columns of errors.

#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/torque/orbit_frame.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

#include "result/output_choice.hpp"

namespace polhode::app {

/// A group that `output.columns` of a scenario may name. The time is always written, first.
struct ColumnGroup {
  std::string name;
  std::string summary;
};

/// All, in the order in which they are written.
const std::vector<ColumnGroup>& column_groups();

/// A column of a file.
struct Column {
  std::string group, name;
  std::string unit;  ///< as the user names it; empty if it is not named or there is none
};

/// What columns need besides the motion.
struct ColumnSources {
  OrbitFrame orbit{};  ///< of a torque that has one
  /// Digits that can be trusted at a time; none if they are not known.
  std::function<double(double time)> digits{};
};

/// The columns of one motion and their numbers.
class StateColumns {
 public:
  /// Throws RefusedScenario if a group is unknown, with the most similar known one.
  StateColumns(const Inertia& body, const State& start, double start_time, const Torque& torque,
               const OutputChoice& output, const Units& units, const ColumnSources& sources = {});

  const std::vector<Column>& all() const noexcept { return columns_; }
  std::size_t size() const noexcept { return columns_.size(); }

  /// Fills `row`, which has size() entries.
  void fill(double time, const State& state, double* row) const;

  /// About columns that cannot be written.
  const std::vector<std::string>& warnings() const noexcept { return warnings_; }

 private:
  using Part = std::function<double*(double time, const State& state, double* to)>;
  std::vector<Column> columns_;
  std::vector<Part> parts_;
  std::vector<std::string> warnings_;
};

}  // namespace polhode::app
