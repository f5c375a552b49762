// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a movable object holds, or a refusal of one that was moved from.

#include <memory>
#include <polhode/core/error.hpp>

namespace polhode {

/// The parts of an object of this kind, such as "stepper". Throws InvalidInput if it was moved from.
template <class Parts>
Parts& held(const std::unique_ptr<Parts>& parts, const char* kind) {
  if (!parts) throw InvalidInput(kind, "one that was moved from", "one that still holds its body");
  return *parts;
}

}  // namespace polhode
