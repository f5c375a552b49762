// SPDX-License-Identifier: MIT
// Scenarios as people get them wrong, and what they are told.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <support/refusal.hpp>
#include <vector>

#include "exit_code.hpp"
#include "scenario/scenario.hpp"

namespace scenario_refusal_test {
namespace {

using namespace polhode::app;

/// A scenario with one thing wrong. The body is said in line 2, the start in line 4, the times in line 6; the
/// rest follows from line 7.
struct Wrong {
  const char* body = "moments = [1, 2, 3]";
  const char* start = "angular_velocity = [0.1, 1, 0]";
  const char* times = "end = 10";
  bool has_top = false;  ///< before the rest
  const char* rest = "";
  const char* told = "";  ///< what follows "s.toml:"
};

std::ostream& operator<<(std::ostream& to, const Wrong& w) { return to << w.told; }

constexpr const char* random_start = "attitude = \"random\"\nangular_velocity = [0, 0, 1]";
constexpr const char* top = "[[torque]]\nkind = \"heavy_top\"\nweight = 1\ncentre_of_mass = [0, 0, 1]\n";

std::string text_of(const Wrong& w) {
  return std::string("[body]\n") + w.body + "\n[start]\n" + w.start + "\n[times]\n" + w.times + "\n" +
         (w.has_top ? top : "") + w.rest;
}

std::string refusal_of(const std::string& text, OtherFiles files = OtherFiles::refused) {
  return polhode::test::refusal<RefusedScenario>(
      [&] { ScenarioFile::parse(text, "s.toml", files).scenario(); });
}

class ScenarioRefusal : public testing::TestWithParam<Wrong> {};

TEST_P(ScenarioRefusal, SaysWhereWhatAndWhy) {
  const Wrong& w = GetParam();
  const std::string told = refusal_of(text_of(w)), expected = std::string("s.toml:") + w.told;
  if (expected.ends_with("..."))
    EXPECT_EQ(told.substr(0, expected.size() - 3), expected.substr(0, expected.size() - 3)) << told;
  else
    EXPECT_EQ(told, expected);
}

constexpr Wrong wrong_toml[] = {
    Wrong{.body = "moments = [1, 2, 3", .told = "3: not TOML: ..."},
    Wrong{.body = "moments = [1 2 3]", .told = "2: not TOML: ..."},
    Wrong{.body = "moments = [.5, 2, 3]", .told = "2: not TOML: ..."},
    Wrong{.body = "moments [1, 2, 3]", .told = "2: not TOML: ..."},
    Wrong{.body = "moments = [1, 2, 1/3]", .told = "2: not TOML: ..."},
    Wrong{.body = "moments = [1, 2, 3]\nmoments = [1, 2, 4]", .told = "3: not TOML: ..."},
    Wrong{.body = "moments = [1,5; 2; 3]", .told = "2: not TOML: ..."},
    Wrong{.times = "end = 10 s",
          .told =
              "6: not TOML: Error while parsing key-value pair: expected a comment or whitespace, saw 's'; "
              "a value is one number with a decimal point and without its unit, a text in quotes, or an "
              "array in brackets"},
    Wrong{.times = "end = 1,5", .told = "6: not TOML: ..."},
    Wrong{.times = "end = -0.1_\"\"\"l[\xc5\xa4",
          .told = "6: not TOML: found a quote in the middle of a key or a value"},
    Wrong{.rest = "[units]\ntime = \"s\" \"h\"\n",
          .told = "8: not TOML: found a quote in the middle of a key or a value"},
    Wrong{.times = "end =", .told = "6: not TOML: ..."},
    Wrong{.times = "end = ten", .told = "6: not TOML: ..."},
    Wrong{.rest = "[body]\n", .told = "7: not TOML: ..."},
    Wrong{.rest = "[:output]\n",
          .told = "7: not TOML: Error while parsing key: expected bare key starting "
                  "character or string delimiter, saw ':'"},
    Wrong{.rest = "[[ ]]\n", .told = "7: not TOML: ..."},
    Wrong{.rest = "title = \xe2\x80\x9cTop\xe2\x80\x9d\n",
          .told = "7: not TOML: found \"\xe2\x80\x9c\" outside of quotes"},
    Wrong{.body = "tr\xc3\xa4gheit = 1", .told = "2: not TOML: found \"\xc3\xa4\" outside of quotes"},
    Wrong{.body = "moments = [1,\xc2\xa0 2, 3]", .told = "2: not TOML: found \"\xc2\xa0\" outside of quotes"},
    Wrong{.rest = "[units]\ntime = \"\xff\"\n",
          .told = "8: found bytes that are not UTF-8: save the file in that encoding"},
    Wrong{.rest = "[units]\nl\xe4nge = \"m\"\n",
          .told = "8: found bytes that are not UTF-8: save the file in that encoding"},

    Wrong{.rest = "[output\n", .told = "7: not TOML: ..."},
    Wrong{.rest = "title = 'no end\n", .told = "7: not TOML: ..."},
    Wrong{.times = "end = 99999999999999999999999", .told = "6: not TOML: ..."}};
INSTANTIATE_TEST_SUITE_P(Toml, ScenarioRefusal, testing::ValuesIn(wrong_toml));

constexpr Wrong wrong_keys[] = {
    Wrong{.body = "momnets = [1, 2, 3]",
          .told =
              "2: body.momnets: found an unknown key, expected one of moments, tensor, point_masses, box, "
              "ellipsoid, sphere, cylinder, mesh, parts, mass, about; did you mean moments?"},
    Wrong{.body = "Moments = [1, 2, 3]",
          .told =
              "2: body.Moments: found an unknown key, expected one of moments, tensor, point_masses, box, "
              "ellipsoid, sphere, cylinder, mesh, parts, mass, about; did you mean moments?"},
    Wrong{.start = "omega = [0, 0, 1]",
          .told = "4: start.omega: found an unknown key, expected one of time, attitude, angular_velocity, "
                  "momentum, periods, frame, rate_unit, space"},
    Wrong{.times = "end = 10\nstep = 0.1",
          .told = "7: times.step: found an unknown key, expected one of end, every, count, list; step is "
                  "a key of [method]"},
    Wrong{.rest = "[outptu]\ncsv = true\n",
          .told =
              "7: outptu: found an unknown key, expected one of title, body, start, torque, times, method, "
              "event, output, units, ensemble; did you mean output?"},
    Wrong{.rest = "[[torques]]\nkind = 'drag'\n",
          .told = "7: torques: found an unknown key, expected one of title, body, start, torque, times, "
                  "method, "
                  "event, output, units, ensemble; did you mean torque?"},
    Wrong{.rest = "title = \"late\"\n",
          .told = "7: times.title: found an unknown key, expected one of end, every, count, list; title "
                  "is a key of the top level, before the first section"},
    Wrong{.body = "box = { size = [1, 2, 3], mass = 1, colour = \"red\" }",
          .told = "2: body.box.colour: found an unknown key, expected one of size, mass, density"},
    Wrong{.has_top = true,
          .rest = "direction = [1, 0, 0]\n",
          .told = "11: torque[1].direction: found a key that torque heavy_top does not have, expected "
                  "one of kind, "
                  "pivot, gravity, weight, centre_of_mass, up"},
    Wrong{.rest = "[method]\ntolerence = 1e-9\n",
          .told = "8: method.tolerence: found an unknown key, expected one of tolerance, name, step, "
                  "max_step, free_method, summation, companion; did you mean tolerance?"},
    Wrong{.rest = "[units]\nvolume = \"m\"\n",
          .told = "8: units.volume: found an unknown key, expected one of time, momentum, "
                  "angular_velocity, energy, length, mass"},
    Wrong{.rest = "[\"a b\\u0007\"]\n", .told = "7: \"a b\\x07\": found an unknown key, ..."}};
INSTANTIATE_TEST_SUITE_P(Keys, ScenarioRefusal, testing::ValuesIn(wrong_keys));

constexpr Wrong wrong_body[] = {
    Wrong{.body = "",
          .told = "1: body: found none of moments, tensor, point_masses, box, ellipsoid, sphere, "
                  "cylinder, mesh, parts, expected one of them"},
    Wrong{.body = "moments = [1, 2]",
          .told = "2: body.moments: found [1, 2], expected an array of 3 numbers"},
    Wrong{.body = "moments = 3", .told = "2: body.moments: found 3, expected an array of 3 numbers"},
    Wrong{.body = "moments = [1, 2, \"3\"]",
          .told = "2: body.moments[3]: found \"3\", expected a number, without quotes"},
    Wrong{.body = "moments = [1, 2, \"3 kg m^2\"]",
          .told = "2: body.moments[3]: found \"3 kg m^2\", expected a unit of length ..."},
    Wrong{.body = "moments = [1, 2, nan]", .told = "2: body.moments[3]: found nan, expected a finite number"},
    Wrong{.body = "moments = [1, 2, inf]", .told = "2: body.moments[3]: found inf, expected a finite number"},
    Wrong{.body = "moments = [1, 2, true]", .told = "2: body.moments[3]: found true, expected a number"},
    Wrong{.body = "moments = [1, 2, 1979-05-27]",
          .told = "2: body.moments[3]: found a date or time of day, expected a number"},
    Wrong{.body = "moments = [1, 2, -3]",
          .told = "2: body.moments: body: moment of inertia 3: found -3, expected a number that is not "
                  "negative"},
    Wrong{.body = "moments = [0, 0, 1]",
          .told = "2: body.moments: body: moments of inertia: found (0, 0, 1), expected at most one zero "
                  "(a linear "
                  "body has two positive ones)"},
    Wrong{.body = "moments = [1, 2, 3]\ntensor = [[1, 0, 0], [0, 2, 0], [0, 0, 3]]",
          .told = "3: body.tensor: found tensor as well as moments, expected only one of them"},
    Wrong{.body = "tensor = [1, 2, 3]",
          .told = "2: body.tensor: found [1, 2, 3], expected an array of 3 rows, each an array of 3 numbers"},
    Wrong{.body = "tensor = [[1, 0, 0], [0, 2, 0], [0, 3]]",
          .told = "2: body.tensor: found an array of 3, expected an array of 3 rows, each an array of 3 "
                  "numbers"},
    Wrong{.body = "tensor = [[1, 0.5, 0], [0, 2, 0], [0, 0, 3]]",
          .told = "2: body.tensor: inertia tensor: entries (1, 2) and (2, 1): found 0.5 and 0, expected ..."},
    Wrong{.body = "point_masses = [{ mass = 1, position = [0, 0, 0] }]",
          .told = "2: body.point_masses: found an array of 1, expected at least two point masses"},
    Wrong{.body = "point_masses = [{ mass = 1, position = [0, 0, 0] }, { mass = -1, position = [0, 0, 1] }]",
          .told = "2: body.point_masses[2].mass: found -1, expected a positive number"},
    Wrong{.body = "point_masses = [{ mass = 1, position = [0, 0, 0] }, { mass = 1 }]",
          .told = "2: body.point_masses[2]: found no position, expected an array of 3 numbers"},
    Wrong{.body = "point_masses = [{ mass = 1, position = [1, 0, 0] }, { mass = 1, position = [1, 0, 0] }]",
          .told = "2: body.point_masses: point masses: found 2 points at one position, ..."},
    Wrong{.body = "box = [1, 2, 3]",
          .told = "2: body.box: found [1, 2, 3], expected a table with keys among size, mass, density"},
    Wrong{.body = "box = { size = [1, 2, 3] }",
          .told = "2: body.box: found none of mass, density, expected a mass or a density"},
    Wrong{.body = "box = { size = [1, 2, 3], mass = 1, density = 2 }",
          .told = "2: body.box.density: found density as well as mass, expected only one of them"},
    Wrong{.body = "box = { size = [1, 2, -3], mass = 1 }",
          .told = "2: body.box.size: box: edge along z: found -3, expected ..."},
    Wrong{.body = "box = { size = [1, 2, 3], mass = 0 }",
          .told = "2: body.box.mass: found 0, expected a positive number"},
    Wrong{.body = "ellipsoid = { axes = [1, 2, 3], mass = 1 }",
          .told = "2: body.ellipsoid.axes: found an unknown key, expected one of semi_axes, mass, density"},
    Wrong{.body = "sphere = { radius = 1, inner_radius = 2, mass = 1 }",
          .told = "2: body.sphere: hollow sphere: inner radius: found 2, expected ..."},
    Wrong{.body = "cylinder = { radius = 1, mass = 1 }",
          .told = "2: body.cylinder: found no length, expected a length"},
    Wrong{.body = "cylinder = { radius = 1, length = 2, axis = \"w\", mass = 1 }",
          .told = "2: body.cylinder.axis: found \"w\", expected one of \"x\", \"y\", \"z\""},
    Wrong{.body = "mesh = \"body.stl\"",
          .told =
              "2: body.mesh: found \"body.stl\", expected a table with keys among file, mass, density, weld"},
    Wrong{.body = "mesh = { file = 3, density = 1 }", .told = "2: body.mesh.file: found 3, expected ..."}};
INSTANTIATE_TEST_SUITE_P(Body, ScenarioRefusal, testing::ValuesIn(wrong_body));

constexpr Wrong wrong_start[] = {
    Wrong{.start = "",
          .told =
              "3: start: found none of angular_velocity, momentum, periods, expected one of them, such as "
              "angular_velocity = [0, 0, 1]"},
    Wrong{.start = "angular_velocity = [0, 0, 1]\nmomentum = [0, 0, 1]",
          .told = "5: start.momentum: found momentum as well as angular_velocity, expected only one of them"},
    Wrong{.start = "momentum = 3",
          .told = "4: start.momentum: found 3, expected an array of 3 numbers, or a table with length "
                  "and direction"},
    Wrong{.start = "momentum = [0, 0, 1]\nframe = \"world\"",
          .told = "5: start.frame: found \"world\", expected \"body\" or \"space\""},
    Wrong{.start = "momentum = [0, 0, 1]\nrate_unit = \"degrees\"",
          .told = "5: start.rate_unit: found \"degrees\", expected no rate_unit with a momentum"},
    Wrong{.start = "angular_velocity = [0, 0, 1]\nrate_unit = \"rpm\"",
          .told = "5: start.rate_unit: found \"rpm\", expected one of \"radians\", \"degrees\", \"turns\""},
    Wrong{.start = "momentum = [0, 0, 1]\ntime = \"now\"",
          .told = "5: start.time: found \"now\", expected a number"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = [1, 0, 0, 0]",
          .told = "5: start.attitude: found [1, 0, 0, 0], expected \"identity\", \"random\", or a table "
                  "such as "
                  "{quaternion = [1, 0, 0, 0]}"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { quaternion = [1, 0, 0] }",
          .told = "5: start.attitude.quaternion: found [1, 0, 0], expected an array of 4 numbers"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { quaternion = [0, 0, 0, 0] }",
          .told = "5: start.attitude.quaternion: attitude quaternion: found (0, 0, 0, 0), expected a "
                  "quaternion that "
                  "is not zero"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { quaternion = [1, 0, 0, 0], matrix = "
                   "[[1,0,0],[0,1,0],[0,0,1]] }",
          .told = "5: start.attitude.matrix: found matrix as well as quaternion, expected only one of them"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { axis = [0, 0, 1], angle = 30 }",
          .told = "5: start.attitude: found no unit, expected unit = \"degrees\" or \"radians\" with an "
                  "angle, or \"30 deg\""},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { axis = [0, 0, 1], angle = 30, unit = \"deg\" }",
          .told = "5: start.attitude.unit: found \"deg\", expected \"degrees\" or \"radians\"; did you "
                  "mean degrees?"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { axis = [0, 0, 1], angle = 30, unit = \"gon\" }",
          .told = "5: start.attitude.unit: found \"gon\", expected \"degrees\" or \"radians\""},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { axis = [0, 0, 0], angle = 30, unit = \"degrees\" }",
          .told = "5: start.attitude.axis: found [0, 0, 0], expected a direction: three numbers that are "
                  "not all zero"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { axis = [0, 0, 1], unit = \"degrees\" }",
          .told = "5: start.attitude: found no angle, expected the angle of the turn about the axis"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { euler = [1, 2, 3], unit = \"degrees\" }",
          .told = "5: start.attitude: found no sequence, expected sequence with Euler angles, such as "
                  "\"ZYX\" (about "
                  "the body's axes) or \"zyx\" (about space's)"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { euler = [1, 2, 3], sequence = \"ZZX\", unit = "
                   "\"degrees\" }",
          .told = "5: start.attitude.sequence: sequence of Euler angles: found \"ZZX\", expected ..."},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { quaternion = [1, 0, 0, 0], unit = \"degrees\" }",
          .told = "5: start.attitude.unit: found \"degrees\", expected no unit with a quaternion"},
    Wrong{.start = "momentum = [0, 0, 1]\nattitude = { matrix = [[1,0,0],[0,1,0],[0,0,-1]] }",
          .told = "5: start.attitude.matrix: rotation matrix: found determinant -1, expected ..."},
    Wrong{.start = random_start,
          .told = "4: start.attitude: found \"random\", expected a section [ensemble] with runs, "
                  "which random values need"},
    Wrong{.body = "moments = [0, 1, 1]",
          .start = "momentum = [1, 0, 0]",
          .told = "4: start.momentum: momentum about the axis of a linear body: found 1, expected ..."},
    Wrong{.start = "angular_velocity = { length = 1 }",
          .told = "4: start.angular_velocity: found no direction, expected a direction: an array of 3 "
                  "numbers, or "
                  "\"random\""},
    Wrong{
        .start = "angular_velocity = { uniform = [1, 2] }",
        .told = "4: start.angular_velocity.uniform: found an unknown key, expected one of length, direction"},
    Wrong{.start = "angular_velocity = [1e308, 1e308, 1e308]",
          .told = "4: start.angular_velocity: momentum: found (1e+308, inf, inf), expected finite "
                  "components"}};
INSTANTIATE_TEST_SUITE_P(Start, ScenarioRefusal, testing::ValuesIn(wrong_start));

constexpr Wrong wrong_torques[] = {
    Wrong{.rest = "[torque]\nkind = \"quadratic_drag\"\n",
          .told = "7: torque: found a table with \"kind\", expected an array of tables, each under "
                  "[[torque]] in double "
                  "brackets"},
    Wrong{.rest = "[[torque]]\nweight = 1\n",
          .told = "7: torque[1]: found no kind, expected kind, one of \"heavy_top\", ..."},
    Wrong{.rest = "[[torque]]\nkind = \"heavy-top\"\n",
          .told = "8: torque[1].kind: found \"heavy-top\", expected one of \"heavy_top\", "
                  "\"gravity_gradient_fixed\", "
                  "\"gravity_gradient_circular\", \"gravity_gradient_elliptic\", "
                  "\"vessel_restoring\", \"linear_damping\", \"quadratic_drag\", "
                  "\"internal_dissipation\", \"gyrostat\", \"dipole\", \"steady_torque\", \"sine_torque\", "
                  "\"tabulated_torque\", \"impulse\", \"formula_torque\", \"potential_torque\"; did you "
                  "mean heavy_top?"},
    Wrong{.has_top = true,
          .rest = "[[torque]]\nkind = \"gyrostat\"\n",
          .told = "11: torque[2]: found no momentum, expected an array of 3 numbers (momentum)"},
    Wrong{.rest = "[[torque]]\nkind = \"heavy_top\"\nweight = \"1 N\"\ncentre_of_mass = [0, 0, 1]\n",
          .told = "9: torque[1].weight: found \"1 N\", expected a unit of time ..."},
    Wrong{.rest = "[[torque]]\nkind = \"heavy_top\"\nweight = [0, 0, 1]\ncentre_of_mass = [0, 0, 1]\nup "
                  "= [0, 0, 1]\n",
          .told = "11: torque[1].up: found [0, 0, 1], expected no up with a weight that is a vector"},
    Wrong{
        .rest = "[[torque]]\nkind = \"gravity_gradient_elliptic\"\nmean_motion = 1\neccentricity = 1.5\n",
        .told = "7: torque[1]: eccentricity of an orbit: found 1.5, expected a number from 0 to less than 1"},
    Wrong{.rest = "[[torque]]\nkind = \"gravity_gradient_circular\"\nmean_motion = 1\ntowards = [1, 0, 0]\n",
          .told = "7: torque[1]: second vector of the plane of an orbit: found (1, 0, 0), expected a vector "
                  "that is not parallel to the first"},
    Wrong{.rest = "[[torque]]\nkind = \"linear_damping\"\n",
          .told = "7: torque[1]: found none of coefficients, matrix, expected one of them"},
    Wrong{.rest = "[[torque]]\nkind = \"quadratic_drag\"\ncoefficients = [1, 1, -1]\n",
          .told = "7: torque[1]: coefficient of quadratic drag: found -1, expected a finite number that is "
                  "not negative"},
    Wrong{.body = "tensor = [[2, 0.1, 0], [0.1, 2, 0], [0, 0, 3]]",
          .rest = "[[torque]]\nkind = \"quadratic_drag\"\ncoefficients = [1, 1, 1]\n",
          .told = "7: torque[1]: body under quadratic drag: ..."},
    Wrong{.rest = "[[torque]]\nkind = \"tabulated_torque\"\ntimes = [0, 1]\ntorques = [[0, 0, 1]]\n",
          .told = "10: torque[1].torques: found 1 torques, expected as many as times, 2"},
    Wrong{
        .rest = "[[torque]]\nkind = \"tabulated_torque\"\ntimes = [1, 0]\ntorques = [[0, 0, 1], [0, 0, 2]]\n",
        .told = "7: torque[1]: time in row 2 of a torque table: found 0, expected a later time than in the "
                "previous row, 1"},
    Wrong{.rest = "[[torque]]\nkind = \"tabulated_torque\"\ntimes = [1, 0]\nfile = \"x.csv\"\n",
          .told = "10: torque[1].file: found file as well as times, expected only one of them"},
    Wrong{.rest = "[[torque]]\nkind = \"steady_torque\"\ntorque = [0, 0, 1]\nframe = \"inertial\"\n",
          .told = "10: torque[1].frame: found \"inertial\", expected \"body\" or \"space\""}};
INSTANTIATE_TEST_SUITE_P(Torques, ScenarioRefusal, testing::ValuesIn(wrong_torques));

constexpr Wrong wrong_formulas[] = {
    Wrong{.rest = "[[torque]]\nkind = \"potential_torque\"\n",
          .told = "7: torque[1]: found no potential, expected a text (energy)"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = [\"1\", \"t +\", \"2\"]\n",
          .told =
              "9: torque[1].torque[2]: column 4 of the formula: found the end, expected a number, a name, "
              "\"(\" or \"[\""},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = [\n\"1\",\n\"2\",\n\"-3*omga1\"]\n",
          .told =
              "12: torque[1].torque[3]: column 4 of the formula: found \"omga1\", expected one of t, pi, "
              "qw, qx, qy, qz, m, omega, M, Omega, or the name of a given constant; did you mean omega1?"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = \"-k*omega\"\nconstants = { kk = 1 }\n",
          .told = "9: torque[1].torque: column 2 of the formula: found \"k\", expected one of t, pi, qw, qx, "
                  "qy, qz, m, omega, M, Omega, kk, or the name of a given constant; did you mean kk?"},
    Wrong{.rest = "[[torque]]\nkind = \"potential_torque\"\npotential = \"omega1^2\"\n",
          .told = "9: torque[1].potential: column 1 of the formula: found \"omega1\", expected a potential "
                  "that depends on attitude and time only"},
    Wrong{.rest = "[[torque]]\nkind = \"potential_torque\"\npotential = \"qw\"\nframe = \"space\"\n",
          .told = "10: torque[1].frame: found a key that torque potential_torque does not have, expected one "
                  "of kind, potential, constants, space_vectors"},
    Wrong{.rest = "[[torque]]\nkind = \"potential_torque\"\npotential = \"qw\"\ntorque = \"m\"\n",
          .told =
              "10: torque[1].torque: found a key that torque potential_torque does not have, expected one "
              "of kind, potential, constants, space_vectors"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = [\"1\", \"2\"]\n",
          .told =
              "9: torque[1].torque: found an array of 2, expected a formula for a vector, or an array of 3 "
              "formulas for its components"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = [\"1\", 2, \"3\"]\n",
          .told = "9: torque[1].torque[2]: found 2, expected a formula: text in quotes"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = \"m\"\nconstants = 3\n",
          .told = "10: torque[1].constants: found 3, expected a table of names: { k = 0.5 }, for instance"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = \"m\"\nconstants = { k = \"three\" }\n",
          .told = "10: torque[1].constants.k: found \"three\", expected a number"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = \"m\"\nconstants = { v = [1, 2] }\n",
          .told = "10: torque[1].constants.v: found [1, 2], expected a number, or an array of 3 numbers"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = \"m\"\nspace_vectors = { u = 1 }\n",
          .told = "10: torque[1].space_vectors.u: found 1, expected a vector: an array of 3 numbers"},
    Wrong{.rest = "[[torque]]\nkind = \"formula_torque\"\ntorque = \"m\"\nconstants = { omega = 1 }\n",
          .told = "7: torque[1]: name in a formula: found \"omega\", expected another name: omega is already "
                  "defined"}};
INSTANTIATE_TEST_SUITE_P(Formulas, ScenarioRefusal, testing::ValuesIn(wrong_formulas));

constexpr Wrong wrong_times[] = {
    Wrong{.times = "", .told = "5: times: found none of end, list, expected an end, or a list of times"},
    Wrong{.times = "end = 10\nlist = [1, 2]",
          .told = "7: times.list: found list as well as end, expected only one of them"},
    Wrong{.times = "end = 10\nevery = 1\ncount = 10",
          .told = "8: times.count: found count as well as every, expected only one of them"},
    Wrong{.times = "end = 1e300", .told = "5: times: time: found 1e+300, expected a number within ..."},
    Wrong{.times = "end = 10\nevery = 0", .told = "7: times.every: found 0, expected a positive number"},
    Wrong{.times = "end = 10\nevery = 20",
          .told = "7: times.every: found 20, expected at most 10, the time from start to end"},
    Wrong{.times = "end = 10\nevery = 1e-300",
          .told = "7: times.every: found 1e-300, expected not more than 2^53 times"},
    Wrong{.times = "end = 10\ncount = 2.5",
          .told = "7: times.count: found 2.5, expected a whole number from 1 to 2^53"},
    Wrong{.times = "end = 10\ncount = 0",
          .told = "7: times.count: found 0, expected a whole number from 1 to 2^53"},
    Wrong{.times = "end = 10\ncount = 1000000000000000000",
          .told = "7: times.count: found 1000000000000000000, expected a whole number from 1 to 2^53"},
    Wrong{.times = "end = 10\ncount = -5",
          .told = "7: times.count: found -5, expected a whole number from 1 to 2^53"},
    Wrong{.times = "end = 0",
          .told = "6: times.end: found 0, expected a time other than that of the start, 0"},
    Wrong{.times = "end = \"10\"", .told = "6: times.end: found \"10\", expected a number, without quotes"},
    Wrong{.times = "list = []", .told = "6: times.list: found [], expected at least one time"},
    Wrong{.times = "list = [1, 3, 2]",
          .told = "6: times.list[3]: found 2, expected later than the time before, 3"},
    Wrong{.times = "list = [-1, 1]",
          .told = "6: times.list[1]: found -1, expected all times on one side of the start, 0"}};
INSTANTIATE_TEST_SUITE_P(Times, ScenarioRefusal, testing::ValuesIn(wrong_times));

constexpr Wrong wrong_settings[] = {
    Wrong{.rest = "[method]\ntolerance = 2\n",
          .told = "8: method.tolerance: found 2, expected a number between 0 and 1"},
    Wrong{.rest = "[method]\nmax_step = 0.1\n",
          .told = "8: method.max_step: found 0.1, expected no max_step, since no torque acts and the motion "
                  "is computed without steps"},
    Wrong{.rest = "[method]\nstep = 0.1\nmax_step = 0.1\n",
          .told = "9: method.max_step: found 0.1, expected no max_step beside step"},
    Wrong{.rest = "[method]\ntolerance = 1e-9\nstep = 0.1\n",
          .told = "9: method.step: found step as well as tolerance, expected only one of them"},
    Wrong{.rest = "[method]\nname = \"rk5\"\nstep = 0.1\n",
          .told = "8: method.name: found \"rk5\", expected a method for free bodies (polhode "
                  "methods lists them); did you mean rk4?"},
    Wrong{.rest = "[method]\nname = \"rk4\"\n",
          .told = "7: method: found no step, expected a step for the method rk4"},
    Wrong{.rest = "[method]\nname = \"strang_kick\"\nstep = 0.1\n",
          .told = "8: method.name: found \"strang_kick\", expected a method for a free body (see polhode "
                  "methods), "
                  "since no torque acts; this is a splitting"},
    Wrong{.has_top = true,
          .rest = "[method]\nname = \"rk4\"\nstep = 0.1\n",
          .told = "12: method.name: found \"rk4\", expected a splitting, since a torque acts "
                  "(polhode methods lists them)"},
    Wrong{.rest = "[method]\nfree_method = \"rk4\"\n",
          .told = "8: method.free_method: found \"rk4\", expected name instead, since no torque acts"},
    Wrong{.rest = "[[torque]]\nkind = \"linear_damping\"\ncoefficients = [1, 1, 1]\n[method]\nname = "
                  "\"blanes_moan_srkn14a\"\nstep "
                  "= 0.1\n",
          .told = "10: method: splitting of a torque that depends on the momentum (linear damping): "
                  "found blanes_moan_srkn14a, expected coefficients for any torque, ..."},
    Wrong{.rest = "[method]\nstep = -0.1\n",
          .told = "8: method.step: found -0.1, expected a positive number"},
    Wrong{.rest = "[method]\nsummation = \"kahan\"\n",
          .told = "8: method.summation: found \"kahan\", expected \"compensated\" or \"plain\""},
    Wrong{.rest = "[event]\nquantity = \"m_1\"\n",
          .told = "7: event: found a table with \"quantity\", expected an array of tables, each under "
                  "[[event]] in double "
                  "brackets"},
    Wrong{.rest = "[[event]]\nname = \"flip\"\n",
          .told = "7: event[1]: found no quantity, expected quantity, one of \"m_1\", ..."},
    Wrong{.rest = "[[event]]\nquantity = \"m1\"\n",
          .told = "8: event[1].quantity: found \"m1\", expected one of \"m_1\", \"m_2\", ..."},
    Wrong{.rest = "[[event]]\nquantity = \"angle\"\nvalue = 90\n",
          .told = "7: event[1]: found no unit, expected unit = \"degrees\" or \"radians\" with an angle, or "
                  "\"30 deg\""},
    Wrong{.rest = "[[event]]\nquantity = \"angle\"\nunit = \"degrees\"\nvalue = 270\n",
          .told = "10: event[1].value: found 270, expected an angle greater than 0 and less than a "
                  "straight angle"},
    Wrong{.rest = "[[event]]\nquantity = \"m_1\"\nunit = \"degrees\"\n",
          .told = "9: event[1].unit: found \"degrees\", expected no unit unless the quantity is an angle"},
    Wrong{.rest = "[[event]]\nquantity = \"m_1\"\ncrossing = \"up\"\n",
          .told = "9: event[1].crossing: found \"up\", expected one of \"rising\", \"falling\", \"either\""},
    Wrong{.rest = "[[event]]\nquantity = \"m_1\"\nstops = \"yes\"\n",
          .told = "9: event[1].stops: found \"yes\", expected true or false, without quotes"},
    Wrong{.rest = "[output]\ncolumns = \"m\"\n", .told = "8: output.columns: found \"m\", expected an array"},
    Wrong{.rest = "[output]\ncolumns = []\n",
          .told = "8: output.columns: found an empty array, expected some of t, m, ..."},
    Wrong{.rest = "[output]\ncolumns = [\"m\", \"omge\"]\n",
          .told = "8: output.columns[2]: found \"omge\", expected one of \"t\", \"m\", \"omega\", ..."},
    Wrong{.rest = "[output]\ncolumns = [\"m\", \"m\"]\n",
          .told = "8: output.columns[2]: found \"m\", expected each name once"},
    Wrong{.rest = "[output]\ncsv = 1\n",
          .told = "8: output.csv: found 1, expected true or false, without quotes"},
    Wrong{.rest = "[output]\ncsv = false\n",
          .told = "7: output: found neither csv nor hdf5, expected at least one of them"},
    Wrong{.rest = "[output]\neuler_sequence = \"ypr\"\n",
          .told = "8: output.euler_sequence: sequence of Euler angles: found \"ypr\", expected ..."},
    Wrong{.rest = "[units]\ntime = 1\n", .told = "8: units.time: found 1, expected text in quotes"}};
INSTANTIATE_TEST_SUITE_P(Settings, ScenarioRefusal, testing::ValuesIn(wrong_settings));

constexpr Wrong wrong_ensembles[] = {
    Wrong{.rest = "[ensemble]\nseed = 1\n",
          .told = "7: ensemble: found no runs, expected runs, the number of motions"},
    Wrong{.rest = "[ensemble]\nruns = 0\n",
          .told = "8: ensemble.runs: found 0, expected a whole number from 1 to 100000000000"},
    Wrong{.rest = "[ensemble]\nruns = 1000000000000\n",
          .told = "8: ensemble.runs: found 1000000000000, expected a whole number from 1 to 100000000000"},
    Wrong{.rest = "[ensemble]\nruns = \"many\"\n",
          .told = "8: ensemble.runs: found \"many\", expected a whole number from 1 to 100000000000"},
    Wrong{.rest = "[ensemble]\nruns = { uniform = [1, 2] }\n",
          .told = "8: ensemble.runs: found a table with \"uniform\", expected a plain number"},
    Wrong{.rest = "[ensemble]\nruns = 5\nseed = -1\n",
          .told = "9: ensemble.seed: found -1, expected a whole number of at least 0"},
    Wrong{.body = "moments = [1, 2, { uniform = [2, 3] }]",
          .told = "2: body.moments[3]: found a table with \"uniform\", expected a section [ensemble] "
                  "with runs, which random "
                  "values need"},
    Wrong{.body = "moments = [1, 2, { unifrom = [2, 3] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].unifrom: found an unknown key, expected one of uniform, normal, "
                  "log_uniform, "
                  "list, choice; did you mean uniform?"},
    Wrong{.body = "moments = [1, 2, { uniform = [3, 2] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].uniform: found [3, 2], expected the smaller number first"},
    Wrong{.body = "moments = [1, 2, { uniform = 3 }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].uniform: found 3, expected an array"},
    Wrong{.body = "moments = [1, 2, { normal = [2] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].normal: found [2], expected [mean, standard deviation]"},
    Wrong{.body = "moments = [1, 2, { normal = [2, -1] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].normal: found [2, -1], expected a standard deviation that is not "
                  "negative"},
    Wrong{.body = "moments = [1, 2, { log_uniform = [0, 1] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].log_uniform: found [0, 1], expected positive numbers"},
    Wrong{.body = "moments = [1, 2, { list = [] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].list: found [], expected at least one number"},
    Wrong{.body = "moments = [1, 2, { uniform = [1, 2], list = [1] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].list: found list as well as uniform, expected only one of them"},
    Wrong{.body = "moments = [1, 2, { uniform = [1, { uniform = [2, 3] }] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].uniform[2]: found a table with \"uniform\", expected a finite number"},
    Wrong{.body = "moments = [1, 2, { uniform = [-1e308, 1e308] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments[3].uniform: found [-1e+308, 1e+308], expected a range that a double "
                  "can hold"},
    Wrong{.body = "moments = [1, 2, { list = [-1] }]",
          .rest = "[ensemble]\nruns = 5\n",
          .told = "2: body.moments: body: moment of inertia 3: found -1, expected a number that is not "
                  "negative"}};
INSTANTIATE_TEST_SUITE_P(Ensembles, ScenarioRefusal, testing::ValuesIn(wrong_ensembles));

TEST(ScenarioRefused, WithoutASection) {
  EXPECT_EQ(refusal_of(""),
            "s.toml: body: found no such section, expected [body] with moments, a tensor, point masses, a "
            "shape, a mesh or parts");
  EXPECT_EQ(refusal_of("[body]\nmoments = [1, 2, 3]"),
            "s.toml: start: found no such section, expected [start] with an angular velocity or a momentum");
  EXPECT_EQ(refusal_of("[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [1, 0, 0]\n"),
            "s.toml: times: found no such section, expected [times] with an end or a list");
  EXPECT_EQ(refusal_of("body = 3"),
            "s.toml:1: body: found 3, expected a table with keys among moments, tensor, point_masses, box, "
            "ellipsoid, "
            "sphere, cylinder, mesh, parts, mass, about");
  EXPECT_EQ(refusal_of("title = 3\n" + text_of({})), "s.toml:1: title: found 3, expected text in quotes");
}

TEST(ScenarioRefused, OtherFilesAreNamed) {
  const std::string mesh = text_of({.body = "mesh = { file = \"none.stl\", density = 1 }"});
  EXPECT_EQ(refusal_of(mesh), "s.toml:2: body.mesh.file: found \"none.stl\", expected no other files here");
  const auto failure_of = [](const std::string& text) {
    return polhode::test::refusal<FileError>(
        [&] { ScenarioFile::parse(text, "s.toml", OtherFiles::read).scenario(); });
  };
  EXPECT_EQ(failure_of(mesh), "s.toml:2: body.mesh.file: cannot open none.stl: No such file or directory");
  const std::string table =
      text_of({.rest = "[[torque]]\nkind = \"tabulated_torque\"\nfile = \"none.csv\"\n"});
  EXPECT_EQ(refusal_of(table), "s.toml:9: torque[1].file: found \"none.csv\", expected no other files here");
  EXPECT_EQ(failure_of(table), "s.toml:9: torque[1].file: cannot open none.csv: No such file or directory");
}

TEST(ScenarioRefused, DepthAndSizeAreBounded) {
  const auto repeated = [](const std::string& part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
  };
  const std::string deep_brackets = "s.toml:2: found brackets more than 16 deep";
  EXPECT_EQ(refusal_of("\nx = " + repeated("[", 100000)), deep_brackets);
  EXPECT_EQ(refusal_of("\nx = " + repeated("{a=", 100000)), deep_brackets);
  const std::string long_key = "s.toml:1: found a key of more than 16 parts";
  EXPECT_EQ(refusal_of(repeated("a.", 100000) + "a = 1"), long_key);
  EXPECT_EQ(refusal_of("[" + repeated("\"=\".", 100000) + "a]"), long_key);
  EXPECT_EQ(refusal_of("x = { y = \"\"\"\"a\"b'\"\"\", " + repeated("a.", 100000) + "a = 1}"), long_key);
  EXPECT_EQ(refusal_of("#" + repeated("................", 1 << 16)).substr(0, 21), "s.toml: found 1048577");
  // Dots and brackets in comments and strings are none.
  const std::string dots = repeated(".", 100), brackets = repeated("[", 100);
  EXPECT_EQ(refusal_of("# " + dots + brackets + "\ntitle = \"" + dots + brackets + "\"\n" + text_of({})),
            "accepted");
  EXPECT_EQ(refusal_of("title = '''\n" + dots + "'" + brackets + "''''\n" + text_of({})), "accepted");
  EXPECT_EQ(refusal_of("title = \"a\\\"" + dots + "\"\n" + text_of({})), "accepted");
  EXPECT_EQ(refusal_of("# \xc3\xa4\ntitle = \"\xc3\xa4\"\n" + text_of({})), "accepted");
  EXPECT_EQ(refusal_of("\xef\xbb\xbftitle = '''\n\xc3\xa4'''\n" + text_of({})), "accepted");
  EXPECT_EQ(refusal_of("title = \"\"\"a \\\n  b\xc3\xa4\"\"\"\n" + text_of({})), "accepted");
  EXPECT_EQ(refusal_of("title = \"\"\"a \\\n  \xc3\xa4\"\"\"\n"),
            "s.toml:2: not TOML: found \"\xc3\xa4\" after a backslash");
  for (const std::string& text : {std::string("\xff\xfe[\0b\0", 6), std::string("\xfe\xff\0[\0b", 6),
                                  std::string("[\0b\0", 4), std::string("\0[\0b", 4)})
    EXPECT_EQ(refusal_of(text), "s.toml: found a file in UTF-16, expected UTF-8: save it in that encoding");
}

TEST(ScenarioRefused, LongAndStrangeTextsAreShownShort) {
  const std::string long_text = "end = \"" + std::string(1000, 'x') + "\"";
  EXPECT_EQ(refusal_of(text_of({.times = long_text.c_str()})),
            "s.toml:6: times.end: found \"" + std::string(60, 'x') + "...\", expected a number");
  EXPECT_EQ(refusal_of(text_of({.times = "end = \"a\\nb\\u001b[31m\""})),
            "s.toml:6: times.end: found \"a\\x0ab\\x1b[31m\", expected a number");
}

}  // namespace
}  // namespace scenario_refusal_test
