// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Mass, centre of mass and inertia of a body, and the parallel-axis theorem.
///
/// Method.     Parallel axes: about a point at the vector d from the centre of mass the tensor increases by m
///             (|d|^2 1 - d d^T), summed in long double.
/// Accuracy.   The translated tensor is within 2 eps of its largest entry. A moment of at most 16 eps of the
///             largest counts as zero.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <span>

namespace polhode {

/// A mass, or a uniform density from which the mass follows with the volume. Units are arbitrary but
/// consistent: a density is a mass per cube of the unit of length.
class Matter {
 public:
  /// @param mass  positive and finite
  /// @throws InvalidInput otherwise
  static Matter of_mass(double mass);
  /// @param density  positive and finite
  /// @throws InvalidInput otherwise
  static Matter of_density(double density);

  /// Whether value() is a density; otherwise it is a mass.
  bool is_density() const noexcept { return is_density_; }
  double value() const noexcept { return value_; }

  /// The mass of a body of a given volume.
  long double mass_of(long double volume) const noexcept;

 private:
  Matter(double value, bool is_density) : value_(value), is_density_(is_density) {}

  double value_;
  bool is_density_;
};

/// The mass properties of a body, in the user's frame.
struct MassProperties {
  double mass;
  double volume;  ///< 0 for points, rods, plates and thin shells; 0 or infinite if out of the range of double
  Eigen::Vector3d centre;  ///< centre of mass
  Inertia inertia;         ///< about the centre of mass, along the axes of the user's frame
};

/// The inertia about a point, such as the pivot of a pendulum.
/// @param body   the body
/// @param point  in the user's frame
/// @return along the axes of the user's frame
/// @throws InvalidInput if the point is not finite or a moment is beyond the range of double
Inertia inertia_about(const MassProperties& body, const Eigen::Vector3d& point);

/// The inverse of inertia_about: the inertia about the centre of mass.
/// @param about_point  the inertia about the point
/// @param mass         of the body, positive
/// @param centre       the centre of mass relative to the point
/// @throws InvalidInput if no body of that mass has such an inertia: a moment would be negative
Inertia inertia_about_centre(const Inertia& about_point, double mass, const Eigen::Vector3d& centre);

/// Mass properties of point masses. The centre is within 1 eps of the largest coordinate.
/// @param masses  in the user's frame, from any origin
/// @throws InvalidInput as Inertia::from_point_masses
MassProperties mass_properties(std::span<const PointMass> masses);

}  // namespace polhode
