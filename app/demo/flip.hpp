// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The Dzhanibekov flip: a T-handle, spun about its stem, turns over again and again.

#include <polhode/body/inertia.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>
#include <string>
#include <vector>

namespace polhode::app {

/// Two steel rods, shaped like a wing nut. Body axes: 1 along the crossbar (least inertia), 2 along the stem,
/// away from the crossbar (intermediate), 3 across both (greatest). Metres, kilograms, seconds. Origin:
/// centre of mass.
struct THandle {
  double density = 7850;  ///< steel
  double radius = 0.005;  ///< of both rods
  double bar_length = 0.100;
  double stem_length = 0.050;  ///< welded to the middle of the bar

  double bar_mass() const noexcept;
  double stem_mass() const noexcept;
  double mass() const noexcept { return bar_mass() + stem_mass(); }

  /// Where the axis of the crossbar and the end of the stem are on axis 2.
  double bar_place() const noexcept;
  double stem_end() const noexcept { return bar_place() + radius + stem_length; }

  /// Solid cylinders about their common centre.
  Inertia inertia() const;
};

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
