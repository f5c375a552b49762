// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The entries of Table 3: errors of the splitting for the damped vessel at t = 15, and how they compare with
/// print.

#include <string_view>

#include "experiments/gustafsson/printed_tables.hpp"
#include "experiments/gustafsson/vessel.hpp"

namespace polhode::experiments::gustafsson {

struct VesselErrors {
  double momentum, attitude;  ///< relative, in the 2-norm
};

/// With a free method for S1, in steps of h.
VesselErrors vessel_errors(const FreeMethod& free, double h, const State& truth);

/// How many units of the last digit of a number printed with four digits ours is off, rounded to as many.
int units_off(double ours, std::string_view printed);

}  // namespace polhode::experiments::gustafsson
