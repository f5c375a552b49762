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
#include <polhode/free/method.hpp>
#include <string>
#include <string_view>

namespace polhode {

/// How steps are added up: plainly, or with the part that rounding leaves out kept (kernel/advance.hpp).
enum class Summation { plain, compensated };

/// One free body and its state now. Copies are independent. One that was moved from refuses all use by
/// InvalidInput, until it is assigned to; its time is NaN.
class FreeStepper {
 public:
  /// Begins at time 0.
  /// @param body what turns
  /// @param start its state
  /// @param method of the steps
  /// @param summation how they are added up
  /// @throws InvalidInput for a state that check() in body/state.hpp does not accept, and for compensated
  ///         sums of a method that gives no increments
  FreeStepper(const Inertia& body, const State& start, const FreeMethod& method,
              Summation summation = Summation::plain);
  /// The same with the default method, exact.
  /// @param body what turns
  /// @param start its state
  /// @param summation how steps are added up
  /// @throws InvalidInput for a state that check() does not accept
  FreeStepper(const Inertia& body, const State& start, Summation summation = Summation::plain);
  FreeStepper(const FreeStepper& other);
  FreeStepper& operator=(const FreeStepper& other);
  FreeStepper(FreeStepper&&) noexcept;
  FreeStepper& operator=(FreeStepper&&) noexcept;
  ~FreeStepper();

  /// Advances by one step. If it throws, the state is as it was before.
  /// @param h a time of either sign
  /// @throws InvalidInput if h is not finite, or turns the body by more radians than a double can resolve
  /// @throws StepFailure if the method fails, with the number of the step and the reason
  void step(double h);

  /// @return the state now, in the body frame
  State state() const;
  /// @return the sum of the steps so far, or the time that reset() has set and the steps since
  double time() const noexcept;

  /// Begins again, with the same body and method. If it throws, the stepper is as it was before.
  /// @param state to begin with
  /// @param time of that state
  /// @throws InvalidInput for a state that the constructor does not accept, and a time that is not finite
  void reset(const State& state, double time = 0);

  /// @return where the motion is, as bytes to be kept in a file
  std::string checkpoint() const;
  /// Goes on to the same last bit, on the same kind of machine.
  /// @param checkpoint of a stepper that was made in the same way
  /// @throws InvalidInput if the bytes are damaged, or not a checkpoint of such a stepper by this version
  void resume(std::string_view checkpoint);

  /// Changes the momentum.
  /// @param jump in the body frame; of a linear body the part about its axis is left out
  void add_momentum(const Eigen::Vector3d& jump);

  // For the library itself: where the motion is, as numbers (src/free/stepper_instant.hpp). A stepper made in
  // the same way goes on from there to the same last bit.
  struct Instant;
  Instant instant() const;
  void back_to(const Instant& instant);

 private:
  struct Parts;
  friend State exact_flow(const Inertia& body, const State& start, double t);

  std::unique_ptr<Parts> parts_;
};

/// @param method a free method
/// @param body for which it is prepared
/// @return whether the method gives increments, whose sums can be compensated
bool can_be_compensated(const FreeMethod& method, const Inertia& body);

/// The longest time over which a motion can be followed: beyond it the angle |m| t / I1 (I2 for a linear
/// body) exceeds 2^53, and no digit of the attitude is left.
/// @param body what turns
/// @param momentum its angular momentum, in any frame
/// @return a time; infinite for a body at rest
double longest_time(const Inertia& body, const Eigen::Vector3d& momentum) noexcept;

/// One exact step. For repeated calls with one body, construct an ExactFlow (free/exact_flow.hpp).
/// @param body what turns
/// @param start its state
/// @param t a time of either sign
/// @return the state after that time
/// @throws InvalidInput as FreeStepper does
State exact_flow(const Inertia& body, const State& start, double t);

}  // namespace polhode
