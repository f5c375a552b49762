// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A simulation does not depend on the units of mass and time.

#include <gtest/gtest.h>

#include <cmath>
#include <polhode/simulation/simulate.hpp>
#include <utility>

namespace polhode::test {

/// run(mass, time) simulates the motion `one` with these units made so many times smaller. Powers of two change no digit
/// of the attitudes.
template <class Run>
void expect_the_same_in_other_units(const Simulation& one, const Run& run) {
  for (const auto& [mass, time] : {std::pair{std::exp2(332), 1.0},
                                   {std::exp2(-332), 1.0},
                                   {1.0, std::exp2(-150)},
                                   {1.0, std::exp2(150)},
                                   {std::exp2(100), std::exp2(100)}}) {
    const Simulation s = run(mass, time);
    EXPECT_EQ(s.steps, one.steps) << mass << " " << time;
    EXPECT_EQ((s.states.at(1).attitude.coeffs() - one.states[1].attitude.coeffs()).norm(), 0)
        << mass << " " << time;
  }
}

}  // namespace polhode::test
