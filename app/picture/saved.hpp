// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A picture as files.

#include <string>
#include <string_view>

#include "files/claim.hpp"

namespace polhode::app {

/// The places of BASE.svg and BASE.png, which may replace pictures of ours.
struct PicturePlaces {
  OutputPlace svg, png;
};
PicturePlaces picture_places(OutputClaim& claim, const std::string& base, std::string_view writer);

/// Writes both. Throws FileError.
void save_picture(const PicturePlaces& places, std::string_view svg);

}  // namespace polhode::app
