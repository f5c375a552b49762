// SPDX-License-Identifier: MIT
#include "scenario/tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/number_text.hpp"

namespace polhode::app {

bool is_number(const Node& node) noexcept {
  return node.kind == Node::Kind::integer || node.kind == Node::Kind::real;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result = "\"";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      result += fmt::format("\\x{:02x}", byte);
    else
      result += c;
  }
  // A character of several bytes is not cut.
  std::size_t end = longest;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) result += text[end++];
  return result + (text.size() > end ? "...\"" : "\"");
}

std::string shown(const Node& node) {
  switch (node.kind) {
    case Node::Kind::boolean:
      return node.boolean ? "true" : "false";
    case Node::Kind::integer:
      return std::to_string(node.integer);
    case Node::Kind::real:
      return number_text(node.real);
    case Node::Kind::text:
      return shown(node.text);
    case Node::Kind::date:
      return "a date or time of day";
    case Node::Kind::table:
      return node.keys.empty() ? "an empty table" : fmt::format("a table with {}", shown(node.keys.front()));
    case Node::Kind::array:
      break;
  }
  const bool is_short =
      node.items.size() <= 4 && std::all_of(node.items.begin(), node.items.end(), is_number);
  if (!is_short) return fmt::format("an array of {}", node.items.size());
  std::string text;
  for (const Node& item : node.items) text += (text.empty() ? "" : ", ") + shown(item);
  return "[" + text + "]";
}

}  // namespace polhode::app
