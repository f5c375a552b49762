// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Conversion between quaternion conventions, and between Eigen's types and those of the kernels.
///
/// Convention. Polhode's: scalar first (w, x, y, z), Hamilton product, active, body to space: v_S = q (0,
///             v_B) q^-1. Other conventions put the scalar last or use the rotation from space to body
///             (passive), which is the conjugate. Eigen's quaternions are constructed from (w, x, y, z) but
///             store x, y, z, w: never read coeffs() as scalar first.
/// Accuracy.   All functions only permute numbers and change signs, except the conversions between matrix and
///             quaternion, see rotation/matrix.hpp.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/attitude.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

/// Conversions between Eigen's types and those of the kernels: the same numbers.
inline Vec3<double> from_eigen(const Eigen::Vector3d& v) noexcept { return {v.x(), v.y(), v.z()}; }
inline Eigen::Vector3d to_eigen(const Vec3<double>& v) noexcept { return {v.x, v.y, v.z}; }

inline Quat<double> from_eigen(const Attitude& q) noexcept { return {q.w(), q.x(), q.y(), q.z()}; }
inline Attitude to_eigen(const Quat<double>& q) noexcept { return {q.w, q.x, q.y, q.z}; }

/// Conversions of matrices: the same numbers.
inline Mat3<double> from_eigen(const Eigen::Matrix3d& a) noexcept {
  return {{a(0, 0), a(0, 1), a(0, 2), a(1, 0), a(1, 1), a(1, 2), a(2, 0), a(2, 1), a(2, 2)}};
}
inline Eigen::Matrix3d to_eigen(const Mat3<double>& a) noexcept {
  Eigen::Matrix3d b;
  b << a(0, 0), a(0, 1), a(0, 2), a(1, 0), a(1, 1), a(1, 2), a(2, 0), a(2, 1), a(2, 2);
  return b;
}

/// The position of the scalar among the four numbers.
enum class ScalarPlace { first, last };

/// The direction of the rotation: body_to_space is Polhode's (active), space_to_body the opposite (passive).
enum class RotationSense { body_to_space, space_to_body };

/// How four numbers represent a rotation. The default is Polhode's convention.
struct QuaternionConvention {
  ScalarPlace scalar = ScalarPlace::first;
  RotationSense sense = RotationSense::body_to_space;
};

/// The attitude that four numbers represent.
/// @param numbers     not normalised
/// @param convention  of the numbers
/// @return body to space
inline Attitude read_quaternion(const std::array<double, 4>& numbers,
                                const QuaternionConvention& convention) noexcept {
  const auto& n = numbers;
  const Quat<double> q = convention.scalar == ScalarPlace::first ? Quat<double>{n[0], n[1], n[2], n[3]}
                                                                 : Quat<double>{n[3], n[0], n[1], n[2]};
  return to_eigen(convention.sense == RotationSense::body_to_space ? q : q.conjugate());
}

/// The four numbers that represent an attitude: the inverse of read_quaternion, bit for bit.
/// @param q           body to space
/// @param convention  of the result
inline std::array<double, 4> write_quaternion(const Attitude& q,
                                              const QuaternionConvention& convention) noexcept {
  const Quat<double> ours = from_eigen(q);
  const Quat<double> p = convention.sense == RotationSense::body_to_space ? ours : ours.conjugate();
  if (convention.scalar == ScalarPlace::first) return {p.w, p.x, p.y, p.z};
  return {p.x, p.y, p.z, p.w};
}

/// The rotation matrix of q/|q|, body to space (Euler-Rodrigues).
inline Eigen::Matrix3d rotation_matrix(const Attitude& q) noexcept {
  return to_eigen(to_matrix(from_eigen(q)));
}

/// The attitude of a rotation matrix.
/// @param matrix  body to space
/// @return a unit quaternion with w >= 0
/// @throws InvalidInput unless the matrix is finite, orthogonal within 1e-6 (entries of Q^T Q - 1) and of
///   determinant +1
Attitude attitude_from_matrix(const Eigen::Matrix3d& matrix);

}  // namespace polhode
