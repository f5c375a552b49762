// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The body of the demonstration: a T-handle of two steel rods, shaped like a wing nut.
///
/// Convention. Body axes: 1 along the crossbar (least inertia), 2 along the stem, away from the crossbar
///             (intermediate), 3 across both (greatest). Metres, kilograms, seconds. Origin: centre of mass.

#include <polhode/body/inertia.hpp>

namespace polhode::app {

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

}  // namespace polhode::app
