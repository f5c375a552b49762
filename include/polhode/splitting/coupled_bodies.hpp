// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Coupled rotating bodies, such as molecules: one callback computes the torques on all of them.
///
/// Convention. Bodies are numbered from 0. States and torques are in each body's user frame. Torques may
///             depend on all attitudes and on time, but not on the momenta, which are NaN in the states
///             passed to the callback. (A kick that depends on momenta would have to be the flow of all of
///             them together.)
/// Method.     flow.hpp, with all bodies as one system: the callback is called once per kick; if the last
///             kick of a step and the first of the next coincide, once for both, at the end of the former.
///             Reading the states needs no call. A function not declared pure
///             (SplittingOptions::torques_are_pure) is called once more at the start of each step, because
///             its data may have changed.
/// Accuracy.   If the torques are independent of each other, each body moves exactly as with its own
///             SplittingStepper, bit for bit.

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

/// Coupled bodies and their current states.
class CoupledBodiesStepper {
 public:
  /// Computes the torques: writes, or adds to, one torque per state, initially zero.
  using Torques =
      std::function<void(std::span<const State> states, double time, std::span<Eigen::Vector3d> torques)>;

  /// @param bodies     one per state
  /// @param starts     initial states
  /// @param torques    computes the torques
  /// @param splitting  must not need the gradient of tau . I^-1 tau
  /// @param options    summation, initial time, free method
  /// @throws InvalidInput as check() in body/state.hpp, with the number of the body; if there are no bodies
  ///   or not as many as states; if the splitting needs a gradient; or, for the free method, as
  ///   SplittingStepper
  CoupledBodiesStepper(const std::vector<Inertia>& bodies, const std::vector<State>& starts, Torques torques,
                       const Splitting& splitting, const SplittingOptions& options = {});
  /// Identical bodies, one per state.
  CoupledBodiesStepper(const Inertia& body, const std::vector<State>& starts, Torques torques,
                       const Splitting& splitting, const SplittingOptions& options = {});
  CoupledBodiesStepper(CoupledBodiesStepper&&) noexcept;
  CoupledBodiesStepper& operator=(CoupledBodiesStepper&&) noexcept;
  ~CoupledBodiesStepper();

  /// Advances all bodies by one step. After an exception, time and states are unchanged.
  /// @param h  step size, of either sign
  /// @throws StepFailure if a torque or a state is not finite; it holds the state of that body. Exceptions of
  ///   the callback are passed on.
  void step(double h);

  std::size_t size() const noexcept;  ///< number of bodies
  /// The current time.
  double time() const noexcept;
  /// The current states, each in its body's user frame.
  std::vector<State> states() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
