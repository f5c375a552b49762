// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The attitude by rotation matrices: R = P(0)^T exp(psi e3^) P(h), P = [v, w, m]^T with w = m x v.
///
/// Convention. P takes m to |m| e3. The relative rotation is returned as a quaternion.
/// Method.     v along m-dot, or v along m x e3 (van Zon, Schofield 2007).   [Celledoni, Zanna 2008, (6)-(9)]
///             A matrix does not know the sign of its quaternion: it is taken from the same frames as
///             continuous quaternions (frames_quaternion.hpp), so r is the continuous solution here also.
/// Accuracy.   papers/docs/accuracy.md.

#include <cmath>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>

#include "frames/frame_angle.hpp"
#include "frames/frames_quaternion.hpp"

namespace polhode::papers {

/// The rows v/|v|, n x v/|v|, n; n unit, v orthogonal to it.
inline Mat3<double> frame_matrix(const Vec3<double>& v, const Vec3<double>& n) noexcept {
  const Vec3<double> a = 1 / std::sqrt(dot(v, v)) * v, b = cross(n, a);
  return {{a.x, a.y, a.z, b.x, b.y, b.z, n.x, n.y, n.z}};
}

/// P0^T exp(psi e3^) P1 as the quaternion nearer to `hint`; NaN if that is NaN.
inline Quat<double> joined(const Mat3<double>& p0, double psi, const Mat3<double>& p1,
                           const Quat<double>& hint) noexcept {
  const double c = std::cos(psi), s = std::sin(psi);
  Mat3<double> turned = p1;
  for (std::size_t j = 0; j < 3; ++j) {
    turned(0, j) = c * p1(0, j) - s * p1(1, j);
    turned(1, j) = s * p1(0, j) + c * p1(1, j);
  }
  const Quat<double> r = to_quat(p0.transpose() * turned);
  const double side = dot(r, hint);
  if (std::isnan(side)) return hint;
  return side < 0 ? -r : r;
}

/// v along m-dot.
struct RateMatrix {
  static Quat<double> rotation(const FrameConstants& body, const FrameStepData& s,
                               const AngleQuadrature& rule) noexcept {
    const double unit = 1 / s.G, psi = rate_angle(body, s, rule);
    const Vec3<double> n0 = unit * s.m, n1 = unit * s.arc.m;
    const auto along_rate = [&](const Vec3<double>& n) {
      return Vec3<double>{-body.a1 * (n.y * n.z), body.a2 * (n.z * n.x), -body.a3 * (n.x * n.y)};
    };
    const Quat<double> hint =
        joined(rate_frame(body, s.arc, s.arc.begin, n0), psi, rate_frame(body, s.arc, s.arc.end, n1));
    return joined(frame_matrix(along_rate(n0), n0), psi, frame_matrix(along_rate(n1), n1), hint);
  }
};

/// v along m x e3.
struct PolarMatrix {
  static Quat<double> rotation(const FrameConstants& body, const FrameStepData& s,
                               const AngleQuadrature& rule) noexcept {
    const double unit = 1 / s.G, psi = polar_angle(body, s, rule);
    const Vec3<double> n0 = unit * s.m, n1 = unit * s.arc.m;
    const Quat<double> hint =
        joined(polar_frame(s.arc, s.arc.begin, n0), psi, polar_frame(s.arc, s.arc.end, n1));
    return joined(frame_matrix({n0.y, -n0.x, 0}, n0), psi, frame_matrix({n1.y, -n1.x, 0}, n1), hint);
  }
};

}  // namespace polhode::papers
