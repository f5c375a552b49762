// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/body/observed_angles.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>

namespace polhode {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The maximum of the parabola through sample k and its neighbours, of which k is the largest.
double maximum_of_parabola(std::span<const double> times, std::span<const double> values, std::size_t k) {
  const double before = times[k] - times[k - 1], after = times[k + 1] - times[k];
  const double rise = (values[k] - values[k - 1]) / before, fall = (values[k + 1] - values[k]) / after;
  const double bend = (fall - rise) / (before + after), slope = rise + bend * before;
  return bend < 0 ? values[k] - slope * slope / (4 * bend) : values[k];
}

/// The maximum between each upward zero crossing and the next downward one.
std::vector<double> maxima_of(std::span<const double> times, std::span<const double> values) {
  std::vector<double> maxima;
  std::size_t highest = 0;  // in the current half oscillation; 0 if its start is not in the samples
  for (std::size_t k = 1; k < values.size(); ++k) {
    if (values[k - 1] < 0 && values[k] >= 0) highest = k;
    if (highest == 0) continue;
    if (values[k] > values[highest]) highest = k;
    if (values[k] >= 0) continue;
    maxima.push_back(maximum_of_parabola(times, values, highest));
    highest = 0;
  }
  return maxima;
}

}  // namespace

double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  // Normalised, so that products neither overflow nor underflow.
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

Eigen::Vector3d roll_pitch_yaw(const Attitude& attitude) {
  static const EulerSequence sequence = EulerSequence::from_text("ZYX");
  return euler_angles(sequence, attitude).angles.reverse();
}

AxisLean axis_lean(std::span<const Attitude> attitudes, const Eigen::Vector3d& body_axis,
                   const Eigen::Vector3d& vertical) {
  const Eigen::Vector3d ahead = vertical.unitOrthogonal(), left = vertical.normalized().cross(ahead);
  constexpr double turn = 2 * std::numbers::pi, quarter = turn / 4;
  AxisLean lean;
  double turns = 0, before = nan;
  for (const Attitude& q : attitudes) {
    const Eigen::Vector3d v = to_space(q, body_axis);
    lean.tilt.push_back(angle_between(v, vertical));
    const double now = std::atan2(v.dot(left), v.dot(ahead));
    if (std::isfinite(now) && std::isfinite(before)) {
      if (std::abs(std::remainder(now - before, turn)) > quarter) lean.azimuth_is_known = false;
      turns -= turn * std::round((now - before) / turn);
    }
    if (std::isfinite(now)) before = now;
    lean.azimuth.push_back(now + turns);
  }
  return lean;
}

std::optional<double> precession_period(std::span<const double> times, const AxisLean& lean) {
  if (!lean.azimuth_is_known || lean.azimuth.size() < 2 || times.size() != lean.azimuth.size())
    return std::nullopt;
  const double turns = std::abs(lean.azimuth.back() - lean.azimuth.front()) / (2 * std::numbers::pi);
  if (!(turns > 0)) return std::nullopt;
  return std::abs(times.back() - times.front()) / turns;
}

Libration libration(std::span<const Attitude> attitudes_in_orbit, const Eigen::Vector3d& body_axis) {
  Libration all;
  for (const Attitude& q : attitudes_in_orbit) {
    Eigen::Vector3d v = q * body_axis;  // x in the direction of flight, z to the attracting mass
    if (v.z() < 0) v = -v;
    all.angle.push_back(v.allFinite() ? angle_between(v, Eigen::Vector3d::UnitZ()) : nan);
    all.in_plane.push_back(std::atan2(v.x(), v.z()));
  }
  return all;
}

std::optional<Oscillation> oscillation(std::span<const double> times, std::span<const double> values) {
  const std::size_t count = std::min(times.size(), values.size());
  std::vector<double> upwards;
  for (std::size_t k = 1; k < count; ++k)
    if (values[k - 1] < 0 && values[k] >= 0)
      upwards.push_back(times[k - 1] +
                        (times[k] - times[k - 1]) * values[k - 1] / (values[k - 1] - values[k]));
  if (upwards.size() < 3) return std::nullopt;
  const std::vector<double> maxima = maxima_of(times.first(count), values.first(count));
  const auto intervals = [](const std::vector<double>& all) { return static_cast<double>(all.size() - 1); };
  return Oscillation{std::abs(upwards.back() - upwards.front()) / intervals(upwards),
                     maxima.size() < 2 ? nan : std::log(maxima.front() / maxima.back()) / intervals(maxima)};
}

}  // namespace polhode
