// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The state of a rotating body: its attitude and its angular momentum.
///
/// Convention. The attitude q takes body vectors to space, v_S = q (0, v_B) q^-1; the momentum is in the
///             user's body frame. All functions here use the user's frames; only Inertia deals with the
///             principal frame.
/// Method.     The state holds the momentum rather than the angular velocity, because the equations conserve
///             it and because the angular velocity of a linear body is not unique.
/// Accuracy.   docs/accuracy.md

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/rotation/attitude.hpp>

namespace polhode {

/// Attitude and angular momentum; by default at rest, with body axes parallel to those of space.
struct State {
  Attitude attitude{1, 0, 0, 0};      ///< body to space, a unit quaternion
  Eigen::Vector3d momentum{0, 0, 0};  ///< in the user's body frame
};

/// A normalised quaternion and its original norm.
struct NormalisedAttitude {
  Attitude q;
  bool was_far_from_unit;  ///< | |given| - 1 | > 1e-6: probably a mistake in the input
  double norm;             ///< |given|; infinite if not representable
};

/// Normalises a quaternion of any magnitude.
/// @param q  returned bit for bit if its norm is 1 within 8 eps
/// @throws InvalidInput if q is 0 or not finite
NormalisedAttitude normalise_attitude(const Attitude& q);

/// State from the momentum in the body frame.
/// @param attitude       body to space; normalised (call normalise_attitude first to learn its norm)
/// @param body_momentum  in the user's body frame
/// @throws InvalidInput if a number is not finite or |m| is not representable
State state_from_momentum(const Attitude& attitude, const Eigen::Vector3d& body_momentum);
/// State from the momentum in space; otherwise as state_from_momentum.
State state_from_spatial_momentum(const Attitude& attitude, const Eigen::Vector3d& spatial_momentum);
/// State from the angular velocity in the body frame, in radians per unit of time; otherwise as
/// state_from_momentum. A linear body's angular velocity about its axis carries no momentum and is dropped.
State state_from_angular_velocity(const Inertia& inertia, const Attitude& attitude,
                                  const Eigen::Vector3d& body_angular_velocity);
/// State from the angular velocity in space; otherwise as state_from_angular_velocity.
State state_from_spatial_angular_velocity(const Inertia& inertia, const Attitude& attitude,
                                          const Eigen::Vector3d& spatial_angular_velocity);

/// A body vector expressed in space, for a unit attitude.
Eigen::Vector3d to_space(const Attitude& attitude, const Eigen::Vector3d& body_vector) noexcept;
/// A space vector expressed in the body frame, for a unit attitude.
Eigen::Vector3d to_body(const Attitude& attitude, const Eigen::Vector3d& space_vector) noexcept;

/// The angular velocity in the user's body frame; 0 about the axis of a linear body.
Eigen::Vector3d angular_velocity(const Inertia& inertia, const State& state) noexcept;
/// The angular velocity in space.
Eigen::Vector3d spatial_angular_velocity(const Inertia& inertia, const State& state) noexcept;

/// Checks that a state is valid for a body.
/// @throws InvalidInput unless the momentum is finite and of representable length, the attitude is finite and
///   not 0 and, for a linear body, the momentum about its axis is at most 8 eps |m|, the round-off of a
///   change of frame
void check(const Inertia& inertia, const State& state);

/// The momentum of a state in the principal frame; for a linear body exactly 0 about its axis.
/// @throws InvalidInput as check
Eigen::Vector3d principal_momentum(const Inertia& inertia, const State& state);

/// The state in the principal frame, as prepared torques and kernels take it.
/// @return the attitude from the principal frame to space, and principal_momentum()
/// @throws InvalidInput as check
State principal_state(const Inertia& inertia, const State& state);

}  // namespace polhode
