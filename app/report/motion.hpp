// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The states of a result, from its columns or its summary.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <polhode/body/inertia.hpp>
#include <polhode/rotation/attitude.hpp>
#include <string>
#include <vector>

#include "result/result.hpp"

namespace polhode::app {

/// Each list has one entry for each time, or is empty if the result does not have it; the reason is then
/// given. The times are those of the rows, or fewer if the states are from the summary.
struct Motion {
  std::vector<double> times;  ///< of an ensemble, the numbers of the runs
  std::vector<Eigen::Vector3d> momenta;
  std::vector<Attitude> attitudes;
  std::vector<Attitude> orbit_attitudes{};  ///< in the orbit's frame; empty if there is no orbit
  std::string why_no_momenta{}, why_no_attitudes{};
  /// Whether the rows are close enough for lines between them to show the path.
  bool momentum_is_dense = false, attitude_is_dense = false;
  /// Whether the turn from row to row agrees with the angular velocity (steps_that_agree).
  bool way_is_known = true;
  /// For each step from a row to the next, whether it is short; empty if the list itself is.
  std::vector<bool> momentum_steps_are_short{}, attitude_steps_are_short{};
};

/// Rows in which a number is missing have NaN.
Motion motion_of(const Result& result);

/// For each step from one point to the next, whether it is short compared with the largest of the points.
std::vector<bool> short_steps(const std::vector<Eigen::Vector3d>& points);

/// For each step from one state to the next, whether the turn agrees with the angular velocity at both ends.
/// If not, the path between is not known (it may have whole turns more), however close the states are.
std::vector<bool> steps_that_agree(const Inertia& body, const std::vector<double>& times,
                                   const std::vector<Attitude>& attitudes,
                                   const std::vector<Eigen::Vector3d>& momenta);

/// Whether nearly all steps are short.
bool is_dense(const std::vector<bool>& steps_are_short);

}  // namespace polhode::app
