// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The figure of a comparison of methods: error against time and against computing time, and what is conserved.

#include "picture/figure.hpp"
#include "result/comparison.hpp"

namespace polhode::app {

Figure comparison_figure(const Comparison& comparison);

}  // namespace polhode::app
