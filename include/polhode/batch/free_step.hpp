// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One step of the free motion for many bodies at once.
///
/// Convention. Arrays in the ascending principal frame, changed in place (states.hpp). Any length. One step
///             length for all or one each.
/// Method.     The scalar kernels on SIMD lanes, in blocks; bodies that lanes cannot take (a long step, a
///             body at rest, numbers of extreme size, a Moser-Veselov solution that needs a closer look) are
///             redone by the scalar kernels. docs/batch.md.
/// Accuracy.   That of the scalar methods, plain and compensated, on every target:
///             tests/laws/batch_law_test.cpp. In float: docs/batch.md.
/// Failure.    A body that the method cannot step becomes NaN, the others go on, and the Outcome names the
///             first of those that failed and says why. The steppers of batches (free_stepper.hpp,
///             splitting_stepper.hpp) have the same rule. States are not checked: a momentum that is not
///             finite makes the step fail, an attitude that is not goes on as NaN. Arrays that overlap are
///             not noticed.

#include <concepts>
#include <cstddef>
#include <optional>
#include <polhode/batch/bodies.hpp>
#include <polhode/batch/method.hpp>
#include <polhode/batch/states.hpp>
#include <polhode/batch/target.hpp>
#include <span>
#include <string>
#include <type_traits>

namespace polhode::batch {

/// How a free step of many bodies is made.
struct Options {
  BuiltInMethod free_method = BuiltInMethod::exact;
  std::optional<Target> target = std::nullopt;  ///< best_target() if none is named
  int threads = 1;                              ///< 0: as many as the machine has
};

/// Bodies that could not be stepped: they are NaN, and the others went on. Those that had failed before are
/// counted again.
struct Outcome {
  std::size_t failed = 0;        ///< how many
  std::size_t first_failed = 0;  ///< the first of them, where there is one
  std::string reason{};          ///< why that one failed; empty where none did
};

/// The step lengths: one for all bodies, or one each, as a span, a vector or an array. An argument of a
/// step, not to be stored: it refers to the caller's array, of which a copy would cost as much as a short
/// step.
template <class Real>
class StepLengths {
 public:
  /// @param common for all bodies
  StepLengths(Real common) : common_(common), is_common_(true) {}
  /// @param each one for each body; must live until the step is done
  template <class Array>
  requires std::convertible_to<const Array&, std::span<const Real>> StepLengths(const Array& each)
      : each_(each) {}

  /// @return whether there is one for all bodies
  bool is_common() const noexcept { return is_common_; }
  /// @return the one for all bodies
  Real common() const noexcept { return common_; }
  /// @return those for each body
  std::span<const Real> each() const noexcept { return each_; }

 private:
  Real common_ = 0;
  std::span<const Real> each_{};
  bool is_common_ = false;
};

/// One step of every body, in plain sums.
/// @param bodies one, or as many as states
/// @param states changed in place; in principal frames
/// @param h the length of the step, of either sign
/// @param options method, target and threads
/// @return the bodies that could not be stepped
/// @throws InvalidInput for lengths of arrays that differ, a step length that is not finite, and a target
///         that this machine does not have; nothing is changed then
template <class Real>
Outcome step(const Bodies<Real>& bodies, const StateSpans<Real>& states,
             const std::type_identity_t<StepLengths<Real>>& h, const Options& options = {});

/// The same in compensated sums.
/// @param bodies one, or as many as states
/// @param states changed in place; in principal frames
/// @param compensation what rounding has left out, changed in place
/// @param h the length of the step, of either sign
/// @param options method, target and threads
/// @return the bodies that could not be stepped
/// @throws InvalidInput as above
template <class Real>
Outcome step(const Bodies<Real>& bodies, const StateSpans<Real>& states,
             const CompensationSpans<Real>& compensation, const std::type_identity_t<StepLengths<Real>>& h,
             const Options& options = {});

/// The same, compensated if the states hold what that needs.
/// @param bodies one, or as many as states
/// @param states changed in place; in principal frames
/// @param h the length of the step, of either sign
/// @param options method, target and threads
/// @return the bodies that could not be stepped
/// @throws InvalidInput as above
template <class Real>
Outcome step(const Bodies<Real>& bodies, States<Real>& states,
             const std::type_identity_t<StepLengths<Real>>& h, const Options& options = {});

}  // namespace polhode::batch
