// SPDX-License-Identifier: MIT
// Pieces of free motions by pairs of numbers, without fused operations: what every x86-64 has.
#include "core/four_numbers.hpp"
#include "free/piece_kernel.hpp"

namespace polhode::piece {

const Functions& sse2_functions() noexcept { return Kernel<FourNumbers>::functions; }

}  // namespace polhode::piece
