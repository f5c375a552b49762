// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque kernel on symbols: its formula, recorded for power series.
///
/// Convention. A kernel of doubles becomes the same kernel of symbols, with the constants of the body as
///             constants. A table becomes three piecewise linear functions.

#include <memory>
#include <polhode/core/vec3.hpp>
#include <polhode/series/symbol.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <utility>

#include "core/kepler.hpp"
#include "torque/body_torque.hpp"
#include "torque/gravity_gradient.hpp"
#include "torque/steady.hpp"
#include "torque/torque_table.hpp"

namespace polhode {

/// For torque/orbit.hpp.
template <>
inline series::Symbol eccentric_anomaly<series::Symbol>(const series::Symbol& mean_anomaly,
                                                        const series::Symbol& eccentricity) noexcept {
  return series::Symbol::kepler_anomaly(mean_anomaly, eccentricity);
}

namespace torques {

using series::Symbol;

template <template <class> class K>
K<Symbol> on_symbols(const K<double>& kernel) {
  return K<Symbol>(kernel);
}

inline SteadyInBody<Symbol> on_symbols(const SteadyInBody<double>& kernel) {
  return {convert<Symbol>(kernel.torque)};
}

template <template <class> class Direction>
GravityGradient<Symbol, Direction<Symbol>> on_symbols(
    const GravityGradient<double, Direction<double>>& kernel) {
  return GravityGradient<Symbol, Direction<Symbol>>(kernel);
}

/// One component of a table.
class TableComponent final : public series::PiecewiseLinear {
 public:
  TableComponent(TorqueTable<double> table, int component)
      : table_(std::move(table)), component_(component) {}
  Line at(double time, double direction) const override {
    const auto [value, slope] = table_.line(time, direction);
    return component_ == 0   ? Line{value.x, slope.x}
           : component_ == 1 ? Line{value.y, slope.y}
                             : Line{value.z, slope.z};
  }

 private:
  TorqueTable<double> table_;
  int component_;
};

/// A torque table on symbols.
class TableOnSymbols {
 public:
  explicit TableOnSymbols(const TorqueTable<double>& table)
      : frame_(table.frame()),
        x_(std::make_shared<TableComponent>(table, 0)),
        y_(std::make_shared<TableComponent>(table, 1)),
        z_(std::make_shared<TableComponent>(table, 2)) {}

  Vec3<Symbol> operator()(const Phase<Symbol>& p, const Symbol& t) const {
    const auto at = [&](const std::shared_ptr<TableComponent>& c) {
      return Symbol(t.tape(), t.tape()->piecewise(c));
    };
    return body_torque(frame_, p.q, Vec3<Symbol>{at(x_), at(y_), at(z_)});
  }

 private:
  TorqueFrame frame_;
  std::shared_ptr<TableComponent> x_, y_, z_;
};

inline TableOnSymbols on_symbols(const TorqueTable<double>& table) { return TableOnSymbols(table); }

}  // namespace torques

}  // namespace polhode
