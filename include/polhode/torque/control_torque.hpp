// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque that is any function of time, in the body or in space.
///
/// Convention. In P or in space. Copies share one function; it may be asked for any time, in any order, and must give the same
///             answer each time. One that throws is taken to have given NaN, by which a step refuses: kernels are noexcept.

#include <functional>
#include <limits>
#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <utility>

namespace polhode::torques {

template <class T>
class ControlTorque {
 public:
  static constexpr bool depends_on_momentum = false;
  static constexpr bool is_dissipative = false;

  using Function = std::function<Vec3<T>(const T& time)>;

  ControlTorque(Function function, TorqueFrame frame)
      : function_(std::make_shared<const Function>(std::move(function))), frame_(frame) {
    if (!*function_) throw InvalidInput("control torque", "no function", "a function of time");
  }

  Vec3<T> operator()(const Phase<T>& p, const T& t) const noexcept {
    try {
      return body_torque(frame_, p.q, (*function_)(t));
    } catch (...) {
      constexpr T nan = std::numeric_limits<T>::quiet_NaN();
      return {nan, nan, nan};
    }
  }

 private:
  std::shared_ptr<const Function> function_;
  TorqueFrame frame_;
};

}  // namespace polhode::torques
