// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The colours of pictures with classes (Svg::Colours::classed), on a light and on a dark background.
///
/// Convention. c0 to c7 are those of Okabe and Ito, which most colour-blind people can tell apart, the
///             lighter ones darkened for white; ink is for text and frames, faint for grid lines,
///             ground for the background.

#include <string>

namespace polhode::app {

constexpr int palette_size = 8;

/// class="c0" color="#0072b2": for a number of the palette, taken modulo its size; below 0 that of the ink.
std::string coloured(int number);
std::string coloured_ink();
std::string coloured_faint();
std::string coloured_ground();

/// Rules of CSS, one for each class: the colour is a variable of that name.
std::string class_rules();

/// The variables --c0 to --c7, --ink, --faint, --ground and --accent, for a light or a dark background.
std::string light_variables();
std::string dark_variables();

/// From dark (0) to light (1), the colour map "viridis" (van der Walt and Smith 2015): #440154 to #fde725.
std::string shade(double share);

}  // namespace polhode::app
