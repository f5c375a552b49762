// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The loops of the thesis's two programs for order 8, as printed: they round otherwise than our kernels,
/// which make r - 1 of increments.
///
/// Method.     The momenta are those of the motion from its start, not of one step after the other. r is made
///             as a product of quaternions, p(0)^-1 y p(h) with c0 = c3 = 1/2 or the exponential, and q is
///             divided by its length after each step.

#include "experiments/gustafsson/free_body.hpp"
#include "experiments/gustafsson/printed_tables.hpp"

namespace polhode::experiments::gustafsson {

Quat<long double> attitude_by_printed_loop(Kind kind, const Start& start, double time, double h);

}  // namespace polhode::experiments::gustafsson
