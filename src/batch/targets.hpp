// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The functions of each target; the argument only says for which number type. (These are functions, so that
/// no code of a target runs before the machine has been asked for its instructions.)

#include "batch/block.hpp"

namespace polhode::batch {

const Functions<double>& sse2_functions(double) noexcept;
const Functions<float>& sse2_functions(float) noexcept;
const Functions<double>& avx2_functions(double) noexcept;
const Functions<float>& avx2_functions(float) noexcept;
const Functions<double>& avx512_functions(double) noexcept;
const Functions<float>& avx512_functions(float) noexcept;

}  // namespace polhode::batch
