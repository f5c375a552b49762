// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The counted number in Eigen's matrices.

#include <Eigen/Core>

#include "experiments/counted_number.hpp"

template <>
struct Eigen::NumTraits<polhode::CountedNumber> : Eigen::GenericNumTraits<polhode::CountedNumber> {
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
