// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the library says when it refuses.

#include <polhode/core/error.hpp>
#include <string>

namespace polhode::test {

/// What a refusal says, or "accepted".
template <class Make>
std::string refusal(const Make& make) {
  try {
    make();
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace polhode::test
