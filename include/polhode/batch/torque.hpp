// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What may act on the bodies of a batch: any Torque, or a user's function that is asked for many bodies at
/// once.
///
/// Convention. Built-in torques and their sums are computed on lanes, but for quadratic drag, internal
///             dissipation, control torques and tables in the body frame; these, and Torques of users'
///             functions, are asked body by body. A TorqueFunction sees and gives ARRAYS IN THE ASCENDING
///             PRINCIPAL FRAME of each body (states.hpp): q takes vectors of that frame to space, and the
///             torques are those along the principal axes. |q| is one to rounding; in compensated sums, which
///             do not normalise, only nearly so: a function that needs the rotation to the last digit divides
///             by |q|^2.
/// Threads.    With more than one thread a function is called by several of them at once, each for bodies of
///             its own; only with Sees::all_attitudes always by the caller's. The same holds for the
///             functions in a Torque.

#include <cstddef>
#include <functional>
#include <polhode/torque/torque.hpp>
#include <span>
#include <string>
#include <variant>

namespace polhode::batch {

/// On what a function's torques depend, besides time.
enum class Sees {
  attitude,       ///< each on its own body's attitude: asked for some hundred bodies in a row
  all_attitudes,  ///< on those of all bodies, as molecules' do: asked once for each kick, for all
  /// Each on its own body's attitude and momentum: asked for one body at a time, several times for each kick.
  state
};

/// What a function is given: for which bodies, when, and their attitudes.
template <class Real>
struct TorqueQuestion {
  std::size_t first = 0;  ///< place of the first of these bodies in the batch
  double time = 0;
  std::span<const Real> qw{}, qx{}, qy{}, qz{};
  std::span<const Real> mx{}, my{}, mz{};  ///< empty but for Sees::state
};

/// Where a function puts the torques. They are zero before it is called: it writes them or adds to them.
template <class Real>
struct TorqueSpans {
  std::span<Real> x, y, z;
};

/// A user's function for many bodies at once.
template <class Real>
struct TorqueFunction {
  std::string name = "function";
  Sees sees = Sees::attitude;
  std::function<void(const TorqueQuestion<Real>&, const TorqueSpans<Real>&)> torques{};
  bool is_dissipative = false;  ///< it must not run backwards for long
  /// It gives the same for the same arguments, whenever it is asked (see Purity in torque/torque.hpp). If
  /// this is declared, it is asked once less in each step.
  bool is_pure = false;
};

/// Either form.
template <class Real>
using AnyTorque = std::variant<Torque, TorqueFunction<Real>>;

}  // namespace polhode::batch
