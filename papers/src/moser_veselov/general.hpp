// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The Moser-Veselov equation in any dimension on plain numbers, behind
/// polhode/papers/general_moser_veselov.hpp.

#include <cstddef>
#include <span>
#include <vector>

namespace polhode::papers::detail {

std::vector<double> general_moser_veselov(std::span<const double> M, std::ptrdiff_t rows,
                                          std::span<const double> J);

}  // namespace polhode::papers::detail
