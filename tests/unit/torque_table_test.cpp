// SPDX-License-Identifier: MIT
#include "torque/torque_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/attitude_torques.hpp>
#include <support/refusal.hpp>
#include <vector>

namespace torque_table_test {
namespace {

using namespace polhode;
using torques::TorqueTable;
using V = Vec3<double>;

static_assert(torques::TorqueKernel<TorqueTable<double>, double>);

const kernel::Phase<double> upright{{}, Quat<double>::identity()};

TorqueTable<double> three_rows(TorqueFrame frame, Beyond beyond) {
  return {{-1, 1, 5}, {{1, 0, 0}, {3, 2, 0}, {-1, 2, 8}}, frame, beyond};
}

TEST(TorqueTable, IsLinearBetweenItsRows) {
  const auto table = three_rows(TorqueFrame::body, Beyond::hold);
  EXPECT_EQ(table(upright, -1), (V{1, 0, 0}));
  EXPECT_EQ(table(upright, 0), (V{2, 1, 0}));
  EXPECT_EQ(table(upright, 1), (V{3, 2, 0}));
  EXPECT_EQ(table(upright, 2), (V{2, 2, 2}));
  EXPECT_EQ(table(upright, 4), (V{0, 2, 6}));
  EXPECT_EQ(table(upright, 5), (V{-1, 2, 8}));
}

TEST(TorqueTable, GivesItsRowsBitForBit) {
  std::vector<double> times;
  std::vector<V> rows;
  for (int k = 1; k < 50; ++k) {
    times.push_back(std::sqrt(k));
    rows.push_back({std::sin(k), 1e200 * std::cos(k), 1e-200 / k});
  }
  const TorqueTable<double> table(times, rows, TorqueFrame::body, Beyond::zero);
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_EQ(table(upright, times[k]), rows[k]);
}

TEST(TorqueTable, HoldsOrEndsBeyondItsEnds) {
  const double inf = std::numeric_limits<double>::infinity();
  const auto held = three_rows(TorqueFrame::body, Beyond::hold),
             ended = three_rows(TorqueFrame::body, Beyond::zero);
  for (const double t : {-inf, -7.0, std::nextafter(-1.0, -2.0)}) {
    EXPECT_EQ(held(upright, t), (V{1, 0, 0}));
    EXPECT_EQ(ended(upright, t), V{});
  }
  for (const double t : {inf, 7.0, std::nextafter(5.0, 6.0)}) {
    EXPECT_EQ(held(upright, t), (V{-1, 2, 8}));
    EXPECT_EQ(ended(upright, t), V{});
  }
  EXPECT_EQ(ended(upright, -1), (V{1, 0, 0}));
  EXPECT_EQ(ended(upright, 5), (V{-1, 2, 8}));
}

TEST(TorqueTable, IsInTheBodyOrInSpace) {
  const auto space = three_rows(TorqueFrame::space, Beyond::hold);
  for (const auto& [p, t] : test::random_instants<double>(50, 1))
    EXPECT_LE(test::relative_difference(space(p, t), test::seen_by_matrix(p.q, space.at(t))), 4 * 0x1p-52);
  test::expect_length_and_sign_of_q_not_to_count<double>(space);
  test::expect_length_and_sign_of_q_not_to_count<double>(three_rows(TorqueFrame::body, Beyond::zero));
}

TEST(TorqueTable, TellsWhereItIsNotSmooth) {
  const auto table = three_rows(TorqueFrame::body, Beyond::hold), copy = table;
  EXPECT_EQ(table.breakpoints(), (std::vector<double>{-1, 1, 5}));
  EXPECT_EQ(&copy.breakpoints(), &table.breakpoints());  // copies share the table
}

TEST(TorqueTable, OfOneRowIsConstant) {
  const TorqueTable<double> table({2}, {{1, 2, 3}}, TorqueFrame::body, Beyond::hold);
  for (const double t : {-1.0, 2.0, 9.0}) EXPECT_EQ(table(upright, t), (V{1, 2, 3}));
}

TEST(TorqueTable, AnswersNoTimeByNoNumber) {
  const double nan = std::nan("");
  EXPECT_TRUE(std::isnan(three_rows(TorqueFrame::body, Beyond::zero)(upright, nan).x));
  EXPECT_TRUE(
      std::isnan(TorqueTable<double>({2}, {{1, 2, 3}}, TorqueFrame::body, Beyond::hold)(upright, nan).x));
}

TEST(TorqueTable, RefusesBadTables) {
  const auto refusal = [](std::vector<double> times, std::vector<V> rows, Beyond beyond = Beyond::hold) {
    return test::refusal([&] { TorqueTable<double>(times, rows, TorqueFrame::body, beyond); });
  };
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal({}, {}), "torque table: found no rows, expected at least one row");
  EXPECT_EQ(refusal({1, 2}, {{}}),
            "torque table: found 2 times and 1 torques, expected equal numbers of both");
  EXPECT_EQ(refusal({1, 2, 2}, {{}, {}, {}}),
            "time in row 3 of a torque table: found 2, expected a later time than in the previous row, 2");
  EXPECT_EQ(refusal({1, 0.5}, {{}, {}}),
            "time in row 2 of a torque table: found 0.5, expected a later time than in the previous row, 1");
  EXPECT_EQ(refusal({1, inf}, {{}, {}}),
            "time in row 2 of a torque table: found inf, expected a finite number");
  EXPECT_EQ(refusal({std::nan("")}, {{}}),
            "time in row 1 of a torque table: found nan, expected a finite number");
  EXPECT_EQ(refusal({1, 2}, {{}, {0, -inf, 0}}),
            "torque in row 2 of a torque table: found -inf, expected a finite number");
  EXPECT_EQ(refusal({1}, {{1, 1, 1}}, Beyond::zero),
            "torque table: found one row, expected at least two rows if the torque is zero beyond them");
}

}  // namespace
}  // namespace torque_table_test
