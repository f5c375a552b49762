// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Time stepping of a body under torque; torque, splitting and free method are selected at run time.
///
/// Convention. States are in the user's body frame; between steps the body is kept in its principal frame (as
///             in free/stepper.hpp).
/// Method.     flow.hpp with the torque's kick (kick.hpp) and any free method for the drift, by default the
///             exact one. Incompatible combinations are rejected in the constructor: coefficients that need a
///             torque independent of the momentum, or its gradient. A step across breakpoints or impulses of
///             the torque is divided there; a forward step applies the impulses after its start up to and
///             including its end, a backward step undoes those after its end.
/// Accuracy.   docs/accuracy.md

#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/checkpoint.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

namespace polhode {

/// Options for the integration of a body under torque.
struct SplittingOptions {
  Summation summation = Summation::plain;
  double start_time = 0;                    ///< initial time
  FreeMethod free_method = exact_method();  ///< for the drifts
  /// For coupled bodies: whether the function always returns the same for the same arguments (see Purity in
  /// torque/torque.hpp). A Torque states this itself.
  bool torques_are_pure = false;
};

/// One body under torque and its current state. A copy moves independently, but must stay in the same thread:
/// copies share the cached torque. Using a moved-from stepper throws InvalidInput until it is assigned to;
/// its time is NaN, its order 0, its name and its warnings are empty.
class SplittingStepper {
 public:
  /// @param body       the body
  /// @param start      the initial state
  /// @param torque     any torque
  /// @param splitting  the splitting method
  /// @param options    summation, initial time, free method
  /// @throws InvalidInput as check() in body/state.hpp, or if the splitting or the free method does not suit
  ///   the torque
  SplittingStepper(const Inertia& body, const State& start, const Torque& torque, const Splitting& splitting,
                   const SplittingOptions& options = {});
  SplittingStepper(const SplittingStepper& other);
  SplittingStepper& operator=(const SplittingStepper& other);
  SplittingStepper(SplittingStepper&&) noexcept;
  SplittingStepper& operator=(SplittingStepper&&) noexcept;
  ~SplittingStepper();

  /// Advances by one step. After an exception, time and state are unchanged.
  /// @param h  step size, of either sign
  /// @throws StepFailure if the torque or the free method gives values that are not finite
  void step(double h);

  /// The current time.
  double time() const noexcept;
  /// The current state, in the user's body frame.
  State state() const;
  /// The current value of the quantity that the torque conserves; NaN if there is none.
  double conserved() const;
  /// Adds to the current momentum. For a linear body the component about its axis is dropped.
  /// @param jump   the change of the momentum
  /// @param frame  the frame of `jump`: the user's body frame or space
  void add_momentum(const Eigen::Vector3d& jump, TorqueFrame frame = TorqueFrame::body);
  /// Restarts with the same body, torque and splitting. After an exception the stepper is unchanged.
  /// @param state       the new initial state
  /// @param start_time  the new initial time
  /// @throws InvalidInput as the constructor, or if the time is not finite
  void reset(const State& state, double start_time = 0);
  /// Restricts the times at which the torque is evaluated: times outside the range are replaced by the
  /// nearest end. Between two jumps of a torque, each step then sees the torque of its own side. For a torque
  /// with breakpoints this is automatic.
  /// @param earliest  start of the range
  /// @param latest    end of the range
  void ask_torque_within(double earliest, double latest);

  /// A checkpoint: an identically constructed stepper resumes from it bit for bit.
  Checkpoint checkpoint() const;
  /// Resumes from a checkpoint of an identically constructed stepper. After an exception the stepper is
  /// unchanged.
  /// @throws InvalidInput for a checkpoint of anything else
  void resume(const Checkpoint& checkpoint);

  /// The name of the conserved quantity, such as "energy"; empty if there is none.
  const std::string& conserved_name() const noexcept;
  /// The order of the whole method: the splitting's, or the free method's if that is lower.
  int order() const noexcept;
  /// Warnings about the results to expect, one sentence each.
  const std::vector<std::string>& warnings() const noexcept;

 private:
  friend struct SplittingStepperAccess;
  struct Fixed;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
