// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// From a target to its functions.

#include <polhode/batch/target.hpp>

#include "batch/block.hpp"
#include "batch/targets.hpp"

namespace polhode::batch {

/// For a target of targets(). Of Real = double and float.
template <class Real>
const Functions<Real>& functions_of(Target target) noexcept;

}  // namespace polhode::batch
