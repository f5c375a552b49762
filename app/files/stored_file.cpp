// SPDX-License-Identifier: MIT
#include "files/stored_file.hpp"

#include <cstdint>

namespace polhode::app {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const auto byte = [&](std::size_t i) {
      return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) : 0U;
    };
    const std::uint32_t group = byte(k) << 16U | byte(k + 1) << 8U | byte(k + 2);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= bytes.size() - k ? digits[group >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t k = 0; k < text.size(); k += 4) {
    const bool is_last = k + 4 == text.size();
    const std::size_t padding = !is_last ? 0 : text.substr(k, 4).ends_with("==") ? 2 : text.ends_with('=');
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t digit = i < 4 - padding ? digits.find(text[k + i]) : 0;
      if (digit == digits.npos) return std::nullopt;
      group = group << 6U | static_cast<std::uint32_t>(digit);
    }
    for (std::size_t i = 0; i < 3 - padding; ++i) bytes += static_cast<char>(group >> (16 - 8 * i) & 0xffU);
  }
  return bytes;
}

}  // namespace polhode::app
