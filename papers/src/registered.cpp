// SPDX-License-Identifier: MIT
// In a program that links this object the papers' methods are known by name before main() begins.
#include <polhode/papers/methods.hpp>

namespace {

[[maybe_unused]] const bool registered = (polhode::papers::register_methods(), true);

}  // namespace
