// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A water molecule, along its principal axes and turned away from them.

#include <Eigen/Geometry>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>

namespace polhode::test {

inline Eigen::Quaterniond some_rotation() { return Eigen::Quaterniond(0.3, -0.5, 0.8, 0.1).normalized(); }

inline Inertia water() { return Inertia::from_moments(0.345, 0.653, 1); }

/// In a frame that is not its principal one; the same body in that, and states from frame to frame.
struct TurnedWater {
  const Eigen::Matrix3d R = some_rotation().toRotationMatrix();
  const Inertia body =
      Inertia::from_tensor(R * Eigen::Vector3d(0.345, 0.653, 1).asDiagonal() * R.transpose());
  const Inertia principal = Inertia::from_moments(body.moments().x(), body.moments().y(), body.moments().z());
  const Eigen::Quaterniond axes{body.axes()};

  State to_principal(const State& s) const { return {s.attitude * axes, body.to_principal(s.momentum)}; }
  State from_principal(const State& s) const {
    return {s.attitude * axes.conjugate(), body.from_principal(s.momentum)};
  }
};

}  // namespace polhode::test
