// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many free bodies that are taken through time step by step, in the user's frames.
///
/// Convention. States go in and come out in each body's own frame of the user, one State for each body;
///             between the steps they are kept in arrays in the principal frames (states.hpp), which a user
///             need not know. Bodies are counted from 0.
/// Method.     batch::step (free_step.hpp) on those arrays.
/// Accuracy.   That of batch::step: a body's result depends on nothing but that body. Reading rounds each
///             component once or twice and changes nothing.

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <polhode/batch/free_step.hpp>
#include <polhode/batch/method.hpp>
#include <polhode/batch/states.hpp>
#include <polhode/batch/target.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/checkpoint.hpp>
#include <polhode/rotation/attitude.hpp>
#include <polhode/torque/frame.hpp>
#include <span>
#include <type_traits>
#include <vector>

namespace polhode::batch {

/// How a batch of free bodies is stepped.
struct FreeStepperOptions {
  double start_time = 0;  ///< at which the motion starts
  Summation summation = Summation::plain;
  BuiltInMethod free_method = BuiltInMethod::exact;
  std::optional<Target> target = std::nullopt;  ///< best_target() if none is named
  /// 0: as many as the machine has, where the batch is long enough for them to pay (4096 bodies).
  int threads = 0;
};

/// Many free bodies and their states now. Real is double or float. One that was moved from may be assigned
/// to or destroyed, and nothing else.
template <class Real>
class FreeStepper {
 public:
  /// One body for all states.
  /// @param body what turns
  /// @param starts a state for each, in the body frame
  /// @param options method, summation, target and threads
  /// @throws InvalidInput for what States::from_user and Bodies do not accept
  FreeStepper(const Inertia& body, std::span<const State> starts, const FreeStepperOptions& options = {});
  /// A body each.
  /// @param bodies as many as states
  /// @param starts a state for each, in its body frame
  /// @param options method, summation, target and threads
  /// @throws InvalidInput as above
  FreeStepper(std::span<const Inertia> bodies, std::span<const State> starts,
              const FreeStepperOptions& options = {});
  /// A few kinds of bodies.
  /// @param kinds one at least
  /// @param which body i is kinds[which[i]]
  /// @param starts a state for each, in its body frame
  /// @param options method, summation, target and threads
  /// @throws InvalidInput as above
  FreeStepper(std::span<const Inertia> kinds, std::vector<std::uint32_t> which, std::span<const State> starts,
              const FreeStepperOptions& options = {});
  FreeStepper(FreeStepper&&) noexcept;
  FreeStepper& operator=(FreeStepper&&) noexcept;
  ~FreeStepper();

  /// Advances all. A body that the method cannot step becomes NaN, and the others go on; set_state() gives
  /// it a state again. The exact step fails only where numbers overflow.
  /// @param h one step for all, or one each, of either sign
  /// @return the bodies that could not be stepped
  /// @throws InvalidInput as batch::step does
  Outcome step(const std::type_identity_t<StepLengths<Real>>& h);

  /// @return the number of bodies
  std::size_t size() const noexcept;
  /// @return the start and the sum of the steps that were common to all, in double
  double time() const noexcept;

  /// @param body its place, from 0
  /// @return its state now, in its body frame
  /// @throws InvalidInput for a place beyond the last
  State state(std::size_t body) const;
  /// @return the states of all now, in their body frames
  std::vector<State> states() const;
  /// @param states as many as bodies; overwritten by the states now
  /// @throws InvalidInput for another length
  void read(std::span<State> states) const;
  /// The attitudes alone, for drawing the bodies.
  /// @param attitudes as many as bodies; overwritten by the attitudes now, body to space
  /// @throws InvalidInput for another length
  void read_attitudes(std::span<Attitude> attitudes) const;
  /// @param body its place, from 0
  /// @return its angular velocity now, in space
  /// @throws InvalidInput for a place beyond the last
  Eigen::Vector3d spatial_angular_velocity(std::size_t body) const;

  /// Sets attitude and momentum of a body.
  /// @param body its place, from 0
  /// @param state in its body frame
  /// @throws InvalidInput for a place beyond the last, and a state that check() in body/state.hpp does not
  ///        accept
  void set_state(std::size_t body, const State& state);
  /// Sets the angular velocity of a body; its attitude stays.
  /// @param body its place, from 0
  /// @param angular_velocity in space
  /// @throws InvalidInput for a place beyond the last, and a velocity that is not finite
  void set_spatial_angular_velocity(std::size_t body, const Eigen::Vector3d& angular_velocity);
  /// Adds to the momentum of a body now; to that of a linear body nothing about its axis.
  /// @param body   its number, from 0
  /// @param jump   what is added
  /// @param frame  of the components of `jump`: the user's body frame, or space
  /// @throws InvalidInput for a body that there is not, and a jump that is not finite
  void add_momentum(std::size_t body, const Eigen::Vector3d& jump, TorqueFrame frame = TorqueFrame::body);

  /// @return where all are: a stepper made in the same way, for the same target, goes on from there to the
  ///         same last bit
  Checkpoint checkpoint() const;
  /// Goes to where a checkpoint was taken.
  /// @param checkpoint  of a stepper made in the same way
  /// @throws InvalidInput for a checkpoint of something else; the stepper is then as it was before
  void resume(const Checkpoint& checkpoint);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode::batch
