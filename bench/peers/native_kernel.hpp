// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact step as a user compiles it who asks for all instructions of one machine.

#include <array>
#include <cstddef>

namespace polhode::bench {

/// `count` exact steps of length h: of the momentum (three numbers) and the attitude (w, x, y, z) about the principal
/// axes of a body with these moments.
void exact_steps_for_this_machine(const std::array<double, 3>& moments, std::array<double, 7>& phase,
                                  double h, std::size_t count) noexcept;

}  // namespace polhode::bench
