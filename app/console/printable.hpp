// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Text from files, made fit for a terminal.

#include <string>
#include <string_view>

namespace polhode::app {

/// What a terminal would take for a command is spelt out, such as \\x1b: control characters but line ends and
/// tabs, those beyond ASCII too, marks that turn the direction of writing, and bytes that are not UTF-8.
std::string printable(std::string_view text);

}  // namespace polhode::app
