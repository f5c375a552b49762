// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Folders for what a run writes.

#include <string>

namespace polhode::app {

/// Makes the folder, and those that it lies in, unless it is there. Throws FileError.
void make_folder(const std::string& folder);

}  // namespace polhode::app
