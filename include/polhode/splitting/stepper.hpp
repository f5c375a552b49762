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

#include <cstddef>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// Options for the integration of a body under torque.
struct SplittingOptions {
  Summation summation = Summation::plain;
  double time = 0;                          ///< initial time
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
  /// Applies an impulse now. For a linear body the component about its axis is dropped.
  /// @param impulse  in the user's body frame or in space; its time is ignored
  void apply(const Impulse& impulse);
  /// Restarts with the same body, torque and splitting. After an exception the stepper is unchanged.
  /// @param state  the new initial state
  /// @param time   the new initial time
  /// @throws InvalidInput as the constructor, or if the time is not finite
  void reset(const State& state, double time = 0);
  /// Restricts the times at which the torque is evaluated: times outside the range are replaced by the
  /// nearest end. Between two jumps of a torque, each step then sees the torque of its own side. For a torque
  /// with breakpoints this is automatic.
  /// @param earliest  start of the range
  /// @param latest    end of the range
  void ask_torque_within(double earliest, double latest);

  /// The complete state of the integration as plain numbers, in the principal frame: an identically
  /// constructed stepper continues from it bit for bit. Without compensated summation the compensation is 0.
  struct Instant {
    kernel::CompensatedPhase<double> phase{};
    double time = 0, lost_time = 0, pending = 0;
    // The cached torque, for torques that depend on attitude and time only.
    bool has_torque = false;
    Quat<double> torque_attitude{};
    double torque_time = 0;
    Vec3<double> torque{};
    std::size_t impulses = 0;  ///< number of impulses applied so far
  };
  /// The current instant.
  Instant instant() const;
  /// Returns to an instant of an identically constructed stepper. The range of ask_torque_within is not part
  /// of an instant: set it first.
  void back_to(const Instant& instant);

  /// A checkpoint: an instant as bytes to be stored in a file. An identically constructed stepper resumes
  /// from it bit for bit, on the same kind of machine.
  std::string checkpoint() const;
  /// Resumes from a checkpoint.
  /// @throws InvalidInput if the bytes are not a checkpoint of this version
  void resume(std::string_view checkpoint);

  /// The name of the conserved quantity, such as "energy"; empty if there is none.
  const std::string& conserved_name() const noexcept;
  /// The order of the whole method: the splitting's, or the free method's if that is lower.
  int order() const noexcept;
  /// Warnings about the results to expect, one sentence each.
  const std::vector<std::string>& warnings() const noexcept;

 private:
  struct Fixed;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
