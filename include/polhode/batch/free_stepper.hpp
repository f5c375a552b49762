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
  Method free_method = Method::exact;
  std::optional<Target> target = std::nullopt;  ///< best_target() if none is named
  /// 0: as many as the machine has, where the batch is long enough for them to pay (4096 bodies).
  int threads = 0;
};

/// Many free bodies and their states now. Real is double or float.
template <class Real>
class FreeStepper {
 public:
  /// One body for all, a body each, or kinds[which[i]]. Refuses what States::from_user and Bodies refuse.
  FreeStepper(const Inertia& body, std::span<const State> starts, const FreeStepperOptions& options = {});
  FreeStepper(std::span<const Inertia> bodies, std::span<const State> starts,
              const FreeStepperOptions& options = {});
  FreeStepper(std::span<const Inertia> kinds, std::vector<std::uint32_t> which, std::span<const State> starts,
              const FreeStepperOptions& options = {});
  FreeStepper(FreeStepper&&) noexcept;
  FreeStepper& operator=(FreeStepper&&) noexcept;
  ~FreeStepper();

  /// Advances all by h, of either sign, or each by its own. As in batch::step, a body that the method cannot
  /// step becomes NaN, and the outcome says so; the exact step fails only where numbers overflow.
  Outcome step(const std::type_identity_t<StepLengths<Real>>& h);

  std::size_t size() const noexcept;  ///< number of bodies
  /// The start and the sum of the steps that were common to all, in double.
  double time() const noexcept;

  /// The states now: of one body, of all, or of all into an array of the caller's. Each refuses an index or a
  /// length that does not fit.
  State state(std::size_t body) const;
  std::vector<State> states() const;
  void read(std::span<State> states) const;
  /// The attitudes alone, for drawing the bodies.
  void read_attitudes(std::span<Attitude> attitudes) const;
  /// The angular velocity of a body, in space.
  Eigen::Vector3d spatial_angular_velocity(std::size_t body) const;

  /// Sets attitude and momentum of a body. Refuses what body/state.hpp's check refuses.
  void set_state(std::size_t body, const State& state);
  /// Sets the angular velocity of a body, in space; its attitude stays. Refuses a velocity that is not
  /// finite.
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
