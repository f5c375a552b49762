// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A free body that is taken through time step by step.
///
/// Convention. States go in and come out in the user's body frame; between the steps the body is kept in its
///             principal frame, since turning it to and fro at each step would drift by the rounding of the
///             axes.
/// Method.     Any FreeMethod; plain or compensated summation (kernel/advance.hpp). Compensation needs a
///             method that gives increments: for the others it is refused.
/// Accuracy.   docs/accuracy.md, "Round-off over many steps".

#include <cstdint>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/kernel/advance.hpp>

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

  /// Now, in the user's body frame.
  State state() const;

  /// Where the motion is, in the principal frame: a stepper made in the same way goes on from there to the
  /// same last bit.
  struct Instant {
    kernel::CompensatedPhase<double> phase{};
    std::uint64_t steps = 0;  ///< that were taken
  };
  Instant instant() const noexcept { return {phase_, steps_}; }
  /// To an instant of a stepper made in the same way.
  void back_to(const Instant& instant) noexcept;

  /// Adds to the momentum, given in the user's body frame; of a linear body without the part about its axis.
  void add_momentum(const Eigen::Vector3d& jump);

 private:
  [[noreturn]] void refuse_failure(double h) const;

  Inertia body_;
  FreeStep step_;
  std::string name_;
  Summation summation_;
  double longest_step_;
  std::uint64_t steps_ = 0;  ///< that were taken
  kernel::CompensatedPhase<double> phase_;
};

/// Whether the method gives increments, whose sums can be compensated.
bool can_be_compensated(const FreeMethod& method, const Inertia& body);

/// The longest time over which this motion can be followed: beyond it the angle |m| t / I1 (or I2 for a
/// linear body) exceeds 2^53, and no digit of the attitude is left. Infinite for a body at rest.
double longest_time(const Inertia& body, const Vec3<double>& principal_momentum) noexcept;

/// The state after time t, of either sign, in one exact step. Refuses what FreeStepper refuses.
State exact_flow(const Inertia& body, const State& start, double t);

}  // namespace polhode
