// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The next coefficient of a function of a series, by the recurrence of its differential equation.
///
/// Method.     [Griewank, Walther, Evaluating Derivatives, 2008, table 13.2] With c = f(a) and k >= 1:
///             c = a/b:      b_0 c_k = a_k - sum_{j=1}^{k} b_j c_{k-j};
///             c = sqrt a:   2 c_0 c_k = a_k - sum_{j=1}^{k-1} c_j c_{k-j};
///             c = exp a:    k c_k = sum_{j=1}^{k} j a_j c_{k-j};
///             c = log a:    a_0 k c_k = k a_k - sum_{j=1}^{k-1} j c_j a_{k-j};
///             c = a^p:      a_0 k c_k = sum_{j=1}^{k} ((p + 1) j - k) a_j c_{k-j};
///             s = sin a:    k s_k = sum_{j=1}^{k} j a_j c_{k-j}, and k c_k = -sum j a_j s_{k-j} for cos a;
///             c = atan a:   b = 1 + a^2, b_0 k c_k = k a_k - sum_{j=1}^{k-1} j c_j b_{k-j};
///             c = tanh a:   b = 1 - c^2, k c_k = sum_{j=1}^{k} j a_j b_{k-j};
///             Kepler's E:   (1 - e cos E_0) k E_k = k M_k + e sum_{j=1}^{k-1} j E_j (cos E)_{k-j}.

#include "series/program.hpp"

namespace polhode::series {

/// The value of f for its arguments.
double function_value(const FunctionRow& f, double a, double b) noexcept;

/// Computes coefficient k of f from the coefficients of its forms up to k. Coefficient 0 is the function
/// value.
void function_step(const View& view, const FunctionRow& f, int k) noexcept;

}  // namespace polhode::series
