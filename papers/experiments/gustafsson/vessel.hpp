// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The supply ship of section 5.3: its body, its start and the torques on it.
///
/// Method.     S1 is the free body, S2 the torque with the damping; the step (40) is S2(h/2) S1(h) S2(h/2),
///             strang_kick. With damping S2 is solved by the variation of constants (45), which is what a sum
///             of the two torques is given by itself.

#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>

namespace polhode::experiments::gustafsson {

inline Inertia vessel() { return Inertia::from_moments(3.2164e8, 5.4782e9, 5.7426e9); }

/// omega = (1, 1, 1), the axes along those of space.
inline State vessel_start() { return {Eigen::Quaterniond::Identity(), vessel().momentum({1, 1, 1})}; }

/// Mass, gravity and the metacentric heights.
inline Torque restoring() { return vessel_restoring(6.3622e6, 9.81, 103.628, 2.14440); }
inline Torque damping() { return linear_damping(1.0e9 * Eigen::Matrix3d::Identity()); }

/// The end of the time that figure 4 and Table 3 take.
inline constexpr double vessel_time = 15;

inline SplittingStepper vessel_by(const FreeMethod& free, const Torque& torque) {
  return {vessel(), vessel_start(), torque, splitting("strang_kick"), {.free_method = free}};
}

}  // namespace polhode::experiments::gustafsson
