// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What somebody who mistyped a word may have meant.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polhode {

/// The known word that the fewest insertions, deletions, replacements and swaps of neighbours lead to;
/// nothing if all are too far away to be meant.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known);

/// "; did you mean X?", or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace polhode
