// SPDX-License-Identifier: MIT
// The steps on registers of 256 bits with FMA. Compiled with -mavx2 -mfma; see block.hpp for the restrictions
// on this file.
#include "batch/instructions_avx2.hpp"
#include "batch/target_functions.hpp"

namespace polhode::batch {

const Functions<double>& avx2_functions(double) noexcept { return functions_on<Lanes<double, Avx2>>; }
const Functions<float>& avx2_functions(float) noexcept { return functions_on<Lanes<float, Avx2>>; }

}  // namespace polhode::batch
