// SPDX-License-Identifier: MIT
// The physics of a scenario is what its author meant: pivots, parts, units, spins from periods, and warnings where
// something may not be meant so.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/body/observed_angles.hpp>
#include <polhode/body/parts.hpp>
#include <polhode/body/shapes.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/simulation/simulate.hpp>
#include <string>
#include <support/refusal.hpp>
#include <vector>

#include "catalogue/given.hpp"
#include "catalogue/torques.hpp"
#include "exit_code.hpp"
#include "result/columns.hpp"
#include "scenario/measure.hpp"
#include "scenario/scenario.hpp"

namespace meaning_test {
namespace {

using namespace polhode;
using namespace polhode::app;
using test::contains;

constexpr double pi = std::numbers::pi;
constexpr double eps = std::numeric_limits<double>::epsilon();

const std::string times = "[times]\nend = 10\n";
const std::string start = "[start]\nangular_velocity = [0.1, 1, 0]\n";
const std::string rod = "[body]\ncylinder = { radius = 0, length = 1, mass = 2 }\n";

Scenario scenario_of(const std::string& text) {
  return ScenarioFile::parse(text, "s.toml", OtherFiles::refused).scenario();
}

std::string refusal_of(const std::string& text) {
  return test::refusal<RefusedScenario>([&] { scenario_of(text); });
}

/// The warnings of a scenario, one after another.
std::string warnings_of(const std::string& text) {
  std::string all;
  for (const std::string& warning : scenario_of(text).warnings) all += warning + "\n";
  return all;
}

std::string top(const std::string& keys) { return "[[torque]]\nkind = \"heavy_top\"\n" + keys + "\n"; }

// Pivots.

TEST(Pivot, RodAtItsEndSwingsInItsTrueTime) {
  const Scenario s =
      scenario_of(rod +
                  "[start]\nattitude = { axis = [1, 0, 0], angle = 0.01, unit = \"degrees\" "
                  "}\nangular_velocity = [0, 0, 0]\n" +
                  top("pivot = [0, 0, 0.5]\ngravity = 9.81") +
                  "[times]\nend = 5\n[[event]]\nquantity = \"omega_1\"\ncrossing = \"rising\"\n");
  EXPECT_NEAR(s.body.moments().z(), 2.0 / 3, 4 * eps);
  EXPECT_EQ(s.pivot, Eigen::Vector3d(0, 0, 0.5));
  ASSERT_TRUE(s.matter);
  EXPECT_EQ(s.matter->mass, 2);
  SimulationOptions options;
  options.events = s.events;
  const Simulation run = simulate(s.body, s.start, s.torque, std::vector<double>{5}, 1e-10, options);
  ASSERT_EQ(run.events.size(), 3U);
  const double period = run.events[1].time - run.events[0].time;
  EXPECT_NEAR(period, 2 * pi * std::sqrt(2 / (3 * 9.81)), 1e-6);
  EXPECT_NEAR(period, 1.638, 0.0005);
}

TEST(Pivot, MovesTheInertiaOfShapesPointsAndParts) {
  const std::string hung = top("pivot = [0.5, 0, 0]\ngravity = 2");
  const Scenario box = scenario_of("[body]\nbox = { size = [1, 2, 3], mass = 5 }\n" + start + hung + times);
  EXPECT_LE(
      (box.body.tensor() - inertia_about(solid_box({1, 2, 3}, Matter::of_mass(5)), {0.5, 0, 0}).tensor())
          .norm(),
      1e-14);
  EXPECT_TRUE(box.warnings.empty());
  // Centre of these points: x = 1.
  const Scenario points = scenario_of(
      "[body]\npoint_masses = [{ mass = 1, position = [0, 0, 0] }, { mass = 1, position = [2, 0, 0] }]\n" +
      std::string("[start]\nangular_velocity = [0, 1, 0]\n") + hung + times);
  EXPECT_EQ(points.matter->centre, Eigen::Vector3d(1, 0, 0));
  EXPECT_NEAR(points.body.moments().z(), 2 + 2 * 0.25, 1e-14);
  EXPECT_TRUE(contains(torque_words(points.given_torques), "weight (0, 0, 4), centre of mass (0.5, 0, 0)"))
      << torque_words(points.given_torques);
}

TEST(Pivot, OfMomentsAboutTheCentreNeedsTheirMass) {
  const std::string moments = "[body]\nmoments = [1, 2, 3]\nabout = \"centre_of_mass\"\n";
  const std::string hung = top("pivot = [0, 0, 0.5]\ngravity = 10");
  EXPECT_TRUE(contains(refusal_of(moments + start + hung + times), "mass in [body]"));
  const Scenario s = scenario_of(moments + "mass = 4\n" + start + hung + times);
  EXPECT_LE((s.body.tensor().diagonal() - Eigen::Vector3d(2, 3, 3)).norm(), 1e-14);
}

TEST(Pivot, WhatWasSilentlyWrongIsRefusedAndSaysWhatToWrite) {
  const std::string told =
      refusal_of(rod + start + top("weight = 19.62\ncentre_of_mass = [0, 0, -0.5]") + times);
  EXPECT_TRUE(contains(told, "pivot = [0, 0, 0.5]")) << told;
  EXPECT_TRUE(contains(told, "gravity = 9.81")) << told;
}

TEST(Pivot, ContradictionsAndGapsAreRefusedByName) {
  const std::string moments = "[body]\nmoments = [1, 1, 1]\n", pivot = "pivot = [0, 0, 1]",
                    weight = "weight = 2";
  const auto told = [&](const std::string& body, const std::string& keys) {
    return refusal_of(body + start + top(keys) + times);
  };
  EXPECT_TRUE(contains(told(rod, pivot), "no gravity")) << told(rod, pivot);
  EXPECT_TRUE(contains(told(rod, "gravity = 1"), "no pivot"));
  EXPECT_TRUE(contains(told(rod, pivot + "\ngravity = 1\n" + weight), "torque[1].weight"));
  EXPECT_TRUE(contains(told(moments, pivot + "\ngravity = 1"), "about = \"centre_of_mass\""));
  EXPECT_TRUE(contains(told(moments + "about = \"pivot\"\n", pivot + "\ngravity = 1"), "about it already"));
  EXPECT_TRUE(contains(told(moments, weight), "no centre_of_mass"));
  EXPECT_TRUE(contains(told(moments, "centre_of_mass = [0, 0, 1]"), "no weight"));
  EXPECT_TRUE(contains(told(moments, "gravity = 1\ncentre_of_mass = [0, 0, 1]"), "mass in [body]"));
  EXPECT_TRUE(contains(told(moments + "mass = 2\n", weight + "\ngravity = 1\ncentre_of_mass = [0, 0, 1]"),
                       "not both"));
  EXPECT_TRUE(
      contains(told("[body]\nbox = { size = [1, 1, 1], mass = 1 }\nmass = 2\n", pivot + "\ngravity = 1"),
               "body.mass"));
  const std::string two =
      rod + start + top(pivot + "\ngravity = 1") + top("pivot = [0, 0, 2]\ngravity = 1") + times;
  EXPECT_TRUE(contains(refusal_of(two), "a body has one"));
}

TEST(Pivot, OfARandomBodyMakesTheTorqueRandomToo) {
  const std::string text = "[body]\nbox = { size = [1, 1, 2], density = { uniform = [1, 2] } }\n" + start +
                           top("pivot = [0, 0, 1]\ngravity = 1") + times + "[ensemble]\nruns = 3\n";
  const ScenarioFile file = ScenarioFile::parse(text, "s.toml", OtherFiles::refused);
  EXPECT_FALSE(file.scenario(0).differs_in_body_and_start_only);
  EXPECT_NE(torque_words(file.scenario(0).given_torques), torque_words(file.scenario(1).given_torques));
}

// Parts.

TEST(BodyOfParts, IsTheSumOfWhatItIsMadeOf) {
  const Scenario s = scenario_of(R"(
[[body.parts]]
cylinder = { radius = 0.1, length = 2, axis = "x", mass = 3 }
[[body.parts]]
box = { size = [1, 1, 1], density = 2 }
position = [1, 0, 0]
orientation = { axis = [0, 0, 1], angle = 45, unit = "degrees" }
[[body.parts]]
sphere = { radius = 0.2, density = 2 }
position = [1, 0, 0]
cavity = true
[[body.parts]]
point_mass = 0.5
position = [0, 0, 1]
)" + start + times);
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(pi / 4, Eigen::Vector3d::UnitZ()));
  const Matter two = Matter::of_density(2);
  const std::vector<BodyPart> parts{part(solid_cylinder(0.1, 2, FrameAxis::x, Matter::of_mass(3))),
                                    part(solid_box({1, 1, 1}, two), {1, 0, 0}, turn),
                                    cavity(part(solid_sphere(0.2, two), {1, 0, 0})),
                                    part(PointMass{0.5, {0, 0, 1}})};
  const MassProperties expected = mass_properties(parts);
  EXPECT_LE((s.body.tensor() - expected.inertia.tensor()).norm(), 1e-14);
  EXPECT_LE((s.matter->centre - expected.centre).norm(), 1e-15);
  EXPECT_NEAR(s.matter->mass, 3 + 2 + 0.5 - 2 * 4 * pi / 3 * 0.008, 1e-14);
  EXPECT_TRUE(contains(body_words(s.given_body), "4 parts: cylinder")) << body_words(s.given_body);
  EXPECT_TRUE(contains(body_words(s.given_body), "cavity: sphere of radius 0.2")) << body_words(s.given_body);
}

TEST(BodyOfParts, RefusalsNameThePart) {
  const auto told = [&](const std::string& parts) {
    return refusal_of("[body]\nparts = " + parts + "\n" + start + times);
  };
  EXPECT_TRUE(contains(told("[]"), "body.parts"));
  EXPECT_TRUE(contains(told("[{ position = [0, 0, 0] }]"), "body.parts[1]"));
  EXPECT_TRUE(contains(told("[{ point_mass = 1, orientation = { axis = [1, 0, 0], angle = \"1 deg\" } }]"),
                       "no orientation for a point mass"));
  EXPECT_TRUE(contains(told("[{ point_mass = 1 }]"), "two or more positions"));
  EXPECT_TRUE(contains(
      told(
          "[{ box = { size = [1, 1, 1], mass = 1 } }, { sphere = { radius = 9, mass = 2 }, cavity = true }]"),
      "are larger than the other parts"));
  EXPECT_TRUE(
      contains(told("[{ box = { size = [1, 1, 1], density = 1 } }, { sphere = { radius = 0.2, density = 1 }, "
                    "position = [5, 0, 0], cavity = true }]"),
               "a cavity must lie within the other parts"));
}

// Units.

TEST(Units, AreConvertedToTheScenariosOwn) {
  const Scenario s = scenario_of(R"(
[body]
moments = ["2 kg m^2", 20000, "3e4 g m2"]
[start]
time = "30 s"
attitude = { axis = [0, 0, 1], angle = "90 deg" }
angular_velocity = ["6 deg/s", "2 rpm", 0.5]
[times]
end = "1 h"
every = "30 s"
[[torque]]
kind = "steady_torque"
torque = ["1 N m", 0, 0]
[[event]]
quantity = "angle"
value = "1 rad"
[method]
step = "600 ms"
[units]
time = "min"
length = "cm"
mass = "kg"
)");
  EXPECT_EQ(s.body.moments().x(), 2e4);
  EXPECT_EQ(s.body.moments().y(), 2e4);
  EXPECT_NEAR(s.body.moments().z(), 3e5, 1e-9);
  EXPECT_EQ(s.times.start, 0.5);
  EXPECT_EQ(s.times.end, 60);
  EXPECT_NEAR(*s.method.step, 0.01, 1e-17);
  const Eigen::Vector3d omega = angular_velocity(s.body, s.start);
  EXPECT_NEAR(omega.x(), 2 * pi, 1e-14);
  EXPECT_NEAR(omega.y(), 4 * pi, 1e-14);
  EXPECT_EQ(omega.z(), 0.5);
  EXPECT_NEAR(s.start.attitude.w(), std::sqrt(0.5), eps);
  // 1 N m = 1 kg m^2/s^2 = 1e4 kg cm^2 * 3600 / min^2.
  EXPECT_TRUE(contains(torque_words(s.given_torques), "(3.6e+07, 0, 0)")) << torque_words(s.given_torques);
}

TEST(Units, NumbersWithoutOneMeanWhatTheyAlwaysMeant) {
  const std::string body = "[body]\nmoments = [1, 2, 3]\n";
  const Scenario plain = scenario_of(
                     body + "[start]\nangular_velocity = [1, 2, 3]\nrate_unit = \"degrees\"\n" + times),
                 units = scenario_of(body + "[start]\nangular_velocity = [\"1 deg/s\", \"2 deg/s\", 3]\n" +
                                     "rate_unit = \"degrees\"\n" + times + "[units]\ntime = \"s\"\n");
  EXPECT_LE((plain.start.momentum - units.start.momentum).norm(), 4 * eps * plain.start.momentum.norm());
  EXPECT_TRUE(units.warnings.empty());
}

TEST(Units, LengthAndMassAreReadOffTheMomentum) {
  const Scenario s = scenario_of("[body]\nbox = { size = [\"1 m\", \"50 cm\", 1], mass = \"500 g\" }\n" +
                                 start + times + "[units]\ntime = \"s\"\nmomentum = \"kg m^2/s\"\n");
  EXPECT_TRUE(contains(body_words(s.given_body), "box 1 x 0.5 x 1, mass 0.5")) << body_words(s.given_body);
}

TEST(Units, DistributionsCarryThemToo) {
  const std::string text =
      "[body]\nmoments = [1, 2, 3]\n[start]\nangular_velocity = [{ uniform = [\"10 deg/s\", \"20 "
      "deg/s\"] }, 0, 0]\n" +
      times + "[units]\ntime = \"s\"\n[ensemble]\nruns = 4\n";
  for (std::uint64_t run = 0; run < 4; ++run) {
    const double rate =
        ScenarioFile::parse(text, "s.toml", OtherFiles::refused).scenario(run).start.momentum.x();
    EXPECT_GT(rate, 10 * pi / 180);
    EXPECT_LT(rate, 20 * pi / 180);
  }
}

TEST(Units, WhatIsMissingOrWrongIsNamed) {
  const std::string body = "[body]\nmoments = [1, 2, 3]\n";
  const auto told = [&](const std::string& end, const std::string& more = "") {
    return refusal_of(body + start + "[times]\nend = " + end + "\n" + more);
  };
  EXPECT_TRUE(contains(told("\"3 h\""), "time = \"s\""));
  EXPECT_TRUE(contains(told("\"3 m\"", "[units]\ntime = \"s\"\n"), "unit of this quantity"))
      << told("\"3 m\"");
  EXPECT_TRUE(contains(told("\"3 parsec\"", "[units]\ntime = \"s\"\n"), "units are products of"));
  EXPECT_TRUE(contains(told("\"3\""), "without quotes"));
  EXPECT_TRUE(contains(told("\"3 h/\"", "[units]\ntime = \"s\"\n"), "units are products of"));
  EXPECT_TRUE(contains(told("10", "[method]\ntolerance = \"1 s\"\n"), "method.tolerance"));
}

TEST(Units, AreReadInEveryForm) {
  struct Case {
    const char* text;
    double value;
    Dimension dimension;
  };
  for (const auto& [text, value, dimension] :
       {Case{"12 deg/s", 12 * pi / 180, dimensions::angular_velocity}, Case{"3h", 10800, dimensions::time},
        Case{" -1.5e3 kg m^2 s^-1 ", -1500, dimensions::momentum}, Case{"2 kg*m2/s", 2, dimensions::momentum},
        Case{"1e-3 N m s", 1e-3, {1, 2, -1, 0}}, Case{"5 1/s", 5, {0, 0, -1, 0}}}) {
    const auto found = measured_number(text);
    ASSERT_TRUE(found) << text;
    EXPECT_NEAR(found->value, value, 2 * eps * std::abs(value)) << text;
    EXPECT_EQ(found->dimension, dimension) << text;
  }
  for (const char* text :
       {"deg", "3", "3 ", "", "3 deg/s/s", "3 kg^", "3 kg^0", "3 * m", "3 m *", "nan s", "1e s", "3 m/"})
    EXPECT_FALSE(measured_number(text)) << text;
  EXPECT_EQ(dimension_of_quantity("torque * time^2"), (Dimension{1, 2, 0, 0}));
  EXPECT_EQ(dimension_of_quantity("1 / momentum"), (Dimension{-1, -2, 1, 0}));
  EXPECT_EQ(dimension_of_quantity("length / time^2"), (Dimension{0, 1, -2, 0}));
  EXPECT_EQ(dimension_of_quantity("radians / time"), dimensions::angular_velocity);
  EXPECT_EQ(dimension_of_quantity(""), dimensions::none);
}

// The start.

TEST(StartFromPeriods, HasThem) {
  const Scenario s = scenario_of(
      "[body]\nmoments = [1.0, 0.61, 0.965]\n[start]\nperiods = { regime = \"short_axis_mode\", rotation = "
      "264.6, "
      "precession = 27.38, phase = 0.2 }\n" +
      times);
  const TumblingDescription d = describe(s.body, s.start);
  EXPECT_NEAR(d.polhode_period, 264.6, 1e-7);
  EXPECT_NEAR(d.precession_period, 27.38, 1e-8);
  EXPECT_GT(std::abs(s.body.to_principal(s.start.momentum).y()), 0.01);
  const std::string told = refusal_of(
      "[body]\nmoments = [1, 2, 3]\n[start]\nperiods = { regime = \"short_axis_mode\", rotation = 1, "
      "precession = 1 }\n" +
      times);
  EXPECT_TRUE(contains(
      told, "s.toml:4: start.periods: rotation period / precession period: found 1, expected a ratio from 2"))
      << told;
}

TEST(Space, CanHaveTheMomentumAlongZ) {
  const Scenario s = scenario_of(
      "[body]\nmoments = [0.61, 0.965, 1]\n[start]\nangular_velocity = [0.06447, 0, 0.19912]\n"
      "space = \"momentum_along_z\"\n" +
      times);
  const Eigen::Vector3d m = spatial_momentum(s.start);
  EXPECT_NEAR(m.z(), momentum_length(s.start), 1e-16);
  EXPECT_LE(std::hypot(m.x(), m.y()), 1e-16);
  EXPECT_TRUE(contains(refusal_of("[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [0, 0, 0]\nspace = "
                                  "\"momentum_along_z\"\n" +
                                  times),
                       "at rest"));
}

TEST(Columns, AMomentumOfZeroHasNoAngles) {
  const Scenario s = scenario_of("[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [0, 0, 0]\n" + times +
                                 "[output]\ncolumns = [\"nutation\", \"momentum_angles\"]\n");
  const StateColumns columns = columns_of(s);
  std::vector<double> row(columns.size());
  columns.fill(0, s.start, row.data());
  for (std::size_t i = 1; i < row.size(); ++i) EXPECT_TRUE(std::isnan(row[i])) << i;
}

TEST(Columns, NutationIsThatOfTheDescription) {
  Scenario s =
      scenario_of("[body]\nmoments = [0.61, 0.965, 1]\n[start]\nangular_velocity = [0.06447, 0, -0.19912]\n" +
                  times + "[output]\ncolumns = [\"nutation\", \"momentum_angles\"]\ndegrees = true\n");
  const StateColumns columns = columns_of(s);
  std::vector<double> row(columns.size());
  columns.fill(0, s.start, row.data());
  const TumblingDescription d = describe(s.body, s.start);
  EXPECT_NEAR(row[1], d.smallest_nutation * 180 / pi, 1e-12);
  EXPECT_NEAR(row[4], 180 - row[1], 1e-12);
  EXPECT_NEAR(row[3], 90, 1e-12);
}

// Angles do not depend on the unit of the momentum, be it near the end of the range of double.
TEST(Columns, AnglesOfTinyAndHugeMomenta) {
  for (const double unit : {1e-160, 1e-100, 1e100, 1e160}) {
    const Inertia body = Inertia::from_moments(unit, 2 * unit, 3 * unit);
    const State state{Eigen::Quaterniond::Identity(), {0, unit * std::sin(0.3), unit * std::cos(0.3)}};
    EXPECT_NEAR(angle_between(state.momentum, nutation_axis(body, state)), 0.3, 1e-15) << unit;
  }
  EXPECT_EQ(angle_between({0, 0, 0}, {0, 0, 1}), 0);
}

TEST(Columns, AttitudeInTheOrbitsFrame) {
  // It turns with the orbit and points its third axis to the Earth: no roll, pitch or yaw at any time.
  const std::string text = R"(
[body]
moments = [95, 110, 40]
[start]
attitude = { matrix = [[0, 0, 1], [-1, 0, 0], [0, -1, 0]] }
angular_velocity = [0, -0.01, 0]
[[torque]]
kind = "gravity_gradient_circular"
mean_motion = 0.01
[times]
end = 100
[output]
columns = ["orbit_q", "orbit_angles"]
[[event]]
quantity = "orbit_angle"
value = "10 deg"
)";
  const Scenario s = scenario_of(text);
  const StateColumns columns = columns_of(s);
  const Simulation run = simulate(s.body, s.start, s.torque, std::vector<double>{0, 30, 100}, 1e-12);
  std::vector<double> row(columns.size());
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    columns.fill(run.times[k], run.states[k], row.data());
    EXPECT_NEAR(row[1], 1, 1e-11);
    for (const std::size_t i : {5U, 6U, 7U}) EXPECT_NEAR(row[i], 0, 1e-10);
    EXPECT_NEAR(s.events[0].function(run.states[k], run.times[k]), -10 * pi / 180, 1e-9);
  }
  EXPECT_TRUE(contains(refusal_of("[body]\nmoments = [1, 2, 3]\n" + start + times +
                                  "[[event]]\nquantity = \"orbit_angle\"\nvalue = \"1 deg\"\n"),
                       "has an orbit"));
}

TEST(Events, WatchNutationAndTheAngleToTheMomentum) {
  const Scenario s = scenario_of(
      "[body]\nmoments = [0.61, 0.965, 1]\n[start]\nangular_velocity = [0.06447, 0, 0.19912]\n" + times +
      "[[event]]\nquantity = \"nutation\"\nvalue = 30\nunit = \"degrees\"\n[[event]]\nquantity = "
      "\"momentum_angle\"\nbody_axis = [1, 0, 0]\nvalue = \"1 rad\"\n");
  const double nutation = describe(s.body, s.start).smallest_nutation;
  EXPECT_NEAR(s.events[0].function(s.start, 0), nutation - pi / 6, 1e-14);
  EXPECT_NEAR(s.events[1].function(s.start, 0), pi / 2 - nutation - 1, 1e-14);
  EXPECT_TRUE(
      contains(refusal_of("[body]\nmoments = [1, 2, 3]\n" + start + times +
                          "[[event]]\nquantity = \"nutation\"\nbody_axis = [1, 0, 0]\nvalue = \"1 rad\"\n"),
               "no body_axis with the quantity"));
}

TEST(Torques, SineAndDipole) {
  const std::string body = "[body]\nmoments = [1, 1, 1]\n[start]\nmomentum = [0, 0, 0]\n";
  const auto torque_at = [&](const std::string& keys, double time) {
    const Scenario s = scenario_of(body + "[[torque]]\n" + keys + "\n" + times);
    return s.torque.prepare(s.body).torque({{0, 0, 0}, {1, 0, 0, 0}}, time);
  };
  const auto sine = torque_at("kind = \"sine_torque\"\namplitude = [0, 2, 0]\nrate = 3\nphase = 0.5", 0.7);
  EXPECT_NEAR(sine.y, 2 * std::sin(3 * 0.7 + 0.5), 1e-15);
  // m x B.
  const auto dipole = torque_at("kind = \"dipole\"\nmoment = [1, 0, 0]\nfield = [0, 3, 0]", 0);
  EXPECT_NEAR(dipole.z, 3, 1e-15);
}

// What could be taken for right and is not.

std::string vessel_of(const std::string& longitudinal, const std::string& transverse) {
  return "[[torque]]\nkind = \"vessel_restoring\"\nmass = 1\ngravity = 1\nlongitudinal_height = " +
         longitudinal + "\ntransverse_height = " + transverse + "\n";
}

/// Along the axes of its orbit: the first along the path, the second across its plane, the third to the mass.
std::string satellite_of(const std::string& moments, const std::string& rate = "-0.01") {
  return "[body]\nmoments = " + moments +
         "\n[start]\nattitude = { matrix = [[0, 0, 1], [-1, 0, 0], [0, -1, 0]] }\nangular_velocity = [0, " +
         rate + ", 0]\n[[torque]]\nkind = \"gravity_gradient_circular\"\nmean_motion = 0.01\n" + times;
}

TEST(Warnings, OfASatelliteThatWouldNotPointAsItBegins) {
  const auto is_warned_of = [](const std::string& text) {
    return contains(warnings_of(text), "Are axes swapped?");
  };
  EXPECT_FALSE(is_warned_of(satellite_of("[95, 110, 40]")));           // Lagrange's region
  EXPECT_FALSE(is_warned_of(satellite_of("[1, 1.9, 1]")));             // an axis free
  EXPECT_FALSE(is_warned_of(satellite_of("[110, 95, 40]", "-0.03")));  // it turns by itself
  EXPECT_TRUE(is_warned_of(satellite_of("[95, 40, 110]")));
  EXPECT_TRUE(is_warned_of(satellite_of("[40, 110, 95]")));
  EXPECT_TRUE(is_warned_of(satellite_of("[40, 95, 110]")));
  // What is said is what happens: a small deviation grows, or does not.
  for (const char* moments : {"[95, 110, 40]", "[95, 40, 110]", "[110, 95, 40]", "[40, 110, 95]",
                              "[100, 59, 60]", "[100, 38, 65]"}) {
    const Scenario s = scenario_of(satellite_of(moments));
    State near = s.start;
    const double small = 1e-7;
    near.attitude = near.attitude * Eigen::Quaterniond(1, small, small, small).normalized();
    const std::vector<double> late{3000};
    const State end = simulate(s.body, near, s.torque, late, 1e-12).states[0],
                held = simulate(s.body, s.start, s.torque, late, 1e-12).states[0];
    const double grown = (end.attitude.coeffs() - held.attitude.coeffs()).norm() / small;
    EXPECT_EQ(is_warned_of(satellite_of(moments)), grown > 100) << moments << " " << grown;
  }
}

std::string table_to(const std::string& end, const std::string& more) {
  return "[[torque]]\nkind = \"tabulated_torque\"\ntimes = [0, " + end +
         "]\ntorques = [[0, 0, 1], [0, 1, 0]]\n" + more;
}

TEST(Warnings, AreGivenWhereARunMayNotBeMeantSo) {
  const std::string body = "[body]\nmoments = [1, 2, 2.5]\n";
  const std::string about_pivot = "[body]\nmoments = [1, 1, 0.5]\nmass = 2\nabout = \"pivot\"\n";
  struct Case {
    const char* what;
    std::string text;
    const char* told;
  };
  const std::vector<Case> cases{
      {"moments that no body has", "[body]\nmoments = [1, 1, 3]\n" + start + times,
       "no distribution of mass has these moments"},
      {"moments about no one knows what",
       body + start + top("weight = 1\ncentre_of_mass = [0, 0, 1]") + times, "taken to be about the pivot"},
      {"moments about the centre taken for those about the pivot",
       about_pivot + start + top("gravity = 10\ncentre_of_mass = [0, 0, 1]") + times, "no body of this mass"},
      {"pivot outside",
       "[body]\nsphere = { radius = 1, mass = 1 }\n" + start + top("pivot = [0, 0, 1.1]\ngravity = 1") +
           times,
       "outside the body"},
      {"pivot at the centre",
       "[body]\nsphere = { radius = 1, mass = 1 }\n" + start + top("pivot = [0, 0, 0]\ngravity = 1") + times,
       "the weight has no effect"},
      {"swapped axes",
       "[body]\nmoments = [5, 1, 5.5]\n" + start +
           "[[torque]]\nkind = \"vessel_restoring\"\nmass = 1\ngravity = 1\nlongitudinal_height = "
           "1\ntransverse_height "
           "= 1\n" +
           times,
       "are axes swapped?"},
      {"damping that drives",
       body + start + "[[torque]]\nkind = \"linear_damping\"\ncoefficients = [0.1, -0.1, 0.1]\n" + times,
       "the damping matrix is not positive semidefinite"},
      {"damping that drives by a matrix",
       body + start + "[[torque]]\nkind = \"linear_damping\"\nmatrix = [[1, 3, 0], [3, 1, 0], [0, 0, 1]]\n" +
           times,
       "(smallest eigenvalue -2)"},
      {"tolerance below rounding",
       body + start +
           "[[torque]]\nkind = \"steady_torque\"\ntorque = [1, 0, 0]\n[method]\ntolerance = 1e-17\n" + times,
       "below round-off"},
      {"degrees that are radians",
       body + start + times + "[units]\ntime = \"s\"\nangular_velocity = \"deg/s\"\n",
       "rates are in radians"},
      {"degrees, whatever the unit of time", body + start + times + "[units]\nangular_velocity = \"deg/s\"\n",
       "rates are in radians"},
      {"degrees by another name", body + start + times + "[units]\nangular_velocity = \"degrees per hour\"\n",
       "rates are in radians"},
      {"a mean motion in degrees",
       body + start + "[[torque]]\nkind = \"gravity_gradient_circular\"\nmean_motion = 0.06\n" + times +
           "[units]\ntime = \"s\"\n",
       "one revolution in 104.7 seconds"},
      {"a phase in degrees",
       body + start + "[[torque]]\nkind = \"sine_torque\"\namplitude = [1, 0, 0]\nrate = 1\nphase = 90\n" +
           times,
       "are these degrees?"},
      {"gravity that lifts",
       "[body]\nsphere = { radius = 1, mass = 1 }\n" + start + top("pivot = [0, 0, 1]\ngravity = -9.81") +
           times,
       "falls upwards"},
      {"a weight that lifts", about_pivot + start + top("weight = -10\ncentre_of_mass = [0, 0, 0.3]") + times,
       "falls upwards"},
      {"a vessel that capsizes", body + start + vessel_of("2", "-0.1") + times, "capsizes"},
      {"metacentric heights swapped", body + start + vessel_of("0.1", "2") + times,
       "has the smaller one here"},
      {"a quaternion whose scalar comes last",
       body + "[start]\nattitude = { quaternion = [0, 0, 0, 1] }\nangular_velocity = [0.1, 1, 0]\n" + times,
       "the scalar part comes first"},
      {"axes of a satellite swapped", satellite_of("[110, 95, 40]"), "Are axes swapped?"},
      {"hours that are seconds",
       body + start + times + "[units]\ntime = \"h\"\nangular_velocity = \"rad/s\"\n",
       "units.angular_velocity"},
      {"a unit of something else", body + start + times + "[units]\nenergy = \"kg m\"\n",
       "is not a unit of this quantity"},
      {"degrees taken for radians",
       body +
           "[start]\nmomentum = [0, 1, 0]\nattitude = { euler = [10, 90, 0], sequence = \"ZYX\", unit = "
           "\"radians\" }\n" +
           times,
       "90 radians are more than a turn"},
      {"radians taken for degrees",
       body +
           "[start]\nmomentum = [0, 1, 0]\nattitude = { axis = [1, 0, 0], angle = 1.570796, unit = "
           "\"degrees\" }\n" +
           times,
       "as radians would be 90 degrees"},
      {"nothing that moves", body + "[start]\nmomentum = [0, 0, 0]\n" + times, "it does not move"},
      {"an impulse that is too late",
       body + start + "[[torque]]\nkind = \"impulse\"\ntime = 10.5\nmomentum = [1, 0, 0]\n" + times,
       "the impulse at 10.5 never acts: the run goes from 0 to 10"},
      {"a table that ends too early", body + start + table_to("5", "") + times, "go from 0 to 5"},
      {"no orbit", body + start + times, ""},
  };
  for (const auto& [what, text, told] : cases)
    EXPECT_TRUE(contains(warnings_of(text), told)) << what << ": " << warnings_of(text);
  EXPECT_EQ(warnings_of(body + start + times), "");
  EXPECT_EQ(warnings_of(body + start + table_to("10", "") + times), "");
  EXPECT_EQ(warnings_of(body + start + table_to("5", "beyond = \"hold\"\n") + times), "");
  EXPECT_EQ(warnings_of(body +
                        "[start]\nmomentum = [0, 1, 0]\nattitude = { euler = [360, 1.5, 45], sequence = "
                        "\"ZYX\", unit = \"degrees\" }\n" +
                        times),
            "");
  EXPECT_EQ(warnings_of(body + start + times + "[units]\nangular_velocity = \"rad/s\"\n"), "");
  EXPECT_EQ(warnings_of(body + start + vessel_of("2", "0.1") + times), "");
  EXPECT_EQ(
      warnings_of(body +
                  "[start]\nattitude = { quaternion = [0, 0, 0, 1], scalar = \"first\" }\nangular_velocity = "
                  "[0.1, 1, 0]\n" +
                  times),
      "");
  // Gyroscopic parts of a damping matrix do no work.
  EXPECT_EQ(
      warnings_of(body + start +
                  "[[torque]]\nkind = \"linear_damping\"\nmatrix = [[1, 5, 0], [-5, 1, 0], [0, 0, 1]]\n" +
                  times),
      "");
  EXPECT_EQ(warnings_of(about_pivot + start + top("gravity = 10\ncentre_of_mass = [0, 0, 0.3]") + times), "");
  const StateColumns columns =
      columns_of(scenario_of(body + start + times + "[output]\ncolumns = [\"orbit_q\"]\n"));
  ASSERT_EQ(columns.warnings().size(), 1U);
  EXPECT_TRUE(contains(columns.warnings()[0], "no torque has an orbit"));
}

TEST(Vessel, TakesTheMassOfItsBodyAndRefusesAnother) {
  const std::string body = "[body]\nbox = { size = [9, 3, 2], mass = 5 }\n";
  const std::string vessel =
      "[[torque]]\nkind = \"vessel_restoring\"\ngravity = 1\nlongitudinal_height = 1\ntransverse_height = "
      "1\n";
  EXPECT_TRUE(contains(torque_words(scenario_of(body + start + vessel + times).given_torques), "mass 5"));
  EXPECT_TRUE(contains(refusal_of(body + start + vessel + "mass = 6\n" + times), "the mass of the body, 5"));
  EXPECT_TRUE(contains(refusal_of("[body]\nmoments = [1, 2, 2]\n" + start + vessel + times), "no mass"));
}

TEST(Ensembles, NoteWhatWasDrawnForEachRun) {
  const std::string text =
      "[body]\nmoments = [1, { uniform = [1.5, 2] }, { list = [2.5, -1] }]\n[start]\nattitude = \"random\"\n"
      "angular_velocity = { length = 1, direction = \"random\" }\n" +
      times + "[ensemble]\nruns = 2\n";
  const ScenarioFile file = ScenarioFile::parse(text, "s.toml", OtherFiles::refused);
  const std::vector<DrawnNumber> drawn = file.scenario(0).drawn;
  std::vector<std::string> places;
  for (const DrawnNumber& one : drawn) places.push_back(one.place);
  EXPECT_EQ(places, (std::vector<std::string>{
                        "body.moments[2]", "body.moments[3]", "start.attitude_w", "start.attitude_x",
                        "start.attitude_y", "start.attitude_z", "start.angular_velocity.direction_x",
                        "start.angular_velocity.direction_y", "start.angular_velocity.direction_z"}));
  EXPECT_EQ(drawn[0].value, file.scenario(0).body.moments().y());
  // The second run has a negative moment and is refused; what was drawn until then is known.
  EXPECT_THROW(file.scenario(1), RefusedScenario);
  ASSERT_EQ(file.drawn(1).size(), 2U);
  EXPECT_EQ(file.drawn(1)[1].value, -1);
}

}  // namespace
}  // namespace meaning_test
