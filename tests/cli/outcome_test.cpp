// SPDX-License-Identifier: MIT
// How a run ended: its exit code, what the summary says of it, and the row of a stopping event.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {
namespace outcome_test {
namespace {

std::string scenario(const std::string& rest) {
  return "[body]\nmoments = [1, 2, 3]\n[times]\nend = 10\nevery = 1\n" + rest;
}

const std::string start = "[start]\nangular_velocity = [1, 2, 3]\n";
const std::string flip =
    "[[event]]\nname = \"flip\"\nquantity = \"m_2\"\nvalue = 0\ncrossing = \"falling\"\nstops = true\n";

TEST(Outcome, RunThatStopsBeforeItsEndFails) {
  const TemporaryFolder folder;
  const std::string pole =
      scenario(start + "[[torque]]\nkind = \"formula_torque\"\ntorque = \"omega/(t-5)\"\n");
  const Ending end = run({"run", folder.write("pole.toml", pole), "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 5);
  EXPECT_TRUE(contains(end.err, "polhode: stopped at t = 5: ")) << end.err;
  const std::string json = text_of_file(folder / "out.json");
  EXPECT_TRUE(contains(json, "\"success\": false")) << json;
  EXPECT_TRUE(contains(json, "\"message\": \"stopped at t = 5: ")) << json;
  EXPECT_TRUE(contains(json, "\"event\": \"\"")) << json;
  EXPECT_EQ(table_of(text_of_file(folder / "out.csv")).size(), 5u);
}

TEST(Outcome, RunWithoutARowFails) {
  const TemporaryFolder folder;
  const std::string top =
      scenario(start + "[[torque]]\nkind = \"heavy_top\"\nweight = 1e200\ncentre_of_mass = [0, 0, 1]\n");
  EXPECT_EQ(run({"run", folder.write("top.toml", top), "-o", folder / "out"}).exit_code, 5);
}

TEST(Outcome, RunWithoutACorrectDigitFails) {
  const TemporaryFolder folder;
  const std::string coarse = scenario(start + "[method]\nname = \"rk4\"\nstep = 1\n");
  const Ending end = run({"run", folder.write("coarse.toml", coarse), "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 5) << end.out;
  EXPECT_TRUE(contains(text_of_file(folder / "out.json"), "\"success\": false"));
}

TEST(Outcome, StoppingEventIsASuccessAndTheLastRow) {
  const TemporaryFolder folder;
  const std::string text = scenario("[start]\nangular_velocity = [0.01, 2, 0.01]\n" + flip);
  const Ending end = run({"run", folder.write("flip.toml", text), "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  const std::string json = text_of_file(folder / "out.json");
  EXPECT_TRUE(contains(json, "\"success\": true")) << json;
  EXPECT_TRUE(contains(json, "\"event\": \"flip\"")) << json;
  const auto rows = table_of(text_of_file(folder / "out.csv"));
  const double last = rows.back().number("t");
  EXPECT_NE(last, std::floor(last));
  EXPECT_EQ(rows[rows.size() - 2].number("t"), std::floor(last));
  EXPECT_LT(std::abs(rows.back().number("m_2")), 1e-14);
  EXPECT_TRUE(contains(json, "\"reached\": " + rows.back().text("t"))) << json;
  EXPECT_EQ(run({"report", folder / "out.json", "--no-figures"}).exit_code, 0);
}

TEST(Outcome, StoppingEventAtARequestedTimeIsOneRow) {
  const TemporaryFolder folder;
  const std::string text =
      "[body]\nmoments = [1, 1, 1]\n[start]\nmomentum = [0, 0, 1]\n[times]\nend = 4\nevery = 1\n"
      "[[torque]]\nkind = \"steady_torque\"\ntorque = [0, 0, -0.5]\n"
      "[[event]]\nname = \"rest\"\nquantity = \"m_3\"\nvalue = 0\nstops = true\n";
  const Ending end = run({"run", folder.write("rest.toml", text), "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  const auto rows = table_of(text_of_file(folder / "out.csv"));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[2].number("t"), 2);
}

TEST(Outcome, EnsembleHasTheStateAtTheEventAndItsFans) {
  const TemporaryFolder folder;
  const std::string text = scenario("[start]\nangular_velocity = [{ list = [0.01, 0.02, 0.03] }, 2, 0.01]\n" +
                                    flip + "[ensemble]\nruns = 3\n");
  const Ending end = run({"run", folder.write("flips.toml", text), "--trajectories", "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  for (const auto& row : table_of(text_of_file(folder / "out.csv"))) {
    EXPECT_NE(row.number("t"), std::floor(row.number("t")));
    EXPECT_LT(std::abs(row.number("m_2")), 1e-14);
    EXPECT_EQ(row.text("success"), "1");
  }
  EXPECT_TRUE(contains(text_of_file(folder / "out.json"), "\"part_50\""));
}

TEST(Outcome, EnsembleEndsByHowManyRunsFailed) {
  const TemporaryFolder folder;
  const auto code_of = [&](const std::string& weights) {
    const std::string text =
        scenario(start + "[[torque]]\nkind = \"heavy_top\"\ncentre_of_mass = [0, 0, 1]\nweight = { list = [" +
                 weights + "] }\n[ensemble]\nruns = 2\n");
    return run({"run", folder.write("some.toml", text), "-o", folder / "out", "--force"});
  };
  EXPECT_EQ(code_of("1, 2").exit_code, 0);
  const Ending some = code_of("1, 1e200");
  EXPECT_EQ(some.exit_code, 1) << some.err;
  EXPECT_TRUE(contains(some.err, "run 1 failed: stopped at t = 0")) << some.err;
  const auto rows = table_of(text_of_file(folder / "out.csv"));
  EXPECT_EQ(rows[0].text("success") + rows[1].text("success"), "10");
  EXPECT_EQ(code_of("1e200, 1e200").exit_code, 5);
}

TEST(Outcome, EnsembleSaysWhenEachEventFirstOccurred) {
  const TemporaryFolder folder;
  const std::string text = scenario("[start]\nangular_velocity = [{ list = [0.01, 0.02, 0.03] }, 2, 0.01]\n" +
                                    flip + "[ensemble]\nruns = 3\n");
  const Ending end = run({"run", folder.write("flips.toml", text), "-o", folder / "out"});
  std::vector<double> times;
  for (const auto& row : table_of(text_of_file(folder / "out.csv"))) times.push_back(row.number("t"));
  std::sort(times.begin(), times.end());
  EXPECT_TRUE(contains(end.out, "flip in 3 of 3 runs, first at t = ")) << end.out;
  const std::string json = text_of_file(folder / "out.json");
  const auto has = [&](const std::string& key, double time) {
    std::string line = "\"" + key + "\": ";
    const std::size_t at = json.find(line);
    return at != std::string::npos && std::stod(json.substr(at + line.size())) == time;
  };
  EXPECT_TRUE(has("earliest", times[0]) && has("part_50", times[1]) && has("latest", times[2])) << json;
  // Between the values, as NumPy has them.
  EXPECT_TRUE(has("part_25", std::lerp(times[0], times[1], 0.5))) << json;
  EXPECT_TRUE(has("part_75", std::lerp(times[1], times[2], 0.5))) << json;
}

TEST(Outcome, DrawnAnglesAreInTheUnitsOfTheScenario) {
  const TemporaryFolder folder;
  const std::string text = scenario(
      "[units]\ntime = \"s\"\n[start]\nattitude = { euler = [{ list = [10, 20] }, 0, 0], sequence = \"ZYX\", "
      "unit = "
      "\"degrees\" }\nrate_unit = \"degrees\"\nangular_velocity = [{ list = [1, 2] }, 0, { list = [\"3 "
      "deg/s\", "
      "\"6 deg/s\"] }]\n[ensemble]\nruns = 2\n");
  const Ending end = run({"run", folder.write("angles.toml", text), "-o", folder / "out"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  const auto rows = table_of(text_of_file(folder / "out.csv"));
  EXPECT_EQ(rows[1].text("start.attitude.euler[1]_deg"), "20");
  EXPECT_EQ(rows[1].text("start.angular_velocity[1]_deg/s"), "2");
  EXPECT_NEAR(rows[1].number("start.angular_velocity[3]_deg/s"), 6, 1e-14);
}

TEST(Outcome, FileThatCannotBeReadEndsWithItsOwnCode) {
  const TemporaryFolder folder;
  const std::string text =
      "[body]\nmesh = { file = \"absent.obj\", mass = 1 }\n[start]\nmomentum = [1, 2, 3]\n[times]\nend = 1\n";
  const Ending end = run({"run", folder.write("mesh.toml", text), "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_TRUE(contains(end.err, "mesh.toml:2: body.mesh.file: cannot open")) << end.err;
}

TEST(Outcome, UnitsThatAreAmbiguousOrUnknownAreRefused) {
  const TemporaryFolder folder;
  const auto said = [&](const std::string& text) {
    return run({"run", folder.write("units.toml", text), "-o", folder / "out"}).err;
  };
  const std::string head = "[units]\nmass = \"kg\"\nlength = \"m\"\ntime = \"s\"\n" + scenario(start);
  EXPECT_TRUE(contains(said(head + "[[torque]]\nkind = \"steady_torque\"\ntorque = [\"1 N A\", 0, 0]\n"),
                       "expected ampere or angstrom instead of A"));
  EXPECT_TRUE(contains(
      said(head + "[[torque]]\nkind = \"dipole\"\nmoment = [\"0.01 A m^2\", 0, 0]\nfield = [0, 0, 1]\n"),
      "this key takes none"));
  EXPECT_TRUE(contains(
      said("[units]\ntime = \"minutes\"\n[body]\nmoments = [1, 2, 3]\n" + start + "[times]\nend = \"1 h\"\n"),
      "time = \"minutes\" is none of"));
}

TEST(Outcome, WarnsOfWhatHasNoEffect) {
  const TemporaryFolder folder;
  const std::string same = folder.write("same.toml", scenario(start + "[ensemble]\nruns = 2\n"));
  EXPECT_TRUE(contains(run({"run", same, "-o", folder / "a"}).err, "its 2 runs are all the same"));
  const std::string one = folder.write("one.toml", scenario(start));
  EXPECT_TRUE(
      contains(run({"run", one, "--trajectories", "-o", folder / "b"}).err, "--trajectories has no effect"));
}

TEST(Outcome, ComparisonNamesTheSplittingOfADrift) {
  const TemporaryFolder folder;
  const std::string top = folder.write(
      "top.toml", scenario(start + "[[torque]]\nkind = \"steady_torque\"\ntorque = [0, 0, 1]\n"));
  const Ending end = run({"compare", top, "--methods", "rk4", "--step", "0.01"});
  EXPECT_TRUE(contains(end.out, "rk4 in blanes_moan_")) << end.out << end.err;
}

std::vector<double> numbers_of(const State& s) {
  return {s.momentum.x(), s.momentum.y(), s.momentum.z(), s.attitude.w(),
          s.attitude.x(), s.attitude.y(), s.attitude.z()};
}

/// A scenario, the row of a table and a call of the library that say the same give the same bits.
TEST(SameInput, GivesTheSameStateFromScenarioTableAndLibrary) {
  const TemporaryFolder folder;
  const auto state_of = [](const std::string& csv) {
    std::vector<double> all;
    const auto rows = table_of(csv);
    for (const char* name : {"m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z"})
      all.push_back(rows.back().number(name));
    return all;
  };
  const std::string head =
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [0.3, 0.9, 0.4]\n[times]\nend = 7\n";
  const std::string columns = "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t",
                    row = "1,2,3,0.3,0.9,0.4,1,0,0,0,7";
  const auto of_library = [](const Torque& torque) {
    const State begin{Eigen::Quaterniond::Identity(), Eigen::Vector3d(0.3, 0.9, 0.4)};
    return numbers_of(
        simulate(Inertia::from_moments(1, 2, 3), begin, torque, {7.0}, default_tolerance).states[0]);
  };
  const auto of_scenario = [&](const std::string& torque) {
    EXPECT_EQ(run({"run", folder.write("s.toml", head + torque), "-o", folder / "s", "--force"}).exit_code,
              0);
    return state_of(text_of_file(folder / "s.csv"));
  };
  const std::vector<double> free = of_scenario("");
  EXPECT_EQ(free, of_library({}));
  EXPECT_EQ(free, state_of(run({"propagate", "-", "--method", "motion"}, columns + "\n" + row + "\n").out));
  const std::vector<double> torqued =
      of_scenario("[[torque]]\nkind = \"gravity_gradient_circular\"\nmean_motion = 0.1\n");
  EXPECT_EQ(torqued, of_library(gravity_gradient_circular(0.1)));
  EXPECT_EQ(torqued, state_of(run({"propagate", "-", "--report"},
                                  columns + ",kind,p1\n" + row + ",gravity_gradient_circular,0.1\n")
                                  .out));
}

}  // namespace
}  // namespace outcome_test
}  // namespace polhode::test
