// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many rigid bodies that turn and move and act on each other, such as molecules: one callback gives the
/// forces and torques on all of them.
///
/// Convention. Bodies are counted from 0. Positions are those of the centres of mass; positions, velocities
///             and forces are in space, attitudes and momenta as in State, torques in each body's own frame
///             of the user, about its centre of mass. Forces and torques may depend on all attitudes and
///             positions and on time, not on velocities or momenta.
/// Method.     splitting/splitting.hpp: the drift turns every body exactly and moves its centre uniformly;
///             the kick adds to velocities and momenta. Orders and costs are those of coupled_bodies.hpp. The
///             motion of the centres is summed plainly, whatever SplittingOptions::summation says of the
///             rotation.
/// Conserves.  For forces that sum to zero the momentum of the whole, to rounding; with symmetric splittings
///             the energy without drift.

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/mass_properties.hpp>
#include <polhode/body/state.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <span>
#include <vector>

namespace polhode {

/// A body that turns and moves.
struct RigidBody {
  double mass;  ///< positive
  Inertia inertia;
};

/// Where such a body is, and how it moves.
struct RigidState {
  State turning{};                    ///< attitude, and momentum about the centre of mass
  Eigen::Vector3d position{0, 0, 0};  ///< of the centre of mass
  Eigen::Vector3d velocity{0, 0, 0};
};

/// What forces may depend on.
struct Placement {
  Attitude attitude{1, 0, 0, 0};
  Eigen::Vector3d position{0, 0, 0};
};

/// What acts on a body.
struct Load {
  Eigen::Vector3d force{0, 0, 0};   ///< in space
  Eigen::Vector3d torque{0, 0, 0};  ///< about the centre of mass, in the user's body frame
};

/// The forces and torques on all bodies at once; writes, or adds to, one load for each body; all are 0
/// before.
using Loads = std::function<void(std::span<const Placement> bodies, double time, std::span<Load> loads)>;

/// A molecule: masses at points, about its centre of mass.
struct Molecule {
  RigidBody body;
  std::vector<Eigen::Vector3d> sites;  ///< from the centre of mass, in the frame in which they were given
};

/// From masses at points; the frame keeps its directions, its origin becomes the centre of mass. Refuses what
/// mass_properties refuses.
Molecule molecule(std::span<const PointMass> masses);

/// The positions of a molecule's sites in space, one after the other.
void site_positions(const Molecule& molecule, const Placement& placement,
                    std::span<Eigen::Vector3d> positions);

/// Forces on sites, given for all sites of all molecules at once: those of molecule 0 first, in their order.
/// All are 0 before.
using SiteForces = std::function<void(std::span<const Eigen::Vector3d> sites, double time,
                                      std::span<Eigen::Vector3d> forces)>;

/// The loads that such forces make on equal molecules.
Loads loads_of_sites(Molecule molecule, SiteForces forces);

/// Bodies that turn, move and act on each other, and their states now.
class RigidBodiesStepper {
 public:
  /// Refuses what CoupledBodiesStepper refuses, masses that are not positive and finite, and positions and
  /// velocities that are not finite.
  RigidBodiesStepper(const std::vector<RigidBody>& bodies, const std::vector<RigidState>& starts, Loads loads,
                     const Splitting& splitting, const SplittingOptions& options = {});
  /// As many equal bodies as there are states.
  RigidBodiesStepper(const RigidBody& body, const std::vector<RigidState>& starts, Loads loads,
                     const Splitting& splitting, const SplittingOptions& options = {});
  RigidBodiesStepper(RigidBodiesStepper&&) noexcept;
  RigidBodiesStepper& operator=(RigidBodiesStepper&&) noexcept;
  ~RigidBodiesStepper();

  /// Advances all by h, of either sign. Throws StepFailure, with the turning state of the body in question,
  /// where a force, a torque or a state is not finite, and what the callback throws; time and states are then
  /// as before.
  void step(double h);

  std::size_t size() const noexcept;  ///< number of bodies
  /// The time of the states.
  double time() const noexcept;
  /// The states now.
  std::vector<RigidState> states() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
