// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A checksum that detects damaged bytes. It does not protect against deliberate changes.
///
/// Method.     FNV-1a, eight bytes at a time, with a shift after each product.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace polhode {

constexpr std::uint64_t first_checksum = 0xcbf29ce484222325;

/// The checksum of bytes, continued from the checksum `before` of earlier bytes.
inline std::uint64_t checksum(std::string_view bytes, std::uint64_t before = first_checksum) noexcept {
  constexpr std::uint64_t prime = 0x100000001b3;
  std::uint64_t sum = before;
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    sum = (sum ^ word) * prime;
    sum ^= sum >> 29U;
  }
  return sum;
}

}  // namespace polhode
