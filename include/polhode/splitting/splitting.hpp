// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The coefficients of splitting methods, by name: how long the free motion and the torque act in turn.
///
/// Convention. A is the drift, the motion of the free body; B is the kick, the momentum's motion under the
///             torque alone. Coefficients are parts of the step h and stand in their order of use: B A B ...
///             B if the method starts with a kick, else A B A ... A. All methods are symmetric: the lists
///             read the same backwards, and a step of -h leads back.
/// Method.     The kinetic energy is quadratic in the momentum. So, for a torque that depends on the attitude
///             only, the commutator [B, [B, [B, A]]] vanishes, as it does for p^2/2 + V(q), and the
///             coefficients of Runge-Kutta-Nystrom methods keep their order [Blanes, Moan 2002]. The first
///             such commutator that a symmetric method does not cancel by itself has five letters: up to
///             order 4 these coefficients are good for every torque, and only from order 6 on do they need
///             that kind. The references are listed in docs/splittings.md, with what each method is for.
/// Accuracy.   The sums are 1 to the rounding of one coefficient: each list is closed by its middle, not
///             typed. Coefficients published with 15 digits (Blanes, Moan 2002) leave an error of 7e-17 h^2
///             at most, however high the order (a pendulum for unit time, h in its units, with fifty digits):
///             below the rounding of double. The others have 19 digits or more.

#include <polhode/core/error.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// What the kick must be for the coefficients to keep their order.
enum class KickNeed {
  any,            ///< any torque
  attitude_only,  ///< a torque that does not depend on the momentum
  gradient        ///< such a torque which also offers the torque of the potential tau . I^-1 tau
};

/// One splitting method: its coefficients, and what they need to keep their order.
struct Splitting {
  std::string name{};
  std::string summary{};
  std::string reference{};
  int order = 2;  ///< p: the error after a given time is O(h^p)
  std::vector<int>
      small_orders{};  ///< (n1, n2, ...) for a torque of size eps: eps h^n1 + eps^2 h^n2 + ...; or empty
  KickNeed need = KickNeed::any;
  bool starts_with_kick = true;
  std::vector<long double> drifts{};     ///< of the whole step, in order of use; the sum is 1
  std::vector<long double> kicks{};      ///< likewise
  std::vector<long double> gradients{};  ///< empty, or c for each kick, whose torque is tau - c h^2 g,
                                         ///< g the torque of the potential tau . I^-1 tau, h the whole step
  std::vector<long double> composed{};   ///< gamma_i if the method is Strang steps of gamma_i h, else empty

  bool has_negative() const noexcept;   ///< some drift or kick runs backwards
  int kicks_per_step() const noexcept;  ///< where the last kick of a step is also the first of the next
};

/// Checks a splitting of a user's own. Refuses an order below 1; coefficients that are not finite, do not
/// alternate or do not add up to 1 (to 1e-12); lists that do not read the same backwards; and gradients that
/// are not one for each kick, that are not 0 for the first or the last kick of a step, or that `need` does
/// not declare.
void check(const Splitting& splitting);

/// All, in the order of docs/splittings.md: by order, then those for weak torques.
const std::vector<Splitting>& splittings();

/// The one of that name. An unknown one is refused with the nearest that is known.
const Splitting& splitting(std::string_view name);

/// Strang steps of lengths gamma_i h, an odd number of them, from the gamma_i before the middle one; that one
/// makes the sum 1. The order is what those weights give to a symmetric step of order 2, and even.
Splitting composition(std::string name, std::string summary, std::string reference, int order,
                      std::span<const long double> half_of_weights, bool starts_with_kick = true);

/// Throws InvalidInput if the splitting is no composition.
void check_composition(const Splitting& splitting);

/// Composes any symmetric step: step(gamma_i h) in turn. Refuses a splitting that is no composition.
template <class T, class Step>
void compose(const Splitting& s, const T& h, Step&& step) {
  check_composition(s);
  for (const long double weight : s.composed) step(static_cast<T>(weight) * h);
}

}  // namespace polhode
