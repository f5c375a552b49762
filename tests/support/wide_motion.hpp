// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions in fifty digits on which the Moser-Veselov methods show their orders; the last one is of a flat
/// body, with J3 = 0.

#include <array>
#include <polhode/core/vec3.hpp>
#include <support/wide.hpp>

namespace polhode::test {

struct WideMotion {
  const char* name;
  Vec3<Wide> moments, m;
};

inline const std::array<WideMotion, 3> wide_motions{
    {{"water", {0.345, 0.653, 1}, {0.5, 0.2, 0.84}},
     {"symmetric", {0.7, 0.7, 1.1}, {0.6, -0.5, 0.4}},
     {"flat", {Wide("0.4"), Wide("0.75"), Wide("1.15")}, {-0.3, 0.8, 0.5}}}};

}  // namespace polhode::test
