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

#include <cstdint>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/checkpoint.hpp>
#include <polhode/free/method.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact_constants.hpp>
#include <string>

namespace polhode {

/// How steps are added up: plainly, or with the part that rounding leaves out kept (kernel/advance.hpp).
enum class Summation { plain, compensated };

/// One free body and its state now. Copies are independent.
class FreeStepper {
 public:
  /// Begins at a state. Refuses what body/state.hpp's check refuses.
  FreeStepper(const Inertia& body, const State& start, const FreeMethod& method,
              Summation summation = Summation::plain);

  /// The default method, exact.
  FreeStepper(const Inertia& body, const State& start, Summation summation = Summation::plain);

  /// Advances by h, of either sign. Refuses an h that is not finite or turns the body by more radians than a
  /// double can resolve, and a method that fails, with the number of the step and the reason; the state is
  /// then as it was before.
  void step(double h);

  /// The state now, in the user's body frame.
  State state() const noexcept;
  /// The sum of the steps so far, or what reset() has set it to and the steps since.
  double time() const noexcept { return time_ + (lost_time_ + static_cast<double>(alike_) * last_step_); }

  /// Begins again, with the same body and method.
  /// @param state       at start_time
  /// @param start_time  finite
  /// @throws InvalidInput for what the constructor refuses; the stepper is then as it was before
  void reset(const State& state, double start_time = 0);

  /// @return where the motion is: a stepper made in the same way goes on from there to the same last bit
  Checkpoint checkpoint() const;
  /// Goes to where a checkpoint was taken.
  /// @param checkpoint  of a stepper made in the same way
  /// @throws InvalidInput for a checkpoint of something else; the stepper is then as it was before
  void resume(const Checkpoint& checkpoint);

  /// Adds to the momentum, given in the user's body frame; of a linear body without the part about its axis.
  void add_momentum(const Eigen::Vector3d& jump);

 private:
  friend struct FreeStepperAccess;
  /// Where the motion is, in the principal frame.
  struct Instant {
    kernel::CompensatedPhase<double> phase{};
    std::uint64_t steps = 0;  ///< that were taken
    double time = 0, lost_time = 0;
  };

  Instant instant() const noexcept;
  void back_to(const Instant& instant) noexcept;
  [[noreturn]] void refuse_failure(double h) const;
  void step_with_care(double h);
  void look_at_momentum() noexcept;
  std::uint64_t origin() const;  ///< a checksum of body, method and summation
  bool is_plain() const noexcept { return summation_ == Summation::plain; }
  const Vec3<double>& m() const noexcept { return is_plain() ? plain_.m : compensated_.m; }
  const Quat<double>& q() const noexcept { return is_plain() ? plain_.q : compensated_.q; }

  Inertia body_;
  PrincipalAttitude frame_;
  std::optional<FreeStep> step_;  // none: the exact step, with the constants below
  kernel::ExactConstants<double> exact_{};
  std::string name_;
  Summation summation_;
  double longest_step_;
  bool cannot_fail_ = false;  // the exact step, for any length up to longest_step_
  std::uint64_t steps_ = 0;   // that were taken
  // The steps since time_ had all the same length: they are counted, not added.
  double time_ = 0, lost_time_ = 0, last_step_ = 0;
  std::uint64_t alike_ = 0;
  // Where the motion is: in the first for plain sums, in the second for compensated ones. Each is written by
  // a step as a whole, from the result to where it stays; through a copy the next step would wait for it.
  kernel::Phase<double> plain_;
  kernel::CompensatedPhase<double> compensated_;
};

/// Whether the method gives increments, whose sums can be compensated.
bool can_be_compensated(const FreeMethod& method, const Inertia& body);

/// The longest time over which this motion can be followed: beyond it the angle |m| t / I1 (or I2 for a
/// linear body) exceeds 2^53, and no digit of the attitude is left. Infinite for a body at rest.
double longest_time(const Inertia& body, const Vec3<double>& principal_momentum) noexcept;

/// The state after time t, of either sign, in one exact step. Refuses what FreeStepper refuses. Who asks
/// often for one body makes an ExactFlow (free/exact_flow.hpp).
State exact_flow(const Inertia& body, const State& start, double t);

}  // namespace polhode
