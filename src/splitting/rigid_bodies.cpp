// SPDX-License-Identifier: MIT
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/splitting/rigid_bodies.hpp>
#include <string>
#include <utility>

#include "core/number_text.hpp"
#include "splitting/coupled_system.hpp"

namespace polhode {

Molecule molecule(std::span<const PointMass> masses) {
  const MassProperties found = mass_properties(masses);
  Molecule made{{found.mass, found.inertia}, {}};
  for (const PointMass& point : masses) made.sites.push_back(point.position - found.centre);
  return made;
}

void site_positions(const Molecule& molecule, const Placement& placement,
                    std::span<Eigen::Vector3d> positions) {
  if (positions.size() != molecule.sites.size())
    throw InvalidInput("number of positions", std::to_string(positions.size()),
                       std::to_string(molecule.sites.size()) + ", one per site");
  for (std::size_t i = 0; i < positions.size(); ++i)
    positions[i] = placement.position + to_space(placement.attitude, molecule.sites[i]);
}

Loads loads_of_sites(Molecule molecule, SiteForces forces) {
  if (!forces) throw InvalidInput("forces on sites", "no function", "a function");
  if (molecule.sites.empty()) throw InvalidInput("molecule", "no sites", "at least one");
  return [molecule = std::move(molecule), forces = std::move(forces), sites = std::vector<Eigen::Vector3d>(),
          on_sites = std::vector<Eigen::Vector3d>()](std::span<const Placement> bodies, double time,
                                                     std::span<Load> loads) mutable {
    const std::size_t each = molecule.sites.size();
    sites.resize(each * bodies.size());
    on_sites.assign(sites.size(), Eigen::Vector3d::Zero());
    for (std::size_t i = 0; i < bodies.size(); ++i)
      site_positions(molecule, bodies[i], std::span(sites).subspan(i * each, each));
    forces(sites, time, on_sites);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t k = 0; k < each; ++k) {
        const Eigen::Vector3d& force = on_sites[i * each + k];
        loads[i].force += force;
        loads[i].torque += molecule.sites[k].cross(to_body(bodies[i].attitude, force));
      }
  };
}

struct RigidBodiesStepper::Parts : coupled::CoupledParts {};

namespace {

template <class Bodies>
void refuse_rigid(const Bodies& bodies, const std::vector<RigidState>& starts) {
  if (bodies.size() != starts.size() || bodies.empty())
    throw InvalidInput(
        "rigid bodies",
        std::to_string(bodies.size()) + " bodies and " + std::to_string(starts.size()) + " states",
        "one state per body, and at least one body");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string of_body = " of body " + std::to_string(i);
    if (!(bodies[i].mass > 0 && std::isfinite(bodies[i].mass)))
      throw InvalidInput("mass" + of_body, number_text(bodies[i].mass), "a positive finite number");
    if (!starts[i].position.allFinite() || !starts[i].velocity.allFinite())
      throw InvalidInput("position and velocity" + of_body, "a component that is not finite",
                         "finite numbers");
  }
}

}  // namespace

RigidBodiesStepper::RigidBodiesStepper(const std::vector<RigidBody>& bodies,
                                       const std::vector<RigidState>& starts, Loads loads,
                                       const Splitting& splitting, const SplittingOptions& options) {
  refuse_rigid(bodies, starts);
  if (!loads) throw InvalidInput("loads of rigid bodies", "no function", "a function");
  std::vector<Inertia> inertias;
  std::vector<State> turning;
  coupled::Translation moving;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    inertias.push_back(bodies[i].inertia);
    turning.push_back(starts[i].turning);
    moving.positions.push_back(starts[i].position);
    moving.velocities.push_back(starts[i].velocity);
    moving.masses.push_back(bodies[i].mass);
  }
  const auto function = [loads = std::move(loads), placements = std::vector<Placement>(bodies.size()),
                         on_bodies = std::vector<Load>(bodies.size())](
                            std::span<const State> states, std::span<const Eigen::Vector3d> positions,
                            double time, std::span<Eigen::Vector3d> torques,
                            std::span<Eigen::Vector3d> forces) mutable {
    for (std::size_t i = 0; i < states.size(); ++i) {
      placements[i] = {states[i].attitude, positions[i]};
      on_bodies[i] = {};
    }
    loads(placements, time, on_bodies);
    for (std::size_t i = 0; i < states.size(); ++i) {
      torques[i] = on_bodies[i].torque;
      forces[i] = on_bodies[i].force;
    }
  };
  parts_ = std::make_unique<Parts>(Parts{coupled::coupled_parts(
      inertias, turning, std::move(moving), function, "rigid bodies", splitting, options)});
}

RigidBodiesStepper::RigidBodiesStepper(const RigidBody& body, const std::vector<RigidState>& starts,
                                       Loads loads, const Splitting& splitting,
                                       const SplittingOptions& options)
    : RigidBodiesStepper(std::vector<RigidBody>(starts.size(), body), starts, std::move(loads), splitting,
                         options) {}

RigidBodiesStepper::RigidBodiesStepper(RigidBodiesStepper&&) noexcept = default;
RigidBodiesStepper& RigidBodiesStepper::operator=(RigidBodiesStepper&&) noexcept = default;
RigidBodiesStepper::~RigidBodiesStepper() = default;

void RigidBodiesStepper::step(double h) { parts_->step(h); }

std::size_t RigidBodiesStepper::size() const noexcept { return parts_->callback->frames().size(); }

double RigidBodiesStepper::time() const noexcept { return parts_->time(); }

std::vector<RigidState> RigidBodiesStepper::states() const {
  const std::lock_guard lock(*parts_->reading);
  const std::vector<State> turning = parts_->states();
  const coupled::Translation moving = parts_->translation();
  std::vector<RigidState> all;
  for (std::size_t i = 0; i < turning.size(); ++i)
    all.push_back({turning[i], moving.positions[i], moving.velocities[i]});
  return all;
}

}  // namespace polhode
