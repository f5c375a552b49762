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
#include <polhode/core/vec3.hpp>
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

/// q / |q|, at any scale. A q whose length is 1 within 8 eps is returned as given, bit for bit. Throws
/// InvalidInput where q is 0 or not finite.
NormalisedAttitude normalise_attitude(const Attitude& q);

/// States from what people hold. The attitude is normalised as above (call normalise_attitude first to be
/// told of it). A linear body's angular velocity about its axis carries no momentum and is dropped. Each
/// throws InvalidInput where a number is not finite or |m| is not representable.
State state_from_momentum(const Attitude& attitude, const Eigen::Vector3d& body_momentum);
State state_from_spatial_momentum(const Attitude& attitude, const Eigen::Vector3d& spatial_momentum);
State state_from_angular_velocity(const Inertia& inertia, const Attitude& attitude,
                                  const Eigen::Vector3d& body_angular_velocity);
State state_from_spatial_angular_velocity(const Inertia& inertia, const Attitude& attitude,
                                          const Eigen::Vector3d& spatial_angular_velocity);

/// A body vector in space, and a space vector in the body, for a unit attitude.
Eigen::Vector3d to_space(const Attitude& attitude, const Eigen::Vector3d& body_vector) noexcept;
Eigen::Vector3d to_body(const Attitude& attitude, const Eigen::Vector3d& space_vector) noexcept;

/// omega in the user's body frame, and in space.
Eigen::Vector3d angular_velocity(const Inertia& inertia, const State& state) noexcept;
Eigen::Vector3d spatial_angular_velocity(const Inertia& inertia, const State& state) noexcept;

/// Throws InvalidInput unless this body can have this state: a finite momentum of representable length, a
/// finite attitude that is not 0 and, for a linear body, a momentum about its axis of at most 8 eps |m|,
/// which is the rounding of a change of frame.
void check(const Inertia& inertia, const State& state);

/// The state's momentum in the principal frame, after check(); for a linear body exactly 0 about its
/// axis.
Vec3<double> principal_momentum(const Inertia& inertia, const State& state);

}  // namespace polhode
