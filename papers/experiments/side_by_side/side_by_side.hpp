// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The methods of the five papers and ours on the same problems: the data of docs/comparison.md.

#include <array>

#include "experiments/experiment.hpp"

namespace polhode::experiments::side_by_side {

Experiment free_methods_compared();  ///< cost, error and what is conserved, on Vilmart's water molecule
Experiment special_bodies();         ///< which bodies and steps a method refuses
Experiment torqued_methods();        ///< error against time, on the papers' own three bodies under torque

inline constexpr const char* paper = "Side by side";

/// A method by its name in Polhode, the paper that it is from, and the group it is drawn with.
struct ComparedMethod {
  const char *name, *source, *group;
};

inline constexpr std::array<ComparedMethod, 20> compared_free_methods{
    {{"exact", "Polhode", "exact"},
     {"celledoni_zanna", "Celledoni, Zanna 2008", "exact by frames"},
     {"quaternion_kosenko+vilmart_3_1", "the same, momentum as printed", "exact by frames"},
     {"matrix_mdot", "Celledoni, Zanna 2008", "exact by frames"},
     {"gauss4", "Celledoni, Zanna 2008, semi-exact", "semi-exact"},
     {"magnus2", "Gustafsson 2010", "Magnus 2, 4, 8"},
     {"magnus4", "Gustafsson 2010", "Magnus 2, 4, 8"},
     {"magnus8", "Gustafsson 2010", "Magnus 2, 4, 8"},
     {"factorization4", "Gustafsson 2010", "factorization 4, 8"},
     {"factorization8", "Gustafsson 2010", "factorization 4, 8"},
     {"dmv", "McLachlan, Zanna 2005", "Moser-Veselov, scaled, RATTLE"},
     {"dmv_explicit", "McLachlan, Zanna 2005, section 9", "Moser-Veselov, scaled, RATTLE"},
     {"dmv4_scaled", "McLachlan, Zanna 2005", "Moser-Veselov, scaled, RATTLE"},
     {"dmv6_scaled", "McLachlan, Zanna 2005", "Moser-Veselov, scaled, RATTLE"},
     {"dmv6", "Hairer, Vilmart 2006", "Moser-Veselov of order 6, 10"},
     {"dmv10", "Hairer, Vilmart 2006; Vilmart 2008", "Moser-Veselov of order 6, 10"},
     {"rattle", "McLachlan, Zanna 2005", "Moser-Veselov, scaled, RATTLE"},
     {"lie_poisson_123", "LP2, MR in the papers", "five rotations, midpoint, RK4"},
     {"implicit_midpoint", "IMR in McLachlan, Zanna 2005", "five rotations, midpoint, RK4"},
     {"rk4", "Celledoni, Safstrom 2006", "five rotations, midpoint, RK4"}}};

}  // namespace polhode::experiments::side_by_side
