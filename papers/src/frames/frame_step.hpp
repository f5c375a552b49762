// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One step of the papers' exact algorithms: a frame, a form of the momentum and a quadrature for the angle.
///
/// Convention. Moments ascending, m in their frame, any norm; q' = q r, the sign of r continuous in h.
/// Method.     m and the moments are scaled by powers of two, which rounds nothing (in print: by 1/|m|).
///             Motions without an arc are plane rotations: m parallel to omega; two equal moments, where r is
///             a turn about m after a turn about the axis of symmetry. All others: the momentum gives its
///             arc, the frame the rotation.        [Celledoni, Zanna 2008, algorithms 1 and 2, 3.1]
/// Accuracy.   papers/docs/accuracy.md. Where the algorithm knows that it failed (constants without digits, a
///             negative radicand, a rotation that is not unit) every number of the result is NaN.

#include <cmath>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>

#include "frames/angle_quadrature.hpp"
#include "frames/frame_angle.hpp"
#include "frames/frames_matrix.hpp"
#include "frames/frames_quaternion.hpp"
#include "frames/momentum_arc.hpp"
#include "frames/textbook_momentum.hpp"
#include "frames/two_constant_momentum.hpp"

namespace polhode::papers {

/// exp(v/2) as a quaternion: the turn by |v| about v.
inline Quat<double> turn(const Vec3<double>& v) noexcept {
  const double angle = norm(v);
  if (angle == 0) return Quat<double>::identity();
  const Vec3<double> u = (std::sin(angle / 2) / angle) * v;
  return {std::cos(angle / 2), u.x, u.y, u.z};
}

template <class Frame, class Momentum>
class FrameStep {
 public:
  explicit FrameStep(const Vec3<double>& moments, AngleQuadrature rule = AngleQuadrature::carlson()) noexcept
      : exponent_(binary_exponent(moments.z)),
        body_(scaled(moments, -exponent_)),
        momentum_(body_.moments),
        rule_(rule) {}

  kernel::Image<double> operator()(const Vec3<double>& m, double h) const noexcept {
    const double size = largest(m);
    if (size == 0) return {m, Quat<double>::identity()};
    if (!std::isfinite(size) || !std::isfinite(h)) return kernel::failed_image<double>();
    const int e = binary_exponent(size);
    kernel::Image<double> image = unit_step(scaled(m, -e), std::ldexp(h, e - exponent_));
    image.m = scaled(image.m, e);
    const double length = dot(image.r, image.r), sum = image.m.x + image.m.y + image.m.z;
    return agree(length, 1) && std::isfinite(sum) ? image : kernel::failed_image<double>();
  }

  /// An arc without digits, or, if it has them, a frame that is not defined here.
  kernel::Failure why(const Vec3<double>& m, double h) const noexcept {
    const double size = largest(m);
    if (!std::isfinite(size) || !std::isfinite(h)) return kernel::Failure::out_of_range;
    const int e = binary_exponent(size);
    return momentum_(scaled(m, -e), std::ldexp(h, e - exponent_)).lost ? kernel::Failure::lost_digits
                                                                       : kernel::Failure::frame_singularity;
  }

 private:
  /// The largest component of m and the largest moment lie in [1/2, 1).
  kernel::Image<double> unit_step(const Vec3<double>& m, double h) const noexcept {
    const Vec3<double>& I = body_.moments;
    if (I.y == I.z)
      return symmetric_step({1, 0, 0}, m.x, m.x == 0 ? 0 : (1 / I.x - 1 / I.y) * m.x * h, m, h / I.y);
    if (I.x == I.y) return symmetric_step({0, 0, 1}, m.z, (1 / I.z - 1 / I.y) * m.z * h, m, h / I.y);
    if (m.y * m.z == 0 && m.z * m.x == 0 && m.x * m.y == 0)
      return {m, turn({h * m.x / I.x, h * m.y / I.y, h * m.z / I.z})};

    FrameStepData s{m, norm(m), h, momentum_(m, h)};
    if (s.arc.lost) return kernel::failed_image<double>();
    return {s.arc.m, Frame::rotation(body_, s, rule_)};
  }

  /// Two equal moments: m turns by -spin about the axis of symmetry; r is a turn about m, then one by spin.
  static kernel::Image<double> symmetric_step(const Vec3<double>& axis, double along, double spin,
                                              const Vec3<double>& m, double h_over_I) noexcept {
    const Quat<double> own = turn(spin * axis);
    const Vec3<double> transverse = m - along * axis;
    const Vec3<double> after =
        along * axis + (std::cos(spin) * transverse - std::sin(spin) * cross(axis, transverse));
    return {after, turn(h_over_I * m) * own};
  }

  int exponent_;
  FrameConstants body_;
  Momentum momentum_;
  AngleQuadrature rule_;
};

}  // namespace polhode::papers
