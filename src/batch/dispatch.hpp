// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Selection of the function table of a target.

#include <polhode/batch/target.hpp>

#include "batch/block.hpp"
#include "batch/targets.hpp"

namespace polhode::batch {

/// The functions of a target in targets(), for Real = double or float.
template <class Real>
const Functions<Real>& functions_of(Target target) noexcept;

}  // namespace polhode::batch
