// SPDX-License-Identifier: MIT
#include "report/motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/rotation/exponential.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>
#include <string>

namespace polhode::app {
namespace {

template <std::size_t N>
using Found = std::array<const ResultColumn*, N>;

/// The columns of these names, or nothing if one is missing.
template <std::size_t N>
std::optional<Found<N>> find_all(const Result& result, const std::array<const char*, N>& names) {
  Found<N> found{};
  for (std::size_t i = 0; i < N; ++i)
    if ((found[i] = result.find(names[i])) == nullptr) return std::nullopt;
  return found;
}

std::vector<Eigen::Vector3d> vectors(const Found<3>& columns) {
  std::vector<Eigen::Vector3d> all;
  for (std::size_t k = 0; k < columns[0]->values.size(); ++k)
    all.emplace_back(columns[0]->values[k], columns[1]->values[k], columns[2]->values[k]);
  return all;
}

std::vector<Attitude> quaternions(const Found<4>& columns) {
  std::vector<Attitude> all;
  for (std::size_t k = 0; k < columns[0]->values.size(); ++k)
    all.emplace_back(columns[0]->values[k], columns[1]->values[k], columns[2]->values[k],
                     columns[3]->values[k]);
  return all;
}

/// Whether each run of an ensemble has a body of its own, which the summary, of one run, does not know.
bool bodies_differ(const Result& result) {
  return std::any_of(result.columns.begin(), result.columns.end(), [](const ResultColumn& c) {
    return c.group == "drawn" && (c.name.starts_with("body.") || c.name.find(".pivot") != std::string::npos);
  });
}

void read_momenta(const Result& result, Motion& motion) {
  const bool is_of_one_body = !bodies_differ(result);
  if (const auto m = find_all<3>(result, {"m_1", "m_2", "m_3"})) {
    motion.momenta = vectors(*m);
  } else if (const auto omega = find_all<3>(result, {"omega_1", "omega_2", "omega_3"});
             omega && is_of_one_body) {
    for (const auto& v : vectors(*omega)) motion.momenta.push_back(result.summary.body.momentum(v));
  } else if (const auto in_space = find_all<3>(result, {"M_1", "M_2", "M_3"});
             in_space && !motion.attitudes.empty()) {
    const auto all = vectors(*in_space);
    for (std::size_t k = 0; k < all.size(); ++k)
      motion.momenta.push_back(to_body(motion.attitudes[k], all[k]));
  } else {
    motion.why_no_momenta = is_of_one_body
                                ? "the result has neither the columns m nor omega"
                                : "the result has no columns m, and each run has a body of its own";
  }
}

/// Chooses the sign of each quaternion so that it is the nearer one to that of the row before.
void choose_signs(std::vector<Attitude>& attitudes) {
  for (std::size_t k = 1; k < attitudes.size(); ++k)
    if (attitudes[k].dot(attitudes[k - 1]) < 0) attitudes[k].coeffs() *= -1;
}

void read_attitudes(const Result& result, Motion& motion) {
  if (const auto q = find_all<4>(result, {"q_w", "q_x", "q_y", "q_z"})) {
    motion.attitudes = quaternions(*q);
  } else if (const auto matrix = find_all<9>(
                 result, {"Q_11", "Q_12", "Q_13", "Q_21", "Q_22", "Q_23", "Q_31", "Q_32", "Q_33"})) {
    for (std::size_t k = 0; k < result.size(); ++k) {
      Eigen::Matrix3d turn;
      for (Eigen::Index i = 0; i < 9; ++i)
        turn(i / 3, i % 3) = (*matrix)[static_cast<std::size_t>(i)]->values[k];
      motion.attitudes.push_back(to_eigen(to_quat(from_eigen(turn))));
    }
    choose_signs(motion.attitudes);
  } else if (const auto euler = find_all<3>(result, {"euler_1", "euler_2", "euler_3"})) {
    const auto sequence = EulerSequence::from_text(result.summary.euler_sequence);
    const double unit = (*euler)[0]->unit == "deg" ? std::numbers::pi / 180 : 1;
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    for (const auto& angles : vectors(*euler))
      motion.attitudes.push_back(angles.allFinite()
                                     ? Eigen::Quaterniond(attitude_from_euler(sequence, unit * angles))
                                     : Eigen::Quaterniond(unknown, unknown, unknown, unknown));
    choose_signs(motion.attitudes);
  } else {
    motion.why_no_attitudes = "the result has none of the columns q, matrix and euler";
  }
  if (const auto orbit = find_all<4>(result, {"orbit_w", "orbit_x", "orbit_y", "orbit_z"}))
    motion.orbit_attitudes = quaternions(*orbit);
}

/// The states in the summary, stored if the columns do not have them.
void take_states(const SummaryStates& states, Motion& motion) {
  const std::size_t count = states.times.size();
  if (states.attitudes.size() != 4 * count || states.momenta.size() != 3 * count) return;
  const auto quaternion = [](const std::vector<double>& v, std::size_t k) {
    return Eigen::Quaterniond(v[4 * k], v[4 * k + 1], v[4 * k + 2], v[4 * k + 3]);
  };
  motion.times = states.times;
  for (std::size_t k = 0; k < count; ++k) {
    motion.attitudes.push_back(quaternion(states.attitudes, k));
    motion.momenta.emplace_back(states.momenta[3 * k], states.momenta[3 * k + 1], states.momenta[3 * k + 2]);
    if (states.orbit_attitudes.size() == 4 * count)
      motion.orbit_attitudes.push_back(quaternion(states.orbit_attitudes, k));
  }
}

}  // namespace

std::vector<bool> short_steps(const std::vector<Eigen::Vector3d>& points) {
  constexpr double short_step = 0.35;
  double largest = 0;
  for (const auto& p : points)
    if (p.allFinite()) largest = std::max(largest, p.norm());
  std::vector<bool> all;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    all.push_back(!((points[k + 1] - points[k]).norm() > short_step * largest));
  return all;
}

std::vector<bool> steps_that_agree(const Inertia& body, const std::vector<double>& times,
                                   const std::vector<Attitude>& attitudes,
                                   const std::vector<Eigen::Vector3d>& momenta) {
  // Relative to the turn; with four rows per oscillation the trapezoidal rule has an error of a fifth.
  constexpr double part = 0.5, negligible = 0.01;
  std::vector<bool> all;
  for (std::size_t k = 0; k + 1 < std::min({times.size(), attitudes.size(), momenta.size()}); ++k) {
    const Eigen::Vector3d expected =
        (times[k + 1] - times[k]) / 2 *
        (body.angular_velocity(momenta[k]) + body.angular_velocity(momenta[k + 1]));
    Eigen::Quaterniond turn = attitudes[k].conjugate() * attitudes[k + 1];
    if (turn.w() < 0) turn.coeffs() *= -1;
    const Eigen::Vector3d found = to_eigen(rotation_vector(from_eigen(turn)));
    const double most = std::max(found.norm(), expected.norm());
    all.push_back(!((found - expected).norm() > std::max(part * most, negligible)));
  }
  return all;
}

bool is_dense(const std::vector<bool>& steps_are_short) {
  constexpr double nearly_all = 0.95;
  const auto shorter = std::count(steps_are_short.begin(), steps_are_short.end(), true);
  return static_cast<double>(shorter) >= nearly_all * static_cast<double>(steps_are_short.size());
}

Motion motion_of(const Result& result) {
  Motion motion;
  if (const ResultColumn* times = result.find(result.summary.is_ensemble ? "run" : "t"))
    motion.times = times->values;
  if (result.summary.states && !result.summary.is_ensemble) take_states(*result.summary.states, motion);
  if (motion.attitudes.empty()) {
    read_attitudes(result, motion);
    read_momenta(result, motion);
  }
  motion.momentum_steps_are_short = short_steps(motion.momenta);
  motion.momentum_is_dense = is_dense(motion.momentum_steps_are_short);
  std::vector<Eigen::Vector3d> first_axes, second_axes;
  for (const auto& q : motion.attitudes) {
    first_axes.push_back(to_space(q, {1, 0, 0}));
    second_axes.push_back(to_space(q, {0, 1, 0}));
  }
  const std::vector<bool> first = short_steps(first_axes), second = short_steps(second_axes);
  for (std::size_t k = 0; k < first.size(); ++k)
    motion.attitude_steps_are_short.push_back(first[k] && second[k]);
  motion.attitude_is_dense = is_dense(first) && is_dense(second);
  if (result.summary.is_ensemble) return motion;
  const std::vector<bool> agree =
      steps_that_agree(result.summary.body, motion.times, motion.attitudes, motion.momenta);
  for (std::size_t k = 0; k < agree.size(); ++k)
    if (!agree[k]) motion.attitude_steps_are_short[k] = false;
  motion.way_is_known = is_dense(agree);
  motion.attitude_is_dense = motion.attitude_is_dense && motion.way_is_known;
  return motion;
}

}  // namespace polhode::app
