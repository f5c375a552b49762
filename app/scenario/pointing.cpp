// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>

#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

/// Axes this close to those of the orbit, and rates to its rate, are meant to stay there.
constexpr double least_cosine = 0.94, most_relative_rate = 0.2;

/// Whether small deviations stay small on a circular orbit: moments along the path, across its plane and
/// towards the mass [DeBra, Delp 1961]. Equal moments, which leave an axis free, count as stable.
bool is_stable(double along, double across, double down) {
  constexpr double slack = 1e-9;
  const double k1 = (across - down) / along, k3 = (across - along) / down, product = k1 * k3;
  if (along < down * (1 - slack) || product < -slack) return false;
  return product <= slack || 1 + 3 * k1 + product > 4 * std::sqrt(product) - slack;
}

}  // namespace

std::optional<std::string> unstable_pointing(const Inertia& body, const Start& start,
                                             const OrbitFrame& orbit) {
  const Eigen::Vector3d omega = body.angular_velocity(start.state.momentum);
  const double rate = omega.stableNorm();
  if (!orbit || body.is_linear() || !(rate > 0)) return std::nullopt;
  const double moment = 1e-4 / rate;
  const Eigen::Matrix3d frame = orbit(start.time), after = orbit(start.time + moment);
  const Eigen::Matrix3d turning = (after * frame.transpose() - frame * after.transpose()) / (2 * moment);
  const Eigen::Vector3d of_orbit(turning(2, 1), turning(0, 2), turning(1, 0));
  const Eigen::Vector3d in_space = start.state.attitude * omega;
  if ((in_space - of_orbit).norm() > most_relative_rate * of_orbit.norm()) return std::nullopt;
  const Eigen::Matrix3d axes = frame.transpose() * start.state.attitude.toRotationMatrix() *
                               body.axes();  // columns: the principal ones
  const Eigen::Vector3d& moments = body.moments();
  Eigen::Vector3d about;
  for (int axis = 0; axis < 3; ++axis) {
    Eigen::Index own = 0;
    if (axes.row(axis).cwiseAbs().maxCoeff(&own) < least_cosine) return std::nullopt;
    about(axis) = moments(own);
  }
  if (is_stable(about(0), about(1), about(2))) return std::nullopt;
  return fmt::format(
      "the body begins along the axes of the orbit and turns with it, but does not stay so: its moments are "
      "{:.6g} "
      "along the path, {:.6g} across the plane of the orbit and {:.6g} towards the mass. Are axes swapped? "
      "It stays "
      "with the greatest across the plane and the least towards the mass",
      about(0), about(1), about(2));
}

}  // namespace polhode::app
