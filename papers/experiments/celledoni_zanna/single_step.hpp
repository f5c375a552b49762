// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One step of a free method against the exact one in extended precision.

#include <polhode/core/vec3.hpp>
#include <polhode/free/method.hpp>
#include <string>

#include "experiments/experiment.hpp"

namespace polhode::experiments::celledoni_zanna {

/// The names of the paper's two routines: frb_step, by rotation matrices, and quat_step, by quaternions.
/// These have the momentum in Vilmart's form with two constants, which is how the routines are best; with the momentum
/// as printed in (4) and (5) they have the other names.
inline constexpr const char *matrix_routine = "matrix_mdot", *quaternion_routine = "celledoni_zanna",
                            *printed_matrix_routine = "matrix_mdot+vilmart_3_1",
                            *printed_quaternion_routine = "quaternion_kosenko+vilmart_3_1";

/// Momentum and turn after one step.
template <class T>
kernel::Image<T> image_of(const FreeStepOf<T>& step, const Vec3<T>& m, T h) {
  const auto result = step(m, h);
  if (const auto* image = std::get_if<kernel::Image<T>>(&result)) return *image;
  const auto& [dm, dr] = std::get<kernel::Increment<T>>(result);
  return {m + dm, Quat<T>::identity() + dr};
}

/// The larger of |m - exact|, in parts of |m|, and the angle between the attitudes. NaN where the step was
/// refused.
double error_of(const kernel::Image<double>& found, const kernel::Image<long double>& exact);

/// The drivers 0 and 2: a free body taken through [0, T] in one step, by the method of that name, and by the one with
/// the printed momentum.
Outcome drive_free_body(ExperimentOutput& output, const std::string& method, const std::string& printed,
                        const std::string& routine);

}  // namespace polhode::experiments::celledoni_zanna
