// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The families of splitting methods, and how a symmetric one is completed from its independent coefficients.

#include <polhode/splitting/splitting.hpp>
#include <span>
#include <vector>

namespace polhode {

/// The list that begins with these and reads the same backwards; its middle, of one or of two equal
/// coefficients, makes the sum 1.
std::vector<long double> palindrome(std::span<const long double> first, bool one_in_the_middle);

/// Given drifts and kicks up to the middle and without it, the whole method. Drifts and kicks alternate, so
/// that the lengths of the two lists tell which of them has a single coefficient in the middle.
Splitting symmetric(Splitting independent);

std::vector<Splitting> composed_splittings();
std::vector<Splitting> general_splittings();
std::vector<Splitting> nystrom_splittings();
std::vector<Splitting> weak_torque_splittings();

}  // namespace polhode
