// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The inertia of a rigid body about its centre of mass: three principal moments and their axes.
///
/// Convention. The user's body frame B is the frame in which moments, tensor or positions are given, and
///             in which every result comes back. The principal frame P has the moments ascending, I1 <=
///             I2 <= I3; axes() takes P to B, v_B = axes() v_P, and is a proper rotation. No units are
///             assumed.
/// Method.     A tensor is diagonalised by Jacobi rotations in long double, after a shift by its smallest
///             diagonal entry: the differences of nearly equal moments keep the digits that the tensor
///             has. Point masses are diagonalised without forming their tensor, by one-sided Jacobi
///             rotations of the positions (Hestenes 1958): a thin body's small moment keeps the digits
///             that the positions have. Both are scaled by powers of two.
/// Accuracy.   docs/accuracy.md. From moments everything is exact: axes() holds only 0 and
///             +-1.
///
/// What is accepted. Moments may be equal in any way and may break the triangle inequality I3 <= I1 + I2
/// (no mass distribution has such moments; satisfies_triangle_inequality() says so). A linear body has
/// I1 = 0 and I2 = I3; it has no momentum about its axis (see check in body/state.hpp) and its angular
/// velocity about it is reported as 0. A computed moment counts as zero:
///   - moments, and tensors whose off-diagonal entries are all 0: only when it is 0;
///   - other tensors: when it is at most 16 eps I3, or at most the asymmetry where that is larger;
///   - point masses: when every point lies within 16 eps P of one line through the centre of mass, P
///     being the largest |coordinate| given. (Each coordinate is rounded by up to eps P / 2, so a
///     straight line is not known any better.)

#include <Eigen/Core>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
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
  /// From principal moments in any order. Throws InvalidInput unless they are finite, none is negative
  /// and at most one is zero, the other two then being equal; nor one below 1e-300 of the greatest, since
  /// rates about it could not be represented beside the others.
  static Inertia from_moments(double i1, double i2, double i3);
  static Inertia from_moments(const Eigen::Vector3d& moments);

  /// From a full tensor. Throws InvalidInput unless it is finite, symmetric within 1e-12 of its largest
  /// entry (the mean of the two halves is taken) and its moments are such as from_moments accepts.
  static Inertia from_tensor(const Eigen::Matrix3d& tensor);

  /// From masses, about their common centre. Throws InvalidInput unless every mass is positive and
  /// finite, every position finite, and two points at least are distinct beyond the rounding of their
  /// coordinates.
  static Inertia from_point_masses(std::span<const PointMass> masses);

  /// The body with other principal moments about the same axes, in the order of moments(). Throws
  /// InvalidInput for moments that from_moments does not accept.
  Inertia with_moments(const Vec3<double>& moments) const;

  /// Principal moments, ascending.
  const Vec3<double>& moments() const noexcept { return moments_; }

  /// Proper rotation whose columns are the principal axes in the user's body frame.
  const Eigen::Matrix3d& axes() const noexcept { return axes_; }
  /// The same rotation as a unit quaternion with w >= 0, to the digits of long double.
  const Quat<long double>& axes_attitude() const noexcept { return axes_attitude_; }

  /// A vector of the user's body frame in the principal frame, and back. Exact for bodies made from
  /// moments.
  Vec3<double> to_principal(const Eigen::Vector3d& v) const noexcept;
  Eigen::Vector3d from_principal(const Vec3<double>& v) const noexcept;

  /// The tensor in the user's body frame, exactly symmetric.
  Eigen::Matrix3d tensor() const noexcept;

  /// Whether I1 = 0: a rod of no thickness.
  bool is_linear() const noexcept { return moments_.x == 0; }

  /// Whether I3 <= I1 + I2, up to 8 eps I3 for moments that were computed.
  bool satisfies_triangle_inequality() const noexcept;

  /// omega = I^-1 m, both in the user's body frame.
  Eigen::Vector3d angular_velocity(const Eigen::Vector3d& momentum) const noexcept;

  /// m = I omega, both in the user's body frame.
  Eigen::Vector3d momentum(const Eigen::Vector3d& angular_velocity) const noexcept;

 private:
  Inertia(const Vec3<double>& moments, const Eigen::Matrix3d& axes);

  Vec3<double> moments_;
  Eigen::Matrix3d axes_;
  Quat<long double> axes_attitude_;  // found once: needed whenever a state is read
};

}  // namespace polhode
