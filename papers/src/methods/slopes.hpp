// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The papers' kernels for numbers with a derivative.

#include <functional>
#include <polhode/free/method.hpp>
#include <string_view>

namespace polhode::papers {

/// Makes the kernel of that name from ascending moments; empty for the quadratures of the angle, which have
/// no derivative, and for exact methods, which have the exact step's.
std::function<SlopeStep(const Vec3<StepSlope>& moments)> slopes_of(std::string_view method);

}  // namespace polhode::papers
