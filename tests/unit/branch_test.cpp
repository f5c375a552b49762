// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <polhode/core/branch.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/rotation/quat.hpp>

namespace lanes_of_two {

/// Two numbers, the least that can disagree.
struct Mask {
  std::array<bool, 2> holds;
};
struct Pair {
  std::array<double, 2> x{};
  friend Mask operator<(const Pair& a, const Pair& b) { return {{a.x[0] < b.x[0], a.x[1] < b.x[1]}}; }
  friend bool operator==(const Pair&, const Pair&) = default;
};
bool all_of(const Mask& m) { return m.holds[0] && m.holds[1]; }
bool none_of(const Mask& m) { return !m.holds[0] && !m.holds[1]; }
Pair select(const Mask& m, const Pair& a, const Pair& b) {
  return {{m.holds[0] ? a.x[0] : b.x[0], m.holds[1] ? a.x[1] : b.x[1]}};
}

}  // namespace lanes_of_two

namespace branch_test {
namespace {

using namespace polhode;
using lanes_of_two::Mask;
using lanes_of_two::Pair;

static_assert(std::is_same_v<Element<double>, double> && std::is_same_v<ComparisonOf<double>, bool>);
static_assert(std::is_same_v<ComparisonOf<Pair>, Mask> && LaneMask<Mask> && !LaneMask<bool>);

struct Taken {
  Pair result;
  int then, otherwise;
};

Taken taken(const Mask& condition) {
  int then = 0, otherwise = 0;
  const Pair result = branch(
      condition,
      [&] {
        ++then;
        return Pair{{1, 2}};
      },
      [&] {
        ++otherwise;
        return Pair{{-1, -2}};
      });
  return {result, then, otherwise};
}

TEST(Branch, OfANumberComputesOneSide) {
  for (const bool condition : {true, false}) {
    int then = 0, otherwise = 0;
    EXPECT_EQ(branch(
                  condition, [&] { return ++then, 5; }, [&] { return ++otherwise, 7; }),
              condition ? 5 : 7);
    EXPECT_EQ(then, condition ? 1 : 0);
    EXPECT_EQ(otherwise, condition ? 0 : 1);
  }
}

TEST(Branch, OfLanesThatAgreeComputesOneSide) {
  const Taken all = taken({{true, true}}), none = taken({{false, false}});
  EXPECT_EQ(all.result, (Pair{{1, 2}}));
  EXPECT_EQ(all.then, 1);
  EXPECT_EQ(all.otherwise, 0);
  EXPECT_EQ(none.result, (Pair{{-1, -2}}));
  EXPECT_EQ(none.then, 0);
  EXPECT_EQ(none.otherwise, 1);
}

TEST(Branch, OfLanesThatDoNotGivesEachItsOwn) {
  const Taken first = taken({{true, false}}), second = taken({{false, true}});
  EXPECT_EQ(first.result, (Pair{{1, -2}}));
  EXPECT_EQ(second.result, (Pair{{-1, 2}}));
  EXPECT_EQ(first.then + first.otherwise, 2);
}

TEST(Select, OfStructsIsThatOfTheirParts) {
  const auto pair = [](double a) { return Pair{{a, -a}}; };
  const Mask mask{{true, false}};
  const Vec3<Pair> a{pair(1), pair(2), pair(3)}, b{pair(4), pair(5), pair(6)};
  const Vec3<Pair> v = select(mask, a, b);
  EXPECT_EQ(v.x, (Pair{{1, -4}}));
  EXPECT_EQ(v.z, (Pair{{3, -6}}));
  const Quat<Pair> p{pair(1), pair(2), pair(3), pair(7)}, q{pair(4), pair(5), pair(6), pair(8)};
  const auto i = select(mask, kernel::Increment<Pair>{a, p}, kernel::Increment<Pair>{b, q});
  EXPECT_EQ(i.dm.y, (Pair{{2, -5}}));
  EXPECT_EQ(i.dr.w, (Pair{{1, -4}}));
  EXPECT_EQ(i.dr.z, (Pair{{7, -8}}));
  EXPECT_EQ(select(true, 1.0, 2.0), 1.0);
  EXPECT_EQ(select(false, 1.0, 2.0), 2.0);
}

}  // namespace
}  // namespace branch_test
