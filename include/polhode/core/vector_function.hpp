// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A std::function that returns a vector and does not compile if the result would dangle.
///
/// Why.        A lambda such as [&](...) { return -k * a.cross(b); } returns an Eigen expression that refers
///             to local variables of the lambda; these no longer exist when the expression is evaluated. A
///             std::function would accept it and give wrong numbers. Here the result must be an
///             Eigen::Vector3d: write `-> Eigen::Vector3d` after the lambda's parameters.

#include <Eigen/Core>
#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

namespace polhode {

/// Whether a function of these arguments returns an Eigen::Vector3d rather than an expression.
template <class Function, class... Arguments>
concept GivesVector = std::is_invocable_v<Function, Arguments...> &&
    std::same_as<std::remove_cvref_t<std::invoke_result_t<Function, Arguments...>>, Eigen::Vector3d>;

/// A function from these arguments to a vector; empty by default.
template <class... Arguments>
class VectorFunction {
 public:
  VectorFunction() = default;
  VectorFunction(std::nullptr_t) {}
  /// From any callable object.
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, VectorFunction> &&
           std::is_invocable_v<std::remove_cvref_t<Function>&, Arguments...>)
      VectorFunction(Function&& function)
      : function_(std::forward<Function>(function)) {
    static_assert(GivesVector<std::remove_cvref_t<Function>&, Arguments...>,
                  "the function must return an Eigen::Vector3d, not an Eigen expression that refers to local "
                  "variables: write [...](...) -> Eigen::Vector3d { ... }");
  }

  /// @throws std::bad_function_call if empty
  Eigen::Vector3d operator()(Arguments... arguments) const { return function_(arguments...); }
  explicit operator bool() const noexcept { return static_cast<bool>(function_); }

 private:
  std::function<Eigen::Vector3d(Arguments...)> function_;
};

}  // namespace polhode
