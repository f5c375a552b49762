// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The Dzhanibekov flip: a T-handle, spun about its stem, turns over again and again.

#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>
#include <string>
#include <vector>

#include "demo/t_handle.hpp"

namespace polhode::app {

/// The motion that is shown, and what is known of it beforehand.
struct Flip {
  THandle handle;
  double turns_per_second = 2;
  double disturbance = 0.05;  ///< of the spin, towards axis 3
  double seconds = 5;         ///< how long it is watched
  State start;
  FreeMotion motion;
  TumblingDescription description;
  std::vector<double> flip_times;  ///< when the stem passes the plane across the angular momentum

  /// The spin given by the numbers above; the angular momentum points up (axis 3) in space.
  Flip();
};

/// A table of the motion at some instants with the errors of what is conserved, and a few sentences about it.
std::string flip_table(const Flip& flip);
std::string flip_summary(const Flip& flip);

/// The same as a picture, SVG.
std::string flip_picture(const Flip& flip);

}  // namespace polhode::app
