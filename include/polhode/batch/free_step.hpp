// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One step of the free motion for many bodies at once.
///
/// Convention. Arrays of any length in the ascending principal frame, updated in place (states.hpp). One step
///             size for all bodies or one per body.
/// Method.     The scalar kernels on SIMD lanes, in blocks. Bodies unsuited for lanes (long steps, bodies at
///             rest, numbers of extreme magnitude, Moser-Veselov solutions that need further checks) are
///             recomputed by the scalar kernels. docs/batch.md.
/// Accuracy.   As the scalar methods, with plain and compensated summation, on every target:
///             tests/laws/batch_law_test.cpp. In float: docs/batch.md.
/// Errors.     A body for which the method fails becomes NaN and the others go on; the Outcome gives the
///             first of those that failed and the reason. The steppers of batches (free_stepper.hpp,
///             splitting_stepper.hpp) follow the same rule. States are not checked: a momentum that is not
///             finite makes the step fail, an attitude that is not finite propagates as NaN. Overlapping
///             arrays are not detected.

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

/// Options of a free step of many bodies.
struct Options {
  BuiltInMethod free_method = BuiltInMethod::exact;
  std::optional<Target> target = std::nullopt;  ///< if empty, best_target()
  /// 0 for the number of hardware threads, if the batch is large enough for them to pay off (4096 bodies).
  int threads = 0;
};

/// The bodies for which the method failed: their states are NaN, and the others have been stepped. Bodies
/// that failed in an earlier step are counted again.
struct Outcome {
  std::size_t failed = 0;        ///< their number
  std::size_t first_failed = 0;  ///< the index of the first of them, if any
  std::string reason{};          ///< why the method failed for that body; empty if none failed
};

/// The step sizes: one for all bodies, or one per body as a span, a vector or an array. Refers to the
/// caller's array: use it as an argument of a step, do not store it.
template <class Real>
class StepLengths {
 public:
  /// @param common  for all bodies
  StepLengths(Real common) : common_(common), is_common_(true) {}
  /// @param each  one per body; must outlive this object
  template <class Array>
  requires std::convertible_to<const Array&, std::span<const Real>> StepLengths(const Array& each)
      : each_(each) {}

  /// @return whether there is one step size for all bodies
  bool is_common() const noexcept { return is_common_; }
  /// @return the step size for all bodies
  Real common() const noexcept { return common_; }
  /// @return the step sizes per body
  std::span<const Real> each() const noexcept { return each_; }

 private:
  Real common_ = 0;
  std::span<const Real> each_{};
  bool is_common_ = false;
};

/// One step of every body with plain summation.
/// @param bodies   one for all or one per state
/// @param states   updated in place
/// @param h        step size or sizes, of either sign
/// @param options  method, target and number of threads
/// @return the bodies for which the method failed
/// @throws InvalidInput if lengths differ, a step size is not finite or the target is not supported; then
///   nothing is changed
template <class Real>
Outcome step(const Bodies<Real>& bodies, const StateSpans<Real>& states,
             const std::type_identity_t<StepLengths<Real>>& h, const Options& options = {});

/// The same with compensated summation.
/// @param bodies        one for all or one per state
/// @param states        updated in place
/// @param compensation  of the states, updated in place
/// @param h             step size or sizes, of either sign
/// @param options       method, target and number of threads
/// @return the bodies for which the method failed
/// @throws InvalidInput as above
template <class Real>
Outcome step(const Bodies<Real>& bodies, const StateSpans<Real>& states,
             const CompensationSpans<Real>& compensation, const std::type_identity_t<StepLengths<Real>>& h,
             const Options& options = {});

/// The same, with the summation of the states.
/// @param bodies   one for all or one per state
/// @param states   updated in place
/// @param h        step size or sizes, of either sign
/// @param options  method, target and number of threads
/// @return the bodies for which the method failed
/// @throws InvalidInput as above
template <class Real>
Outcome step(const Bodies<Real>& bodies, States<Real>& states,
             const std::type_identity_t<StepLengths<Real>>& h, const Options& options = {});

}  // namespace polhode::batch
