// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The inertia of a rigid body about its centre of mass: three principal moments and their axes.
///
/// Convention. The user's body frame B is the frame in which moments, tensor or positions are given, and
///             in which every result comes back. The principal frame P has the moments ascending, I1 <=
///             I2 <= I3; axes() takes P to B, v_B = axes() v_P, and is a proper rotation. No units are
///             assumed. Moments may be equal in any way and may break the triangle inequality I3 <= I1 + I2,
///             which no mass distribution does (satisfies_triangle_inequality() tells). A linear body has
///             I1 = 0 and I2 = I3: it has no momentum about its axis (see check in body/state.hpp), and its
///             angular velocity about it is reported as 0.
/// Method.     A tensor is diagonalised by Jacobi rotations in long double, after a shift by its smallest
///             diagonal entry: the differences of nearly equal moments keep the digits that the tensor
///             has. Point masses are diagonalised without forming their tensor, by one-sided Jacobi
///             rotations of the positions (Hestenes 1958): a thin body's small moment keeps the digits
///             that the positions have. Both are scaled by powers of two.
/// Accuracy.   docs/accuracy.md. From moments everything is exact: axes() holds only 0 and
///             +-1.

#include <Eigen/Core>
#include <polhode/rotation/attitude.hpp>
#include <span>

namespace polhode {

/// A mass at a position of the user's body frame; the origin may lie anywhere.
struct PointMass {
  double mass;
  Eigen::Vector3d position;
};

/// Three principal moments and their axes. A value: it does not change once it is made.
class Inertia {
 public:
  /// From principal moments, in any order.
  /// @param i1,i2,i3 in units of mass times length squared, about the axes of the body frame
  /// @return the body; its axes are those of the body frame, in the order of ascending moments
  /// @throws InvalidInput unless the moments are finite, none is negative and at most one is zero, the other
  ///         two then being equal; nor is one below 1e-300 of the greatest accepted, since rates about it
  ///         could not be represented beside the others
  static Inertia from_moments(double i1, double i2, double i3);
  /// The same from a vector.
  /// @param moments as i1, i2, i3 above
  /// @return as above
  /// @throws InvalidInput as above
  static Inertia from_moments(const Eigen::Vector3d& moments);

  /// From a full tensor. If its entries off the diagonal are all 0, a moment counts as zero only if it is 0;
  /// otherwise if it is at most 16 eps I3, or at most the asymmetry where that is larger.
  /// @param tensor about the centre of mass, in the body frame; the mean of its two halves is taken
  /// @return the body
  /// @throws InvalidInput unless the tensor is finite, symmetric within 1e-12 of its largest entry, and its
  ///         moments are such as from_moments accepts
  static Inertia from_tensor(const Eigen::Matrix3d& tensor);

  /// From masses, about their common centre. The body is linear if every point lies within 16 eps P of one
  /// line through the centre of mass, P being the largest |coordinate| given: each coordinate is rounded by
  /// up to eps P / 2, so that a straight line is not known any better.
  /// @param masses at positions in the body frame, whose origin may lie anywhere
  /// @return the body
  /// @throws InvalidInput unless every mass is positive and finite, every position finite, and two points at
  ///         least are distinct beyond the rounding of their coordinates
  static Inertia from_point_masses(std::span<const PointMass> masses);

  /// The body with other principal moments about the same axes.
  /// @param moments in the order of moments()
  /// @return the body
  /// @throws InvalidInput for moments that from_moments does not accept
  Inertia with_moments(const Eigen::Vector3d& moments) const;

  /// @return the principal moments, ascending
  const Eigen::Vector3d& moments() const noexcept { return moments_; }

  /// @return the proper rotation whose columns are the principal axes in the body frame
  const Eigen::Matrix3d& axes() const noexcept { return axes_; }
  /// @return the same rotation as a unit quaternion with w >= 0
  const Attitude& axes_attitude() const noexcept { return axes_attitude_; }

  /// A vector in the principal frame. Exact for bodies made from moments.
  /// @param v in the body frame
  /// @return its components along the principal axes
  Eigen::Vector3d to_principal(const Eigen::Vector3d& v) const noexcept;
  /// A vector in the body frame. Exact for bodies made from moments.
  /// @param v its components along the principal axes
  /// @return the vector in the body frame
  Eigen::Vector3d from_principal(const Eigen::Vector3d& v) const noexcept;

  /// @return the tensor in the body frame, exactly symmetric
  Eigen::Matrix3d tensor() const noexcept;

  /// @return whether I1 = 0: a rod of no thickness
  bool is_linear() const noexcept { return moments_.x() == 0; }

  /// @return whether I3 <= I1 + I2, up to 8 eps I3 for moments that were computed
  bool satisfies_triangle_inequality() const noexcept;

  /// omega = I^-1 m.
  /// @param momentum in the body frame
  /// @return the angular velocity in the body frame; 0 about the axis of a linear body
  Eigen::Vector3d angular_velocity(const Eigen::Vector3d& momentum) const noexcept;

  /// m = I omega.
  /// @param angular_velocity in the body frame
  /// @return the angular momentum in the body frame
  Eigen::Vector3d momentum(const Eigen::Vector3d& angular_velocity) const noexcept;

 private:
  friend struct WideAxes;  // src/body/wide_axes.hpp

  Inertia(const Eigen::Vector3d& moments, const Eigen::Matrix3d& axes);

  Eigen::Vector3d moments_;
  Eigen::Matrix3d axes_;
  // Found once: needed whenever a state is read. The second is what the rounding of the first leaves out.
  Attitude axes_attitude_, axes_attitude_rest_;
};

}  // namespace polhode
