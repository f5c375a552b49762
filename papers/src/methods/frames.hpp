// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact and semi-exact algorithms of Celledoni and Zanna, van Zon and Schofield, and Vilmart by name.
///
/// Convention. A name is one or more parts joined by '+', in any order, at most one of each kind:
///               frame     quaternion_kosenko (default), quaternion_mdot, quaternion_zon_schofield,
///                         matrix_mdot, matrix_zon_schofield
///               momentum  vilmart_4_1 (default), vilmart_3_1, vilmart_3_1_extended
///               angle     carlson (default), theta, gauss1 .. gauss10, hermite1 .. hermite3
///             What is not named takes its default: "gauss4" is quaternion_kosenko+vilmart_4_1+gauss4.
///             "celledoni_zanna" is the name of the three defaults together.
///             Steps are in the ascending principal frame; NaN where the algorithm fails (frame_step.hpp).
/// Accuracy.   papers/docs/accuracy.md.

#include <optional>
#include <polhode/free/method.hpp>
#include <string_view>

namespace polhode::papers {

/// The method of a name or of parts joined by '+'; nothing if a part is unknown or two are of one kind.
std::optional<FreeMethod> find_frame_method(std::string_view name);

}  // namespace polhode::papers
