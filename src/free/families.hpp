// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The families of methods: each is a file of src/free/methods with a function that returns its methods.

#include <polhode/free/method.hpp>
#include <vector>

namespace polhode {

using MethodFamily = std::vector<FreeMethod>();

/// In the order of src/free/methods/list.cmake, from which its definition is made.
const std::vector<MethodFamily*>& method_families();

}  // namespace polhode
