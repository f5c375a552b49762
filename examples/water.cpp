// SPDX-License-Identifier: MIT
// Sixty-four rigid water molecules that turn, move and attract each other: three charges each (SPC/E) and one
// Lennard-Jones site, in a drop without walls. The forces are given for all sites at once.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <polhode/body/invariants.hpp>
#include <polhode/splitting/rigid_bodies.hpp>
#include <random>
#include <vector>

namespace {

using Eigen::Vector3d;

// Nanometres, picoseconds, atomic masses; energies are in kJ/mol.
constexpr double coulomb = 138.935458, sigma = 0.3166, epsilon = 0.650;
constexpr double charges[] = {-0.8476, 0.4238, 0.4238};

/// The energy of all pairs of sites; adds the forces.
double interact(std::span<const Vector3d> sites, std::span<Vector3d> forces) {
  double energy = 0;
  for (std::size_t a = 0; a < sites.size(); ++a)
    for (std::size_t b = (a / 3 + 1) * 3; b < sites.size(); ++b) {
      const Vector3d r = sites[a] - sites[b];
      const double rr = r.squaredNorm();
      double pair = coulomb * charges[a % 3] * charges[b % 3] / std::sqrt(rr), pull = pair / rr;
      if (a % 3 == 0 && b % 3 == 0) {
        const double s6 = std::pow(sigma * sigma / rr, 3);
        pair += 4 * epsilon * s6 * (s6 - 1);
        pull += 24 * epsilon * s6 * (2 * s6 - 1) / rr;
      }
      energy += pair;
      if (forces.empty()) continue;
      forces[a] += pull * r;
      forces[b] -= pull * r;
    }
  return energy;
}

}  // namespace

int main() {
  using namespace polhode;
  const double angle = 54.735 * 3.14159265358979 / 180;
  const std::vector<PointMass> atoms{{15.9994, {0, 0, 0}},
                                     {1.008, {0.1 * std::sin(angle), 0, 0.1 * std::cos(angle)}},
                                     {1.008, {-0.1 * std::sin(angle), 0, 0.1 * std::cos(angle)}}};
  const Molecule water = molecule(atoms);  // about its centre of mass

  // On a lattice, each turned in its own way, with the velocities of some 250 K.
  std::mt19937_64 random(3);
  const auto between = [&](double a, double b) {
    return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  std::vector<RigidState> starts;
  for (int i = 0; i < 64; ++i) {
    const Attitude q{between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)};
    const Vector3d omega{between(-20, 20), between(-20, 20), between(-20, 20)};
    const Vector3d velocity{between(-0.6, 0.6), between(-0.6, 0.6), between(-0.6, 0.6)};
    starts.push_back({state_from_angular_velocity(water.body.inertia, q, omega),
                      {0.35 * (i % 4), 0.35 * (i / 4 % 4), 0.35 * (i / 16)},
                      velocity});
  }

  const Loads loads = loads_of_sites(water, [](std::span<const Vector3d> sites, double,
                                               std::span<Vector3d> forces) { interact(sites, forces); });
  const auto energy = [&](const std::vector<RigidState>& states) {
    double sum = 0;
    std::vector<Vector3d> sites(3 * states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      const RigidState& s = states[i];
      sum += kinetic_energy(water.body.inertia, s.turning) + 0.5 * water.body.mass * s.velocity.squaredNorm();
      site_positions(water, {s.turning.attitude, s.position}, std::span(sites).subspan(3 * i, 3));
    }
    return sum + interact(sites, {});
  };
  const auto momentum = [&](const std::vector<RigidState>& states) {
    Vector3d sum = Vector3d::Zero();
    for (const RigidState& s : states) sum += water.body.mass * s.velocity;
    return sum;
  };

  std::printf("64 molecules of mass %.4f, oxygen %.5f nm from the centre\n", water.body.mass,
              water.sites[0].norm());
  const auto run = [&](int steps) {
    // The forces depend on nothing but where the sites are: they need not be asked twice at one place.
    RigidBodiesStepper drop(water.body, starts, loads, splitting("blanes_moan_srkn6b"),
                            {.torques_are_pure = true});
    double worst = 0;
    for (int step = 0; step < steps; ++step) {
      drop.step(0.1 / steps);
      worst = std::max(worst, std::abs(energy(drop.states()) - energy(starts)));
    }
    std::printf(
        "%3d steps to %.1f ps: the energy of %.0f kJ/mol was off by %.1e at most; momentum of the whole "
        "kept: %s\n",
        steps, drop.time(), energy(starts), worst,
        (momentum(drop.states()) - momentum(starts)).norm() < 1e-10 ? "yes" : "no");
  };
  run(50);
  run(100);
}
