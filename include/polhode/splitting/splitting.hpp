// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The coefficients of splitting methods, by name.
///
/// Convention. A is the drift, the motion of the free body; B is the kick, the change of the momentum under
///             the torque alone. Coefficients are fractions of the step h in order of use: B A B ... B if the
///             method starts with a kick, otherwise A B A ... A. All methods are symmetric: their lists are
///             palindromes, and a step of -h is the inverse.
/// Method.     The kinetic energy is quadratic in the momentum. For torques that depend only on the attitude,
///             the commutator [B, [B, [B, A]]] therefore vanishes, as for p^2/2 + V(q), and coefficients of
///             Runge-Kutta-Nystrom methods keep their order [Blanes, Moan 2002]. The first such commutator
///             that symmetry does not cancel has five letters: up to order 4 these coefficients suit every
///             torque; from order 6 on they need torques that depend only on the attitude. docs/splittings.md
///             lists references and recommendations.
/// Accuracy.   The sums equal 1 to the rounding of one coefficient: the middle coefficient is computed from
///             the others. Coefficients published with 15 digits (Blanes, Moan 2002) leave an error of at
///             most 7e-17 h^2 for any order (a pendulum for unit time, h in its units, with fifty digits),
///             below the round-off of double. The others have 19 digits or more.

#include <polhode/core/error.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// The requirement on the torque for the coefficients to keep their order.
enum class KickNeed {
  any,            ///< any torque
  attitude_only,  ///< a torque that does not depend on the momentum
  gradient        ///< the same, and the torque must provide the torque of the potential tau . I^-1 tau
};

/// A splitting method: its coefficients, and its requirements on the torque.
struct Splitting {
  std::string name{};
  std::string summary{};
  std::string reference{};
  int order = 2;  ///< p: the global error is O(h^p)
  /// (n1, n2, ...) if the error for a torque of size eps is eps h^n1 + eps^2 h^n2 + ..., or empty.
  std::vector<int> small_orders{};
  KickNeed need = KickNeed::any;
  bool starts_with_kick = true;
  std::vector<long double> drifts{};     ///< fractions of the step, in order of use; sum 1
  std::vector<long double> kicks{};      ///< as drifts
  std::vector<long double> gradients{};  ///< empty, or c for each kick, whose torque is tau - c h^2 g,
                                         ///< g the torque of the potential tau . I^-1 tau, h the whole step
  std::vector<long double> composed{};   ///< gamma_i if composed of Strang steps of gamma_i h

  bool has_negative() const noexcept;   ///< whether some drift or kick is negative
  int kicks_per_step() const noexcept;  ///< counting the last kick of a step and the first of the next once
};

/// Checks a user-defined splitting.
/// @throws InvalidInput if the order is below 1, coefficients are not finite, do not alternate or do not sum
///   to 1 (within 1e-12), a list is not a palindrome, or there is not one gradient per kick, a gradient of
///   the first or last kick is not 0, or `need` does not declare the gradients
void check(const Splitting& splitting);

/// All splittings, in the order of docs/splittings.md: by order, then those for weak torques.
const std::vector<Splitting>& splittings();

/// The splitting of a name.
/// @throws InvalidInput if the name is unknown; the message suggests the nearest known name
const Splitting& splitting(std::string_view name);

/// A composition of an odd number of Strang steps of lengths gamma_i h.
/// @param name              used in messages and lists
/// @param summary           one line of text
/// @param reference         where it was published
/// @param order             even: the order for a symmetric step of order 2
/// @param half_of_weights   the gamma_i before the middle one, which makes the sum 1
/// @param starts_with_kick  whether a Strang step is kick, drift, kick
Splitting composition(std::string name, std::string summary, std::string reference, int order,
                      std::span<const long double> half_of_weights, bool starts_with_kick = true);

/// Checks that a splitting is a composition.
/// @throws InvalidInput otherwise
void check_composition(const Splitting& splitting);

/// Composes any symmetric step: calls step(gamma_i h) in turn.
/// @throws InvalidInput if the splitting is not a composition
template <class T, class Step>
void compose(const Splitting& s, const T& h, Step&& step) {
  check_composition(s);
  for (const long double weight : s.composed) step(static_cast<T>(weight) * h);
}

}  // namespace polhode
