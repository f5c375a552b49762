// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Access to the parts of a movable object, with a check that it was not moved from.

#include <memory>
#include <polhode/core/error.hpp>

namespace polhode {

/// The parts of an object.
/// @param kind  of the object, for the message, such as "stepper"
/// @throws InvalidInput if the object was moved from
template <class Parts>
Parts& held(const std::unique_ptr<Parts>& parts, const char* kind) {
  if (!parts) throw InvalidInput(kind, "a moved-from object", "an object that was not moved from");
  return *parts;
}

}  // namespace polhode
