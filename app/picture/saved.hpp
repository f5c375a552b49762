// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A picture as files.

#include <string>
#include <string_view>

namespace polhode::app {

/// Writes BASE.svg and BASE.png. Throws FileError.
void save_picture(const std::string& base, std::string_view svg);

}  // namespace polhode::app
