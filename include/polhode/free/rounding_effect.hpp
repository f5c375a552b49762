// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The effect of rounding the inputs on a motion: how accurately a state can be known at all.
///
/// Convention. Errors as in simulation/simulate.hpp: the larger of the error of the momentum relative to its
///             length and the error of the attitude quaternion, sign included. A rounding is at most half a
///             unit in the last place.
/// Method.     The derivative of the exact flow (free/motion_derivative.hpp) times one unit in the last place
///             of each input: each moment, each component of the momentum (unit of its length), and the time.
///             The effect of rounding all of them is half the root of the sum of squares, plus the rounding
///             of the state itself. The rounding of the attitude does not grow. For motions under torque see
///             simulation/torqued_rounding.hpp or, if the torque has no derivative, repeat the run from
///             rounded_neighbour, in which all inputs are changed at once, with signs that do not cancel
///             (larger momentum, smaller moments).

#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <span>

namespace polhode {

/// The larger of |m_a - m_b| / largest_momentum and |q_a - q_b|.
/// @param a                 a state
/// @param b                 another state
/// @param largest_momentum  scale of the momentum error; may be 0 if the momenta are equal
double state_distance(const State& a, const State& b, double largest_momentum) noexcept;

/// The effect of rounding the inputs on a state, from its derivative: half the root of the sum of squares of
/// the changes by one unit in the last place of each input, plus the rounding of the state itself.
/// @param jacobian          of the state
/// @param body              whose moments are inputs
/// @param time              an input
/// @param momentum_unit     one unit in the last place of the initial momentum
/// @param largest_momentum  scale of the momentum error
/// @param others            changes by one unit of any further inputs
double rounding_effect(const MotionJacobian& jacobian, const Inertia& body, double time, double momentum_unit,
                       double largest_momentum, std::span<const StateChange> others = {});

/// The effect of rounding the inputs on a free motion, prepared once for any time.
class RoundingEffect {
 public:
  /// @param body        the body
  /// @param start       the state at start_time
  /// @param start_time  the time of `start`
  /// @throws InvalidInput as FreeMotion
  RoundingEffect(const Inertia& body, const State& start, double start_time = 0);

  /// The error of the state at t due to rounding the inputs.
  /// @return 1 or more if nothing is known of the state; infinite beyond the times supported by FreeMotion
  double at(double t) const;

  /// The earliest time at which the error reaches a given size, within one part in a thousand.
  /// @param error      above 1e-15
  /// @param is_before  whether to search before start_time instead of after it
  /// @return infinite if the error is not reached
  double time_of(double error, bool is_before = false) const;

 private:
  FreeMotionDerivative motion_;
  double length_;  // of the momentum
};

/// A body and an initial state in which every number is changed by one or two roundings.
struct RoundedNeighbour {
  Inertia body;
  State start;
};

/// A neighbour of a body and its initial state, to estimate the effect of rounding by a second run.
/// @param body   the body
/// @param start  a state of it
/// @throws InvalidInput as check() in body/state.hpp
RoundedNeighbour rounded_neighbour(const Inertia& body, const State& start);

}  // namespace polhode
