// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The figures of a comparison of methods, and its page: error against time and against computing time, and
/// what is conserved.

#include <string>

#include "picture/figure.hpp"
#include "result/comparison.hpp"

namespace polhode::app {

Figure comparison_figure(const Comparison& comparison);

/// One HTML page without other files (report/html.hpp).
std::string comparison_page(const Comparison& comparison);

}  // namespace polhode::app
