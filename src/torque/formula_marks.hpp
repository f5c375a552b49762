// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Formulas of torques that only the library makes: built in, with a form in a turning frame, or
/// changed in both forms alike.

#include <optional>
#include <polhode/torque/torque.hpp>
#include <utility>

namespace polhode::torques {

struct FormulaMarks {
  /// Of a torque that is made of numbers alone, with its form in a turning frame if there is one.
  static TorqueFormula built_in(TorqueFormula::Function function,
                                std::optional<TorqueFormula::Turning> turning = {}) {
    return made(std::move(function), std::move(turning), true);
  }
  static TorqueFormula made(TorqueFormula::Function function, std::optional<TorqueFormula::Turning> turning,
                            bool is_built_in) {
    TorqueFormula f(std::move(function));
    f.turning_ = std::move(turning);
    f.is_built_in_ = is_built_in;
    return f;
  }
  /// To be moved from.
  static TorqueFormula::Function& function(TorqueFormula& f) noexcept { return f.function_; }
  static std::optional<TorqueFormula::Turning>& turning(TorqueFormula& f) noexcept { return f.turning_; }
  /// change(function) is called for each form.
  template <class Change>
  static void change(TorqueFormula& f, const Change& change) {
    change(f.function_);
    if (f.turning_) change(f.turning_->function);
  }
};

}  // namespace polhode::torques
