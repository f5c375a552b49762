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

TEST(CliCompare, AMethodThatDoesNotSuitLeavesItsRowEmpty) {
  const TemporaryFolder folder;
  const std::string damped =
      std::string(free_body) + "[[torque]]\nkind = \"damping\"\ncoefficients = [0.1, 0.1, 0.1]\n";
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
  refused({"--methods", "exact,exact"}, "twice");
  refused({"--methods", "motion"}, "takes no steps");
  refused({"--methods", "strang_kick"}, "no torque acts");
  refused({"--methods", "exact", "--step", "0.1,-1"}, "expected positive numbers");
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
