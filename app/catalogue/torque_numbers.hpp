// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The numbers that a torque was made of, as parameters that can be changed a little, to find what their
/// rounding does.

#include <polhode/simulation/torqued_derivative.hpp>

#include "catalogue/torques.hpp"

namespace polhode::app {

/// The torque by its own numbers, but for those that are 0, the times of a table, an impulse, and what stands
/// in the text of a formula. The torques of a table count as one number, the greatest, with which all of them
/// grow.
TorqueFamily torque_by_numbers(const CatalogueTorque& kind, const TorqueArguments& arguments);

/// The sum of torques. Impulses are collected first: added one by one, n of them would take n^2 steps.
Torque sum_of(const std::vector<Torque>& terms);

/// The sum of the terms, by the numbers of all of them in turn.
TorqueFamily sum_of(std::vector<TorqueFamily> terms);

}  // namespace polhode::app
