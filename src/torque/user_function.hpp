// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A user's own torque for a body whose frame is the principal one: the function itself. Code that calls it
/// often can get at it in PreparedTorque::torque (std::function::target).

#include <cmath>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode::torques {

/// q / |q|, as a user's function expects it: compensated sums leave |q| only close to one.
inline Quat<double> unit(const Quat<double>& q) noexcept { return (1 / std::sqrt(dot(q, q))) * q; }

struct FunctionOfAttitude {
  Torque::OfAttitude function;

  Vec3<double> operator()(const PreparedTorque::Phase& p, double time) const {
    return from_eigen(function(to_eigen(unit(p.q)), time));
  }
};

struct FunctionOfState {
  Torque::OfState function;

  Vec3<double> operator()(const PreparedTorque::Phase& p, double time) const {
    return from_eigen(function({to_eigen(unit(p.q)), to_eigen(p.m)}, time));
  }
};

}  // namespace polhode::torques
