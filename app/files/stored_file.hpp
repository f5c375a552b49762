// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Files that a result holds, so that it can be computed again without them.

#include <optional>
#include <string>
#include <string_view>

#include "files/digest.hpp"

namespace polhode::app {

/// A file that a run has read, and its content unless that was too long to be stored.
struct StoredFile : FileDigest {
  std::optional<std::string> content{};
};

/// More bytes than this, of all files of a run together, are not stored.
constexpr std::size_t most_stored_bytes = std::size_t{4} << 20U;

std::string base64(std::string_view bytes);

/// The bytes of such a text; nothing if it is not base 64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace polhode::app
