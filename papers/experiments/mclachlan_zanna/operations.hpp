// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the methods of McLachlan and Zanna 2005 cost, in floating-point operations that are counted while
/// they run.
///
/// Convention. By the library's kernels over a number that counts (counted_number.hpp): each sum, product,
///             quotient, root and function is one, all in double. The scaling of the orders 4 and 6 is
///             computed once and not counted, as in the paper; the body's constants are not counted either.
///             LP2 is counted for the momentum alone, as there; the others compute the rotation too.
/// Method.     DMV by the paper's own solver, without the correction that our explicit method adds: roots of
///             the cubic, eigenvectors by QR, orthonormal basis, S, W [section 9].

#include <string>
#include <vector>

#include "experiments/mclachlan_zanna/example.hpp"

namespace polhode::experiments::mclachlan_zanna {

/// Until T = 100.
struct Cost {
  double h, operations, error;
  double per_step() const { return operations / whole_steps(static_cast<Number>(h)); }
};

enum class Roots { at_each_step, once };

/// NaN for the error where a step is refused. Order 2, 4 or 6.
Cost cost_of_lp2(double h);
Cost cost_of_midpoint(double h);
Cost cost_of_dmv(int order, double h, Roots roots);
/// With eigenvectors by LU factorizations with complete pivoting, and W from the matrix of eigenvectors: the cheaper
/// form that the end of section 9 speaks of.
Cost cost_of_dmv_by_lu(int order, double h);
/// DMV of that order by our own solver, sweeps and Newton's method.
Cost cost_of_iterated_dmv(int order, double h);
Cost cost_of_rattle(int order, double h);

/// A method over all steps of figure 7.1.
struct CostLine {
  std::string label;
  std::vector<Cost> costs;

  /// How many operations an error takes, on the line through the points in logarithms; beyond the shortest
  /// step that of the last two goes on.
  double operations_for(double error) const;
};

void draw_costs(ExperimentOutput& output, const std::vector<CostLine>& lines, const std::string& title);

}  // namespace polhode::experiments::mclachlan_zanna
