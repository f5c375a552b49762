// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Numbers of the wide range in which shapes are integrated, turned back into doubles.

#include <string>

namespace polhode {

/// The double nearest to a number that is not negative. Throws InvalidInput where there is none of full
/// precision.
double in_range(long double value, const std::string& name);

}  // namespace polhode
