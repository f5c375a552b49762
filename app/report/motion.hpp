// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The states of a result, from whichever of its columns tell them, or from its summary.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <polhode/body/inertia.hpp>
#include <polhode/rotation/attitude.hpp>
#include <string>
#include <vector>

#include "result/result.hpp"

namespace polhode::app {

/// Each list has one entry for each time, or is empty where the result tells nothing of it; what it lacks is
/// then said. The times are those of the rows, or fewer where the states are those of the summary.
struct Motion {
  std::vector<double> times;  ///< of an ensemble, the numbers of the runs
  std::vector<Eigen::Vector3d> momenta;
  std::vector<Attitude> attitudes;
  std::vector<Attitude> orbit_attitudes{};  ///< in the orbit's frame; empty where there is no orbit
  std::string why_no_momenta{}, why_no_attitudes{};
  /// Whether rows follow one another closely enough that lines between them show the way.
  bool momentum_is_dense = false, attitude_is_dense = false;
  /// Whether the body turns from row to row as its angular velocity says (steps_that_agree).
  bool way_is_known = true;
  /// Whether it is short, for each step from a row to the next; empty where the list itself is.
  std::vector<bool> momentum_steps_are_short{}, attitude_steps_are_short{};
};

/// Rows in which a number is missing have NaN.
Motion motion_of(const Result& result);

/// For each step from one point to the next, whether it is short compared with the largest of the points.
std::vector<bool> short_steps(const std::vector<Eigen::Vector3d>& points);

/// For each step from one state to the next, whether the body has turned as its angular velocity at both
/// ends says. If not, it has turned in another way in between, perhaps by a whole turn more: the way between
/// is not known, however near the states are to each other.
std::vector<bool> steps_that_agree(const Inertia& body, const std::vector<double>& times,
                                   const std::vector<Attitude>& attitudes,
                                   const std::vector<Eigen::Vector3d>& momenta);

/// Whether nearly all steps are short.
bool is_dense(const std::vector<bool>& steps_are_short);

}  // namespace polhode::app
