// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A TOML document as a small tree: values, and their lines.
///
/// Convention. The entries of a table are in the order of the file. Lines are counted from 1; 0 is no line.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

struct Node {
  enum class Kind { boolean, integer, real, text, array, table, date };

  Kind kind = Kind::table;
  std::size_t line = 0;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text{};
  std::vector<Node> items{};        ///< of an array, or the values of a table
  std::vector<std::string> keys{};  ///< of a table, one for each item
};

bool is_number(const Node& node) noexcept;

/// A node as a message shows it: short, in one line, without control characters.
std::string shown(const Node& node);
std::string shown(std::string_view text);

/// Reads TOML 1.0. Throws RefusedScenario, with the name, the line and what is wrong, for anything else; for
/// texts of more than 1 MiB; for brackets or dotted keys more than 16 deep; and for one rare form of valid
/// TOML: in a multi-line string, a non-ASCII letter right after a backslash that ends a line.
Node read_toml(std::string_view text, const std::string& name);

}  // namespace polhode::app
