// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The states of a result, from whichever of its columns tell them.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "result/result.hpp"

namespace polhode::app {

/// Each list has one entry for each row, or is empty where the result lacks the columns; what it lacks is
/// then said.
struct Motion {
  std::vector<double> times;  ///< of an ensemble, the numbers of the runs
  std::vector<Eigen::Vector3d> momenta;
  std::vector<Eigen::Quaterniond> attitudes;
  std::string why_no_momenta{}, why_no_attitudes{};
  /// Whether rows follow one another closely enough that lines between them show the way.
  bool momentum_is_dense = false, attitude_is_dense = false;
};

/// Rows in which a number is missing have NaN.
Motion motion_of(const Result& result);

/// Whether nearly all steps from one point to the next are short compared with the largest of the points.
bool is_dense(const std::vector<Eigen::Vector3d>& points);

}  // namespace polhode::app
