// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Attitudes from Euler angles and back, for all twelve axis sequences, intrinsic or extrinsic.
///
/// Convention. Three successive rotations about coordinate axes take space's axes to the body's. Angles are
///             in radians, in the order of the rotations; q takes body to space. The case of the letters
///             selects the axes, as in SciPy (Rotation.from_euler) and, for capitals, in Matlab:
///               "ZYX"  intrinsic, about the axes of the rotating body, z then y' then x'':
///                      q = q_z(angle 1) q_y(angle 2) q_x(angle 3). Yaw, pitch, roll.
///               "zyx"  extrinsic, about the fixed axes of space, z then y then x:
///                      q = q_x(angle 3) q_y(angle 2) q_z(angle 1).
///             "intrinsic zyx" and "extrinsic zyx", in any case, are equivalent. "zyx" with angles (a, b, c)
///             is "XYZ" with (c, b, a).
/// Method.     From an attitude: half the sum and half the difference of the outer angles are the arguments
///             of two complex numbers formed from the quaternion, and half the middle angle is the angle
///             between their moduli (Bernardes and Viollet, PLoS ONE 17(11), 2022, e0276302). No arc sine or
///             arc cosine loses digits near the ends of its range.
/// Ranges.     Outer angles in (-pi, pi]; the middle one in [0, pi] for proper sequences (first and last axis
///             the same, "ZXZ"), in [-pi/2, pi/2] for the others (Tait-Bryan, "ZYX").
/// Lock.       At the ends of the middle angle's range (gimbal lock) only the sum or difference of the outer
///             angles is determined. Within 4 eps of them, is_locked is true, the last angle in the list is 0
///             and the first carries the whole rotation.
/// Accuracy.   From angles: the entries of the attitude's matrix within 1 eps. To angles: their matrix is
///             within 2 eps of the attitude's, at lock 8 eps; at a distance d of the middle angle from lock
///             the outer angles are within eps / d, their conditioning.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <polhode/rotation/attitude.hpp>
#include <span>
#include <string>
#include <string_view>

namespace polhode {

/// Whether later rotations are about the axes of the body or of space.
enum class EulerTurns { intrinsic, extrinsic };

/// A sequence of three axes.
class EulerSequence {
 public:
  /// @param text  such as "ZYX", "zyx", "intrinsic zyx" or "extrinsic zyx"
  /// @throws InvalidInput unless `text` names one of the twelve sequences without repeated consecutive axes,
  ///   all letters in one case
  static EulerSequence from_text(std::string_view text);

  EulerTurns turns() const noexcept { return turns_; }  ///< intrinsic or extrinsic

  /// The axes in order: 0 for x, 1 for y, 2 for z.
  const std::array<std::size_t, 3>& axes() const noexcept { return axes_; }

  /// Whether the first and last axis are the same.
  bool is_proper() const noexcept { return axes_[0] == axes_[2]; }

  /// @return such as "ZYX" or "zyx"
  std::string text() const;

  friend bool operator==(const EulerSequence&, const EulerSequence&) = default;

 private:
  EulerSequence(const std::array<std::size_t, 3>& axes, EulerTurns turns) : axes_(axes), turns_(turns) {}

  std::array<std::size_t, 3> axes_;
  EulerTurns turns_;
};

/// The names of all twenty-four sequences, intrinsic ones first.
std::span<const std::string> euler_sequence_names();

/// The attitude of three angles.
/// @param sequence  axes of the rotations
/// @param angles    in radians, in the order of the rotations
/// @return a unit quaternion with w >= 0
/// @throws InvalidInput if an angle is not finite
Attitude attitude_from_euler(const EulerSequence& sequence, const Eigen::Vector3d& angles);

/// Three angles, and whether they are unique.
struct EulerAngles {
  Eigen::Vector3d angles;  ///< in radians, in the order of the rotations
  bool is_locked;          ///< gimbal lock: the last angle was set to 0
};

/// The angles of an attitude.
/// @param sequence  axes of the rotations
/// @param attitude  body to space; need not be normalised
/// @return NaN if the quaternion is zero or not finite
EulerAngles euler_angles(const EulerSequence& sequence, const Attitude& attitude) noexcept;

}  // namespace polhode
