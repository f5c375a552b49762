// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where a FreeStepper stands, as numbers.

#include <cstdint>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/advance.hpp>

namespace polhode {

/// In the principal frame; of plain sums the lost parts are not used.
struct FreeStepper::Instant {
  kernel::CompensatedPhase<double> phase{};
  std::uint64_t steps = 0;  ///< that were taken
  double time = 0, lost_time = 0;
};

}  // namespace polhode
