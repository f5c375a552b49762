// SPDX-License-Identifier: MIT
// What a run says of itself is true: its digits, what was made of its body, what was drawn for its runs.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {
namespace trust_test {
namespace {

using Json = nlohmann::json;

const std::string apophis =
    "[body]\nmoments = [0.61, 0.965, 1.0]\n[start]\nangular_velocity = [0.06447, 0.0, 0.19912]\n";

struct Ran {
  Ending end;
  Json json;
  std::vector<ReferenceRow> rows;
  std::string csv;
};

Ran ran(const std::string& scenario, const std::vector<std::string>& options = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> words{"run", folder.write("some.toml", scenario), "-o", folder / "out"};
  words.insert(words.end(), options.begin(), options.end());
  Ran result{run(words), {}, {}, {}};
  if (result.end.exit_code > 1) return result;
  result.json = Json::parse(text_of_file(folder / "out.json"));
  result.csv = text_of_file(folder / "out.csv");
  result.rows = table_of(result.csv);
  return result;
}

double number(const ReferenceRow& row, const char* name) { return std::stod(row.text(name)); }

TEST(TrustedDigits, OfTheReadmesApophisFallToFourInATrillionHours) {
  const Ran r = ran(apophis + "[times]\nend = 1e12\ncount = 1000\n");
  ASSERT_EQ(r.end.exit_code, 0) << r.end.err;
  // One rounding of a moment changes the fifth digit; 15 were claimed before.
  EXPECT_EQ(r.json["accuracy"]["trusted_digits"], 4);
  EXPECT_TRUE(contains(r.end.out, "4 digits can be trusted (error from rounding the inputs ")) << r.end.out;
  EXPECT_TRUE(contains(r.end.out, "7 until t = ")) << r.end.out;
  const double horizon = r.json["accuracy"]["horizon"];
  EXPECT_GT(horizon, 1e14);
  EXPECT_LT(horizon, 1e16);
  EXPECT_TRUE(contains(r.end.out, "none from t = ")) << r.end.out;
  double before = 16;
  for (const ReferenceRow& row : r.rows) {
    const double digits = number(row, "digits");
    EXPECT_LE(digits, before);
    before = digits;
  }
  EXPECT_NEAR(number(r.rows[1], "digits"), 7.3, 0.4);
  EXPECT_NEAR(before, 4.3, 0.4);
}

TEST(TrustedDigits, OfAShortFreeRunAreThoseOfADouble) {
  const Ran r = ran(apophis + "[times]\nend = 20\ncount = 20\n");
  EXPECT_EQ(r.json["accuracy"]["trusted_digits"], 15);
}

// A run backwards that ends with its only step has a step, and the error of the method.
TEST(TrustedDigits, OfOneStepBackwardsAreThoseOfTheMethod) {
  const std::string in_steps = "[method]\nname = \"rk4\"\nstep = 4\n";
  for (const char* end : {"4", "-4"}) {
    const Ran r = ran(apophis + "[times]\nend = " + end + "\ncount = 1\n" + in_steps);
    ASSERT_EQ(r.end.exit_code, 0) << r.end.err;
    EXPECT_EQ(r.json["method"]["steps"], 1) << end;
    EXPECT_TRUE(contains(r.json["method"]["words"], "the free method rk4, 1 steps")) << end;
    const double error = r.json["accuracy"]["estimated_error"];
    EXPECT_GT(error, 1e-8);
    EXPECT_LE(number(r.rows.back(), "digits"), -std::log10(error)) << end;
  }
}

TEST(TrustedDigits, UnderTorqueCountMethodAndGrowth) {
  // Beside the unstable axis a rounding grows as exp(0.577 t).
  const std::string tumbling = R"(
[body]
moments = [1, 2, 3]
[start]
angular_velocity = [1e-6, 1, 0]
[[torque]]
kind = "steady_torque"
torque = [0, 0, 1e-9]
[times]
end = 60
count = 240
)";
  const Ran r = ran(tumbling);
  ASSERT_EQ(r.end.exit_code, 0) << r.end.err;
  const double early = number(r.rows[2], "digits"), late = number(r.rows.back(), "digits");
  EXPECT_GT(early, 13) << early;
  EXPECT_LT(late, 10) << late;
  EXPECT_LE(int(r.json["accuracy"]["trusted_digits"]), late);
  // Without a companion only the method's own error is known.
  const Ran alone = ran(tumbling + "[method]\ncompanion = false\n");
  EXPECT_EQ(alone.rows[5].text("digits"), "");
  EXPECT_TRUE(alone.json["accuracy"]["errors"].empty());
}

TEST(TrustedDigits, UnderTorqueCountTheRoundingOfItsNumbers) {
  // Of a million and a million less one what is left is one, and the last digits of both count a million times.
  const auto pulled = [](const std::string& torque) {
    return ran(
        "[body]\nmoments = [1, 1.4, 2]\n[start]\nmomentum = [0, 0, 0]\n[[torque]]\nkind = \"steady_torque\"\n"
        "torque = [0, 0, " +
        torque +
        "]\n[[torque]]\nkind = \"steady_torque\"\ntorque = [0, 0, -999999]\n[method]\ntolerance = 1e-13\n"
        "[times]\nend = 20\ncount = 8\n");
  };
  const double change = 1e-3, half_a_unit = 0x1p-34;
  const Ran given = pulled("1000000"), other = pulled("1000000.001");
  ASSERT_EQ(given.end.exit_code, 0) << given.end.err;
  for (std::size_t k = 1; k < given.rows.size(); ++k) {
    const auto moved = [&](const char* column) {
      return std::abs(number(given.rows[k], column) - number(other.rows[k], column));
    };
    const double distance =
        std::max(moved("m_3") / number(given.rows[k], "m_3"), std::hypot(moved("q_w"), moved("q_z")));
    const double both = std::sqrt(2) * distance / change * half_a_unit;
    EXPECT_NEAR(number(given.rows[k], "digits"), -std::log10(both), 0.15) << k;
  }
  EXPECT_LT(number(given.rows.back(), "digits"), 10);
  EXPECT_EQ(given.json["accuracy"]["trusted_digits"], 8);
}

TEST(Ensemble, ColumnsOfHowItWentHaveTheirUnits) {
  const Ran r = ran(apophis +
                    "[[torque]]\nkind = \"internal_dissipation\"\nstrength = 0.1\n[times]\nend = 9\n[units]\n"
                    "time = \"h\"\nmomentum = \"kg m^2/h\"\n[ensemble]\nruns = 2\n");
  std::string units;
  for (const Json& column : r.json["table"]["columns"])
    if (column["name"] == "step" || column["name"] == "conserved_excursion" || column["name"] == "steps")
      units += column["unit"].get<std::string>() + ";";
  EXPECT_EQ(units, "h;;(kg m^2/h)^2;");
}

TEST(Ensemble, OfTooManyRunsIsRefusedBeforeAnyMemoryIsTaken) {
  const Ran r = ran(apophis + "[times]\nend = 1\n[ensemble]\nruns = 1000000000000\n");
  EXPECT_EQ(r.end.exit_code, 4) << r.end.err;
  EXPECT_TRUE(contains(r.end.err, "expected a whole number from 1 to 100000000")) << r.end.err;
}

TEST(TrustedDigits, OfAnUnstableRotationEndSoon) {
  const Ran r =
      ran("[body]\nmoments = [1, 2, 3]\n[start]\nangular_velocity = [1e-9, 1, 0]\n[times]\nend = 200\n");
  ASSERT_EQ(r.end.exit_code, 0);
  EXPECT_LT(r.json["accuracy"]["trusted_digits"], 9);
  EXPECT_GT(number(r.rows[2], "digits"), 14);
}

TEST(Terminal, SaysWhatWasMadeOfTheBody) {
  const Ran r =
      ran("[body]\nbox = { size = [1, 2, 3], mass = 12 }\n[start]\nangular_velocity = [0, 0, "
          "1]\n[times]\nend = 1\n");
  EXPECT_TRUE(contains(r.end.out, "mass 12, centre (0, 0, 0), moments 5, 10, 13, along z, y, x"))
      << r.end.out;
  EXPECT_EQ(r.json["body"]["matter"]["mass"], 12);
  EXPECT_EQ(r.json["body"]["matter"]["volume"], 6);
  EXPECT_EQ(r.json["body"]["matter"]["centre_of_mass"], (std::vector<double>{0, 0, 0}));
}

TEST(Terminal, RodAtItsEndSwingsInItsTrueTime) {
  const Ran r = ran(R"(
[body]
cylinder = { radius = 0, length = 1, mass = 2 }
[start]
attitude = { axis = [1, 0, 0], angle = "0.1 deg" }
angular_velocity = [0, 0, 0]
[[torque]]
kind = "heavy_top"
pivot = [0, 0, 0.5]
gravity = 9.81
[times]
end = 10
[[event]]
quantity = "omega_1"
crossing = "rising"
)");
  ASSERT_EQ(r.end.exit_code, 0) << r.end.err;
  const Json& found = r.json["events"]["found"];
  EXPECT_NEAR(double(found[1]["time"]) - double(found[0]["time"]), 1.638, 0.0005);
  EXPECT_EQ(r.json["body"]["pivot"]["position"], (std::vector<double>{0, 0, 0.5}));
}

TEST(Ensemble, WritesWhatWasDrawnEverywhere) {
  const std::string scenario = R"(
[body]
moments = [{ uniform = [0.6, 0.62] }, 0.965, { list = [1.0, 1.1, -1] }]
[start]
angular_velocity = [0.06447, 0, 0.19912]
[times]
end = 100
count = 50
[output]
hdf5 = true
[ensemble]
runs = 6
)";
  const Ran r = ran(scenario, {"--trajectories"});
  EXPECT_EQ(r.end.exit_code, 1);  // two runs have a negative moment
  ASSERT_EQ(r.rows.size(), 6u);
  for (std::size_t run = 0; run < 6; ++run) {
    const double drawn = number(r.rows[run], "body.moments[1]");
    EXPECT_GT(drawn, 0.6);
    EXPECT_LT(drawn, 0.62);
    EXPECT_EQ(number(r.rows[run], "body.moments[3]"), run % 3 == 0 ? 1 : run % 3 == 1 ? 1.1 : -1);
    if (run % 3 == 2) {
      EXPECT_EQ(r.rows[run].text("m_1"), "");
      continue;
    }
    EXPECT_GT(number(r.rows[run], "polhode_period"), 10);
    EXPECT_GT(number(r.rows[run], "precession_period"), 10);
    EXPECT_GE(number(r.rows[run], "digits"), 13);
  }
  bool has_drawn = false;
  for (const Json& column : r.json["table"]["columns"])
    has_drawn = has_drawn || (column["group"] == "drawn" && column["name"] == "body.moments[1]");
  EXPECT_TRUE(has_drawn);
  EXPECT_EQ(r.json["ensemble"]["drawn_places"],
            (std::vector<std::string>{"body.moments[1]", "body.moments[3]"}));
  ASSERT_EQ(r.json["ensemble"]["drawn"].size(), 6u);
  EXPECT_EQ(double(r.json["ensemble"]["drawn"][4]["values"][1]), 1.1);
  const Json& fans = r.json["ensemble"]["fans"];
  ASSERT_EQ(fans.size(), 4u);  // three components of the momentum and the energy
  ASSERT_EQ(fans[0]["times"].size(), 51u);
  for (std::size_t k = 0; k < 51; ++k) {
    EXPECT_LE(double(fans[0]["part_5"][k]), double(fans[0]["part_50"][k]));
    EXPECT_LE(double(fans[0]["part_50"][k]), double(fans[0]["part_95"][k]));
  }
}

TEST(Ensemble, ReportHasFansPeriodsAndTheMeanAttitude) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("some.toml", R"(
[body]
moments = [{ uniform = [0.55, 0.65] }, 0.965, 1]
[start]
attitude = "random"
angular_velocity = [0.06447, 0, 0.19912]
[times]
end = 100
count = 50
[output]
columns = ["m", "q", "euler"]
[ensemble]
runs = 30
)");
  ASSERT_EQ(run({"run", scenario, "-o", folder / "out", "--trajectories"}).exit_code, 0);
  const Ending end = run({"report", folder / "out.json", "-o", folder / "page.html"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  const std::string page = text_of_file(folder / "page.html");
  for (const char* part : {"Spread of m₁ with time", "Periods of the runs",
                           "angle from the mean attitude (deg)", "attitude (w, x, y, z)"})
    EXPECT_TRUE(contains(page, part)) << part;
  // No arithmetic mean of a component of a quaternion.
  const std::string spread =
      page.substr(page.find("Spread of the results"),
                  page.find("Final state of each run") - page.find("Spread of the results"));
  EXPECT_FALSE(contains(spread, ">q_w<"));
}

TEST(Report, OfABodyAtRestHasNoEmptyHerpolhodeAndOneOfDigits) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("rest.toml", R"(
[body]
box = { size = [1, 2, 3], mass = 2 }
[start]
attitude = { axis = [1, 0, 0], angle = "20 deg" }
momentum = [0, 0, 0]
[[torque]]
kind = "heavy_top"
pivot = [0, 0, 1.5]
gravity = 9.81
[times]
end = 10
)");
  ASSERT_EQ(run({"run", scenario, "-o", folder / "out"}).exit_code, 0);
  ASSERT_EQ(run({"report", folder / "out.json", "-o", folder / "page.html"}).exit_code, 0);
  const std::string page = text_of_file(folder / "page.html");
  EXPECT_FALSE(contains(page, "id=\"herpolhode\""));
  EXPECT_TRUE(contains(page, "<figure id=\"digits\">"));
  EXPECT_TRUE(contains(page, "Pivot, to which the moments refer"));
}

TEST(Mesh, WithRoundedVerticesIsWeldedAndOneWithAHoleRefusedWithItsEdges) {
  const TemporaryFolder folder;
  // An octahedron whose upper pole is written four times, each a rounding away.
  std::string mesh = "v 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\nv 0 0 -1\n";
  for (const char* pole : {"0 0 1", "1e-16 0 1", "0 -1e-16 1", "0 1e-16 1.0000000000000002"})
    mesh += std::string("v ") + pole + "\n";
  const std::string faces = "f 1 2 6\nf 2 3 7\nf 3 4 8\nf 4 1 9\nf 2 1 5\nf 3 2 5\nf 4 3 5\n";
  folder.write("round.obj", mesh + faces + "f 1 4 5\n");
  folder.write("open.obj", mesh + faces);
  const auto told = [&](const std::string& body) {
    return run(
        {"run",
         folder.write("some.toml",
                      "[body]\nmesh = { " + body +
                          ", density = 3 }\n[start]\nangular_velocity = [0, 0, 1]\n[times]\nend = 1\n"),
         "-o", folder / "out"});
  };
  const Ending welded = told("file = \"round.obj\"");
  EXPECT_EQ(welded.exit_code, 0) << welded.err;
  EXPECT_TRUE(contains(welded.err, "3 were welded")) << welded.err;
  EXPECT_TRUE(contains(welded.out, "mass 4, ")) << welded.out;
  EXPECT_NE(told("file = \"round.obj\", weld = 0").exit_code, 0);
  const Ending open = told("file = \"open.obj\"");
  EXPECT_TRUE(contains(open.err, "edge between (1, 0, 0) and (0, -1, 0): found only one triangle") ||
              contains(open.err, "2 more open edges: between"))
      << open.err;
}

TEST(Propagate, WarnsOfDampingThatDrives) {
  const TemporaryFolder folder;
  const std::string table = folder.write("t.csv",
                                         "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t,kind,p1,p2,p3\n"
                                         "1,2,3,1,0.1,0,1,0,0,0,1,linear_damping,0.1,-0.1,0.1\n");
  const Ending end = run({"propagate", table, "-o", folder / "out.csv"});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_TRUE(contains(end.err, "the damping matrix is not positive semidefinite")) << end.err;
}

TEST(Periods, TakeAScenarioAndDegrees) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("some.toml", apophis + "[times]\nend = 1\n");
  const Ending one = run({"periods", scenario, "--json"});
  ASSERT_EQ(one.exit_code, 0) << one.err;
  const Json described = Json::parse(one.out);
  EXPECT_NEAR(double(described["precession_period"]), 27.380, 0.001);
  const Ending two = run({"periods", "--moments", "0.61", "0.965", "1", "--omega", "3.69385890", "0",
                          "11.4087356", "--degrees", "--json"});
  ASSERT_EQ(two.exit_code, 0) << two.err;
  const Json degrees = Json::parse(two.out);
  EXPECT_EQ(degrees["angles"], "degrees");
  EXPECT_NEAR(double(degrees["precession_period"]), double(described["precession_period"]), 1e-5);
  EXPECT_NEAR(double(degrees["precession_rate"]), 360 / 27.38, 0.01);
  EXPECT_EQ(run({"periods", folder.write("t.csv", "I1,I2,I3,m0_1,m0_2,m0_3\n1,2,3,1,1,1\n"), "--degrees"})
                .exit_code,
            2);
}

TEST(Compare, CountsQAndMinusQAsOneAttitude) {
  // A method of order 2 with steps far too long loses the attitude: no distance is greater than that of two
  // attitudes a half turn apart, sqrt 2.
  const TemporaryFolder folder;
  const std::string scenario = folder.write("some.toml", apophis + "[times]\nend = 3000\ncount = 300\n");
  const Ending end =
      run({"compare", scenario, "--methods", "lie_poisson_123", "--step", "4", "-o", folder / "out"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  const auto rows = table_of(text_of_file(folder / "out.csv"));
  ASSERT_FALSE(rows.empty());
  for (const ReferenceRow& row : rows) EXPECT_LE(number(row, "greatest_error"), 1.4143) << end.out;
}

}  // namespace
}  // namespace trust_test
}  // namespace polhode::test
