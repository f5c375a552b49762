// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// From the states of one batch to those of another, for simulations, which leave out motions that have
/// failed.

#include <cstddef>
#include <polhode/batch/splitting_stepper.hpp>
#include <span>

namespace polhode::batch {

struct SplittingStepperAccess {
  /// To the time and states of another stepper, to continue from there to the same last bit. The other was
  /// made in the same way, or for more bodies: then body i is body places[i] there. Refuses numbers of bodies
  /// that do not fit, and another that sums otherwise or keeps other things between steps.
  template <class Real>
  static void go_to(SplittingStepper<Real>& stepper, const SplittingStepper<Real>& other);
  template <class Real>
  static void go_to(SplittingStepper<Real>& stepper, const SplittingStepper<Real>& other,
                    std::span<const std::size_t> places);
};

}  // namespace polhode::batch
