// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the library and the program say when they refuse; whether a text says something.

#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <string>

namespace polhode::test {

/// What a refusal says, or "accepted".
template <class Refusal = InvalidInput, class Make>
std::string refusal(const Make& make) {
  try {
    make();
  } catch (const Refusal& e) {
    return e.what();
  }
  return "accepted";
}

/// What a step says that fails, or "accepted".
template <class Make>
std::string failure(const Make& make) {
  return refusal<StepFailure>(make);
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace polhode::test
