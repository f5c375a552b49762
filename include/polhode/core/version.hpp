// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The version of the library that a program is linked with.

namespace polhode {

/// @return "major.minor.patch"
const char* version() noexcept;

}  // namespace polhode
