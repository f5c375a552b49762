// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many bodies that act on each other, such as molecules: one callback gives the torques on all of them.
///
/// Convention. Bodies are counted from 0. States go in and come out in each body's own frame of the user, and
///             so do the torques. The torques may depend on all attitudes and on time, not on the momenta:
///             the states that the callback sees have NaN for them. (A kick that depended on the momenta
///             would have to be the flow of all of them together.)
/// Method.     flow.hpp, with all bodies as one system: the callback is asked once for each kick, and where
///             the last kick of a step and the first of the next are one, once for both, at the end of the
///             former. Asking for the states costs no call. A function that is not declared to be pure
///             (SplittingOptions::torques_are_pure) is asked once more when a step begins, since its data may
///             have changed: each step sees it as it is then.
/// Accuracy.   Where the torques do not depend on each other, each body moves as one SplittingStepper would
///             move it, bit for bit.

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <span>
#include <vector>

namespace polhode {

/// Bodies that act on each other, and their states now.
class CoupledBodiesStepper {
 public:
  /// Writes, or adds to, one torque for each state; all are 0 before.
  using Torques =
      std::function<void(std::span<const State> states, double time, std::span<Eigen::Vector3d> torques)>;

  /// Refuses what body/state.hpp's check refuses, saying of which body; numbers of bodies and states that
  /// differ, or none; a splitting that needs the gradient of tau . I^-1 tau, and what SplittingStepper
  /// refuses of free methods.
  CoupledBodiesStepper(const std::vector<Inertia>& bodies, const std::vector<State>& starts, Torques torques,
                       const Splitting& splitting, const SplittingOptions& options = {});
  /// As many equal bodies as there are states.
  CoupledBodiesStepper(const Inertia& body, const std::vector<State>& starts, Torques torques,
                       const Splitting& splitting, const SplittingOptions& options = {});
  CoupledBodiesStepper(CoupledBodiesStepper&&) noexcept;
  CoupledBodiesStepper& operator=(CoupledBodiesStepper&&) noexcept;
  ~CoupledBodiesStepper();

  /// Advances all by h, of either sign. Throws StepFailure, with the state of the body in question, where a
  /// torque or a state is not finite, and what the callback throws; time and states are then as before.
  void step(double h);

  std::size_t size() const noexcept;  ///< number of bodies
  /// The time of the states.
  double time() const noexcept;
  /// The states now, each in its body's own frame.
  std::vector<State> states() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
