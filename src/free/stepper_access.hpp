// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The place of a free stepper as numbers, for simulations, which keep it beside other things.

#include <polhode/free/stepper.hpp>

namespace polhode {

struct FreeStepperAccess {
  using Instant = FreeStepper::Instant;

  static Instant instant(const FreeStepper& stepper) noexcept { return stepper.instant(); }
  /// To an instant of a stepper made in the same way.
  static void back_to(FreeStepper& stepper, const Instant& instant) noexcept { stepper.back_to(instant); }
};

}  // namespace polhode
