// SPDX-License-Identifier: MIT
// Many free bodies at once: fragments of every shape, each with a body of its own, turned exactly on SIMD
// lanes and threads. What each one does depends on nothing but itself.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/body/shapes.hpp>
#include <random>
#include <vector>

int main() {
  using namespace polhode;
  std::mt19937_64 random(1);
  const auto between = [&](double a, double b) {
    return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  // Braces draw the numbers in order with every compiler; parentheses need not.
  std::vector<Inertia> bodies;
  std::vector<State> starts;
  for (int i = 0; i < 2000; ++i) {
    const Eigen::Vector3d edges{between(0.1, 1), between(0.1, 1), between(0.1, 1)};  // metres
    bodies.push_back(solid_box(edges, Matter::of_mass(12)).inertia);
    const Eigen::Vector3d omega{between(-2, 2), between(-2, 2), between(-2, 2)};  // rad/s
    starts.push_back(state_from_angular_velocity(bodies.back(), Eigen::Quaterniond::Identity(), omega));
  }

  const auto prepared = batch::Bodies<double>::each(bodies);
  auto states = batch::States<double>::from_user(starts, bodies);
  for (int second = 0; second < 600; ++second) batch::step(prepared, states, 1.0, {.threads = 0});
  const std::vector<State> ends = states.to_user(bodies);

  double worst = 0, upside_down = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double energy = kinetic_energy(bodies[i], starts[i]);
    worst = std::max(worst, std::abs(kinetic_energy(bodies[i], ends[i]) / energy - 1));
    if (to_space(ends[i].attitude, {0, 0, 1}).z() < 0) ++upside_down;
  }
  std::printf("%zu fragments, 600 steps of a second\n", bodies.size());
  std::printf("relative error of the energy below 1e-12 for each: %s\n", worst < 1e-12 ? "yes" : "no");
  std::printf("upside down now: %.0f\n", upside_down);
}
