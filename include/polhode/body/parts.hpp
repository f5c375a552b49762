// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Bodies made of parts: shapes, meshes and point masses, each at its place and turned as it stands there,
/// and cavities that are taken away.
///
/// Convention. Everything in the frame of the whole body. A part is turned first, about the origin of its own
///             frame, and that origin is then put at `position`. A cavity is a part of the matter that is
///             missing: of the density of what surrounds it. Parts may overlap; what they share counts twice.
/// Method.     Masses add; the centre is their mean; tensors add about it by parallel axes, in long double.
/// Accuracy.   Mass and centre within 2 eps of the sums of their sizes, the tensor within 4 eps of the
///             greatest entry of any part's about the common centre.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/mass_properties.hpp>
#include <polhode/rotation/attitude.hpp>
#include <span>

namespace polhode {

/// A part of a body, in the frame of the whole.
struct BodyPart {
  double mass;             ///< of a cavity negative: what is missing
  double volume;           ///< likewise; 0 for a point
  Eigen::Vector3d centre;  ///< of mass
  Eigen::Matrix3d tensor;  ///< about its own centre, along the axes of the whole; of a cavity negative
};

/// A body as a part: turned by a rotation that takes its own axes to those of the whole, then moved. Throws
/// InvalidInput where a number is not finite or the rotation is zero.
BodyPart part(const MassProperties& body, const Eigen::Vector3d& position = Eigen::Vector3d::Zero(),
              const Attitude& orientation = Attitude::Identity());

/// A point mass as a part. Throws InvalidInput unless the mass is positive and all is finite.
BodyPart part(const PointMass& point);

/// What is missing where such a part would be.
BodyPart cavity(const BodyPart& part) noexcept;

/// The whole. Throws InvalidInput where there is no part, the mass that is left is not positive, a moment
/// comes out negative or zero (unless the body is linear), or a number leaves the range of double.
MassProperties mass_properties(std::span<const BodyPart> parts);

}  // namespace polhode
