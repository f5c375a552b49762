// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The SHA-256 of files, which shows whether one has changed.
///
/// Method.     FIPS 180-4, Secure Hash Standard, section 6.2.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace polhode::app {

class Sha256 {
 public:
  void add(std::string_view bytes) noexcept;
  /// The digest, 64 hexadecimal digits. Nothing can be added afterwards.
  std::string digits();

 private:
  void take_block(const unsigned char* block) noexcept;

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> waiting_{};
  std::size_t held_ = 0;
  std::uint64_t bytes_ = 0;
};

/// A file that was read, and the digest of its content.
struct FileDigest {
  std::string path, sha256;
};

/// Of a text, 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace polhode::app
