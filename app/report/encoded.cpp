// SPDX-License-Identifier: MIT
#include "report/encoded.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "files/stored_file.hpp"
#include "picture/svg.hpp"

namespace polhode::app {
namespace {

template <typename Word>
void append(std::string& bytes, Word word) {
  for (std::size_t k = 0; k < sizeof(Word); ++k) bytes += static_cast<char>(word >> (8 * k) & 0xffU);
}

std::string named(const char* name, const std::string& bytes) {
  return fmt::format("{{\"{}\":\"{}\"}}", name, base64(bytes));
}

}  // namespace

std::string json_text(std::string_view words) {
  std::string text = "\"";
  while (!words.empty()) {
    const std::size_t size = valid_character(words);
    const auto first = static_cast<unsigned char>(words[0]);
    if (size == 0)
      text += "\\ufffd";
    else if (first < 0x20 || first == '<' || first == '>' || first == '&' || first == '"' || first == '\\')
      text += fmt::format("\\u{:04x}", first);
    else
      text += words.substr(0, size);
    words.remove_prefix(size == 0 ? 1 : size);
  }
  return text + "\"";
}

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

std::string json_doubles(const std::vector<double>& values) {
  std::string bytes;
  for (const double v : values) append(bytes, std::bit_cast<std::uint64_t>(v));
  return named("f8", bytes);
}

std::string json_floats(const std::vector<double>& values) {
  std::string bytes;
  for (const double v : values) append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(v)));
  return named("f4", bytes);
}

std::string json_whole(const std::vector<std::uint32_t>& values) {
  std::string bytes;
  for (const std::uint32_t v : values) append(bytes, v);
  return named("u4", bytes);
}

}  // namespace polhode::app
