// SPDX-License-Identifier: MIT
// The steps on registers of 512 bits. Compiled with -mavx512f -mavx512dq; see block.hpp for the restrictions
// on this file.
#include "batch/instructions_avx512.hpp"
#include "batch/target_functions.hpp"

namespace polhode::batch {

const Functions<double>& avx512_functions(double) noexcept { return functions_on<Lanes<double, Avx512>>; }
const Functions<float>& avx512_functions(float) noexcept { return functions_on<Lanes<float, Avx512>>; }

}  // namespace polhode::batch
