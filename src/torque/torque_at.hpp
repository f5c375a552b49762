// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque at a fixed time, for methods that evaluate it for several states at that time.
///
/// Method.     A sum of built-in kernels of the attitude depends on time through directions in space only
///             (kernel_list.hpp). These are computed once per time: a sine takes longer than the rest of a
///             gravity gradient, Kepler's equation several times as long. For other torques the function is
///             called each time.

#include <functional>
#include <limits>
#include <polhode/core/vec3.hpp>
#include <polhode/torque/torque.hpp>
#include <variant>
#include <vector>

#include "torque/kernel_list.hpp"

namespace polhode::torques {

class TorqueAt {
 public:
  explicit TorqueAt(const PreparedTorque& torque) {
    if (torque.kernels && !torque.depends_on_momentum)
      kernels_ = torque.kernels->all;
    else
      function_ = torque.torque;
  }

  /// Sets the time.
  void go_to(double time) {
    if (time == time_) return;
    time_ = time;
    for (ListedKernel& listed : kernels_)
      if (listed.direction) {
        const Vec3<double> d = listed.direction(time);
        std::visit([&d](auto& kernel) { set_first_numbers(kernel, d); }, listed.kernel);
      }
  }

  Vec3<double> operator()(const Phase<double>& p) const {
    if (function_) return function_(p, time_);
    Vec3<double> sum{};
    for (const ListedKernel& listed : kernels_)
      sum = sum + std::visit([&](const auto& kernel) { return kernel(p, time_); }, listed.kernel);
    return sum;
  }

  /// The kernel of a torque that consists of one, for callers that need its type; otherwise null.
  const AttitudeKernel* only() const noexcept { return kernels_.size() == 1 ? &kernels_[0].kernel : nullptr; }

 private:
  template <class K>
  static void set_first_numbers(K& kernel, const Vec3<double>& v) noexcept {
    const double numbers[] = {v.x, v.y, v.z};
    int i = 0;
    for_each_number(kernel, [&](double& x) {
      if (i < 3) x = numbers[i];
      ++i;
    });
  }

  double time_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<ListedKernel> kernels_{};
  std::function<Vec3<double>(const Phase<double>&, double)> function_{};
};

}  // namespace polhode::torques
