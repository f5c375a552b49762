// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How much matter a body is made of, and what follows of it: mass, centre of mass and inertia, also about
/// another point.
///
/// Method.     Parallel axes: about a point at the distance d from the centre of mass the tensor is greater
///             by m (d^2 - d d^T), summed in long double.
/// Accuracy.   The moved tensor within 2 eps of its greatest entry. A moment that is 16 eps of the greatest
///             or less counts as zero beside entries that are not.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <span>

namespace polhode {

/// A mass, or a uniform density from which the mass follows by the volume. No units are assumed: a density is
/// a mass in the unit that is meant, per cube of the unit in which the lengths are given.
class Matter {
 public:
  /// Both throw InvalidInput unless the number is positive and finite.
  static Matter of_mass(double mass);
  static Matter of_density(double density);

  /// Whether value() is a density, else a mass.
  bool is_density() const noexcept { return is_density_; }
  double value() const noexcept { return value_; }

  /// The mass of a body of this volume.
  long double mass_of(long double volume) const noexcept;

 private:
  Matter(double value, bool is_density) : value_(value), is_density_(is_density) {}

  double value_;
  bool is_density_;
};

/// The mass properties of a body, in the user's frame.
struct MassProperties {
  double mass;
  double volume;  ///< 0 for points, rods, plates and thin shells; 0 or infinite where a double cannot hold it
  Eigen::Vector3d centre;  ///< of mass
  Inertia inertia;         ///< about the centre of mass, along the axes of the user's frame
};

/// The inertia about a point of the user's frame, such as the pivot on which a body hangs. Throws
/// InvalidInput where the point is not finite or the moments are beyond the range of double.
Inertia inertia_about(const MassProperties& body, const Eigen::Vector3d& point);

/// The way back: from the inertia about a point to that about the centre of mass, which lies at `centre` as
/// seen from the point. Throws InvalidInput where no body of that mass has such an inertia: a moment would be
/// negative.
Inertia inertia_about_centre(const Inertia& about_point, double mass, const Eigen::Vector3d& centre);

/// Of masses at points: their sum, their centre, and the inertia about it. Refuses what
/// Inertia::from_point_masses refuses. The centre is within 1 eps of the largest coordinate.
MassProperties mass_properties(std::span<const PointMass> masses);

}  // namespace polhode
