// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The methods for the free body that only the papers need: to compare with, and to make their figures again.
///
/// Convention. The exact and semi-exact algorithms have names of one or more parts joined by '+', in any
///             order, at most one of each kind:
///               frame     quaternion_kosenko (default), quaternion_mdot, quaternion_zon_schofield,
///                         matrix_mdot, matrix_zon_schofield
///               momentum  vilmart_4_1 (default), vilmart_3_1, vilmart_3_1_extended
///               angle     carlson (default), theta, gauss1 .. gauss10, hermite1 .. hermite3
///             What is not named takes its default: "gauss4" is quaternion_kosenko+vilmart_4_1+gauss4. The
///             other methods are those of Gustafsson (magnus..., factorization...) and of McLachlan and Zanna
///             (dmv_..., dmv4_scaled, dmv4_interpolated and so on, rattle...).
/// Derivative. Of the steps of all but the quadratures, gauss... and hermite... (free/step_derivative.hpp).
///             Methods that find the same map in different ways share one: dmv_explicit, dmv_schur and
///             rattle; the scaled ones of dmv and rattle; magnus by quaternions and by matrices.

#include <polhode/free/method.hpp>
#include <vector>

namespace polhode::papers {

/// All of them: of the algorithms with parts, `celledoni_zanna`, which has the three defaults, then each part
/// alone with the defaults for the others.
const std::vector<FreeMethod>& methods();

/// Makes them known by name (register_free_methods), parts joined by '+' too. The first call does; others do
/// nothing. May be called by several threads.
void register_methods();

}  // namespace polhode::papers
