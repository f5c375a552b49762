// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Bodies on the lanes of one or two registers, each under way to its own end by the method of Dormand and
/// Prince of order 8 with steps of its own.
///
/// Convention. Principal frames, attitudes relative to a frame of space that turns uniformly, in which the
///             torques do not depend on time. Plain data, which the units of each set of instructions share.
/// Method.     dormand_prince.hpp, step_control.hpp. Sums are compensated, and |q| is led back to 1 at each
///             step. No number of a lane depends on another lane.

#include <cstddef>

#include "batch/block.hpp"

namespace polhode::simulation::runge_kutta {

/// Aligned: a register that is loaded from two lines of the cache costs twice.
struct alignas(64) BodiesOnLanes {
  /// Lanes that there may be, kernels that may act, numbers of one.
  static constexpr std::size_t most = 8, most_kernels = 4, most_numbers = batch::TorqueNumbers<double>::most;
  using Numbers = double[most];

  Numbers now[7], lost[7];  ///< attitude and momentum; what sums have lost
  Numbers half_inverse[3];  ///< 1 / 2I
  Numbers gap[3];           ///< 1/I_z - 1/I_y, ..., as m x omega needs them
  Numbers half_turning[3];  ///< half the angular velocity of the frame, in space
  Numbers time, end;        ///< a lane whose time is its end rests
  Numbers direction;        ///< of time: 1 or -1
  Numbers h;                ///< the next step, positive
  Numbers error_rate;       ///< allowed in a unit of time
  Numbers largest;          ///< the square of the largest momentum so far
  Numbers was_too_long;     ///< 1 if the last step was; else 0
  Numbers steps, trials, longest_step;

  /// Of the kernels that act: numbers as for_each_number has them.
  Numbers numbers[most_kernels][most_numbers];
  batch::TorqueForm forms[most_kernels];
  std::size_t kernel_count;
};

struct LaneFunctions {
  std::size_t width;  ///< lanes
  /// Goes on until a lane comes to its end, or fails since no step is accurate enough, or so many steps were
  /// tried. Gives a bit for each lane that has failed.
  unsigned (*run)(BodiesOnLanes& run, int trials);
};

const LaneFunctions& sse2_lane_functions() noexcept;
const LaneFunctions& avx2_lane_functions() noexcept;
const LaneFunctions& avx512_lane_functions() noexcept;

}  // namespace polhode::simulation::runge_kutta
