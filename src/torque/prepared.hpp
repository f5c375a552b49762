// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Conversion of a torque kernel to a PreparedTorque: each member of the kernel becomes one of its functions.

#include <polhode/torque/torque.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <string>
#include <utility>

#include "torque/formula_marks.hpp"
#include "torque/kernel_list.hpp"
#include "torque/on_symbols.hpp"

namespace polhode {

/// Prepares a kernel; name and unit are those of the quantity that it conserves, if any.
template <class K>
requires torques::TorqueKernel<K, double> PreparedTorque
prepared(const K& kernel, std::string conserved_name = {}, ConservedUnit unit = ConservedUnit::energy) {
  using Phase = PreparedTorque::Phase;
  PreparedTorque t;
  t.kernels = torques::kernels_of(kernel);
  t.torque = [kernel](const Phase& p, double time) { return kernel(p, time); };
  t.formula = torques::FormulaMarks::built_in(
      [kernel](const torques::Phase<series::Symbol>& p, const series::Symbol& time) {
        return torques::on_symbols(kernel)(p, time);
      });
  t.depends_on_attitude = torques::knows_attitude<K>;
  t.depends_on_momentum = K::depends_on_momentum;
  t.is_dissipative = K::is_dissipative;
  if constexpr (torques::HasPotential<K, double>)
    t.potential = [kernel](const Quat<double>& q, double time) { return kernel.potential(q, time); };
  if constexpr (torques::HasGradient<K, double>)
    t.gradient = [kernel](const Quat<double>& q, double time) { return kernel.gradient(q, time); };
  if constexpr (torques::IsLinear<K, double>) {
    t.rate = kernel.rate();
    t.forcing = [kernel](const Quat<double>& q, double time) { return kernel.forcing(q, time); };
  }
  if constexpr (torques::HasFlow<K, double>)
    t.flow = [kernel](const Phase& p, double time, double length) { return kernel.flow(p, time, length); };
  if constexpr (torques::HasConserved<K, double>) {
    t.conserved = [kernel](const Phase& p, double time) { return kernel.conserved(p, time); };
    t.conserved_name = std::move(conserved_name);
    t.conserved_unit = unit;
  }
  return t;
}

}  // namespace polhode
