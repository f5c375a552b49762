// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The methods that a batch can be stepped by. The same kernels as the scalar methods of these names
/// (free/method.hpp).

#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/free/method.hpp>
#include <string_view>

namespace polhode::batch {

/// A method for the free motion on lanes.
enum class Method {
  exact,
  dmv2,        ///< discrete Moser-Veselov; "dmv" among the scalar methods
  dmv4,        ///< with modified moments of inertia, of the order in the name
  dmv6,        ///<
  dmv8,        ///<
  dmv10,       ///<
  lie_poisson  ///< rotations about the axes 1, 2, 3, 2, 1
};

/// The name of the scalar method, for free_method().
std::string_view free_method_name(Method method) noexcept;

/// The free method as a batch takes it; none where batches do not have it. A user's own method is not among
/// them, whatever its name (BuiltIn).
std::optional<Method> method_of(const FreeMethod& method) noexcept;

/// Whether a batch is faster than a stepper for this body. Moments that break the triangle inequality make
/// the equation of the Moser-Veselov methods one that batches solve body by body, at several times the cost
/// of a stepper.
bool suits(const Inertia& body, Method method) noexcept;

}  // namespace polhode::batch
