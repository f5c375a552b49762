// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// To what a journal belongs: it is taken up only by the same program with the same scenario.

#include <string>
#include <vector>

#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

struct Belonging {
  std::string version, scenario_text;
  bool trajectories = false;
  std::vector<double>
      numbers;  ///< body, start and times as they were read: a mesh that has changed is seen here

  Belonging() = default;
  Belonging(const ScenarioFile& file, const RunOptions& options);
  /// From a journal's header.
  explicit Belonging(const std::string& header);

  std::string header() const;
  /// What is different in the journal of `other`; empty if nothing is.
  std::string difference_from(const Belonging& other) const;
};

}  // namespace polhode::app
