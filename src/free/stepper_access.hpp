// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The state of a free stepper as numbers, for simulations, which store it with other data.

#include <cstdint>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/advance.hpp>

namespace polhode {

/// In the principal frame; for plain summation the compensation is not used.
struct FreeStepper::Instant {
  kernel::CompensatedPhase<double> phase{};
  std::uint64_t steps = 0;  ///< number of steps taken
  double time = 0, lost_time = 0;
};

struct FreeStepperAccess {
  using Instant = FreeStepper::Instant;

  static Instant instant(const FreeStepper& stepper);
  /// To an instant of an identically constructed stepper.
  static void back_to(FreeStepper& stepper, const Instant& instant);
};

}  // namespace polhode
