// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where a body is and how it turns: its attitude and its angular momentum.
///
/// Convention. The attitude q takes body vectors to space, v_S = q (0, v_B) q^-1; the momentum is given
///             in the user's body frame. Everything that is made or asked here uses the user's frames;
///             the principal frame is known to Inertia alone.
/// Method.     The momentum, not the angular velocity, is kept: it is what the equations conserve, and a
///             linear body has no unique angular velocity.
/// Accuracy.   docs/accuracy.md

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/rotation/attitude.hpp>

namespace polhode {

/// Attitude and angular momentum of a body; at rest, with the axes of space, where nothing is said.
struct State {
  Attitude attitude{1, 0, 0, 0};      ///< body to space, of length one
  Eigen::Vector3d momentum{0, 0, 0};  ///< in the user's body frame
};

/// A unit quaternion, and what had to be done to get it.
struct NormalisedAttitude {
  Attitude q;
  bool was_far_from_unit;  ///< | |given| - 1 | > 1e-6: the user should be told
  double norm;             ///< |given|; infinite where that is not representable
};

/// q / |q|, at any scale. A q whose length is 1 within 8 eps is returned as given, bit for bit.
/// @param q the attitude, of any length but 0
/// @return the unit quaternion, and what had to be done
/// @throws InvalidInput if q is 0 or not finite
NormalisedAttitude normalise_attitude(const Attitude& q);

// States from what people hold. The attitude is normalised as above (call normalise_attitude first to be told
// of it).

/// @param attitude body to space, of any length but 0
/// @param body_momentum in the body frame
/// @return the state
/// @throws InvalidInput if a number is not finite, the attitude is 0 or |m| is not representable
State state_from_momentum(const Attitude& attitude, const Eigen::Vector3d& body_momentum);
/// @param attitude body to space, of any length but 0
/// @param spatial_momentum in space
/// @return the state
/// @throws InvalidInput as above
State state_from_spatial_momentum(const Attitude& attitude, const Eigen::Vector3d& spatial_momentum);
/// A linear body's angular velocity about its axis carries no momentum and is dropped.
/// @param inertia of the body
/// @param attitude body to space, of any length but 0
/// @param body_angular_velocity in the body frame
/// @return the state
/// @throws InvalidInput as above
State state_from_angular_velocity(const Inertia& inertia, const Attitude& attitude,
                                  const Eigen::Vector3d& body_angular_velocity);
/// A linear body's angular velocity about its axis carries no momentum and is dropped.
/// @param inertia of the body
/// @param attitude body to space, of any length but 0
/// @param spatial_angular_velocity in space
/// @return the state
/// @throws InvalidInput as above
State state_from_spatial_angular_velocity(const Inertia& inertia, const Attitude& attitude,
                                          const Eigen::Vector3d& spatial_angular_velocity);

/// @param attitude body to space, of length one
/// @param body_vector in the body frame
/// @return the vector in space
Eigen::Vector3d to_space(const Attitude& attitude, const Eigen::Vector3d& body_vector) noexcept;
/// @param attitude body to space, of length one
/// @param space_vector in space
/// @return the vector in the body frame
Eigen::Vector3d to_body(const Attitude& attitude, const Eigen::Vector3d& space_vector) noexcept;

/// @param inertia of the body
/// @param state of the body
/// @return omega in the body frame
Eigen::Vector3d angular_velocity(const Inertia& inertia, const State& state) noexcept;
/// @param inertia of the body
/// @param state of the body
/// @return omega in space
Eigen::Vector3d spatial_angular_velocity(const Inertia& inertia, const State& state) noexcept;

/// Checks that this body can have this state.
/// @param inertia of the body
/// @param state of which it is asked
/// @throws InvalidInput unless the momentum is finite and of representable length, the attitude finite and
///         not 0, and the momentum about the axis of a linear body at most 8 eps |m|, which is the rounding
///         of a change of frame
void check(const Inertia& inertia, const State& state);

/// @param inertia of the body
/// @param state of the body
/// @return the momentum in the principal frame; exactly 0 about the axis of a linear body
/// @throws InvalidInput as check() does
Eigen::Vector3d principal_momentum(const Inertia& inertia, const State& state);

/// The state in the principal frame, in which prepared torques and kernels have it.
/// @param inertia of the body
/// @param state of the body
/// @return the attitude from the principal frame to space, and principal_momentum()
/// @throws InvalidInput as check() does
State principal_state(const Inertia& inertia, const State& state);

}  // namespace polhode
