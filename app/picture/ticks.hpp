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
  std::string
      shift{};  ///< what the texts leave out, to be said beside the name of the scale: "(minus 1.0000001)"
};

/// About so many; on a logarithmic scale powers of ten, or steps between them where there are too few.
/// Numbers that share all but their last digits are written without what they share.
Ticks ticks_of(Range range, Scale scale, int about);

/// Six digits without the signs and zeros that a reader does not need: 0.25, 1e-12, 2.5e6.
std::string short_text(double value);

}  // namespace polhode::app
