// SPDX-License-Identifier: MIT
#include "files/mark.hpp"

#include <cstddef>
#include <cstdint>

#include "exit_code.hpp"
#include "files/input.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t looked_at = std::size_t{1} << 16;
constexpr std::string_view png_begin = "\x89PNG\r\n\x1a\n";
// As a value with its length, since there is a zero in it.
constexpr std::string_view png_mark("tEXtSoftware\0polhode", 20);
constexpr std::size_t png_header_end = 8 + 4 + 4 + 13 + 4;  // signature; length, type, data and sum of IHDR

std::string beginning(const std::string& path) {
  try {
    return read_text(path, looked_at).substr(0, looked_at);
  } catch (const FileError&) {
    return {};
  }
}

/// Of ISO 3309, as PNG has it.
std::uint32_t cyclic_sum(std::string_view bytes) noexcept {
  std::uint32_t sum = 0xffffffff;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1U ^ ((sum & 1U) != 0 ? 0xedb88320 : 0);
  }
  return ~sum;
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(number >> shift & 0xffU);
  return bytes;
}

}  // namespace

std::string with_png_mark(std::string png) {
  if (!png.starts_with(png_begin) || png.size() < png_header_end) return png;
  const auto data_size = static_cast<std::uint32_t>(png_mark.size() - 4);
  return png.insert(png_header_end,
                    big_endian(data_size) + std::string(png_mark) + big_endian(cyclic_sum(png_mark)));
}

bool carries_mark(const std::string& path) {
  const std::string text = beginning(path);
  const auto has = [&](std::string_view mark) { return text.find(mark) != std::string::npos; };
  return (text.starts_with("<!DOCTYPE html>") && has(html_mark)) ||
         (text.starts_with("<svg ") && has(svg_mark)) || text.starts_with(text_mark) ||
         (text.starts_with(png_begin) && has(png_mark));
}

std::string first_line(const std::string& path) {
  const std::string text = beginning(path);
  const std::size_t end = text.find('\n');
  return end == std::string::npos ? std::string() : text.substr(0, end);
}

}  // namespace polhode::app
