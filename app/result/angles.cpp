// SPDX-License-Identifier: MIT
#include "result/angles.hpp"

#include <cmath>
#include <polhode/body/regime.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/rotation/matrix.hpp>

namespace polhode::app {

double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  // Of lengths near one, so that products neither overflow nor vanish.
  const Eigen::Vector3d u = a.stableNormalized(), v = b.stableNormalized();
  return std::atan2(u.cross(v).stableNorm(), u.dot(v));
}

Eigen::Vector3d nutation_axis(const Inertia& body, const State& start) {
  const BodyAxis about = classify(body, start).axis;
  if (about == BodyAxis::none || about == BodyAxis::any) return Eigen::Vector3d::UnitZ();
  const Eigen::Vector3d axis = body.axes().col(about == BodyAxis::long_axis      ? 0
                                               : about == BodyAxis::intermediate ? 1
                                                                                 : 2);
  return axis.dot(start.momentum) < 0 ? Eigen::Vector3d(-axis) : axis;
}

Eigen::Quaterniond attitude_in_orbit(const OrbitFrame& orbit, const State& state, double time) {
  const Eigen::Quaterniond frame = to_eigen(to_quat(from_eigen(orbit(time))));
  Eigen::Quaterniond in_orbit = frame.conjugate() * state.attitude;
  if (in_orbit.w() < 0) in_orbit.coeffs() *= -1;
  return in_orbit;
}

Eigen::Vector3d roll_pitch_yaw(const Eigen::Quaterniond& in_orbit) {
  static const EulerSequence sequence = EulerSequence::from_text("ZYX");
  return euler_angles(sequence, in_orbit).angles.reverse();
}

}  // namespace polhode::app
