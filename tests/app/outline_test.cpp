// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <polhode/body/mesh.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>

#include "report/solid.hpp"
#include "scenario/scenario.hpp"

namespace outline_test {
namespace {

using namespace polhode;
using namespace polhode::app;

ScenarioFile file_with(const std::string& body) {
  return ScenarioFile::parse(body + "\n[start]\nangular_velocity = [1, 2, 3]\n[times]\nend = 1\ncount = 2\n",
                             "a.toml");
}

std::optional<TriangleMesh> outline_of(const std::string& body) {
  const ScenarioFile file = file_with(body);
  return body_surface(file.scenario().given_body, [&](const std::string& mesh) { return file.mesh(mesh); });
}

/// The greatest relative distance of the moments of the surface, filled, from those of the scenario.
double off(const std::string& body) {
  const Scenario scenario = file_with(body).scenario();
  const std::optional<TriangleMesh> mesh = outline_of(body);
  EXPECT_TRUE(mesh) << body;
  if (!mesh) return HUGE_VAL;
  const MassProperties found = mass_properties(*mesh, Matter::of_mass(scenario.matter->mass)).body;
  EXPECT_LT((found.centre - scenario.matter->centre).norm(), 0.02) << body;
  const auto &is = from_eigen(found.inertia.moments()), &should = from_eigen(scenario.body.moments());
  return std::max(
      {std::abs(is.x / should.x - 1), std::abs(is.y / should.y - 1), std::abs(is.z / should.z - 1)});
}

TEST(ScenarioOutline, ShapesAreDrawnAsTheyAre) {
  EXPECT_LT(off("[body]\nbox = { size = [1, 2, 3], mass = 5 }"), 1e-14);
  // Flat faces lie within the round surface: some parts in a hundred are missing.
  EXPECT_LT(off("[body]\nellipsoid = { semi_axes = [1, 2, 3], mass = 5 }"), 0.03);
  EXPECT_LT(off("[body]\nsphere = { radius = 2, mass = 5 }"), 0.03);
  EXPECT_LT(off("[body]\ncylinder = { radius = 1, length = 3, axis = \"x\", mass = 5 }"), 0.02);
  EXPECT_LT(off("[body]\ncylinder = { radius = 1, inner_radius = 0.5, length = 3, mass = 5 }"), 0.02);
  EXPECT_LT(off("[[body.parts]]\nbox = { size = [2, 1, 1], density = 1 }\n[[body.parts]]\nbox = { size = [1, "
                "1, 1], "
                "density = 1 }\nposition = [0, 3, 0]"),
            1e-14);
}

TEST(ScenarioOutline, UnitsAreConverted) {
  EXPECT_LT(off("[units]\nlength = \"m\"\nmass = \"kg\"\n[body]\nbox = { size = [\"10 cm\", \"0.2 m\", 0.3], "
                "mass = 5 }"),
            1e-14);
}

TEST(ScenarioOutline, ABodyGivenByItsInertiaHasNone) {
  EXPECT_FALSE(outline_of("[body]\nmoments = [1, 2, 3]"));
  EXPECT_TRUE(
      outline_of("[[body.point_masses]]\nmass = 1\nposition = [1, 0, 0]\n[[body.point_masses]]\nmass = "
                 "2\nposition = [0, 1, 0]\n[[body.point_masses]]\nmass = 2\nposition = [0, 0, 1]"));
}

}  // namespace
}  // namespace outline_test
