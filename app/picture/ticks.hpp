// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where a scale has its ticks and what is written at them.

#include <string>
#include <vector>

#include "picture/axes.hpp"

namespace polhode::app {

enum class Scale { linear, logarithmic };

struct Ticks {
  std::vector<double> values;
  std::vector<std::string> texts;  ///< as many
  /// What the texts leave out; it is written beside the name of the scale: "(minus 1.0000001)".
  std::string shift{};
};

/// About so many; on a logarithmic scale powers of ten, or steps between them where there are too few.
/// Numbers that share all but their last digits are written without what they share.
Ticks ticks_of(Range range, Scale scale, int about);

/// The same for angles in degrees: at multiples of 15, 30, 45, 90, ... where they are as far apart as that.
Ticks angle_ticks(Range range, int about);

/// The powers of ten within a range: every one, or every second, third, ..., so that there are at most so
/// many.
std::vector<double> decade_ticks(Range range, int at_most);

/// 1e-12, 0.01, 1, 1000, 1e4.
std::string power_text(double value);

/// Six digits without the signs and zeros that a reader does not need: 0.25, 1e-12, 2.5e6.
std::string short_text(double value);

}  // namespace polhode::app
