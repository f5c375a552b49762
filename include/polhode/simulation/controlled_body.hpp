// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body in a control loop: before each cycle its torque and the momentum of its wheels can be set; both
/// are held during the cycle. A cycle prepares nothing again (docs/guide/control-loop.md has an example).
///
/// Convention. User's body frame. The wheels' momentum h is relative to the body and not part of the state's
///             momentum, as for gyrostat(): m' = m x omega + h x omega + torque. A motor that changes h by
///             dh/dt acts on the body with -dh/dt: add that to the torque.
/// Method.     A cycle is one step of the classical Runge-Kutta method where that is accurate enough; else
///             one power series (docs/series.md) of the lowest of a few orders that is; else several steps
///             of a series. Where the error of the classical method was ten times what is allowed, it is not
///             tried in the next seven cycles. Nor is it where a formula may do something between the three
///             times at which it looks (docs/guide/control-loop.md has the rules): the series sees narrow
///             features and locates the changes of signs.
/// Accuracy.   The error of a cycle is below the tolerance: of the attitude, and of the momentum relative to
///             the largest so far. That holds for cycles in which the motion does not amplify errors, which
///             is all that turn by less than a few radians; of a long one the errors of its steps are below
///             it.

#include <Eigen/Core>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/checkpoint.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode {

/// Goes from t to t + dt under the torque that was set last. Not to be used by two threads at once. One that
/// was moved from refuses all use by InvalidInput, until it is assigned to; its time is NaN.
class ControlledBody {
 public:
  /// @param body        what turns
  /// @param start       its state at start_time
  /// @param always      acts besides what is set, such as a gravity gradient; its formula must be known
  /// @param tolerance   of the error of a cycle, as for simulate()
  /// @param start_time  at which the motion starts
  /// @throws InvalidInput for what simulate() refuses, and an `always` that is only a function or that has
  ///         breakpoints or impulses
  ControlledBody(const Inertia& body, const State& start, const Torque& always = {},
                 double tolerance = default_tolerance, double start_time = 0);
  ControlledBody(ControlledBody&&) noexcept;
  ControlledBody& operator=(ControlledBody&&) noexcept;
  ~ControlledBody();

  /// Sets the torque on the body, or the momentum of its wheels, from now on. Each refuses numbers that are
  /// not finite. The first call of set_wheels prepares the body again, as one with wheels.
  void set_torque(const Eigen::Vector3d& torque);
  void set_wheels(const Eigen::Vector3d& momentum);
  /// Goes on by dt > 0. Throws StepFailure where the motion is not finite or slides along a corner of a
  /// formula, and InvalidInput for a dt that takes more than a million steps of a series; the state is then
  /// as before.
  void step(double dt);

  /// @return where the motion is: a body made in the same way goes on from there to the same last
  ///         bit, under what was set last
  Checkpoint checkpoint() const;
  /// Goes to where a checkpoint was taken.
  /// @param checkpoint  of a body made in the same way
  /// @throws InvalidInput for a checkpoint of something else; the body is then as it was before
  void resume(const Checkpoint& checkpoint);

  /// Where the last step ended: the start plus all dt, rounded once.
  double time() const noexcept;
  /// The state there: attitude body to space, momentum of the body without its wheels, in the body frame.
  State state() const;

 private:
  struct Parts;
  struct Place;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
