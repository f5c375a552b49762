// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Coupled rigid bodies with rotation and translation, such as molecules: one callback computes the forces
/// and torques on all of them.
///
/// Convention. Bodies are numbered from 0. Positions are those of the centres of mass; positions, velocities
///             and forces are in space, attitudes and momenta as in State, torques about the centre of mass
///             in each body's user frame. Forces and torques may depend on all attitudes and positions and on
///             time, but not on velocities or momenta.
/// Method.     splitting/splitting.hpp: the drift rotates every body exactly and moves its centre uniformly;
///             the kick changes velocities and momenta. Orders and costs are those of coupled_bodies.hpp. The
///             motion of the centres uses plain summation, whatever SplittingOptions::summation requests for
///             the rotation.
/// Conserves.  If the forces sum to zero, the total momentum, to rounding; with symmetric splittings, the
///             energy without drift.

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

/// A body that rotates and translates.
struct RigidBody {
  double mass;  ///< positive
  Inertia inertia;
};

/// The state of such a body.
struct RigidState {
  State turning{};                    ///< attitude, and angular momentum about the centre of mass
  Eigen::Vector3d position{0, 0, 0};  ///< of the centre of mass
  Eigen::Vector3d velocity{0, 0, 0};
};

/// The attitude and position of a body, on which forces may depend.
struct Placement {
  Attitude attitude{1, 0, 0, 0};
  Eigen::Vector3d position{0, 0, 0};
};

/// The force and torque on a body.
struct Load {
  Eigen::Vector3d force{0, 0, 0};   ///< in space
  Eigen::Vector3d torque{0, 0, 0};  ///< about the centre of mass, in the user's body frame
};

/// Computes the forces and torques on all bodies: writes, or adds to, one load per body, initially zero.
using Loads = std::function<void(std::span<const Placement> bodies, double time, std::span<Load> loads)>;

/// A molecule: point masses relative to their centre of mass.
struct Molecule {
  RigidBody body;
  std::vector<Eigen::Vector3d> sites;  ///< relative to the centre of mass, in the body frame
};

/// A molecule from point masses. The axes of its body frame are those of the positions; the origin is moved
/// to the centre of mass.
/// @param masses  from any origin
/// @throws InvalidInput as mass_properties
Molecule molecule(std::span<const PointMass> masses);

/// The positions of a molecule's sites in space.
/// @param molecule   the molecule
/// @param placement  its attitude and position
/// @param positions  output, one per site
void site_positions(const Molecule& molecule, const Placement& placement,
                    std::span<Eigen::Vector3d> positions);

/// Computes the forces on all sites of all molecules, those of molecule 0 first: writes, or adds to, one
/// force per site, initially zero.
using SiteForces = std::function<void(std::span<const Eigen::Vector3d> sites, double time,
                                      std::span<Eigen::Vector3d> forces)>;

/// The loads that site forces exert on identical molecules.
Loads loads_of_sites(Molecule molecule, SiteForces forces);

/// Coupled rigid bodies and their current states.
class RigidBodiesStepper {
 public:
  /// @param bodies     one per state
  /// @param starts     initial states
  /// @param loads      computes forces and torques
  /// @param splitting  the splitting method
  /// @param options    summation, initial time, free method
  /// @throws InvalidInput as CoupledBodiesStepper, or if a mass is not positive and finite or a position or
  ///   velocity is not finite
  RigidBodiesStepper(const std::vector<RigidBody>& bodies, const std::vector<RigidState>& starts, Loads loads,
                     const Splitting& splitting, const SplittingOptions& options = {});
  /// Identical bodies, one per state.
  RigidBodiesStepper(const RigidBody& body, const std::vector<RigidState>& starts, Loads loads,
                     const Splitting& splitting, const SplittingOptions& options = {});
  RigidBodiesStepper(RigidBodiesStepper&&) noexcept;
  RigidBodiesStepper& operator=(RigidBodiesStepper&&) noexcept;
  ~RigidBodiesStepper();

  /// Advances all bodies by one step. After an exception, time and states are unchanged.
  /// @param h  step size, of either sign
  /// @throws StepFailure if a force, a torque or a state is not finite; it holds the rotational state of that
  ///   body. Exceptions of the callback are passed on.
  void step(double h);

  std::size_t size() const noexcept;  ///< number of bodies
  /// The current time.
  double time() const noexcept;
  /// The current states.
  std::vector<RigidState> states() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
