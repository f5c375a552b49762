// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The torques on the bodies of a batch: any Torque, or a user's function that is called for many bodies at
/// once.
///
/// Convention. Built-in torques and their sums are computed on lanes, except quadratic drag, internal
///             dissipation, control torques, and tables in the body frame; these, and Torques with user
///             functions, are evaluated body by body. The arrays of a TorqueFunction are in the ASCENDING
///             PRINCIPAL FRAME of each body (states.hpp): q takes that frame to space, and torques are along
///             the principal axes. |q| is one to rounding, but with compensated summation, which does not
///             normalise, only approximately: to obtain the rotation to the last digit, divide by |q|^2.
/// Threads.    With more than one thread, a function is called by several of them at once, each for bodies of
///             its own; with Sees::all_attitudes it is always called by the caller's thread. The same holds
///             for functions in a Torque.

#include <cstddef>
#include <functional>
#include <polhode/torque/torque.hpp>
#include <span>
#include <string>
#include <variant>

namespace polhode::batch {

/// What the torques of a function depend on, besides time.
enum class Sees {
  attitude,       ///< each on its own body's attitude: called for some hundred bodies at a time
  all_attitudes,  ///< on all attitudes, as for molecules: called once per kick, for all bodies
  /// Each on its own body's attitude and momentum: called for one body at a time, several times per kick.
  state
};

/// The arguments of a function: which bodies, when, and their states.
template <class Real>
struct TorqueQuestion {
  std::size_t first = 0;  ///< index of the first of these bodies in the batch
  double time = 0;
  std::span<const Real> qw{}, qx{}, qy{}, qz{};
  std::span<const Real> mx{}, my{}, mz{};  ///< empty unless Sees::state
};

/// The output of a function: torques, initially zero, to be written or added to.
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
  bool is_dissipative = false;  ///< dissipates energy, so it must not run backwards for long
  /// Whether it always returns the same for the same arguments (see Purity in torque/torque.hpp). A pure
  /// function is called once less per step.
  bool is_pure = false;
};

/// Either kind of torque.
template <class Real>
using AnyTorque = std::variant<Torque, TorqueFunction<Real>>;

}  // namespace polhode::batch
