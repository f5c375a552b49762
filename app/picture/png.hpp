// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Pictures as files: SVG, and PNG on white by librsvg.

#include <string>
#include <string_view>

#include "files/claim.hpp"

namespace polhode::app {

/// The bytes of a PNG file, so many pixels wide. Throws FileError if the picture cannot be drawn.
std::string png_of(std::string_view svg, int pixels_wide = 1600);

/// The claimed paths BASE.svg and BASE.png.
struct PicturePlaces {
  OutputPlace svg, png;
};
PicturePlaces picture_places(OutputClaim& claim, const std::string& base, std::string_view writer);

/// Writes both. Throws FileError.
void save_picture(const PicturePlaces& places, std::string_view svg);

}  // namespace polhode::app
