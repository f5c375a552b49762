// SPDX-License-Identifier: MIT
#include "simulation/event_search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace polhode::simulation {
namespace event_search_test {
namespace {

int changes(const LookedAt& f, double from, double to) {
  std::vector<Look> looks{{from, f(from)}};
  look_closely(f, looks[0], {to, f(to)}, 1, looks);
  EXPECT_EQ(looks.back().time, to);
  int count = 0;
  for (std::size_t i = 1; i < looks.size(); ++i) {
    EXPECT_GT((looks[i].time - looks[i - 1].time) * (to - from), 0);
    count += (looks[i].value < 0) != (looks[i - 1].value < 0) ? 1 : 0;
  }
  return count;
}

TEST(EventSearch, PairsShowAsChangesOfSign) {
  for (const double depth : {0.05, 1e-4, 1e-8, 1e-12}) {
    const LookedAt f = [=](double t) { return 1 - depth - std::cos(t - 0.4); };
    EXPECT_EQ(changes([&](double t) { return -f(t); }, 0, 1), 2) << depth;
    EXPECT_EQ(changes(f, 1, 0), 2) << depth;
    EXPECT_EQ(changes([&](double t) { return 2 * depth + f(t); }, 0, 1), 0) << depth;
  }
}

TEST(EventSearch, CornersAndJumps) {
  EXPECT_EQ(changes([](double t) { return std::abs(t - 0.37) - 1e-4; }, 0, 1), 2);
  EXPECT_EQ(changes([](double t) { return std::abs(t - 0.37) + 1e-4; }, 0, 1), 0);
  EXPECT_EQ(changes([](double t) { return t < 0.37 ? -1.0 : 2.0; }, 0, 1), 1);
  EXPECT_EQ(changes([](double t) { return std::sin(1000 * t) + 0.5; }, 0, 1), 318);
}

TEST(EventSearch, ShortStepsAreClearByTheirEnds) {
  const auto is_clear = [](double h, double offset) {
    std::array<Look, 5> looks;
    for (int i = 0; i < 5; ++i) {
      const double t = h * (i - 3.5);
      looks[static_cast<std::size_t>(i)] = {t, 1 - offset - std::cos(t)};
    }
    return is_clear_of_zero(looks);
  };
  EXPECT_TRUE(is_clear(0.1, 1));
  EXPECT_TRUE(is_clear(0.1, -1e-2));
  EXPECT_FALSE(is_clear(0.1, 1e-4));
  EXPECT_FALSE(is_clear(2, 0.5));
}

}  // namespace
}  // namespace event_search_test
}  // namespace polhode::simulation
