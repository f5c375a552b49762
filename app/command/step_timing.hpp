// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What one step of a method costs on this machine, now.

#include <polhode/free/method.hpp>
#include <polhode/splitting/splitting.hpp>

namespace polhode::app {

/// Nanoseconds for a step in which a water molecule turns by a tenth of a radian, plain summation; the least
/// of several short runs, because a disturbance can only make a run slower.
double nanoseconds_per_step(const FreeMethod& method);

/// The same for that molecule as a heavy top.
double nanoseconds_per_step(const Splitting& splitting);

/// Nanoseconds to ask the motion of that body for one of many times.
double nanoseconds_per_question();

}  // namespace polhode::app
