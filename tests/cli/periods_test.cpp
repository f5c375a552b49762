// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace periods_test {
namespace {

using namespace polhode::test;

/// A number of the JSON that the program writes.
double json_number(const std::string& json, const std::string& name) {
  const auto place = json.find("\"" + name + "\": ");
  EXPECT_NE(place, std::string::npos) << name << " in " << json;
  return std::strtod(json.c_str() + place + name.size() + 4, nullptr);
}

TEST(CliPeriods, ApophisHasThePublishedRatioOfPeriods) {
  // Energy 1.024 times that of rotation about the short axis.
  const double m1 = std::sqrt(0.024 / (1 / 0.61 - 1)), m3 = std::sqrt(1 - m1 * m1);
  const Ending ending = run({"periods", "--json", "--moments", "0.61", "0.965", "1", "--momentum",
                             std::to_string(m1), "0", std::to_string(m3)});
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  EXPECT_TRUE(contains(ending.out, "\"regime\": \"short-axis mode\"")) << ending.out;
  EXPECT_NEAR(json_number(ending.out, "rotation_number"), 9.664, 0.01);
}

TEST(CliPeriods, ListExplainsItself) {
  const Ending ending = run({"periods", "--moments", "1", "2", "3", "--omega", "0.1", "1", "0"});
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  EXPECT_EQ(ending.err, "");
  for (const char* word : {"regime", "long-axis mode", "polhode period", "precession period",
                           "rotation number", "nutation", "next flip"})
    EXPECT_TRUE(contains(ending.out, word)) << word;
}

TEST(CliPeriods, MomentsTensorMomentumAndOmegaAgree) {
  const std::vector<std::string> moments{"--moments", "1", "2", "3"},
      momentum{"--momentum", "-.1", "2", "0.3"};
  const std::vector<std::string> six{"--tensor", "1", "0", "0", "2", "0", "3"};
  const std::vector<std::string> nine{"--tensor", "1", "0", "0", "0", "2", "0", "0", "0", "3"};
  const std::vector<std::string> omega{"--omega", "-0.1", "1", "0.1"};
  const auto json = [](std::vector<std::string> body, const std::vector<std::string>& spin) {
    body.insert(body.end(), spin.begin(), spin.end());
    body.insert(body.begin(), {"periods", "--json"});
    const Ending ending = run(body);
    EXPECT_EQ(ending.exit_code, 0) << ending.err;
    return ending.out;
  };
  const double expected = json_number(json(moments, momentum), "polhode_period");
  EXPECT_GT(expected, 1);
  for (const std::string& other : {json(six, momentum), json(nine, momentum), json(moments, omega)})
    EXPECT_NEAR(json_number(other, "polhode_period"), expected, 1e-13 * expected);
}

TEST(CliPeriods, WhatNeverComesIsSaid) {
  const std::vector<std::string> pure{"periods", "--moments", "1", "2", "3", "--omega", "0", "0", "1"};
  const Ending list = run(pure);
  EXPECT_TRUE(contains(list.out, "pure rotation"));
  EXPECT_TRUE(contains(list.out, "never"));
  auto with_json = pure;
  with_json.push_back("--json");
  EXPECT_TRUE(contains(run(with_json).out, "\"next_flip\": null"));
}

TEST(CliPeriods, ImpossibleMomentsAreWarnedOf) {
  const Ending ending = run({"periods", "--moments", "1", "2", "9", "--omega", "0", "1", "0.1"});
  EXPECT_EQ(ending.exit_code, 0);
  EXPECT_TRUE(contains(ending.err, "warning")) << ending.err;
}

TEST(CliPeriods, TableGetsItsColumns) {
  const Ending ending =
      run({"periods", "-"}, "name,I1,I2,I3,m0_1,m0_2,m0_3\nx,1,2,3,0,0,1\ny,1,2,3,0.1,2,0\nz,1,2,-3,0,0,1\n");
  EXPECT_EQ(ending.exit_code, 1);
  const auto rows = table_of(ending.out);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].text("regime"), "pure rotation");
  EXPECT_EQ(rows[0].text("next_flip"), "inf");
  EXPECT_NEAR(rows[0].number("precession_period"), 6 * std::numbers::pi, 1e-14);
  EXPECT_EQ(rows[1].text("name"), "y");
  EXPECT_EQ(rows[1].text("regime"), "long-axis mode");
  for (const char* column : {"polhode_period", "precession_period", "precession_rate", "long_axis_rate",
                             "rotation_number", "nutation_min", "nutation_max", "next_flip"})
    EXPECT_TRUE(std::isfinite(rows[1].number(column))) << column;
  EXPECT_NEAR(rows[1].number("precession_rate") * rows[1].number("precession_period"), 2 * std::numbers::pi,
              1e-14);
  EXPECT_EQ(rows[2].text("regime"), "");
  EXPECT_TRUE(contains(ending.err, "line 4")) << ending.err;
}

struct Refusal {
  std::vector<std::string> arguments;
  int exit_code;
  std::string said;
};

TEST(CliPeriods, Refusals) {
  const std::vector<Refusal> refusals{
      {{"periods"}, 2, "--moments"},
      {{"periods", "--moments", "1", "2", "3"}, 2, "--omega"},
      {{"periods", "--moments", "1", "2"}, 2, "--moments"},
      {{"periods", "--moments", "1", "2", "x", "--omega", "1", "1", "1"}, 2, "found \"x\""},
      {{"periods", "--tensor", "1", "0", "0", "0", "2", "0", "0", "--omega", "1", "1", "1"},
       2,
       "expected 6 or 9"},
      {{"periods", "--moments", "1", "2", "3", "--omega", "1", "1", "1", "--momentum", "1", "1", "1"},
       2,
       "one of"},
      {{"periods", "--moments", "1", "-2", "3", "--omega", "1", "1", "1"}, 4, "-2"},
      {{"periods", "--tensor", "1", "0", "0", "0.5", "2", "0", "0", "0", "3", "--omega", "1", "1", "1"},
       4,
       "symmetric"}};
  for (const auto& [arguments, exit_code, said] : refusals) {
    const Ending ending = run(arguments);
    EXPECT_EQ(ending.exit_code, exit_code) << said;
    EXPECT_TRUE(contains(ending.err, said)) << ending.err;
    EXPECT_EQ(ending.out, "");
  }
}

}  // namespace
}  // namespace periods_test
