// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The functions of a target.

#include <polhode/batch/target.hpp>

#include "batch/block.hpp"
#include "batch/targets.hpp"

namespace polhode::batch {

/// For a target of targets(), and Real = double or float.
template <class Real>
const Functions<Real>& functions_of(Target target) noexcept;

}  // namespace polhode::batch
