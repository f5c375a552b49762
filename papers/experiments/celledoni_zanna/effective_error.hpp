// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The effective error of a splitting: E_f = s |c|^(1/p), c the coefficients of the commutators in the
/// leading term of its error.
///
/// Convention. A is the drift, B the kick; a torque of the attitude alone, for which [B, [B, [B, A]]] = 0. s
///             kicks a step, order p.
/// Method.     The product of exponentials as a series in words of A and B; its logarithm; the part of p + 1
///             letters, a combination of commutators, modulo those that contain [B, [B, [B, A]]]. The length
///             of c depends on which commutators are the basis: here [x1, [x2, ... [xk, [A, B]]]] with the
///             words x1 .. xk in alphabetic order or its reverse, without those that depend on earlier ones.
///             [Blanes, Moan 2002; Celledoni, Zanna 2008, appendix]

#include <polhode/splitting/splitting.hpp>

namespace polhode::experiments::celledoni_zanna {

/// The order of the words: B before A, or A before B.
enum class CommutatorBasis { kicks_first, drifts_first };

/// For splittings without gradients.
double effective_error(const Splitting& splitting, CommutatorBasis basis);

}  // namespace polhode::experiments::celledoni_zanna
