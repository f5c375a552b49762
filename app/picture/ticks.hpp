// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Ticks of scales and their texts.

#include <string>
#include <vector>

#include "picture/axes.hpp"

namespace polhode::app {

enum class Scale { linear, logarithmic };

struct Ticks {
  std::vector<double> values;
  std::vector<std::string> texts;  ///< as many
  /// What is subtracted from the values in the texts, for the label of the scale: "(minus 1.0000001)".
  std::string shift{};
};

/// About so many; on a logarithmic scale powers of ten, or steps between them if those are too few. Numbers
/// that share all but their last digits are written relative to a shift.
Ticks ticks_of(Range range, Scale scale, int about);

/// The same for angles in degrees: at multiples of 15, 30, 45, 90, ... if they are that far apart.
Ticks angle_ticks(Range range, int about);

/// At most so many powers of ten within a range: all, or every second, third, ...
std::vector<double> decade_ticks(Range range, int at_most);

/// 1e-12, 0.01, 1, 1000, 1e4.
std::string power_text(double value);

/// Six digits without redundant signs and zeros: 0.25, 1e-12, 2.5e6.
std::string short_text(double value);

}  // namespace polhode::app
