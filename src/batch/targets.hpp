// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The function tables of the targets; the argument only selects the number type. (They are functions so that
/// no code of a target runs before the processor has been checked.)

#include "batch/block.hpp"

namespace polhode::batch {

const Functions<double>& sse2_functions(double) noexcept;
const Functions<float>& sse2_functions(float) noexcept;
const Functions<double>& avx2_functions(double) noexcept;
const Functions<float>& avx2_functions(float) noexcept;
const Functions<double>& avx512_functions(double) noexcept;
const Functions<float>& avx512_functions(float) noexcept;

}  // namespace polhode::batch
