// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body whose moments of inertia change with time: a satellite that unfolds, a skater.
///
/// Convention. The axes are fixed in the user's body frame and the moments are given along them, I(t), in any
///             order; the order may change with time. The momentum is that of the whole: m' = m x I(t)^-1 m +
///             torque. So what moves inside must carry no angular momentum of its own, such as parts that
///             move along their lines through the centre.
/// Method.     The drift takes I at its middle and is exact for that body, in ascending order by a proper
///             exchange of axes: where the permutation P is odd, -P [Celledoni, Zanna 2008, section 3.1 and
///             figure 3, which lack the sign and undo the exchange by itself instead of its inverse]. Half a
///             kick, such a drift and half a kick are symmetric and of order 2, so that compositions of this
///             step keep their orders. Other splittings do not, for their drifts are no longer flows, and
///             neither do compositions that start with a drift, for these join halves of different bodies.
/// Conserves.  |m| and Q m by each drift, to rounding. Not the energy: the motion does not conserve it
///             either.
/// Accuracy.   Orders 2, 4, 6, 8 were measured against an independent integration (changing_body_test.cpp).

#include <Eigen/Core>
#include <memory>
#include <polhode/body/state.hpp>
#include <polhode/core/vector_function.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode {

/// How a changing body is followed.
struct ChangingBodyOptions {
  Summation summation = Summation::plain;
  double start_time = 0;  ///< at which the motion starts
};

/// A changing body under torque, taken through time step by step. Any torque will do: one that depends on the
/// moments, such as that of a gravity gradient, is prepared again at each kick for the body as it is then,
/// which takes four times as long as the rest of the step. A torque with impulses is refused, and so is a
/// step that would pass a breakpoint: let one end there.
class ChangingBodyStepper {
 public:
  /// Three moments along the axes of the user's body frame, at a time.
  using Moments = VectorFunction<double>;

  /// Refuses what body/state.hpp's check refuses, moments at the start that are not positive and finite, and
  /// a splitting that is no composition of Strang steps that start with a kick.
  ChangingBodyStepper(Moments moments, const State& start, const Torque& torque, const Splitting& splitting,
                      const ChangingBodyOptions& options = {});
  ChangingBodyStepper(ChangingBodyStepper&&) noexcept;
  ChangingBodyStepper& operator=(ChangingBodyStepper&&) noexcept;
  ~ChangingBodyStepper();

  /// Advances by h, of either sign. Throws StepFailure where moments or torque are not what they must be, and
  /// what their functions throw; time and state are then as before.
  void step(double h);

  /// The time of the state.
  double time() const noexcept;
  /// Throws as step does: the last kick of a step is done when it is asked for.
  State state() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
