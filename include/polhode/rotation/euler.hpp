// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Attitudes from Euler angles and back, for all twelve sequences of axes, turning or fixed.
///
/// Convention. Three turns about coordinate axes, one after the other, take space's axes to the body's.
///             The angles stand in the order in which the turns are made. The letters' case says about
///             which axes, as in SciPy (Rotation.from_euler) and, for capitals, in Matlab:
///               "ZYX"  CAPITALS: INTRINSIC, about the axes of the body as it turns, z then y' then x'':
///                      q = q_z(angle 1) q_y(angle 2) q_x(angle 3). Yaw, pitch, roll.
///               "zyx"  lower case: EXTRINSIC, about the axes of space, which stand still, z then y then
///                      x: q = q_x(angle 3) q_y(angle 2) q_z(angle 1).
///             "intrinsic zyx" and "extrinsic zyx", in any case, say the same by a word. "zyx" with
///             angles (a, b, c) is "XYZ" with (c, b, a). Radians. q takes body to space as everywhere.
/// Method.     Back: the sum and the difference of the outer angles' halves are the arguments of two
///             complex numbers made of the quaternion's parts, and half the middle angle is the angle
///             between their lengths (Bernardes and Viollet, PLoS ONE 17(11), 2022, e0276302): no arc
///             sine or arc cosine that would lose half of the digits near its ends.
/// Ranges.     Outer angles in (-pi, pi]; the middle one in [0, pi] for a proper sequence (first and
///             last axis alike, "ZXZ"), in [-pi/2, pi/2] for the others (Tait-Bryan, "ZYX").
/// Lock.       At the ends of the middle angle's range only a sum or difference of the outer ones is
///             meant. Within 4 eps of them, where the quaternion's rounding leaves no digit of the
///             other, the angle LAST IN THE LIST is 0 and is_locked is true; the first one takes all.
/// Accuracy.   From angles: the entries of the attitude's matrix within 1 eps. Back: the angles' matrix is
///             the attitude's within 2 eps, at lock 8 eps; at a distance d of the middle angle from lock the
///             outer angles, from an attitude that is rounded to double, are within eps / d, which is their
///             conditioning.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <polhode/rotation/attitude.hpp>
#include <span>
#include <string>
#include <string_view>

namespace polhode {

/// Whether the later turns are about the body's axes or about those of space.
enum class EulerTurns { intrinsic, extrinsic };

/// Which axes, in which order.
class EulerSequence {
 public:
  /// From "ZYX", "zyx", "intrinsic zyx" or "extrinsic zyx". Throws InvalidInput unless it is one of the
  /// twelve orders in which no axis follows itself, written in one case.
  static EulerSequence from_text(std::string_view text);

  EulerTurns turns() const noexcept { return turns_; }

  /// 0 for x, 1 for y, 2 for z, in the order of the turns.
  const std::array<std::size_t, 3>& axes() const noexcept { return axes_; }

  /// First and last axis are the same.
  bool is_proper() const noexcept { return axes_[0] == axes_[2]; }

  /// "ZYX" or "zyx".
  std::string text() const;

  friend bool operator==(const EulerSequence&, const EulerSequence&) = default;

 private:
  EulerSequence(const std::array<std::size_t, 3>& axes, EulerTurns turns) : axes_(axes), turns_(turns) {}

  std::array<std::size_t, 3> axes_;
  EulerTurns turns_;
};

/// The twenty-four texts that name a sequence by three letters, intrinsic ones first.
std::span<const std::string> euler_sequence_names();

/// The unit quaternion with w >= 0 of three angles in radians. Throws InvalidInput unless they are finite.
Attitude attitude_from_euler(const EulerSequence& sequence, const Eigen::Vector3d& angles);

/// Three angles, and whether they are determined.
struct EulerAngles {
  Eigen::Vector3d angles;  ///< in radians, in the order of the turns
  bool is_locked;          ///< the first and the last cannot be told apart: the last was set to 0
};

/// The angles of an attitude; its length need not be 1. For a zero or non-finite quaternion they are NaN.
EulerAngles euler_angles(const EulerSequence& sequence, const Attitude& attitude) noexcept;

}  // namespace polhode
