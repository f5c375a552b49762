// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body in its principal axes, one whose axes are askew, a start and a top's weight, for tests of motions
/// under torque that are about something else.

#include <Eigen/Dense>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/torque/built_in.hpp>

namespace polhode::test::some_motion {

inline const Inertia body = Inertia::from_moments(1, 1.7, 2.3);
inline const Inertia askew =
    Inertia::from_tensor((Eigen::Matrix3d() << 2.0, 0.1, -0.2, 0.1, 1.5, 0.3, -0.2, 0.3, 1.1).finished());
inline const State start{Attitude(0.5, 0.5, -0.5, 0.5), {0.4, 1.1, -0.7}};

inline Torque top() { return heavy_top({0, 0, 1}, {0.2, 0.1, 0.9}); }

}  // namespace polhode::test::some_motion
