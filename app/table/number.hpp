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

/// The same, written to an existing string, whose memory is reused.
void replace_by_text_of(double value, std::string& text);

}  // namespace polhode::app
