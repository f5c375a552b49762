// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Every method for the free body behind one interface, chosen by name.
///
/// Convention. A method is prepared for a body and then maps (momentum, step) to either the increments (m'-m, r-1) or the
///             images (m', r), in the ascending principal frame; it does not know the attitude. Where a method
///             fails it gives NaN, which FreeStepper refuses.

#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/increment.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polhode {

/// A prepared method: one free step of length h from momentum m.
using FreeStep = std::function<std::variant<kernel::Increment<double>, kernel::Image<double>>(
    const Vec3<double>& m, double h)>;

struct FreeMethod {
  std::string name;
  std::string summary;
  std::string reference;
  int order;  ///< 0: exact
  std::function<FreeStep(const Inertia&)> prepare;
};

/// All methods; the first one is the default, `exact`.
const std::vector<FreeMethod>& free_methods();

/// The method of that name, or of parts of the papers' algorithms joined by '+' (paper_methods.hpp). An unknown one is refused
/// with the nearest that is known.
FreeMethod free_method(std::string_view name);

}  // namespace polhode
