// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Composite bodies: shapes, meshes and point masses, each placed and oriented, and cavities that are
/// subtracted.
///
/// Convention. All quantities are in the frame of the whole body. A part is first rotated about the origin of
///             its own frame; that origin is then moved to `position`. A cavity is a part of missing matter,
///             with the density of its surroundings. Parts may overlap; the overlap counts twice.
/// Method.     Masses add; the centre is their weighted mean; tensors add about it by the parallel-axis
///             theorem, in long double.
/// Accuracy.   Mass and centre within 2 eps of the sums of the absolute values, the tensor within 4 eps of
///             the largest entry of any part's tensor about the common centre.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/mass_properties.hpp>
#include <polhode/rotation/attitude.hpp>
#include <span>

namespace polhode {

/// A part of a body, in the frame of the whole body.
struct BodyPart {
  double mass;             ///< negative for a cavity
  double volume;           ///< negative for a cavity; 0 for a point
  Eigen::Vector3d centre;  ///< centre of mass
  Eigen::Matrix3d tensor;  ///< about its own centre, along the axes of the whole body; negative for a cavity
};

/// A body as a part.
/// @param body         in its own frame
/// @param position     of the origin of that frame, in the frame of the whole body
/// @param orientation  takes the axes of the part to those of the whole body
/// @throws InvalidInput if a number is not finite or the quaternion is zero
BodyPart part(const MassProperties& body, const Eigen::Vector3d& position = Eigen::Vector3d::Zero(),
              const Attitude& orientation = Attitude::Identity());

/// A point mass as a part.
/// @throws InvalidInput unless the mass is positive and all numbers are finite
BodyPart part(const PointMass& point);

/// The part subtracted instead of added.
BodyPart cavity(const BodyPart& part) noexcept;

/// The mass properties of the whole body.
/// @param parts  at least one
/// @throws InvalidInput if there is no part, the remaining mass is not positive, a moment is negative or zero
///   (unless the body is linear), or a number is out of the range of double
MassProperties mass_properties(std::span<const BodyPart> parts);

}  // namespace polhode
