// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where a SplittingStepper stands, as numbers.

#include <cstddef>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/splitting/stepper.hpp>

namespace polhode {

/// In the principal frame; without compensation the lost parts are 0.
struct SplittingStepper::Instant {
  kernel::CompensatedPhase<double> phase{};
  double time = 0, lost_time = 0, pending = 0;
  // The last torque that depends on attitude and time alone, which is not asked for twice.
  bool has_torque = false;
  Quat<double> torque_attitude{};
  double torque_time = 0;
  Vec3<double> torque{};
  std::size_t impulses = 0;  ///< of the torque's, that have been applied
};

}  // namespace polhode
