// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The place of a splitting stepper as numbers, for simulations, which keep it beside other things.

#include <cstddef>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/splitting/stepper.hpp>

namespace polhode {

/// Where the motion is: a stepper made in the same way goes on from there to the same last bit. Principal
/// frame; without compensation the lost parts are 0.
struct SplittingInstant {
  kernel::CompensatedPhase<double> phase{};
  double time = 0, lost_time = 0, pending = 0;
  // The last torque that depends on attitude and time alone, which is not asked for twice.
  bool has_torque = false;
  Quat<double> torque_attitude{};
  double torque_time = 0;
  Vec3<double> torque{};
  std::size_t impulses = 0;  ///< of the torque's, that have been applied
};

struct SplittingStepperAccess {
  static SplittingInstant instant(const SplittingStepper& stepper);
  /// To an instant of a stepper made in the same way. The times of ask_torque_within are not part of it: they
  /// are to be given first.
  static void back_to(SplittingStepper& stepper, const SplittingInstant& instant);
};

}  // namespace polhode
