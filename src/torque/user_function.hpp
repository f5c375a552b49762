// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A user-defined torque for a body whose frame is the principal frame: the function itself. Code that calls
/// it often can extract it from PreparedTorque::torque (std::function::target).

#include <polhode/rotation/convention.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode::torques {

// User functions expect a unit quaternion; with compensated summation q is only approximately unit.

struct FunctionOfAttitude {
  Torque::OfAttitude function;

  Vec3<double> operator()(const PreparedTorque::Phase& p, double time) const {
    return from_eigen(function(to_eigen(normalised(p.q)), time));
  }
};

struct FunctionOfState {
  Torque::OfState function;

  Vec3<double> operator()(const PreparedTorque::Phase& p, double time) const {
    return from_eigen(function({to_eigen(normalised(p.q)), to_eigen(p.m)}, time));
  }
};

}  // namespace polhode::torques
