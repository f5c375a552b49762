// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The slightly perturbed body of Celledoni and Zanna 2008, section 4.3, the data of their driver 1.
///
/// Convention. The torque is u x e3 with u = Q^T u0, |u0| = 1e-3: a heavy top of that weight. By the
///             sixth-order splitting of Blanes and Moan, a4 of (23) corrected, with the exact step for the
///             drift.

#include <Eigen/Core>
#include <polhode/free/method.hpp>
#include <polhode/splitting/stepper.hpp>

namespace polhode::experiments::celledoni_zanna {

/// u0: the weight, in space.
Eigen::Vector3d perturbation();

/// The body at t = 0; with another free method for the drifts, or with the weight made |u0| = weight.
SplittingStepper perturbed_body(const char* splitting_name = "blanes_moan_srkn14a");
SplittingStepper perturbed_body(const char* splitting_name, const FreeMethod& drift, double weight);

}  // namespace polhode::experiments::celledoni_zanna
