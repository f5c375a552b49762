// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The papers' methods by families, each defined in a file beside this one.

#include <polhode/free/method.hpp>
#include <vector>

namespace polhode::papers {

std::vector<FreeMethod> frame_methods();
std::vector<FreeMethod> magnus_methods();
std::vector<FreeMethod> factorization_methods();
std::vector<FreeMethod> moser_veselov_methods();
std::vector<FreeMethod> rattle_methods();

}  // namespace polhode::papers
