// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A user's own torque for a body whose frame is the principal one: the function itself. Code that calls it
/// often can get at it in PreparedTorque::torque (std::function::target).

#include <polhode/rotation/convention.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode::torques {

// A user's function expects a q of length one: compensated sums leave it only close to that.

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
