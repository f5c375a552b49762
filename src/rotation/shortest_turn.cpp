// SPDX-License-Identifier: MIT
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/rotation/shortest_turn.hpp>

namespace polhode {

namespace {

Eigen::Vector3d unit_of(const Eigen::Vector3d& v) {
  const double size = v.cwiseAbs().maxCoeff();
  if (!(v.allFinite() && size > 0))
    throw InvalidInput("direction", "a vector that is zero or not finite",
                       "a finite vector of any length but zero");
  return (v / size).normalized();
}

}  // namespace

Attitude shortest_turn(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d a = unit_of(from), b = unit_of(to);
  const double cosine = b.dot(a);
  Attitude turn;
  if (cosine >= 0) {
    const double s = std::sqrt((1 + cosine) * 2);
    turn.vec() = a.cross(b) * (1 / s);
    turn.w() = s / 2;
    return turn;
  }
  // The sum of nearly opposite vectors is exact, so the axis keeps its digits.
  const Eigen::Vector3d sum = a + b, difference = a - b, normal = difference.cross(sum);
  turn.vec() = (normal.isZero(0) ? a.unitOrthogonal() : normal.normalized()) * difference.norm();
  turn.w() = sum.norm();
  return turn.normalized();
}

}  // namespace polhode
