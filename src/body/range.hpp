// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Range-checked conversion from long double.

#include <string>

namespace polhode {

/// The nearest double of a non-negative number.
/// @param value  not negative
/// @param name   of the quantity, for the message
/// @throws InvalidInput if the number is out of the range of normal doubles
double in_range(long double value, const std::string& name);

}  // namespace polhode
