// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What one step of a method costs on this machine, now.

#include <polhode/free/method.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/splitting/splitting.hpp>

namespace polhode::app {

/// Nanoseconds for a step in which a water molecule turns by a tenth of a radian, plain summation; the least
/// of several short runs, because a disturbance can only make a run slower.
double nanoseconds_per_step(const FreeMethod& method);

/// The same for that molecule as a heavy top.
double nanoseconds_per_step(const Splitting& splitting);

/// The same of a general method; of one that controls its steps, of those that a tolerance of 1e-9 gives.
double nanoseconds_per_step(const GeneralMethod& method);

/// Nanoseconds to ask the motion of that body for one of many times.
double nanoseconds_per_question();

}  // namespace polhode::app
