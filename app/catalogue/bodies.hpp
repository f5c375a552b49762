// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Bodies in words.

#include <string>

#include "catalogue/given.hpp"

namespace polhode::app {

/// "box 1 x 2 x 3, mass 5": a body as it was given. Throws InvalidInput where a parameter of the kind is
/// missing.
std::string body_words(const Given& body);

}  // namespace polhode::app
