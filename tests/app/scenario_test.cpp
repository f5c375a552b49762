// SPDX-License-Identifier: MIT
// Scenarios that are understood: what becomes of them, their random numbers, the examples and the document.
#include "scenario/scenario.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <polhode/body/shapes.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/simulate.hpp>
#include <set>
#include <sstream>
#include <string>
#include <support/files.hpp>
#include <support/refusal.hpp>
#include <thread>
#include <vector>

#include "catalogue/given.hpp"
#include "catalogue/torques.hpp"
#include "exit_code.hpp"
#include "result/columns.hpp"
#include "scenario/draw.hpp"
#include "scenario/examples.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace scenario_test {
namespace {

using namespace polhode;
using namespace polhode::app;
using test::lines_of, test::text_of_file;

constexpr double pi = std::numbers::pi;
constexpr double eps = std::numeric_limits<double>::epsilon();

const std::string body = "[body]\nmoments = [1, 2, 3]\n";
const std::string start = "[start]\nangular_velocity = [0.1, 1, 0]\n";
const std::string times = "[times]\nend = 10\n";

ScenarioFile file_of(const std::string& text) {
  return ScenarioFile::parse(text, "s.toml", OtherFiles::refused);
}
Scenario scenario_of(const std::string& text) { return file_of(text).scenario(); }
Scenario with_body(const std::string& text) { return scenario_of("[body]\n" + text + "\n" + start + times); }
Scenario with_start(const std::string& text) { return scenario_of(body + "[start]\n" + text + "\n" + times); }
Scenario with_times(const std::string& text) { return scenario_of(body + start + "[times]\n" + text + "\n"); }
Scenario with(const std::string& text) { return scenario_of(body + start + times + text + "\n"); }

void expect_near(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double tolerance = 4 * eps) {
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance * std::max(1.0, b.cwiseAbs().maxCoeff()))
      << a.transpose() << "  and  " << b.transpose();
}

void expect_same_attitude(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b,
                          double tolerance = 4 * eps) {
  EXPECT_LE(std::min((a.coeffs() - b.coeffs()).norm(), (a.coeffs() + b.coeffs()).norm()), tolerance)
      << a.coeffs().transpose() << "  and  " << b.coeffs().transpose();
}

void expect_moments(const Scenario& s, const Inertia& expected) {
  const auto& [x, y, z] = from_eigen(expected.moments());
  EXPECT_NEAR(s.body.moments().x(), x, 4 * eps * z);
  EXPECT_NEAR(s.body.moments().y(), y, 4 * eps * z);
  EXPECT_NEAR(s.body.moments().z(), z, 4 * eps * z);
}

// What is said is what is meant.

TEST(Scenario, ShortestOneHasTheDefaults) {
  const Scenario s = scenario_of(body + start + times);
  expect_moments(s, Inertia::from_moments(1, 2, 3));
  EXPECT_EQ(body_words(s.given_body), "principal moments 1, 2, 3");
  EXPECT_EQ(s.start.attitude.coeffs(), Eigen::Quaterniond::Identity().coeffs());
  EXPECT_EQ(s.start.momentum, Eigen::Vector3d(0.1, 2, 0));
  EXPECT_TRUE(s.torque.is_none());
  EXPECT_EQ(torque_words(s.given_torques), "");
  EXPECT_EQ(s.times.start, 0);
  EXPECT_EQ(s.times.end, 10);
  EXPECT_EQ(s.times.size(), 1001U);
  EXPECT_EQ(s.method.tolerance, 1e-10);
  EXPECT_FALSE(s.method.step || s.method.free_method || s.method.splitting);
  EXPECT_EQ(s.method.summation, Summation::compensated);
  EXPECT_EQ(s.output.formats, std::vector<std::string>{"csv"});
  EXPECT_FALSE(s.output.in_degrees);
  EXPECT_EQ(s.output.euler_sequence, "ZYX");
  EXPECT_TRUE(s.events.empty());
  EXPECT_TRUE(s.warnings.empty());
  EXPECT_FALSE(file_of(body + start + times).is_ensemble());
}

TEST(Scenario, Bodies) {
  const Matter kilo = Matter::of_mass(2), dense = Matter::of_density(3);
  expect_moments(with_body("tensor = [[1, 0, 0], [0, 3, 0], [0, 0, 2]]"), Inertia::from_moments(1, 2, 3));
  expect_moments(with_body("box = { size = [1, 2, 3], mass = 2 }"), solid_box({1, 2, 3}, kilo).inertia);
  expect_moments(with_body("box = { size = [1, 2, 3], density = 3 }"), solid_box({1, 2, 3}, dense).inertia);
  expect_moments(with_body("ellipsoid = { semi_axes = [1, 2, 3], mass = 2 }"),
                 solid_ellipsoid({1, 2, 3}, kilo).inertia);
  expect_moments(with_body("sphere = { radius = 2, mass = 2 }"), solid_sphere(2, kilo).inertia);
  expect_moments(with_body("sphere = { radius = 2, inner_radius = 1, density = 3 }"),
                 hollow_sphere(2, 1, dense).inertia);
  const Scenario rod = with_body("cylinder = { radius = 1, length = 9, axis = \"x\", mass = 2 }");
  expect_moments(rod, solid_cylinder(1, 9, FrameAxis::x, kilo).inertia);
  expect_near(rod.body.tensor().diagonal(),
              solid_cylinder(1, 9, FrameAxis::x, kilo).inertia.tensor().diagonal(), 4 * eps);
  EXPECT_EQ(body_words(rod.given_body), "cylinder of radius 1, length 9, mass 2");
  expect_moments(with_body("cylinder = { radius = 2, inner_radius = 1, length = 5, mass = 2 }"),
                 hollow_cylinder(2, 1, 5, FrameAxis::z, kilo).inertia);
  const std::vector<PointMass> points{{1, {1, 0, 0}}, {2, {0, 1, 0}}, {3, {0, 0, 1}}};
  const Scenario cloud = with_body(
      "point_masses = [{mass = 1, position = [1, 0, 0]}, {mass = 2, position = [0, 1, 0]}, {mass = 3, "
      "position = [0, 0, "
      "1]}]");
  expect_moments(cloud, Inertia::from_point_masses(points));
  EXPECT_EQ(body_words(cloud.given_body), "3 point masses");
}

TEST(Scenario, OtherFilesStandBesideIt) {
  const test::TemporaryFolder folder;
  folder.write("cube.obj",
               "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\n"
               "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  // A cube of edge 2 around one of edge 1 whose sides look inwards.
  folder.write(
      "hollow.obj",
      "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\n"
      "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
      "v .5 .5 .5\nv 1.5 .5 .5\nv 1.5 1.5 .5\nv .5 1.5 .5\nv .5 .5 1.5\nv 1.5 .5 1.5\nv 1.5 1.5 1.5\nv .5 "
      "1.5 1.5\n"
      "f 10 11 12 9\nf 16 15 14 13\nf 13 14 10 9\nf 14 15 11 10\nf 15 16 12 11\nf 16 13 9 12\n");
  folder.write("torque.csv", "t,x,y,z\n0,0,0,0\n10,1,0,2\n");
  folder.write("bad.csv", "0,0,0,0\n10,1,zero,2\n");
  const std::string name = folder / "s.toml";
  const auto read = [&](const std::string& text) { return ScenarioFile::parse(text, name).scenario(); };
  const Scenario s = read("[body]\nmesh = { file = \"cube.obj\", density = 3 }\n" + start + times +
                          "[[torque]]\nkind = \"tabulated_torque\"\nfile = \"torque.csv\"\n");
  expect_moments(s, Inertia::from_moments(16, 16, 16));  // mass 24, edge 2: 24 (4 + 4) / 12
  EXPECT_EQ(body_words(s.given_body), "mesh cube.obj, density 3");
  EXPECT_EQ(s.warnings, std::vector<std::string>{});
  const Scenario hollow = read("[body]\nmesh = { file = \"hollow.obj\", density = 3 }\n" + start + times);
  expect_moments(hollow, Inertia::from_moments(15.5, 15.5, 15.5));  // less mass 3, edge 1: 3 (1 + 1) / 12
  EXPECT_EQ(
      hollow.warnings,
      (std::vector<std::string>{name + ":2: body.mesh.file: 1 of the 2 shells of the mesh is inside out: "
                                       "taken as a cavity without mass"}));
  const auto torque = s.torque.prepare(s.body).torque({{0, 0, 0}, {1, 0, 0, 0}}, 5);
  expect_near(s.body.from_principal(to_eigen(torque)), {0.5, 0, 1});
  EXPECT_EQ(s.torque.breakpoints(), (std::vector<double>{0, 10}));
  EXPECT_EQ(test::refusal<RefusedScenario>([&] {
              read(body + start + times + "[[torque]]\nkind = \"tabulated_torque\"\nfile = \"bad.csv\"\n");
            }),
            name + ":9: torque[1].file: " + (folder / "bad.csv") +
                ":2: found \"zero\" in field 3, expected a finite number");
  folder.write("s.toml", body + start + times);
  const ScenarioFile whole = ScenarioFile::read(name);
  EXPECT_EQ(whole.text(), body + start + times);
  EXPECT_EQ(whole.name(), name);
  EXPECT_EQ(whole.scenario().times.end, 10);
  EXPECT_THROW(ScenarioFile::read(folder / "none.toml"), FileError);
}

TEST(Scenario, ImpossibleMomentsAreRunWithAWarning) {
  const Scenario s = with_body("moments = [1, 5, 2]");
  EXPECT_EQ(s.warnings,
            (std::vector<std::string>{
                "s.toml:2: body.moments: no distribution of mass has these moments: 5 exceeds the sum of "
                "1 and 2; the run continues"}));
}

TEST(Scenario, Attitudes) {
  const std::string spin = "momentum = [0, 0, 1]\n";
  const double c = std::cos(pi / 12), s = std::sin(pi / 12);
  const Eigen::Quaterniond turned(c, 0, 0, s);  // by 30 degrees about z
  const auto attitude = [&](const std::string& text) {
    return with_start(spin + "attitude = " + text).start.attitude;
  };
  const auto number = [](double x) {
    std::ostringstream t;
    t.precision(17);
    t << std::showpoint << x;
    return t.str();
  };
  expect_same_attitude(attitude("\"identity\""), Eigen::Quaterniond::Identity());
  expect_same_attitude(attitude("{ quaternion = [" + number(c) + ", 0, 0, " + number(s) + "] }"), turned);
  expect_same_attitude(
      attitude("{ quaternion = [0, 0, " + number(s) + ", " + number(c) + "], scalar = \"last\" }"), turned);
  expect_same_attitude(
      attitude("{ quaternion = [" + number(c) + ", 0, 0, " + number(-s) + "], sense = \"space_to_body\" }"),
      turned);
  expect_same_attitude(attitude("{ axis = [0, 0, 5], angle = 30, unit = \"degrees\" }"), turned);
  expect_same_attitude(attitude("{ axis = [0, 0, 1], angle = " + number(pi / 6) + ", unit = \"radians\" }"),
                       turned);
  expect_same_attitude(attitude("{ euler = [30, 0, 0], sequence = \"ZYX\", unit = \"degrees\" }"), turned);
  expect_same_attitude(attitude("{ euler = [0, 0, 30], sequence = \"xyz\", unit = \"degrees\" }"), turned);
  // About the body's axes z then x, and about those of space x then z: the same.
  expect_same_attitude(attitude("{ euler = [30, 0, 20], sequence = \"ZYX\", unit = \"degrees\" }"),
                       attitude("{ euler = [20, 0, 30], sequence = \"extrinsic xyz\", unit = \"degrees\" }"));
  const std::string matrix =
      "[[" + number(std::cos(pi / 6)) + ", -0.5, 0], [0.5, " + number(std::cos(pi / 6)) + ", 0], [0, 0, 1]]";
  expect_same_attitude(attitude("{ matrix = " + matrix + " }"), turned);
  const Scenario longer = with_start(spin + "attitude = { quaternion = [2, 0, 0, 0] }");
  expect_same_attitude(longer.start.attitude, Eigen::Quaterniond::Identity());
  EXPECT_EQ(longer.warnings,
            (std::vector<std::string>{"s.toml:5: start.attitude.quaternion: the norm of the quaternion is "
                                      "2, not 1; it was normalised"}));
}

TEST(Scenario, Spins) {
  const std::string turned = "attitude = { axis = [1, 0, 0], angle = 90, unit = \"degrees\" }\n";
  expect_near(with_start("angular_velocity = [1, 2, 3]").start.momentum, {1, 4, 9});
  expect_near(with_start("momentum = [1, 2, 3]").start.momentum, {1, 2, 3});
  // Upwards in space is the second axis of the body after a quarter turn about the first.
  expect_near(with_start(turned + "momentum = [0, 0, 1]\nframe = \"space\"").start.momentum, {0, 1, 0});
  expect_near(with_start(turned + "angular_velocity = [0, 0, 1]\nframe = \"space\"").start.momentum,
              {0, 2, 0});
  expect_near(with_start("angular_velocity = [180, 0, 0]\nrate_unit = \"degrees\"").start.momentum,
              {pi, 0, 0});
  expect_near(with_start("angular_velocity = [0, 0, 0.5]\nrate_unit = \"turns\"").start.momentum,
              {0, 0, 3 * pi});
  expect_near(with_start("momentum = { length = 10, direction = [0, 3, 4] }").start.momentum, {0, 6, 8});
  const Scenario rod =
      scenario_of("[body]\nmoments = [0, 1, 1]\n[start]\nangular_velocity = [5, 1, 0]\n" + times);
  expect_near(rod.start.momentum, {0, 1, 0});
  ASSERT_EQ(rod.warnings.size(), 1U);
  EXPECT_EQ(rod.warnings[0],
            "s.toml:4: start.angular_velocity: the component about the axis of a linear body, 5, has no "
            "effect and was dropped");
}

/// The torque on a body of moments 1, 2, 3, in its frame.
Eigen::Vector3d torque_at(const Scenario& s, const State& state, double time) {
  const PreparedTorque torque = s.torque.prepare(s.body);
  return s.body.from_principal(
      to_eigen(torque.torque({from_eigen(state.momentum), from_eigen(state.attitude)}, time)));
}

TEST(Scenario, TorquesByFormulas) {
  const auto torque = [](const Scenario& s) {
    return s.torque.prepare(s.body).torque({{0.3, -0.4, 0.5}, {0.5, 0.1, 0.7, 0.5}}, 0.25);
  };
  const Scenario built_in = with(
      "[[torque]]\nkind = \"heavy_top\"\nweight = [0, 1, 2]\ncentre_of_mass = [0.1, 0.2, "
      "0.3]\n");
  const Scenario own = with(
      "[[torque]]\nkind = \"potential_torque\"\npotential = \"dot(a, chi)\"\nconstants = { chi = [0.1, 0.2, "
      "0.3] }\n"
      "space_vectors = { a = [0, 1, 2] }\n");
  EXPECT_NEAR(torque(own).x, torque(built_in).x, 1e-15);
  EXPECT_NEAR(torque(own).y, torque(built_in).y, 1e-15);
  EXPECT_NEAR(torque(own).z, torque(built_in).z, 1e-15);
  EXPECT_EQ(own.torque.prepare(own.body).conserved_name, "energy");
  EXPECT_NE(
      torque_words(own.given_torques).find("dot(a, chi), chi = (0.1, 0.2, 0.3), a = (0, 1, 2) in space"),
      std::string::npos)
      << torque_words(own.given_torques);
  // Units of any kind, and distributions.
  const Scenario many = with(
      "[[torque]]\nkind = \"formula_torque\"\ntorque = [\"k*t/hour\", \"0\", \"v2\"]\n"
      "constants = { k = { list = [\"1 kN m\", \"2 kN m\"] }, hour = \"1 h\", v = [0, \"3 mm\", 0] }\n"
      "[units]\ntime = \"s\"\nlength = \"m\"\nmass = \"kg\"\n[ensemble]\nruns = 2\n");
  EXPECT_NEAR(torque(many).x, 1000 * 0.25 / 3600, 1e-13);
  EXPECT_NEAR(torque(many).z, 0.003, 1e-18);
}

TEST(Scenario, Torques) {
  const State rest{Eigen::Quaterniond::Identity(), {0, 0, 0}},
      spinning{Eigen::Quaterniond::Identity(), {1, 4, 9}};
  const auto at = [&](const std::string& text, const State& state, double time = 0) {
    return torque_at(with("[[torque]]\n" + text), state, time);
  };
  // omega = (1, 2, 3).
  expect_near(at("kind = \"heavy_top\"\nweight = 2\ncentre_of_mass = [1, 0, 0]", rest), {0, 2, 0});
  expect_near(at("kind = \"heavy_top\"\nweight = [0, 0, 2]\ncentre_of_mass = [1, 0, 0]", rest), {0, 2, 0});
  expect_near(at("kind = \"heavy_top\"\nweight = 2\nup = [0, 7, 0]\ncentre_of_mass = [1, 0, 0]", rest),
              {0, 0, -2});
  const double half = std::sqrt(0.5);
  // 3 n^2 c x I c with c = (1, 1, 0)/sqrt 2: 3 (I2 - I1) / 2 about z.
  expect_near(at("kind = \"gravity_gradient_fixed\"\nmean_motion = 1\ndirection = [1, 1, 0]", rest),
              {0, 0, 1.5});
  expect_near(at("kind = \"gravity_gradient_circular\"\nmean_motion = 1", rest, pi / 4), {0, 0, 1.5});
  expect_near(
      at("kind = \"gravity_gradient_circular\"\nmean_motion = 1\nfirst = [0, 1, 0]\ntowards = [0, 0, 1]",
         rest, pi / 4),
      {1.5, 0, 0});
  expect_near(at("kind = \"gravity_gradient_elliptic\"\nmean_motion = 1\neccentricity = 0.5\npericentre_time "
                 "= 3\nfirst = [1, 1, 0]",
                 rest, 3),
              {0, 0, 1.5 * 8});
  // Heeled by 45 degrees about the first axis it is righted.
  const State heeled{Eigen::Quaterniond(Eigen::AngleAxisd(pi / 4, Eigen::Vector3d::UnitX())), {0, 0, 0}};
  expect_near(at("kind = \"vessel_restoring\"\nmass = 2\ngravity = 10\nlongitudinal_height = "
                 "5\ntransverse_height = 0.1",
                 heeled),
              {-2 * 10 * 0.1 * half * half, 0, 0});
  expect_near(at("kind = \"linear_damping\"\ncoefficients = [1, 2, 3]", spinning), {-1, -4, -9});
  expect_near(at("kind = \"linear_damping\"\nmatrix = [[0, 1, 0], [0, 0, 0], [0, 0, 0]]", spinning),
              {-2, 0, 0});
  expect_near(at("kind = \"quadratic_drag\"\ncoefficients = [1, 1, 2]", spinning), {-1, -4, -18});
  // m x (m x omega) for m = (1, 4, 9): m x omega = (-6, 6, -2).
  expect_near(at("kind = \"internal_dissipation\"\nstrength = 0.5", spinning), {-31, -26, 15});
  // The wheel turned with the body: h x omega.
  expect_near(at("kind = \"gyrostat\"\nmomentum = [0, 0, 1]", spinning), {-2, 1, 0});
  const State turned{Eigen::Quaterniond(Eigen::AngleAxisd(pi / 2, Eigen::Vector3d::UnitX())), {0, 0, 0}};
  expect_near(at("kind = \"steady_torque\"\ntorque = [0, 0, 1]", turned), {0, 0, 1});
  expect_near(at("kind = \"steady_torque\"\ntorque = [0, 0, 1]\nframe = \"space\"", turned), {0, 1, 0});
  const std::string table = "kind = \"tabulated_torque\"\ntimes = [0, 2]\ntorques = [[0, 0, 0], [1, 2, 4]]";
  expect_near(at(table, rest, 1), {0.5, 1, 2});
  expect_near(at(table, rest, 3), {0, 0, 0});
  expect_near(at(table + "\nbeyond = \"hold\"", rest, 3), {1, 2, 4});

  const Scenario kicked =
      with("[[torque]]\nkind = \"impulse\"\ntime = 3\nmomentum = [0, 1, 0]\nframe = \"space\"");
  EXPECT_TRUE(kicked.torque.is_none());
  ASSERT_EQ(kicked.torque.impulses().size(), 1U);
  EXPECT_EQ(kicked.torque.impulses()[0].time, 3);
  EXPECT_TRUE(kicked.torque.impulses()[0].frame == TorqueFrame::space);
  EXPECT_EQ(torque_words(kicked.given_torques), "impulse (0, 1, 0) in space at 3");

  const Scenario sum = with(
      "[[torque]]\nkind = \"heavy_top\"\nweight = 2\ncentre_of_mass = [1, 0, 0]\n[[torque]]\nkind = "
      "\"linear_damping\"\n"
      "coefficients = [1, 2, 3]");
  expect_near(torque_at(sum, spinning, 0), {-1, -2, -9});
  EXPECT_EQ(torque_words(sum.given_torques),
            "heavy top, weight (0, 0, 2), centre of mass (1, 0, 0); damping (1, 2, 3)");
}

TEST(Scenario, OutputTimes) {
  const OutputTimes even = with_times("end = 10\ncount = 4").times;
  ASSERT_EQ(even.size(), 5U);
  EXPECT_EQ(even[0], 0);
  EXPECT_EQ(even[1], 2.5);
  EXPECT_EQ(even[4], 10);
  EXPECT_EQ(with_times("end = 1\nevery = 0.1").times.count, 10U);
  const Scenario cut = with_times("end = 10\nevery = 3");
  EXPECT_EQ(cut.times.count, 3U);
  EXPECT_EQ(cut.times.end, 9);
  EXPECT_EQ(cut.warnings, (std::vector<std::string>{
                              "s.toml:7: times.every: the time from start to end is not a multiple of it; "
                              "the last time is 9"}));
  const OutputTimes back = with_times("end = -10\nevery = 2.5").times;
  EXPECT_EQ(back.count, 4U);
  EXPECT_EQ(back[1], -2.5);
  const OutputTimes list = with_times("list = [0.5, 1, 7]").times;
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0], 0.5);
  EXPECT_EQ(list.end, 7);
  EXPECT_EQ(with_times("list = [-1, -2.5]").times[1], -2.5);
  // As many as there are, nothing is kept of them.
  const OutputTimes many = with_times("end = 1\ncount = 9007199254740992").times;
  EXPECT_EQ(many.size(), 9007199254740993U);
  EXPECT_EQ(many[1], 0x1p-53);
  EXPECT_EQ(with_times("end = 10\ncount = 1e6").times.count, 1000000U);
  const OutputTimes late =
      scenario_of(body + "[start]\ntime = 100\nmomentum = [0, 0, 1]\n" + "[times]\nend = 110\ncount = 4\n")
          .times;
  EXPECT_EQ(late[0], 100);
  EXPECT_EQ(late[1], 102.5);
}

TEST(Scenario, MethodSettings) {
  const std::string top =
      "[[torque]]\nkind = \"heavy_top\"\nweight = 2\ncentre_of_mass = [1, 0, 0]\n[method]\n";
  const MethodSettings free = with("[method]\nname = \"dmv6\"\nstep = 0.1").method;
  EXPECT_EQ(free.free_method->name, "dmv6");
  EXPECT_EQ(free.step, 0.1);
  EXPECT_FALSE(free.tolerance || free.splitting);
  const MethodSettings exact = with("[method]\nname = \"exact\"").method;
  EXPECT_FALSE(exact.step || exact.free_method);
  EXPECT_EQ(with("[method]\nname = \"exact\"\nstep = 0.5").method.free_method->name, "exact");
  const MethodSettings split =
      with(top + "name = \"kahan_li8\"\nstep = 0.1\nfree_method = \"rk4\"\nsummation = \"plain\"").method;
  EXPECT_EQ(split.splitting->name, "kahan_li8");
  EXPECT_EQ(split.free_method->name, "rk4");
  EXPECT_EQ(split.summation, Summation::plain);
  const MethodSettings sought = with(top + "name = \"kahan_li8\"\ntolerance = 1e-7").method;
  EXPECT_EQ(sought.tolerance, 1e-7);
  EXPECT_FALSE(sought.step);
  const MethodSettings stepped = with(top + "step = 0.25").method;
  EXPECT_EQ(stepped.step, 0.25);
  EXPECT_FALSE(stepped.tolerance || stepped.splitting);
  // A method that gives whole states cannot be compensated; where nothing is said it is not.
  EXPECT_EQ(with("[method]\nname = \"vilmart_3_1+gauss4+quaternion_mdot\"\nstep = 0.1").method.summation,
            Summation::plain);
}

TEST(Scenario, Events) {
  const auto value = [&](const std::string& text, const State& state) {
    return with("[[event]]\n" + text).events.at(0).function(state, 0);
  };
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(pi / 2, Eigen::Vector3d::UnitX()));
  const State state{turned, {1, 4, 9}};  // omega = (1, 2, 3)
  EXPECT_EQ(value("quantity = \"m_2\"", state), 4);
  EXPECT_EQ(value("quantity = \"m_2\"\nvalue = 3", state), 1);
  EXPECT_EQ(value("quantity = \"omega_3\"", state), 3);
  // The third axis of space is the second of the body.
  EXPECT_NEAR(value("quantity = \"M_3\"", state), 4, 16 * eps);
  EXPECT_NEAR(value("quantity = \"Omega_3\"", state), 2, 8 * eps);
  EXPECT_NEAR(value("quantity = \"kinetic_energy\"", state), 18, 16 * eps * 18);
  EXPECT_NEAR(value("quantity = \"momentum_length\"", state), std::sqrt(98.0), 16 * eps * 10);
  EXPECT_NEAR(value("quantity = \"angle\"\nvalue = 30\nunit = \"degrees\"", state), pi / 3, 4 * eps);
  EXPECT_NEAR(value("quantity = \"angle\"\nvalue = 1\nunit = \"radians\"\nbody_axis = [0, 2, 2]\nspace_axis "
                    "= [0, 0, 1]",
                    state),
              pi / 4 - 1, 4 * eps);
  const Event event =
      with("[[event]]\nname = \"x\"\nquantity = \"m_1\"\ncrossing = \"falling\"\nstops = true").events.at(0);
  EXPECT_EQ(event.name, "x");
  EXPECT_EQ(event.crossing, Crossing::falling);
  EXPECT_TRUE(event.stops);
  EXPECT_EQ(with("[[event]]\nquantity = \"m_1\"").events.at(0).name, "m_1");
}

TEST(Scenario, OutputsAndUnits) {
  const Scenario s =
      scenario_of("title = \"T\"\n" + body + start + times +
                  "[output]\ncolumns = [\"q\", \"euler\"]\ncsv = false\nhdf5 = true\neuler_sequence = "
                  "\"extrinsic zxz\"\ndegrees = true\n[units]\ntime = \"h\"\nenergy = \"J\"\n");
  EXPECT_EQ(s.title, "T");
  EXPECT_EQ(s.output.columns, (std::vector<std::string>{"q", "euler"}));
  EXPECT_EQ(s.output.formats, std::vector<std::string>{"hdf5"});
  EXPECT_TRUE(s.output.in_degrees);
  EXPECT_EQ(s.output.euler_sequence, "zxz");
  EXPECT_EQ(s.units.time, "h");
  EXPECT_EQ(s.units.energy, "J");
  EXPECT_EQ(s.units.momentum, "");
  // Mass, length and time give the rest.
  const Units all = scenario_of(body + start + times +
                                "[units]\ntime = \"s\"\nlength = \"m\"\nmass = \"kg\"\nenergy = \"mJ\"\n")
                        .units;
  EXPECT_EQ(all.momentum, "kg m^2/s");
  EXPECT_EQ(all.angular_velocity, "rad/s");
  EXPECT_EQ(all.energy, "mJ");
}

// Random numbers.

TEST(ScenarioDraw, PhiloxGivesThePublishedNumbers) {
  // Random123, kat_vectors, philox4x32 of 10 rounds.
  using Block = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

/// Mean, variance and fourth moment about given values, over many runs.
struct Statistics {
  static constexpr std::uint64_t runs = 100000;
  template <class Number>
  explicit Statistics(const Number& number) {
    for (std::uint64_t run = 0; run < runs; ++run) {
      const double x = number(Draw(1, run));
      mean += x / runs;
      square += x * x / runs;
      fourth += x * x * x * x / runs;
    }
  }
  double mean = 0, square = 0, fourth = 0;
};

// Five standard errors each; the draws are always the same, so that no test fails by chance.
constexpr double five = 5 / 316.2;

TEST(ScenarioDraw, DistributionsHaveTheirMoments) {
  const Statistics uniform([](const Draw& d) { return d.uniform("a", -1, 1); });
  EXPECT_NEAR(uniform.mean, 0, five * std::sqrt(1.0 / 3));
  EXPECT_NEAR(uniform.square, 1.0 / 3, five * std::sqrt(1.0 / 5 - 1.0 / 9));
  EXPECT_NEAR(uniform.fourth, 1.0 / 5, five * std::sqrt(1.0 / 9 - 1.0 / 25));
  const Statistics normal([](const Draw& d) { return (d.normal("a", 3, 2) - 3) / 2; });
  EXPECT_NEAR(normal.mean, 0, five);
  EXPECT_NEAR(normal.square, 1, five * std::sqrt(2.0));
  EXPECT_NEAR(normal.fourth, 3, five * std::sqrt(96.0));
  const Statistics scale(
      [](const Draw& d) { return std::log(d.log_uniform("a", 1e-3, 1e3)) / std::log(1e3); });
  EXPECT_NEAR(scale.mean, 0, five * std::sqrt(1.0 / 3));
  EXPECT_NEAR(scale.square, 1.0 / 3, five * std::sqrt(1.0 / 5 - 1.0 / 9));
  const Statistics die([](const Draw& d) { return static_cast<double>(d.below("a", 6)) - 2.5; });
  EXPECT_NEAR(die.mean, 0, five * std::sqrt(35.0 / 12));
  EXPECT_NEAR(die.square, 35.0 / 12, five * std::sqrt(707.0 / 48 - 1225.0 / 144));
}

TEST(ScenarioDraw, DirectionsAndRotationsAreUniform) {
  // A component z of a random direction is uniform; so is each of a random rotation's images.
  const auto expect_direction = [](const auto& vector) {
    for (int k = 0; k < 3; ++k) {
      const Statistics s([&](const Draw& d) { return vector(d)(k); });
      EXPECT_NEAR(s.mean, 0, five * std::sqrt(1.0 / 3));
      EXPECT_NEAR(s.square, 1.0 / 3, five * std::sqrt(1.0 / 5 - 1.0 / 9));
      EXPECT_NEAR(s.fourth, 1.0 / 5, five * std::sqrt(1.0 / 9 - 1.0 / 25));
    }
  };
  expect_direction([](const Draw& d) { return d.direction("a"); });
  expect_direction([](const Draw& d) { return to_space(d.rotation("a"), {0, 0.6, 0.8}); });
  // The angle phi of a random rotation has the density (1 - cos phi) / pi: the mean of cos phi is -1/2.
  const Statistics cosine([](const Draw& d) {
    const double w = d.rotation("a").w();
    return 2 * w * w - 1;
  });
  EXPECT_NEAR(cosine.mean, -0.5, five * 0.5);
  for (std::uint64_t run = 0; run < 100; ++run) {
    EXPECT_NEAR(Draw(1, run).rotation("a").norm(), 1, 4 * eps);
    EXPECT_NEAR(Draw(1, run).direction("a").norm(), 1, 4 * eps);
  }
}

TEST(ScenarioDraw, PlacesRunsAndSeedsAreIndependent) {
  const auto correlation = [](const auto& other) {
    return Statistics([&](const Draw& d) { return (d.uniform("a[1]", -1, 1) * other(d)) * 3; }).mean;
  };
  EXPECT_NEAR(correlation([](const Draw& d) { return d.uniform("a[2]", -1, 1); }), 0, five);
  EXPECT_NEAR(correlation([](const Draw& d) { return Draw(1, d.run() + 1).uniform("a[1]", -1, 1); }), 0,
              five);
  EXPECT_NEAR(correlation([](const Draw& d) { return Draw(2, d.run()).uniform("a[1]", -1, 1); }), 0, five);
  EXPECT_NEAR(correlation([](const Draw& d) { return d.uniform("a[1]", -1, 1); }), 1, five * std::sqrt(0.8));
}

const std::string random_text =
    "[body]\nmoments = [1, {uniform = [1.5, 2.5]}, {choice = [2.6, 2.8, 3.0]}]\n[start]\nattitude = "
    "\"random\"\n"
    "angular_velocity = {length = {log_uniform = [0.1, 10]}, direction = \"random\"}\n[times]\nend = {list = "
    "[1, 2, 3]}\n"
    "[ensemble]\nruns = 1000\nseed = 7\n";

std::vector<double> numbers_of(const Scenario& s) {
  const auto& [x, y, z] = from_eigen(s.body.moments());
  const auto& q = s.start.attitude;
  const auto& m = s.start.momentum;
  return {x, y, z, q.w(), q.x(), q.y(), q.z(), m.x(), m.y(), m.z(), s.times.end};
}

TEST(ScenarioEnsemble, RunsDoNotDependOnOrderThreadsOrOtherKeys) {
  const ScenarioFile file = file_of(random_text);
  EXPECT_TRUE(file.is_ensemble());
  EXPECT_EQ(file.runs(), 1000U);
  std::vector<std::vector<double>> forwards(200), by_threads(200);
  for (std::size_t run = 0; run < 200; ++run) forwards[run] = numbers_of(file.scenario(run));
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (std::size_t i = 0; i < 50; ++i)
        by_threads[199 - (4 * i + k)] = numbers_of(file.scenario(199 - (4 * i + k)));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(forwards, by_threads);
  const ScenarioFile richer = file_of("title = \"more\"\n" + random_text +
                                      "[[torque]]\nkind = \"steady_torque\"\ntorque = [{normal = "
                                      "[0, 1]}, {normal = [0, 1]}, 0]\n[output]\ncolumns = [\"m\"]\n");
  EXPECT_EQ(numbers_of(richer.scenario(17)), forwards[17]);
  std::set<std::vector<double>> all(forwards.begin(), forwards.end());
  EXPECT_EQ(all.size(), 200U);
  EXPECT_EQ(forwards[0].back(), 1);
  EXPECT_EQ(forwards[1].back(), 2);
  EXPECT_EQ(forwards[5].back(), 3);
  std::string other_seed = random_text;
  other_seed.replace(other_seed.find("seed = 7"), 8, "seed = 8");
  EXPECT_NE(numbers_of(file_of(other_seed).scenario(0)), forwards[0]);
}

TEST(ScenarioEnsemble, ItIsKnownWhetherRunsDifferInBodyAndStartOnly) {
  EXPECT_FALSE(file_of(random_text).scenario(3).differs_in_body_and_start_only);  // its end is random
  std::string same_times = random_text;
  const std::string random_end = "{list = [1, 2, 3]}";
  same_times.replace(same_times.find(random_end), random_end.size(), "1");
  const auto differs_in_these_only = [&](const std::string& text) {
    return file_of(same_times + text).scenario(3).differs_in_body_and_start_only;
  };
  const std::string top = "[[torque]]\nkind = \"heavy_top\"\nweight = 2\ncentre_of_mass = [0, 0, 1]\n";
  EXPECT_TRUE(differs_in_these_only(""));
  EXPECT_TRUE(differs_in_these_only(top));
  EXPECT_FALSE(
      differs_in_these_only(top + "[[torque]]\nkind = \"steady_torque\"\ntorque = [0, {list = [1]}, 0]\n"));
  EXPECT_FALSE(differs_in_these_only(
      "[[torque]]\nkind = \"impulse\"\ntime = {uniform = [0, 1]}\nmomentum = [1, 0, 0]\n"));
  EXPECT_FALSE(differs_in_these_only("[method]\nstep = {uniform = [0.1, 0.2]}\n"));
}

TEST(ScenarioEnsemble, RunsThatDifferInBodyAndStartOnlyHaveCopiesOfOneTorque) {
  std::string same_times = random_text;
  const std::string random_end = "{list = [1, 2, 3]}";
  same_times.replace(same_times.find(random_end), random_end.size(), "1");
  const std::string top = "[[torque]]\nkind = \"heavy_top\"\nweight = 2\ncentre_of_mass = [0, 0, 1]\n";
  const ScenarioFile same = file_of(same_times + top), drawn = file_of(random_text + top);
  EXPECT_TRUE(same.scenario(3).torque.is_copy_of(same.scenario(7).torque));
  EXPECT_FALSE(drawn.scenario(3).torque.is_copy_of(drawn.scenario(7).torque));
}

TEST(ScenarioEnsemble, NumbersStayWhatTheyWere) {
  // Whoever gives a seed wants the same numbers again, from a later version too.
  const ScenarioFile file =
      file_of(body + "[start]\nmomentum = [{uniform = [0, 1]}, {uniform = [0, 1]}, 0]\n" + times +
              "[ensemble]\nruns = 10\nseed = 1\n");
  EXPECT_EQ(file.scenario(3).start.momentum.x(), 0.8752572051047111);
  EXPECT_EQ(file.scenario(3).start.momentum.y(), 0.7492652579844165);
}

TEST(ScenarioEnsemble, ManyRunsCostNothingUntilTheyAreMade) {
  const ScenarioFile file = file_of(body + "[start]\nmomentum = [{normal = [0, 1]}, 0, 1]\n" + times +
                                    "[ensemble]\nruns = 100000000\nseed = 9223372036854775807\n");
  EXPECT_EQ(file.runs(), 100000000U);
  EXPECT_NE(file.scenario(99999999).start.momentum, file.scenario(0).start.momentum);
}

// The examples.

const ExampleScenario& example(const std::string& kind) {
  const auto& all = example_scenarios();
  const auto found = std::ranges::find(all, kind, &ExampleScenario::kind);
  if (found == all.end()) throw std::runtime_error("no example " + kind);
  return *found;
}

Scenario scenario_of_example(const std::string& kind) {
  return ScenarioFile::parse(example(kind).text, kind).scenario();
}

Simulation simulated(const Scenario& s, const std::vector<double>& at) {
  SimulationOptions options;
  options.start_time = s.times.start;
  options.events = s.events;
  return simulate(s.body, s.start, s.torque, at, s.method.tolerance.value(), options);
}

std::vector<double> some_times(const Scenario& s, std::uint64_t count) {
  std::vector<double> result;
  for (std::uint64_t k = 1; k <= count; ++k) result.push_back(s.times[s.times.count * k / count]);
  return result;
}

TEST(ScenarioExamples, AreTheFilesOfTheFolderAndRunWithoutWarnings) {
  for (const ExampleScenario& e : example_scenarios()) {
    const std::string in_folder =
        text_of_file(std::string(POLHODE_SOURCE) + "/scenarios/" + e.kind + ".toml");
    EXPECT_TRUE(in_folder == e.text) << e.kind;
    const Scenario s = scenario_of_example(e.kind);
    EXPECT_TRUE(s.warnings.empty()) << e.kind << ": " << s.warnings[0];
    EXPECT_FALSE(s.title.empty());
    EXPECT_GE(s.times.count, 1000U);
    EXPECT_LE(s.times.count, 5000U);
    EXPECT_NO_THROW(columns_of(s)) << e.kind;
  }
  EXPECT_EQ(example_scenarios().size(), 7U);
}

TEST(ScenarioExamples, HandleAndMoleculeFlip) {
  for (const char* kind : {"free", "water_molecule"}) {
    const Scenario s = scenario_of_example(kind);
    const auto found = simulated(s, {s.times.end}).events;
    EXPECT_GE(found.size(), 4U) << kind;
    EXPECT_LE(found.size(), 40U) << kind;
  }
}

TEST(ScenarioExamples, AsteroidIsThatOfTheLiterature) {
  const Scenario s = scenario_of_example("asteroid");
  const TumblingDescription d = describe(s.body, s.start);
  EXPECT_NEAR(d.precession_period, 27.38, 0.005);
  EXPECT_NEAR(d.rotation_number, 9.664, 0.002);
}

TEST(ScenarioExamples, ControlTurnsTheSatelliteToItsAttitude) {
  const Scenario s = scenario_of_example("control");
  const Simulation run = simulated(s, {s.times.end});
  EXPECT_EQ(run.engine, "series");
  EXPECT_GT(std::abs(run.states[0].attitude.w()), 0.999);
  EXPECT_LT(run.states[0].momentum.norm(), 1e-2 * s.start.momentum.norm());
  EXPECT_GE(run.events.size(), 1U);
}

TEST(ScenarioExamples, SatelliteKeepsPointingAtTheEarth) {
  const Scenario s = scenario_of_example("satellite");
  const auto at = some_times(s, 300);
  const Simulation run = simulated(s, at);
  double widest = 0, narrowest = 180;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Eigen::Vector3d earth(std::cos(0.0011 * at[i]), std::sin(0.0011 * at[i]), 0);
    const double angle = std::acos(to_space(run.states[i].attitude, {0, 0, 1}).dot(earth)) * 180 / pi;
    widest = std::max(widest, angle);
    narrowest = std::min(narrowest, angle);
  }
  EXPECT_LT(widest, 45);
  EXPECT_GT(widest, 20);
  EXPECT_LT(narrowest, 10);
  EXPECT_EQ(run.events.size(), 10U);  // it passes 20 degrees from the Earth
}

TEST(ScenarioExamples, TopNods) {
  const Scenario s = scenario_of_example("top");
  const auto at = some_times(s, 600);
  const Simulation run = simulated(s, at);
  double lowest = 0, highest = 180, turned = 0, last = -pi / 2;
  for (const State& state : run.states) {
    const Eigen::Vector3d axis = to_space(state.attitude, {0, 0, 1});
    const double tilt = std::acos(axis.z()) * 180 / pi, azimuth = std::atan2(axis.y(), axis.x());
    lowest = std::max(lowest, tilt);
    highest = std::min(highest, tilt);
    turned += std::remainder(azimuth - last, 2 * pi);
    last = azimuth;
  }
  EXPECT_GT(highest, 29.9);
  EXPECT_GT(lowest, 35);
  EXPECT_LT(lowest, 45);
  EXPECT_GT(turned, 2 * 2 * pi);
  EXPECT_GT(run.events.size(), 8U);
}

TEST(ScenarioExamples, VesselComesToRest) {
  const Scenario s = scenario_of_example("vessel");
  const Simulation run = simulated(s, some_times(s, 4));
  EXPECT_LT(std::acos(to_space(run.states.back().attitude, {0, 0, 1}).z()) * 180 / pi, 2);
  EXPECT_GT(run.events.size(), 10U);
  EXPECT_LT(run.events.size(), 60U);
}

// The document.

std::string document() {
  const std::string docs = std::string(POLHODE_SOURCE) + "/docs/";
  return text_of_file(docs + "scenario.md") + text_of_file(docs + "torques.md");
}

/// The section that a heading names: `[body.box]`, or a kind of torque.
std::string section_of(const std::string& heading) {
  const std::size_t open = heading.find("`["), kind = heading.find("`kind = \"");
  if (open != std::string::npos) return heading.substr(open + 2, heading.find("]`") - open - 2);
  if (kind != std::string::npos) return "torque " + heading.substr(kind + 9, heading.find("\"`") - kind - 9);
  return "(none)";
}

TEST(ScenarioDocument, HasEveryKeyAndNoOther) {
  std::set<std::string> documented, known;
  std::string section = "(none)";
  for (const std::string& line : lines_of(document())) {
    if (line.starts_with("#")) section = section_of(line);
    if (line.starts_with("| `")) {
      EXPECT_NE(section, "(none)") << line;
      documented.insert(section + " / " + line.substr(3, line.find('`', 3) - 3));
    }
  }
  for (const auto& [name, keys] : section_keys())
    for (const auto& key : keys) known.insert(name + " / " + key);
  for (const auto& key : known)
    EXPECT_TRUE(documented.contains(key)) << key << " is not in docs/scenario.md or docs/torques.md";
  for (const auto& key : documented) EXPECT_TRUE(known.contains(key)) << key << " is not known";
}

TEST(ScenarioDocument, NamesColumnsAndQuantities) {
  const std::string text = document();
  for (const ColumnGroup& group : column_groups())
    EXPECT_NE(text.find("`" + group.name + "`"), std::string::npos) << group.name;
  for (const std::string& quantity : event_quantities())
    EXPECT_NE(text.find("`\"" + quantity + "\"`"), std::string::npos) << quantity;
}

TEST(ScenarioDocument, HasExamplesThatAreAccepted) {
  std::vector<std::string> examples;
  bool inside = false;
  for (const std::string& line : lines_of(document())) {
    if (line == "```toml") examples.emplace_back();
    if (inside && line != "```") examples.back() += line + "\n";
    if (line.starts_with("```")) inside = line == "```toml";
  }
  EXPECT_GT(examples.size(), 30U);
  for (std::string text : examples) {
    if (text.find("[body]") == std::string::npos && text.find("[[body.") == std::string::npos) text += body;
    if (text.find("[start]") == std::string::npos) text += start;
    if (text.find("[times]") == std::string::npos) text += times;
    if (text.find("[method]\nname") != std::string::npos)
      text += "[[torque]]\nkind = \"heavy_top\"\nweight = 1\ncentre_of_mass = [0, 0, 1]\n";
    try {
      file_of(text).scenario();
    } catch (const RefusedScenario& error) {
      EXPECT_NE(std::string(error.what()).find("no other files here"), std::string::npos)
          << error.what() << "\n"
          << text;
    }
  }
}

}  // namespace
}  // namespace scenario_test
