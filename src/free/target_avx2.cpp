// SPDX-License-Identifier: MIT
// Pieces of free motions with registers of 256 bits and FMA. Compiled with -mavx2 -mfma.
#include "core/four_numbers.hpp"
#include "free/piece_kernel.hpp"

namespace polhode::piece {

const Functions& avx2_functions() noexcept { return Kernel<FourNumbers>::functions; }

}  // namespace polhode::piece
