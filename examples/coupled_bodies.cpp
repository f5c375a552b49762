// SPDX-License-Identifier: MIT
// Bodies that act on each other: four magnets on a line, each fixed at its centre and free to turn. One
// function gives the torques on all of them; each of its calls sees all attitudes.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <polhode/body/invariants.hpp>
#include <polhode/splitting/coupled_bodies.hpp>
#include <span>
#include <vector>

namespace {

using namespace polhode;

const Eigen::Vector3d moment(0, 0, 1);  // of each magnet, in its body; units in which mu_0 / 4 pi is 1
const Eigen::Vector3d along(1, 0, 0);   // the line, in space; neighbours are at distance 1

/// The field of magnet j at the place of magnet i, in space.
Eigen::Vector3d field(std::size_t i, std::size_t j, const State& magnet) {
  const double distance = std::abs(static_cast<double>(i) - static_cast<double>(j));
  const Eigen::Vector3d p = to_space(magnet.attitude, moment);
  return (3 * along.dot(p) * along - p) / (distance * distance * distance);
}

double energy(const Inertia& body, std::span<const State> magnets) {
  double sum = 0;
  for (std::size_t i = 0; i < magnets.size(); ++i) {
    sum += kinetic_energy(body, magnets[i]);
    for (std::size_t j = 0; j < i; ++j)
      sum -= to_space(magnets[i].attitude, moment).dot(field(i, j, magnets[j]));
  }
  return sum;
}

}  // namespace

int main() {
  const Inertia body = Inertia::from_moments(0.8, 1.0, 0.5);
  std::vector<State> starts(4, state_from_momentum(Eigen::Quaterniond::Identity(), {0, 0.01, 0}));
  starts[0].momentum = {0.2, 1.0, 0.1};  // the first one gets a push

  const auto torques = [](std::span<const State> magnets, double, std::span<Eigen::Vector3d> torque) {
    for (std::size_t i = 0; i < magnets.size(); ++i)
      for (std::size_t j = 0; j < magnets.size(); ++j)
        if (i != j) torque[i] += moment.cross(to_body(magnets[i].attitude, field(i, j, magnets[j])));
  };
  CoupledBodiesStepper stepper(body, starts, torques, splitting("blanes_moan_srkn14a"));

  const double energy_at_start = energy(body, starts);
  double worst = 0;
  std::printf("time   how far each magnet points along the line\n");
  for (int step = 1; step <= 400; ++step) {
    stepper.step(0.05);
    const std::vector<State> now = stepper.states();
    worst = std::max(worst, std::abs(energy(body, now) - energy_at_start));
    if (step % 40 != 0) continue;
    std::printf("%4.0f  ", stepper.time());
    for (const State& s : now) std::printf(" %8.4f", to_space(s.attitude, moment).dot(along));
    std::printf("\n");
  }
  std::printf("the energy %.4f is kept to 1e-8: %s\n", energy_at_start, worst < 1e-8 ? "yes" : "no");
}
