// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The built-in kernels of which a torque is the sum, with their types, for batches of bodies.
///
/// Convention. Only what depends on attitude and time; the matrix of a torque linear in the momentum is the
///             rate of the PreparedTorque. A kernel may depend on time through `direction`, a vector in space
///             that is the same for all bodies.
/// Method.     for_each_number (torque_kernel.hpp) extracts the numbers from the kernel of one body and
///             inserts those of several bodies into one kernel on lanes, so that both use the same formula.

#include <functional>
#include <memory>
#include <polhode/core/vec3.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "torque/gravity_gradient.hpp"
#include "torque/gyrostat.hpp"
#include "torque/heavy_top.hpp"
#include "torque/linear_damping.hpp"
#include "torque/steady.hpp"
#include "torque/torque_table.hpp"
#include "torque/vessel_restoring.hpp"

namespace polhode::torques {

using AttitudeKernel = std::variant<HeavyTop<double>, GravityGradient<double, FixedDirection<double>>,
                                    VesselRestoring<double>, SteadyInSpace<double>, SteadyInBody<double>>;

struct ListedKernel {
  AttitudeKernel kernel;
  std::function<Vec3<double>(double time)> direction{};  ///< the first three numbers; empty: constant
};

struct KernelList {
  std::vector<ListedKernel> all;
};

using KernelListPointer = std::shared_ptr<const KernelList>;

inline KernelListPointer list_of(ListedKernel kernel) {
  KernelList list;
  list.all.push_back(std::move(kernel));
  return std::make_shared<const KernelList>(std::move(list));
}

inline KernelListPointer sum(KernelList a, const KernelList& b) {
  a.all.insert(a.all.end(), b.all.begin(), b.all.end());
  return std::make_shared<const KernelList>(std::move(a));
}

/// Null for a kernel that is not listed below.
template <class K>
KernelListPointer kernels_of(const K&) {
  return nullptr;
}

inline KernelListPointer kernels_of(const HeavyTop<double>& k) { return list_of({k}); }
inline KernelListPointer kernels_of(const VesselRestoring<double>& k) { return list_of({k}); }
inline KernelListPointer kernels_of(const SteadyInBody<double>& k) { return list_of({k}); }
inline KernelListPointer kernels_of(const SteadyInSpace<double>& k) { return list_of({k}); }

inline KernelListPointer kernels_of(const GravityGradient<double, FixedDirection<double>>& k) {
  return list_of({k});
}
template <class Orbit>
KernelListPointer kernels_of(const GravityGradient<double, Orbit>& k) {
  return list_of({k.standing({}), [orbit = k.direction()](double t) { return orbit(t); }});
}

/// Null for a table in the body frame, which differs for every body.
inline KernelListPointer kernels_of(const TorqueTable<double>& k) {
  if (k.frame() == TorqueFrame::body) return nullptr;
  return list_of({SteadyInSpace<double>(), [k](double t) { return k.at(t); }});
}

/// These consist of their rate only.
inline KernelListPointer kernels_of(const LinearDamping<double>&) {
  return std::make_shared<const KernelList>();
}
inline KernelListPointer kernels_of(const Gyrostat<double>&) { return std::make_shared<const KernelList>(); }

}  // namespace polhode::torques
