// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body under torque that is taken through time step by step; torque, splitting and free method are chosen
/// at run time.
///
/// Convention. States go in and come out in the user's body frame; between the steps the body is kept in its
///             principal frame (as in free/stepper.hpp).
/// Method.     flow.hpp with the torque's kick (kick.hpp) and any free method for the drift, exact by
///             default. What does not go together is refused when the stepper is made: coefficients that need
///             a torque without momentum, or its gradient. A step that passes breakpoints or impulses of the
///             torque is divided there; forwards it applies the impulses after its beginning up to its end,
///             backwards it takes back those after its end.
/// Accuracy.   docs/accuracy.md

#include <cstddef>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// How a body under torque is followed.
struct SplittingOptions {
  Summation summation = Summation::plain;
  double time = 0;                          ///< at the start
  FreeMethod free_method = exact_method();  ///< for the drifts
  /// Of coupled bodies: the function gives the same for the same arguments, whenever it is asked (see Purity
  /// in torque/torque.hpp). A Torque says so itself.
  bool torques_are_pure = false;
};

/// One body under torque and its state now. A copy moves independently, but must stay in the same thread:
/// copies share the last torque that was computed. One that was moved from refuses all use by InvalidInput,
/// until it is assigned to; its time is NaN, its order 0, its name and its warnings are empty.
class SplittingStepper {
 public:
  /// Begins at options.time.
  /// @param body what turns
  /// @param start its state, in the body frame
  /// @param torque what acts
  /// @param splitting its coefficients
  /// @param options start time, summation and the method of the drifts
  /// @throws InvalidInput for a state that check() in body/state.hpp does not accept, and a splitting or a
  ///         free method that does not suit
  SplittingStepper(const Inertia& body, const State& start, const Torque& torque, const Splitting& splitting,
                   const SplittingOptions& options = {});
  SplittingStepper(const SplittingStepper& other);
  SplittingStepper& operator=(const SplittingStepper& other);
  SplittingStepper(SplittingStepper&&) noexcept;
  SplittingStepper& operator=(SplittingStepper&&) noexcept;
  ~SplittingStepper();

  /// Advances by one step. If it throws, time and state are as before.
  /// @param h a time of either sign
  /// @throws InvalidInput if h is not finite
  /// @throws StepFailure if the torque or the free method gives something that is not finite
  void step(double h);

  /// @return the time of the state
  double time() const noexcept;
  /// @return the state now, in the body frame
  State state() const;
  /// @return what the torque conserves, or NaN where it names nothing
  double conserved() const;
  /// Adds to the momentum now; to that of a linear body nothing about its axis.
  /// @param impulse in the body frame or in space; its time is not used
  void apply(const Impulse& impulse);
  /// Begins again, with the same body, torque and splitting. If it throws, the stepper is as it was before.
  /// @param state to begin with, in the body frame
  /// @param time of that state
  /// @throws InvalidInput for a state that the constructor does not accept, and a time that is not finite
  void reset(const State& state, double time = 0);
  /// From now on the torque is not asked for times outside this range, but for the nearest time in it:
  /// between two times at which a torque jumps, each step should see the torque of its own side. For a
  /// torque with breakpoints this is done without a call.
  /// @param earliest,latest the ends of the range
  void ask_torque_within(double earliest, double latest);

  /// @return where the motion is, as bytes to be kept in a file
  std::string checkpoint() const;
  /// Goes on to the same last bit, on the same kind of machine.
  /// @param checkpoint of a stepper that was made in the same way
  /// @throws InvalidInput for bytes that are not a checkpoint of such a stepper by this version
  void resume(std::string_view checkpoint);

  /// @return what conserved() is, such as "energy"; empty where the torque names nothing
  const std::string& conserved_name() const noexcept;
  /// @return the order that the whole has: the splitting's, unless the free method's is lower
  int order() const noexcept;
  /// @return what the user should know before trusting the run, a sentence each
  const std::vector<std::string>& warnings() const noexcept;

  // For the library itself: where the motion is, as numbers (src/splitting/stepper_instant.hpp). A stepper
  // made in the same way goes on from there to the same last bit. The times of ask_torque_within are not
  // part of it: they are to be given first.
  struct Instant;
  Instant instant() const;
  void back_to(const Instant& instant);

 private:
  struct Fixed;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
