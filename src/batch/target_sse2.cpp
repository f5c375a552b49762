// SPDX-License-Identifier: MIT
// The steps on registers of 128 bits, without FMA: available on every x86-64; other processors use the
// compiler's emulation.
#include "batch/instructions_sse2.hpp"
#include "batch/target_functions.hpp"

namespace polhode::batch {

const Functions<double>& sse2_functions(double) noexcept { return functions_on<Lanes<double, Sse2>>; }
const Functions<float>& sse2_functions(float) noexcept { return functions_on<Lanes<float, Sse2>>; }

}  // namespace polhode::batch
