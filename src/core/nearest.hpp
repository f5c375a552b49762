// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Suggestions for mistyped words.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polhode {

/// The known word with the smallest edit distance (insertions, deletions, replacements, swaps of neighbours);
/// empty if all are too different.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known);

/// "; did you mean X?", or empty.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace polhode
