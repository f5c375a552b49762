// SPDX-License-Identifier: MIT
// Pieces of free motions with registers of 128 bits, without FMA: available on every x86-64.
#include "core/four_numbers.hpp"
#include "free/piece_kernel.hpp"

namespace polhode::piece {

const Functions& sse2_functions() noexcept { return Kernel<FourNumbers>::functions; }

}  // namespace polhode::piece
