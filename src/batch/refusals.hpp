// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Input checks shared by batch functions.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <polhode/core/error.hpp>
#include <span>
#include <string>

namespace polhode::batch {

/// Checks a length; `what` followed by `of` names it, `as` says whose length is expected.
inline void refuse_length(const char* what, const char* of, std::size_t found, std::size_t expected,
                          const char* as) {
  if (found != expected)
    throw InvalidInput(std::string(what) + of, std::to_string(found),
                       std::to_string(expected) + ", as " + as);
}

/// Checks that all indices of kinds are in range.
inline void refuse_kinds(std::size_t kinds, std::span<const std::uint32_t> which) {
  const auto wrong = std::ranges::find_if(which, [&](std::uint32_t k) { return k >= kinds; });
  if (wrong != which.end())
    throw InvalidInput("kind of body " + std::to_string(wrong - which.begin()), std::to_string(*wrong),
                       "less than " + std::to_string(kinds) + ", the number of kinds");
}

}  // namespace polhode::batch
