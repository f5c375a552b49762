// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motions of simulate_problems.hpp by Boost.odeint, at given times. Compiled with -O3 -march=native.

#include <Eigen/Core>
#include <functional>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/attitude.hpp>
#include <vector>

namespace polhode::bench {

enum class OdeintSolver { fehlberg, dormand_prince_dense };

/// Gives the states at the times; none if the solver could not.
using OdeintRun = std::function<std::vector<kernel::Phase<double>>()>;

/// The times must outlive it.
template <class Problem>
OdeintRun odeint_run(OdeintSolver solver, double tolerance, const std::vector<double>& times);

/// A torque that is only a function, as a user has it.
using TorqueFunction = std::function<Eigen::Vector3d(const Attitude&, double)>;

/// The same of such a body.
OdeintRun odeint_run(OdeintSolver solver, double tolerance, const std::vector<double>& times,
                     const Vec3<double>& moments, const kernel::Phase<double>& start,
                     const TorqueFunction& torque);

}  // namespace polhode::bench
