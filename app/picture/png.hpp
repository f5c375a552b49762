// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// An SVG picture as PNG, on white, by librsvg.

#include <string>
#include <string_view>

namespace polhode::app {

/// The bytes of a PNG file, so many pixels wide. Throws FileError where the picture cannot be drawn.
std::string png_of(std::string_view svg, int pixels_wide = 1600);

}  // namespace polhode::app
