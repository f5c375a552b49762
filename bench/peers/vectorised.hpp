// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free water molecule (free_problem.hpp) by those peers that gain when g++ packs neighbouring operations into vectors (-ftree-slp-vectorize, its
/// own default), which the exact step and Dormand and Prince's method lose by: a source of its own, with that option.

#include "outcome.hpp"

namespace polhode::bench {

/// Fehlberg 7(8) of Boost.odeint with a tolerance, for FreeWater<Time>.
template <int Time>
Run by_fehlberg78(double tolerance);

/// The fourth-order Runge-Kutta method that everybody writes, with Eigen's vectors and quaternions and steps of one length.
template <int Time>
Run by_eigen(double steps);

}  // namespace polhode::bench
