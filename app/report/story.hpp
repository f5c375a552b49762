// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The first sentence of a report, and the figures that matter most for this kind of run: a satellite's angle
/// to the Earth, a top's tilt, a ship's roll, an asteroid's mode and periods.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "report/motion.hpp"
#include "result/result.hpp"

namespace polhode::app {

enum class MotionKind { free, top, satellite, vessel, torqued };

/// The kind of a motion, from the torques that act.
MotionKind kind_of(const Summary& summary);

/// Angles of the rows, in degrees.
struct NamedAngle {
  std::string name;
  int colour;  ///< of the palette
  std::vector<double> degrees;
};

/// A figure of such angles against time.
struct AngleFigure {
  std::string name, heading, caption;
  std::vector<NamedAngle> angles;
};

/// The angles that describe this kind of motion best; empty if the columns are missing.
std::vector<AngleFigure> angle_figures(const Summary& summary, const Motion& motion);

/// What happens, in a sentence or two, with the most important numbers. Plain text.
std::string story_of(const Result& result, const Motion& motion);

/// The axis of the body's frame, 0 to 2, whose path in space is shown.
int traced_axis(const Summary& summary);

/// A time of the run with its unit.
std::string timed(const Summary& summary, double time, int digits = 9);

/// The colour of an axis of the body's frame, of whatever is along it or about it on the whole page.
int axis_colour(int axis);

/// An axis of the body's frame by its letter, if the direction is along one: "x"; else empty.
std::string axis_letter(const Eigen::Vector3d& direction);

}  // namespace polhode::app
