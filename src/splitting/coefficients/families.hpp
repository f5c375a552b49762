// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The families of splitting methods, and the completion of symmetric ones from their independent
/// coefficients.

#include <polhode/splitting/splitting.hpp>
#include <span>
#include <vector>

namespace polhode {

/// The palindrome that starts with these; its middle, one or two equal coefficients, makes the sum 1.
std::vector<long double> palindrome(std::span<const long double> first, bool one_in_the_middle);

/// The whole method from the drifts and kicks before the middle. Drifts and kicks alternate, so the lengths
/// of the two lists determine which has a single coefficient in the middle.
Splitting symmetric(Splitting independent);

std::vector<Splitting> composed_splittings();
std::vector<Splitting> general_splittings();
std::vector<Splitting> nystrom_splittings();
std::vector<Splitting> weak_torque_splittings();

}  // namespace polhode
