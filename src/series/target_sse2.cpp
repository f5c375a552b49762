// SPDX-License-Identifier: MIT
// Series with registers of 128 bits, without FMA: available on every x86-64; other processors use the
// compiler's emulation.
#include "core/four_numbers.hpp"
#include "series/coefficients.hpp"

namespace polhode::series {

namespace {

constexpr Functions here = Engine<FourNumbers>::functions();

}  // namespace

const Functions& sse2_functions() noexcept { return here; }

}  // namespace polhode::series
