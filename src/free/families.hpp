// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The families of built-in methods: each is a file in src/free/methods with a function that returns its
/// methods.

#include <polhode/free/method.hpp>
#include <vector>

namespace polhode {

using MethodFamily = std::vector<FreeMethod>();

/// In the order of src/free/methods/list.cmake, from which the definition is generated.
const std::vector<MethodFamily*>& method_families();

}  // namespace polhode
