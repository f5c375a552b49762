// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A free body that is taken through time step by step.
///
/// Convention. States go in and come out in the user's body frame; between the steps the body is kept in its
///             principal frame, since turning it to and fro at each step would drift by the rounding of the
///             axes.
/// Method.     Any FreeMethod; plain or compensated summation (kernel/advance.hpp). Compensation needs a
///             method that gives increments: for the others it is refused. The exact step is compiled in.
/// Accuracy.   docs/accuracy.md, "Round-off over many steps".

#include <Eigen/Core>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/checkpoint.hpp>
#include <polhode/free/method.hpp>
#include <string>

namespace polhode {

/// How steps are added up: plainly, or with the part that rounding leaves out kept (kernel/advance.hpp).
enum class Summation { plain, compensated };

/// One free body and its current state. Copies are independent. Using a moved-from stepper throws
/// InvalidInput until it is assigned to; its time is NaN.
class FreeStepper {
 public:
  /// Starts at time 0.
  /// @param body       the body
  /// @param start      the initial state
  /// @param method     the method of the steps
  /// @param summation  how steps are added up
  /// @throws InvalidInput as check() in body/state.hpp, and for compensated summation of a method that does
  ///   not give increments
  FreeStepper(const Inertia& body, const State& start, const FreeMethod& method,
              Summation summation = Summation::plain);
  /// The same with the default method, exact.
  FreeStepper(const Inertia& body, const State& start, Summation summation = Summation::plain);
  FreeStepper(const FreeStepper& other);
  FreeStepper& operator=(const FreeStepper& other);
  FreeStepper(FreeStepper&&) noexcept;
  FreeStepper& operator=(FreeStepper&&) noexcept;
  ~FreeStepper();

  /// Advances by one step. After an exception the state is unchanged.
  /// @param h  step size, of either sign
  /// @throws InvalidInput if h is not finite or rotates the body by more radians than double precision
  ///   resolves
  /// @throws StepFailure if the method fails, with the number of the step and the reason
  void step(double h);

  /// The current state, in the user's body frame.
  State state() const;
  /// The current time: the sum of the steps since the start, or since the time set by reset().
  double time() const noexcept;

  /// Restarts with the same body and method. After an exception the stepper is unchanged.
  /// @param state       the new initial state
  /// @param start_time  the new initial time
  /// @throws InvalidInput as the constructor, or if the time is not finite
  void reset(const State& state, double start_time = 0);

  /// A checkpoint: an identically constructed stepper resumes from it bit for bit.
  Checkpoint checkpoint() const;
  /// Resumes from a checkpoint of an identically constructed stepper. After an exception the stepper is
  /// unchanged.
  /// @throws InvalidInput for a checkpoint of anything else
  void resume(const Checkpoint& checkpoint);

  /// Adds to the current momentum.
  /// @param jump  in the user's body frame; for a linear body the component about its axis is dropped
  void add_momentum(const Eigen::Vector3d& jump);

 private:
  friend struct FreeStepperAccess;
  friend State exact_flow(const Inertia& body, const State& start, double t);
  struct Instant;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Whether compensated summation is possible with a method, that is, whether its steps are increments.
/// @param method  a free method
/// @param body    the body for which it is prepared
/// @return true if the method gives increments, false if it gives images
bool can_be_compensated(const FreeMethod& method, const Inertia& body);

/// The longest time over which a free motion can be computed: beyond it the angle |m| t / I1 (I2 for a
/// linear body) exceeds 2^53, and no digit of the attitude is left.
/// @param body      the body
/// @param momentum  its angular momentum, in any frame
/// @return a time; infinite for a body at rest
double longest_time(const Inertia& body, const Eigen::Vector3d& momentum) noexcept;

/// The state of a free body after a time, computed in one exact step. For repeated calls with one body,
/// construct an ExactFlow (free/exact_flow.hpp).
/// @param body   the body
/// @param start  the initial state
/// @param t      the time elapsed, of either sign
/// @return the state after t, in the user's body frame
/// @throws InvalidInput as the constructor and step() of FreeStepper
State exact_flow(const Inertia& body, const State& start, double t);

}  // namespace polhode
