// SPDX-License-Identifier: MIT
#include "report/motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>

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

void read_momenta(const Result& result, Motion& motion) {
  if (const auto m = find_all<3>(result, {"m_1", "m_2", "m_3"})) {
    motion.momenta = vectors(*m);
  } else if (const auto omega = find_all<3>(result, {"omega_1", "omega_2", "omega_3"})) {
    for (const auto& v : vectors(*omega)) motion.momenta.push_back(result.summary.body.momentum(v));
  } else if (const auto in_space = find_all<3>(result, {"M_1", "M_2", "M_3"});
             in_space && !motion.attitudes.empty()) {
    const auto all = vectors(*in_space);
    for (std::size_t k = 0; k < all.size(); ++k)
      motion.momenta.push_back(to_body(motion.attitudes[k], all[k]));
  } else {
    motion.why_no_momenta = "the result has neither the columns m nor omega";
  }
}

void read_attitudes(const Result& result, Motion& motion) {
  if (const auto q = find_all<4>(result, {"q_w", "q_x", "q_y", "q_z"})) {
    for (std::size_t k = 0; k < result.size(); ++k)
      motion.attitudes.emplace_back((*q)[0]->values[k], (*q)[1]->values[k], (*q)[2]->values[k],
                                    (*q)[3]->values[k]);
  } else if (const auto matrix = find_all<9>(
                 result, {"Q_11", "Q_12", "Q_13", "Q_21", "Q_22", "Q_23", "Q_31", "Q_32", "Q_33"})) {
    for (std::size_t k = 0; k < result.size(); ++k) {
      Eigen::Matrix3d turn;
      for (Eigen::Index i = 0; i < 9; ++i)
        turn(i / 3, i % 3) = (*matrix)[static_cast<std::size_t>(i)]->values[k];
      motion.attitudes.push_back(to_eigen(to_quat(from_eigen(turn))));
    }
  } else {
    motion.why_no_attitudes = "the result has neither the columns q nor matrix";
  }
}

}  // namespace

bool is_dense(const std::vector<Eigen::Vector3d>& points) {
  constexpr double short_step = 0.35, nearly_all = 0.95;
  double largest = 0;
  for (const auto& p : points)
    if (p.allFinite()) largest = std::max(largest, p.norm());
  std::size_t shorter = 0;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    if (!((points[k + 1] - points[k]).norm() > short_step * largest)) ++shorter;
  return points.size() < 2 ||
         static_cast<double>(shorter) >= nearly_all * static_cast<double>(points.size() - 1);
}

Motion motion_of(const Result& result) {
  Motion motion;
  if (const ResultColumn* times = result.find(result.summary.is_ensemble ? "run" : "t"))
    motion.times = times->values;
  read_attitudes(result, motion);
  read_momenta(result, motion);
  motion.momentum_is_dense = is_dense(motion.momenta);
  std::vector<Eigen::Vector3d> first_axes, second_axes;
  for (const auto& q : motion.attitudes) {
    first_axes.push_back(to_space(q, {1, 0, 0}));
    second_axes.push_back(to_space(q, {0, 1, 0}));
  }
  motion.attitude_is_dense = is_dense(first_axes) && is_dense(second_axes);
  return motion;
}

}  // namespace polhode::app
