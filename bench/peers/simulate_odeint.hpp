// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motions of simulate_problems.hpp by Boost.odeint, at given times. Compiled with -O3 -march=native.

#include <functional>
#include <polhode/kernel/advance.hpp>
#include <vector>

namespace polhode::bench {

enum class OdeintSolver { fehlberg, dormand_prince_dense };

/// Gives the states at the times; none if the solver could not.
using OdeintRun = std::function<std::vector<kernel::Phase<double>>()>;

/// The times must outlive it.
template <class Problem>
OdeintRun odeint_run(OdeintSolver solver, double tolerance, const std::vector<double>& times);

}  // namespace polhode::bench
