// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free water molecule (free_problem.hpp) by those solvers that get faster when g++ packs neighbouring
/// operations into vectors (-ftree-slp-vectorize, its default). The exact step and Dormand and Prince's
/// method get slower; so this is a source of its own, with that option.

#include "outcome.hpp"

namespace polhode::bench {

/// Fehlberg 7(8) of Boost.odeint with a tolerance, for FreeWater<Time>.
template <int Time>
Run by_fehlberg78(double tolerance);

/// The classical Runge-Kutta method of order 4 as people write it, with Eigen's vectors and quaternions and
/// steps of one length.
template <int Time>
Run by_eigen(double steps);

}  // namespace polhode::bench
