// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the rounding of the inputs does to a motion: how many digits of a state can be known at all, however
/// well it is computed.
///
/// Convention. Errors as in simulation/simulate.hpp: of the momentum relative to its length, or of the
///             attitude quaternion, sign included, whichever is larger. A rounding is half a unit in the last
///             place at most.
/// Method.     The derivative of the exact flow (free/motion_derivative.hpp) times one unit in the last place
///             of each input, one at a time: each moment, each component of the momentum (the unit of its
///             length), and the time; half the root of the sum of the squares is the effect of rounding them
///             all. The attitude's own rounding does not grow. The rounding of the state that is given out is
///             added. Under torque: simulation/torqued_rounding.hpp; or, where a torque has no derivative, a
///             motion can be run again from rounded_neighbour, in which all inputs are changed at once, with
///             signs that do not cancel (a greater momentum, smaller moments).

#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <span>

namespace polhode {

/// The greater of |m_a - m_b| / largest_momentum and |q_a - q_b|. Momenta that are equal differ by 0, also
/// where the largest is 0.
double state_distance(const State& a, const State& b, double largest_momentum) noexcept;

/// What rounding the inputs does to a state, from its derivative: half the root of the sum of the squares of
/// the changes by one unit in the last place of each input. The inputs are the components of the momentum at
/// the start (their unit is `momentum_unit`), the moments and the time; `others` are the changes by one unit
/// of any further inputs. The rounding of the state itself is added.
double rounding_effect(const MotionJacobian& jacobian, const Inertia& body, double time, double momentum_unit,
                       double largest_momentum, std::span<const StateChange> others = {});

/// For a free motion, made once and asked for any time.
class RoundingEffect {
 public:
  /// Refuses what FreeMotion refuses.
  RoundingEffect(const Inertia& body, const State& start, double start_time = 0);

  /// The error that rounding the inputs makes of the state at t; 1 or more means that nothing is known of it.
  /// Infinite beyond the times that FreeMotion has.
  double at(double t) const;

  /// The earliest time after start_time, or before it if `is_before`, at which the error is this large,
  /// within one part in a thousand; infinite where it is not reached. The error must be above 1e-15.
  double time_of(double error, bool is_before = false) const;

 private:
  FreeMotionDerivative motion_;
  double length_;  // of the momentum
};

/// A body and a start of which every number is changed by a rounding or two.
struct RoundedNeighbour {
  Inertia body;
  State start;
};

/// Refuses what check refuses.
RoundedNeighbour rounded_neighbour(const Inertia& body, const State& start);

}  // namespace polhode
