// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Which methods suit batches. A batch is stepped by a BuiltInMethod (free/method.hpp): the same kernels as
/// the scalar methods of these names.

#include <polhode/body/inertia.hpp>
#include <polhode/free/method.hpp>

namespace polhode::batch {

/// Whether a batch is faster than a stepper for this body. Moments that break the triangle inequality make
/// the equation of the Moser-Veselov methods one that batches solve body by body, at several times the cost
/// of a stepper.
/// @param body of the batch
/// @param method of its steps
/// @return whether it is
bool suits(const Inertia& body, BuiltInMethod method) noexcept;

}  // namespace polhode::batch
