// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Why a method could not take a step, in words for a refusal.

#include <polhode/kernel/free_kernel.hpp>
#include <string>

namespace polhode {

/// What a step would have to be for a method that failed in this way.
inline std::string expected_instead(kernel::Failure failure) {
  using kernel::Failure;
  switch (failure) {
    case Failure::no_convergence:
      return "a shorter step: the iteration or the series of this method did not converge";
    case Failure::no_unique_solution:
      return "a shorter step: here the Moser-Veselov equation has no unique solution, or this solver lost it";
    case Failure::beyond_series:
      return "a shorter step: the series by which this method raises its order has ended before this one";
    case Failure::exponent_beyond_pi:
      return "a shorter step: the Magnus exponent is beyond pi, where the series need not converge";
    case Failure::frame_singularity:
      return "another momentum: the frame of this method is singular here, and the exact method is not";
    case Failure::lost_digits:
      return "another body or momentum: here the constants of this method have lost their digits, "
             "and those of the exact method have not";
    default:
      return "a step for which every number of this method is finite";
  }
}

}  // namespace polhode
