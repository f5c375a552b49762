// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a step of the Magnus and factorization methods costs in operations, from the momenta at its nodes to
/// the next attitude: the thesis's own program, transcribed and counted, and our kernels.
///
/// Convention. As in the thesis: one for each + - * / and function; the quaternion product in the form of
///             (1), 28; a commutator 12; every subexpression each time it is written (four roots and four
///             sums 1 + m3 in each frame, psi/2 twice, 2E at every node). Not counted: changes of sign, the
///             division of q by its length, the point Q e3.

#include "experiments/counted_number.hpp"
#include "experiments/gustafsson/printed_tables.hpp"

namespace polhode::experiments::gustafsson {

/// The operations in the loop of the printed program.
OperationGroups operations_as_printed(Kind kind, int order);

/// Those of our kernels, with q (r - 1) at 28 and without what keeps |q| at one. Three sums for each node
/// come on top, since the momenta are given by their increments. The exponential of the Magnus methods
/// carries the rounding error of its angle into sine and cosine where that is above 1/16: a short step is one
/// below.
Operations our_operations(Kind kind, int order, bool is_short);

}  // namespace polhode::experiments::gustafsson
