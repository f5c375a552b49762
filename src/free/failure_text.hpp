// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The reasons for a failed step, as text for messages.

#include <polhode/kernel/free_kernel.hpp>
#include <string>

namespace polhode {

/// The "expected" part of the message for a failure.
inline std::string expected_instead(kernel::Failure failure) {
  using kernel::Failure;
  switch (failure) {
    case Failure::no_convergence:
      return "a shorter step: the iteration or the series of this method did not converge";
    case Failure::no_unique_solution:
      return "a shorter step: the Moser-Veselov equation has no unique solution here, or the solver lost it";
    case Failure::beyond_series:
      return "a shorter step: the series that raises the order of this method does not extend to this one";
    case Failure::exponent_beyond_pi:
      return "a shorter step: the Magnus exponent exceeds pi, beyond which the series may not converge";
    case Failure::frame_singularity:
      return "another momentum: the frame of this method is singular here (that of the exact method is not)";
    case Failure::lost_digits:
      return "another body or momentum: the constants of this method lose all digits here (those of the "
             "exact method do not)";
    default:
      return "a step for which all intermediate values of this method are finite";
  }
}

}  // namespace polhode
