// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body in a control loop: from cycle to cycle under a torque that is held, set anew each time, with wheels whose
/// momentum changes. Nothing is made again in a cycle (docs/guide/control-loop.md has an example).
///
/// Convention. User's body frame. The wheels' momentum is relative to the body and not part of the state's momentum, as of
///             gyrostat(): m' = m x omega + h x omega + torque. A motor that changes h by dh/dt acts on the body with
///             -dh/dt: add that to the torque. Torque and wheels are held during a cycle.
/// Method.     A cycle is short beside the motion: a step of the classical Runge-Kutta method where that is accurate
///             enough, else a power series (docs/series.md) of the lowest order of a few that is, else several of these.
/// Accuracy.   The error of a cycle is below the tolerance: of the attitude, and of the momentum relative to the largest
///             so far.

#include <Eigen/Core>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode {

/// Goes from t to t + dt under the torque that was set last. Not to be used by two threads at once.
class ControlledBody {
 public:
  /// `always` acts besides what is set, such as a gravity gradient. Refuses what simulate() refuses, and a torque that is
  /// only a function, that jumps or that has impulses.
  ControlledBody(const Inertia& body, const State& start, double tolerance = default_tolerance,
                 double time = 0, const Torque& always = {});
  ControlledBody(ControlledBody&&) noexcept;
  ControlledBody& operator=(ControlledBody&&) noexcept;
  ~ControlledBody();

  /// From now on. Refuse what is not finite. The first call for the wheels makes the body anew, as one that has some.
  void set_torque(const Eigen::Vector3d& torque);
  void set_wheels(const Eigen::Vector3d& momentum);
  /// Goes on by dt > 0. Throws StepFailure where the motion is not finite; the state is then as before.
  void step(double dt);

  /// Where the last step ended.
  double time() const noexcept;
  /// There: attitude body to space, momentum of the body without its wheels, in the body frame.
  State state() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
