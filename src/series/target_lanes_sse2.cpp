// SPDX-License-Identifier: MIT
// Series of several bodies at once, compiled like target_sse2.cpp.
#include "core/four_numbers.hpp"
#include "series/lane_coefficients.hpp"
#include "series/targets.hpp"

namespace polhode::series {

LaneCoefficients sse2_lane_coefficients() noexcept { return LaneEngine<FourNumbers>::coefficients; }

}  // namespace polhode::series
