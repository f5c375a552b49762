// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where the target units hand out their functions; the argument only says for which number. (It is a
/// function, so that nothing of a unit runs before the machine has been asked for its instructions.)

#include "batch/block.hpp"

namespace polhode::batch {

const Functions<double>& sse2_functions(double) noexcept;
const Functions<float>& sse2_functions(float) noexcept;
const Functions<double>& avx2_functions(double) noexcept;
const Functions<float>& avx2_functions(float) noexcept;
const Functions<double>& avx512_functions(double) noexcept;
const Functions<float>& avx512_functions(float) noexcept;

}  // namespace polhode::batch
