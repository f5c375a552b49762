// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Fifty digits and an exponent without limits, for what tests compare with.

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace polhode::test {

using Wide =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

}  // namespace polhode::test
