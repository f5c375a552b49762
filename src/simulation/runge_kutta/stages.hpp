// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A step of the method of Dormand and Prince of order 8 for a body under a torque that is only a function,
/// and the motion within it.
///
/// Convention. Eight numbers are a state: attitude, momentum in the principal frame and in units of its
///             scale, and a 0. Times in the user's units; h with its sign.
/// Method.     dormand_prince.hpp, [Hairer, Norsett, Wanner 1993, sections II.5 and II.6], four numbers at
///             once. q' = q (0, omega) / 2 and m' = m x omega + torque.

namespace polhode::simulation::runge_kutta {

/// What turns, and what turns it.
struct Body {
  double half_inverse[4];  ///< 1 / 2I, times the scale of the momentum, and 0
  double gap[4];           ///< 1/I_z - 1/I_y, ..., as m x omega needs them, times that scale, and 0
  double momentum_scale;
  /// Where a state is put before its torque is asked for: four numbers of the attitude, x, y, z, w, of length
  /// 1, and three of the momentum. The length is 1 to rounding at the ends of steps. At stages, which stray
  /// from it, it may be less by 2e-8, and is never more: any smooth function of q that is right at |q| = 1
  /// gives the same motion.
  double *attitude, *momentum;
  /// Writes three numbers, in units of the scale. It may throw.
  void (*torque)(void* whose, double time, double* torque);
  void* whose;
};

struct alignas(64) Step {
  double now[8], lost[8];  ///< the beginning, and what sums have lost
  double k[16][8];         ///< the stages' rates; that of the beginning must be there
  double change[8];        ///< from beginning to end
  double end[8];           ///< sum of these, for the next rates
  double dense[7][8];      ///< coefficients, see state()
};

/// Squares of the lengths of the errors of orders 5 and 3.
struct Errors {
  double attitude_5, momentum_5, attitude_3, momentum_3;
};

struct Functions {
  void (*rate)(const Body& body, const double* state, double time, double* rate);
  /// Stages 1 to 11, and the change.
  Errors (*stages)(const Body& body, Step& step, double time, double h);
  /// Computes stages 13 to 15 and what state() needs, from the end and its rate, stage 12.
  void (*dense)(const Body& body, Step& step, double time, double h);
  /// The state at the fraction s of the step, 0 < s < 1.
  void (*state)(const Step& step, double s, double* state);
};

const Functions& sse2_functions() noexcept;
const Functions& avx2_functions() noexcept;

/// Those of this machine.
const Functions& functions() noexcept;

}  // namespace polhode::simulation::runge_kutta
