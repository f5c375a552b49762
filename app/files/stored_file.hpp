// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Files that a result contains, so that it can be computed again without them.

#include <optional>
#include <string>
#include <string_view>

#include "files/digest.hpp"

namespace polhode::app {

/// A file that a run has read, and its content unless that is too long to be stored.
struct StoredFile : FileDigest {
  std::optional<std::string> content{};
};

/// The most bytes that are stored of all files of a run together.
constexpr std::size_t most_stored_bytes = std::size_t{4} << 20U;

std::string base64(std::string_view bytes);

/// None if the text is not base 64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace polhode::app
