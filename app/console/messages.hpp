// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Messages on standard error, made safe for a terminal.

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

/// Writes a text as it is. A failure to write is ignored: there is nowhere to report it.
void write_to_standard_error(std::string_view text);

/// Escapes what a terminal may interpret, such as \\x1b: control characters except line ends and tabs, also
/// those beyond ASCII, marks that change the direction of writing, and bytes that are not UTF-8.
std::string printable(std::string_view text);

/// Writes "polhode: <text>" and a line end to standard error, made printable.
void say(std::string_view text);

/// A title and the first few of the lines, indented below it, with the number of the others.
std::string with_first_lines(std::string title, const std::vector<std::string>& lines);

/// Warnings that differ in their numbers alone are of one kind. Each kind is shown once, however many rows or
/// runs have it.
class WarningKinds {
 public:
  /// Whether no warning of this kind was asked for before.
  bool is_first(std::string_view warning);
  /// How many were not the first of their kind.
  std::size_t repeated() const noexcept { return repeated_; }

 private:
  std::set<std::string> seen_;
  std::size_t repeated_ = 0;
};

}  // namespace polhode::app
