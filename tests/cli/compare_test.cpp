// SPDX-License-Identifier: MIT
#include <cstddef>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace compare_test {
namespace {

using namespace polhode::test;

constexpr const char* free_body = R"(
[body]
moments = [1, 2, 3]
[start]
angular_velocity = [0.1, 1, 0.2]
[times]
end = 10
count = 40
)";

std::string top() {
  return std::string(free_body) + R"(
[[torque]]
kind = "heavy_top"
weight = 0.5
centre_of_mass = [0, 0, 1]
)";
}

TEST(CliCompare, ErrorsOfFreeMethodsFallWithTheirOrder) {
  const TemporaryFolder folder;
  const Ending ending = run({"compare", folder.write("free.toml", free_body), "--methods",
                             "exact,implicit_midpoint", "--step", "0.1,0.05", "-o", folder / "free"});
  ASSERT_EQ(ending.exit_code, 0) << ending.err;
  for (const char* words : {"implicit_midpoint", "greatest_error", "reference: the exact free motion"})
    EXPECT_TRUE(contains(ending.out, words)) << ending.out;
  const auto rows = table_of(text_of_file(folder / "free.csv"));
  ASSERT_EQ(rows.size(), 4U);
  const auto error = [&](std::size_t row) { return rows[row].number<double>("greatest_error"); };
  EXPECT_LT(error(0), 1e-13);
  EXPECT_LT(error(1), 1e-13);
  EXPECT_NEAR(error(2) / error(3), 4, 0.2);
  EXPECT_TRUE(text_of_file(folder / "free.svg").starts_with("<svg "));
  EXPECT_TRUE(text_of_file(folder / "free.png").starts_with("\x89PNG"));
}

TEST(CliCompare, SplittingsAreComparedWithATightRun) {
  const TemporaryFolder folder;
  const Ending ending = run({"compare", folder.write("top.toml", top()), "--methods", "strang_kick,kahan_li8",
                             "--step", "0.1,0.05", "-o", folder / "top"});
  ASSERT_EQ(ending.exit_code, 0) << ending.err;
  const auto rows = table_of(text_of_file(folder / "top.csv"));
  ASSERT_EQ(rows.size(), 4U);
  const auto error = [&](std::size_t row) { return rows[row].number<double>("greatest_error"); };
  const auto excursion = [&](std::size_t row) { return rows[row].number<double>("invariant_error"); };
  EXPECT_NEAR(error(0) / error(1), 4, 0.3);
  EXPECT_LT(error(2), 1e-3 * error(0));
  EXPECT_LT(excursion(3), excursion(1));
}

/// A method for free bodies is no method for a body under torque: its rows name the splitting too, also where
/// they fail.
TEST(CliCompare, RowsNameTheSplittingOfADrift) {
  const TemporaryFolder folder;
  const std::string file = folder.write("top.toml", top());
  const Ending fine = run({"compare", file, "--methods", "rk4", "--step", "0.1", "-o", folder / "top"});
  EXPECT_EQ(fine.exit_code, 0) << fine.err;
  const auto rows = table_of(text_of_file(folder / "top.csv"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].text("method"), "rk4 in blanes_moan_srkn14a");
  const Ending failing = run({"compare", file, "--methods", "dmv", "--step", "50"});
  EXPECT_EQ(failing.exit_code, 1) << failing.err;
  EXPECT_TRUE(contains(failing.out, "dmv in blanes_moan_srkn14a ")) << failing.out;
  const std::string named = top() + "[method]\nname = \"strang_drift\"\nstep = 0.1\n";
  EXPECT_TRUE(contains(run({"compare", folder.write("named.toml", named), "--methods", "rk4"}).out,
                       "rk4 in strang_drift"));
}

/// What one would use without the library, against its series.
TEST(CliCompare, GeneralMethodsErrAsTheirOrderAndToleranceSay) {
  const TemporaryFolder folder;
  const Ending ending =
      run({"compare", folder.write("top.toml", top()), "--methods", "classical_rk4,dop853,rk4", "--step",
           "0.1,0.05", "--tolerance", "1e-5,1e-8,1e-11", "-o", folder / "top"});
  ASSERT_EQ(ending.exit_code, 0) << ending.err;
  const auto rows = table_of(text_of_file(folder / "top.csv"));
  ASSERT_EQ(rows.size(), 7U);
  const auto number = [&](std::size_t row, const char* column) { return rows[row].number<double>(column); };
  EXPECT_EQ(rows[1].text("method"), "classical_rk4");
  EXPECT_NEAR(number(0, "greatest_error") / number(1, "greatest_error"), 16, 2.5);
  EXPECT_EQ(number(0, "evaluations"), 400);
  EXPECT_EQ(rows[0].text("tolerance"), "");
  // It conserves nothing: the rk4 that does the drifts of a splitting is another method.
  EXPECT_GT(number(0, "invariant_error"), 2 * number(5, "invariant_error"));
  EXPECT_EQ(rows[2].text("method"), "dop853");
  for (std::size_t row = 2; row < 5; ++row) {
    const double tolerance = number(row, "tolerance");
    EXPECT_LT(number(row, "greatest_error"), 100 * tolerance) << row;
    EXPECT_GT(number(row, "greatest_error"), 0.1 * tolerance) << row;
    EXPECT_GT(number(row, "evaluations"), 12 * number(row, "steps"));
    EXPECT_GT(number(row, "step"), 0);
  }
  const std::string page = text_of_file(folder / "top.html");
  for (const char* words : {"Tolerance", "Error, step 0.1 or tolerance "})
    EXPECT_TRUE(contains(page, words)) << words;
}

TEST(CliCompare, GeneralMethodsFollowFreeBodiesToo) {
  const TemporaryFolder folder;
  const Ending ending = run({"compare", folder.write("free.toml", free_body), "--methods",
                             "classical_rk4,dop853", "--step", "0.01", "-o", folder / "free"});
  ASSERT_EQ(ending.exit_code, 0) << ending.err;
  const auto rows = table_of(text_of_file(folder / "free.csv"));
  ASSERT_EQ(rows.size(), 5U);  // four tolerances where none is given
  EXPECT_EQ(rows[4].number<double>("tolerance"), 1e-12);
  EXPECT_LT(rows[0].number<double>("greatest_error"), 1e-7);
  EXPECT_LT(rows[4].number<double>("greatest_error"), 1e-10);
}

TEST(CliCompare, AMethodThatDoesNotSuitLeavesItsRowEmpty) {
  const TemporaryFolder folder;
  const std::string damped =
      std::string(free_body) + "[[torque]]\nkind = \"linear_damping\"\ncoefficients = [0.1, 0.1, 0.1]\n";
  const Ending ending = run({"compare", folder.write("damped.toml", damped), "--methods",
                             "blanes_moan_srkn14a,strang_kick", "--step", "0.1"});
  EXPECT_EQ(ending.exit_code, 1) << ending.err;
  EXPECT_TRUE(contains(ending.out, "blanes_moan_srkn14a")) << ending.out;
  EXPECT_TRUE(contains(ending.out, "expected")) << ending.out;
}

TEST(CliCompare, WrongLinesAreRefused) {
  const TemporaryFolder folder;
  const std::string file = folder.write("free.toml", free_body);
  const auto refused = [&](const std::vector<std::string>& more, const std::string& words) {
    std::vector<std::string> line{"compare", file};
    line.insert(line.end(), more.begin(), more.end());
    const Ending ending = run(line);
    EXPECT_EQ(ending.exit_code, 2) << words;
    EXPECT_TRUE(contains(ending.err, words)) << ending.err;
  };
  refused({}, "--methods");
  refused({"--methods", ","}, "expected names");
  refused({"--methods", "exakt"}, "--methods: no method exakt; did you mean exact?");
  refused({"--methods", "exact,exact"}, "duplicate method");
  refused({"--methods", "motion"}, "takes no steps");
  refused({"--methods", "strang_kick"}, "no torque acts");
  refused({"--methods", "exact", "--step", "0.1,-1"}, "expected positive numbers");
  refused({"--methods", "dop583"}, "did you mean dop853?");
  refused({"--methods", "dop853", "--tolerance", "1"}, "expected numbers between 0 and 1");
  refused({"--methods", "dop853", "--step", "0.1"}, "give --tolerance");
  refused({"--methods", "exact", "--tolerance", "1e-8"}, "none of these methods controls its steps");
}

TEST(CliCompare, GeneralMethodsAreForCompareAlone) {
  const TemporaryFolder folder;
  const std::string table = folder.write("t.csv", "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t\n");
  const Ending ending = run({"propagate", table, "--method", "classical_rk4", "--step", "0.1"});
  EXPECT_EQ(ending.exit_code, 2);
  EXPECT_TRUE(contains(ending.err, "is for polhode compare")) << ending.err;
}

TEST(Compare, RefusesMoreStepsThanAnybodyMeans) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write(
      "s.toml",
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [0.1, 1, 0]\n[times]\nend = 1e12\ncount = 3\n");
  const Ending end = run({"compare", scenario, "--methods", "exact"});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_TRUE(contains(end.err, "expected at most 1e10 times")) << end.err;
}

}  // namespace
}  // namespace compare_test
