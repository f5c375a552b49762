// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Folders for what a run writes.

#include <string>

namespace polhode::app {

/// Makes the folder, and those that it lies in, unless it is there. Throws FileError.
void make_folder(const std::string& folder);

/// The same for the folder that a file is to stand in; nothing for standard output, "-".
void make_folder_of(const std::string& file);

}  // namespace polhode::app
