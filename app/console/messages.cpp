// SPDX-License-Identifier: MIT
#include "console/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace polhode::app {
namespace {

/// The size in bytes and the code of the first character; 0 if the bytes are not UTF-8.
struct Character {
  std::size_t size;
  std::uint32_t code;
};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {1, first};
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return {0, 0};
  std::uint32_t code = first & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {0, 0};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const bool is_invalid = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000) || code > 0x10ffff ||
                          (code >= 0xd800 && code <= 0xdfff);
  return is_invalid ? Character{0, 0} : Character{size, code};
}

bool is_command(std::uint32_t code) {
  const bool is_control = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0);
  const bool turns = code == 0x200e || code == 0x200f || code == 0x061c ||
                     (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return is_control || turns;
}

}  // namespace

void write_to_standard_error(std::string_view text) {
  (void)!std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto [size, code] = first_of(text);
    if (size == 0)
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (is_command(code))
      shown += code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
    else
      shown += text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return shown;
}

void say(std::string_view text) { write_to_standard_error(fmt::format("polhode: {}\n", printable(text))); }

std::string with_first_lines(std::string title, const std::vector<std::string>& lines) {
  constexpr std::size_t most = 5;
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) title += "\n  " + lines[i];
  if (lines.size() > most) title += fmt::format("\n  and {} more", lines.size() - most);
  return title;
}

bool WarningKinds::is_first(std::string_view warning) {
  std::string kind(warning);
  std::erase_if(kind,
                [](char c) { return std::string_view("0123456789.+-e").find(c) != std::string_view::npos; });
  const bool is_new = seen_.insert(kind).second;
  if (!is_new) ++repeated_;
  return is_new;
}

}  // namespace polhode::app
