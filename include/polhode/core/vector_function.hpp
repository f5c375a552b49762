// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A user's function that gives a vector: a std::function that does not compile where its result would
/// dangle.
///
/// Why. A lambda such as [&](...) { return -k * a.cross(b); } does not return a vector but an expression of
///      Eigen's, which refers to numbers of the lambda that are gone when it is evaluated. A std::function
///      would take it, and its numbers would be wrong. Here the result must be an Eigen::Vector3d: write
///      `-> Eigen::Vector3d` after the lambda's arguments.

#include <Eigen/Core>
#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

namespace polhode {

/// Whether a function of these arguments gives three numbers of its own.
template <class Function, class... Arguments>
concept GivesVector = std::is_invocable_v<Function, Arguments...> &&
    std::same_as<std::remove_cvref_t<std::invoke_result_t<Function, Arguments...>>, Eigen::Vector3d>;

/// A function from these arguments to a vector; empty where none is given.
template <class... Arguments>
class VectorFunction {
 public:
  VectorFunction() = default;
  VectorFunction(std::nullptr_t) {}
  /// Any function, lambda or other thing that can be called.
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, VectorFunction> &&
           std::is_invocable_v<std::remove_cvref_t<Function>&, Arguments...>)
      VectorFunction(Function&& function)
      : function_(std::forward<Function>(function)) {
    static_assert(
        GivesVector<std::remove_cvref_t<Function>&, Arguments...>,
        "the function must return an Eigen::Vector3d, not an expression of Eigen's that refers to its own "
        "variables: write [...](...) -> Eigen::Vector3d { ... }");
  }

  Eigen::Vector3d operator()(Arguments... arguments) const { return function_(arguments...); }
  explicit operator bool() const noexcept { return static_cast<bool>(function_); }

 private:
  std::function<Eigen::Vector3d(Arguments...)> function_;
};

}  // namespace polhode
