// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The small heavy top on [0, 100] with three steps: what figures 6 (SEJ) and 7 (MR) show, and what the paper
/// compares in them.

#include <array>
#include <string>

#include "experiments/celledoni_safstrom/heavy_top_run.hpp"
#include "experiments/experiment.hpp"

namespace polhode::experiments::celledoni_safstrom {

inline constexpr std::array small_top_steps{0.01, 0.05, 0.1};

struct SmallTopTrajectories {
  std::array<Trajectory, small_top_steps.size()> sej, sej_midpoint, mr;
  Trajectory truth;  ///< SEJ with a tenth of the shortest step
};

/// The shape of the path of u: its lowest height and its mean height.
struct PathShape {
  double lowest_u3, mean_u3;
};
PathShape shape_of(const Trajectory& trajectory);

/// How far two shapes are apart: the greater of the differences.
double difference(const PathShape& a, const PathShape& b);

SmallTopTrajectories small_top_trajectories(ExperimentOutput& output);

/// Writes data and figure of the three runs of one scheme, as that part of the experiment.
void show(ExperimentOutput& output, const std::string& part,
          const std::array<Trajectory, small_top_steps.size()>& trajectories, Scheme scheme);

}  // namespace polhode::experiments::celledoni_safstrom
