// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The running example of McLachlan and Zanna 2005, section 7, and the five methods that they compare on it.
///
/// Convention. I1 = J2 + J3 and so on: ascending. Long double, because the smallest of their errors is near
///             double's rounding. The paper prints four digits of J and m0, one of them wrong (0.0577 for
///             0.0587); the digits here are those with which its table 4 comes out.

#include <array>
#include <polhode/core/vec3.hpp>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace polhode::experiments::mclachlan_zanna {

using Number = long double;

inline constexpr const char* paper = "McLachlan, Zanna 2005";

/// T, the end of its experiments.
inline constexpr Number end_of_time = 100;

/// J, the largest first.
Vec3<Number> inertia_entries();
Vec3<Number> moments();
/// m0, of length one.
Vec3<Number> start();

/// One of the methods, by the paper's name and by ours.
struct Compared {
  const char* label;
  const char* name;
};

/// LP2, IMR, DMV, DMV4, DMV6. LP2 with the order of the axes that gives the row of table 4, the reverse of
/// the one in print.
inline constexpr std::array<Compared, 5> compared_methods{{{"LP2", "lie_poisson_123"},
                                                           {"IMR", "implicit_midpoint"},
                                                           {"DMV", "dmv"},
                                                           {"DMV4", "dmv4_scaled"},
                                                           {"DMV6", "dmv6_scaled"}}};

/// The exact momentum at time t.
Vec3<Number> exact_momentum(Number t);

/// The momenta of a method from the start on, n steps of length h; shorter where the method refuses a step.
std::vector<Vec3<Number>> momenta(const std::string& name, Number h, int n);

/// In double, where 100 / 0.8 is 125.
inline int whole_steps(Number h) {
  return static_cast<int>(static_cast<double>(end_of_time) / static_cast<double>(h));
}

/// Of as many whole steps as there is time for, against the solution at T = 100 (and not at the end of the
/// last step). NaN where the method refuses a step.
Number error_at_end(const std::string& name, Number h);

/// 2 H: the paper prints H without the factor 1/2.
Number doubled_energy(const Vec3<Number>& m);

/// The steps of figure 7.1.
inline constexpr std::array<Number, 11> figure_steps{0.0625L, 0.125L, 0.25L, 0.5L, 0.8L, 1.0L,
                                                     1.2L,    1.5L,   2.2L,  2.5L, 4.0L};

/// The points (n h, component of the n-th momentum).
std::vector<app::Point> component_of_time(const std::vector<Vec3<Number>>& momenta, Number h, int component);

Number component(const Vec3<Number>& m, int which);

}  // namespace polhode::experiments::mclachlan_zanna
