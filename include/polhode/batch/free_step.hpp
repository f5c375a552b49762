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
/// Refusal.    Lengths that differ, a step length that is not finite, and a target that this machine does not
///             have are refused before anything is changed. A method that fails for a body makes its state
///             NaN, as the scalar kernel does, and the Outcome says so. States are not checked: a momentum
///             that is not finite makes the step fail, an attitude that is not goes on as NaN. Arrays that
///             overlap are not noticed.

#include <concepts>
#include <cstddef>
#include <optional>
#include <polhode/batch/bodies.hpp>
#include <polhode/batch/method.hpp>
#include <polhode/batch/states.hpp>
#include <polhode/batch/target.hpp>
#include <span>
#include <type_traits>

namespace polhode::batch {

/// How a free step of many bodies is made.
struct Options {
  Method free_method = Method::exact;
  std::optional<Target> target = std::nullopt;  ///< best_target() if none is named
  /// 0: as many as the machine has, where the batch is long enough for them to pay (4096 bodies).
  int threads = 0;
};

/// Bodies that a method could not step.
struct Outcome {
  std::size_t failed = 0;
  std::size_t first_failed = 0;  ///< the first of them, where there is one
};

/// The step lengths: one for all bodies, or one each, as a span, a vector or an array, which must live until
/// the step is done.
template <class Real>
class StepLengths {
 public:
  StepLengths(Real common) : common_(common), is_common_(true) {}
  /// One for each body; the array must outlive this.
  template <class Array>
  requires std::convertible_to<const Array&, std::span<const Real>> StepLengths(const Array& each)
      : each_(each) {}

  bool is_common() const noexcept { return is_common_; }
  Real common() const noexcept { return common_; }
  std::span<const Real> each() const noexcept { return each_; }

 private:
  Real common_ = 0;
  std::span<const Real> each_{};
  bool is_common_ = false;
};

/// One step of every body, in plain sums; the arrays are changed in place.
template <class Real>
Outcome step(const Bodies<Real>& bodies, const StateSpans<Real>& states,
             const std::type_identity_t<StepLengths<Real>>& h, const Options& options = {});

/// The same in compensated sums.
template <class Real>
Outcome step(const Bodies<Real>& bodies, const StateSpans<Real>& states,
             const CompensationSpans<Real>& compensation, const std::type_identity_t<StepLengths<Real>>& h,
             const Options& options = {});

/// The same, compensated if the states hold what that needs.
template <class Real>
Outcome step(const Bodies<Real>& bodies, States<Real>& states,
             const std::type_identity_t<StepLengths<Real>>& h, const Options& options = {});

}  // namespace polhode::batch
