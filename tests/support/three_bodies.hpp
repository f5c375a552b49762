// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Three bodies of different kinds and their states, for tests of what moves several.

#include <Eigen/Dense>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <vector>

namespace polhode::test {

/// One by three moments in no order, one by its tensor, a linear one.
inline std::vector<Inertia> three_bodies() {
  Eigen::Matrix3d tensor;
  tensor << 1.2, 0.1, -0.2, 0.1, 0.9, 0.05, -0.2, 0.05, 1.5;
  return {Inertia::from_moments(1.1, 1.6, 0.7), Inertia::from_tensor(tensor), Inertia::from_moments(1, 0, 1)};
}

inline std::vector<State> three_states() {
  return {state_from_momentum({0.8, -0.48, 0.288, 0.216}, {0.9, -0.4, 1.3}),
          state_from_momentum({1, 2, 3, 4}, {-0.3, 1.1, 0.2}),
          state_from_momentum({1, 0, -1, 0.5}, {0.7, 0, -0.8})};
}

}  // namespace polhode::test
