// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Tables as CSV: a line of names, then a line for each row. Trajectories have a file of their own.
///
/// Convention. Each number is the shortest text that reads back as the same double. NaN is an empty field.

#include <string>

#include "result/format.hpp"

namespace polhode::app {

TableFormat csv_format();

/// The shortest text that reads back as the same double; empty for NaN.
void append_number(std::string& text, double value);

/// A field of text, quoted if necessary.
std::string csv_field(const std::string& text);

}  // namespace polhode::app
