// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Numbers in tables and on command lines, read strictly, and written with 17 digits.

#include <string>

#include "core/read_number.hpp"

namespace polhode::app {

using polhode::read_number;
using polhode::ReadNumber;
using polhode::trimmed;

/// 17 significant digits: enough to read back the same double.
std::string text_of(double value);

}  // namespace polhode::app
