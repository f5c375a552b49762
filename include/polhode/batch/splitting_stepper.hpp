// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many bodies under torque, taken through time step by step by a splitting.
///
/// Convention. States in the ascending principal frame (states.hpp), or in the user's: a State for each body,
///             and user_states(). Sums are compensated if the States at the start have room for that, or the
///             options say so. A step that passes breakpoints or impulses of a Torque is divided there, as by
///             polhode::SplittingStepper.
/// Method.     splitting/flow.hpp says which parts a step has, all with the same lengths and times for every
///             body. Each block of bodies goes through the whole step while it is in the first cache; drifts
///             as in free_step.hpp, kicks by the kernels of the torques on lanes, or body by body
///             (torque.hpp). The torque at the end of a step is kept for the beginning of the next, so that
///             asking for the states costs no call of a function. A function that is not declared to be pure
///             (torque/torque.hpp) is asked again when the next step begins, and its answer compared with
///             that torque.
/// Accuracy.   That of polhode::SplittingStepper, from which a body differs by 4 eps after ten steps with
///             momenta near one: fused operations round otherwise. Within one target a body's result is the
///             same to the last bit whatever its place, its neighbours and the number of threads
///             (tests/unit/batch_splitting_test.cpp).
/// Memory.     docs/batch-splitting.md

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <polhode/batch/free_step.hpp>
#include <polhode/batch/method.hpp>
#include <polhode/batch/states.hpp>
#include <polhode/batch/target.hpp>
#include <polhode/batch/torque.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/checkpoint.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/frame.hpp>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace polhode::batch {

/// How a batch of bodies under torque is stepped.
struct StepperOptions {
  double start_time = 0;                             ///< at which the motion starts
  BuiltInMethod free_method = BuiltInMethod::exact;  ///< for the drifts
  std::optional<Target> target = std::nullopt;       ///< best_target() if none is named
  /// 0: as many as the machine has, where the batch is long enough for them to pay (4096 bodies); one for a
  /// torque that is a function of the user, which need not bear several.
  int threads = 0;
  /// Of starts in the user's frames; States say themselves how they are summed.
  Summation summation = Summation::plain;
};

/// Many bodies under torque and their states now. Real is double or float; times are doubles. Several threads
/// may call const functions at once. With a torque that has a flow of its own, such as quadratic drag,
/// states() calls that flow. One that was moved from refuses all use by InvalidInput, until it is assigned
/// to; it has no bodies, its time is NaN, its order 0.
template <class Real>
class SplittingStepper {
 public:
  /// What acts: a Torque for all, or a function over arrays.
  using Acting = std::type_identity_t<AnyTorque<Real>>;

  // One body for all, a body each, or kinds[which[i]]; from states in principal frames, or in the user's.

  /// @param body what turns
  /// @param starts in the principal frame
  /// @param torque what acts
  /// @param splitting its coefficients
  /// @param options start time, method of the drifts, target and threads
  /// @throws InvalidInput for states that are not finite or turn a linear body about its axis, a splitting
  ///         that does not suit the torque, as polhode::SplittingStepper, and for what batch::step does not
  ///         accept of the options
  SplittingStepper(const Inertia& body, States<Real> starts, Acting torque, const Splitting& splitting,
                   const StepperOptions& options = {});
  /// @param bodies as many as states
  /// @param starts in the principal frames
  /// @param torque what acts
  /// @param splitting its coefficients
  /// @param options start time, method of the drifts, target and threads
  /// @throws InvalidInput as above, and for numbers that differ
  SplittingStepper(std::span<const Inertia> bodies, States<Real> starts, Acting torque,
                   const Splitting& splitting, const StepperOptions& options = {});
  /// @param kinds one at least
  /// @param which body i is kinds[which[i]]
  /// @param starts in the principal frames
  /// @param torque what acts
  /// @param splitting its coefficients
  /// @param options start time, method of the drifts, target and threads
  /// @throws InvalidInput as above
  SplittingStepper(std::span<const Inertia> kinds, std::vector<std::uint32_t> which, States<Real> starts,
                   Acting torque, const Splitting& splitting, const StepperOptions& options = {});
  /// @param body what turns
  /// @param starts in the body frame
  /// @param torque what acts
  /// @param splitting its coefficients
  /// @param options start time, summation, method of the drifts, target and threads
  /// @throws InvalidInput as above, and for what States::from_user does not accept
  SplittingStepper(const Inertia& body, std::span<const State> starts, Acting torque,
                   const Splitting& splitting, const StepperOptions& options = {});
  /// @param bodies as many as states
  /// @param starts each in its body frame
  /// @param torque what acts
  /// @param splitting its coefficients
  /// @param options start time, summation, method of the drifts, target and threads
  /// @throws InvalidInput as above
  SplittingStepper(std::span<const Inertia> bodies, std::span<const State> starts, Acting torque,
                   const Splitting& splitting, const StepperOptions& options = {});
  /// @param kinds one at least
  /// @param which body i is kinds[which[i]]
  /// @param starts each in its body frame
  /// @param torque what acts
  /// @param splitting its coefficients
  /// @param options start time, summation, method of the drifts, target and threads
  /// @throws InvalidInput as above
  SplittingStepper(std::span<const Inertia> kinds, std::vector<std::uint32_t> which,
                   std::span<const State> starts, Acting torque, const Splitting& splitting,
                   const StepperOptions& options = {});
  SplittingStepper(SplittingStepper&&) noexcept;
  SplittingStepper& operator=(SplittingStepper&&) noexcept;
  ~SplittingStepper();

  /// Advances all by one step. A body whose torque or state is not finite becomes NaN, as one that
  /// batch::FreeStepper cannot step, and the others go on; from then on it is not stepped.
  /// @param h a time of either sign
  /// @return the bodies that have failed so far, and why the first of them did
  /// @throws InvalidInput if h is not finite. What a function of the torque throws is passed on; time and
  ///         states are then as before.
  Outcome step(double h);

  /// @return where all are: a stepper made in the same way, for the same target, goes on from there to the
  ///         same last bit
  Checkpoint checkpoint() const;
  /// Goes to where a checkpoint was taken.
  /// @param checkpoint  of a stepper made in the same way
  /// @throws InvalidInput for a checkpoint of something else; the stepper is then as it was before
  void resume(const Checkpoint& checkpoint);

  /// @return the number of bodies
  std::size_t size() const noexcept;
  /// @return the time of the states
  double time() const noexcept;
  /// @return the states now, in principal frames; with the parts that rounding has left out, if sums are
  ///        compensated
  /// @throws StepFailure if a flow of the torque gives something that is not finite, though it did not
  ///         within the step. What it throws is passed on.
  States<Real> states() const;
  /// @return the states now, in the body frames
  /// @throws StepFailure as above
  std::vector<State> user_states() const;

  /// Adds to the momentum of a body now; to that of a linear body nothing about its axis. The first call
  /// after a step costs as much as states().
  /// @param body   its number, from 0
  /// @param jump   what is added
  /// @param frame  of the components of `jump`: the user's body frame, or space
  /// @throws InvalidInput for a body that there is not, and a jump that is not finite
  void add_momentum(std::size_t body, const Eigen::Vector3d& jump, TorqueFrame frame = TorqueFrame::body);

  /// @return the order that the whole has: the splitting's, unless the free method's is lower
  int order() const noexcept;
  /// @return what the user should know before trusting the run, a sentence each
  const std::vector<std::string>& warnings() const noexcept;

 private:
  friend struct SplittingStepperAccess;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode::batch
