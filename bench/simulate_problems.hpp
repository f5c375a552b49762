// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Bodies under torque, both as a user gives them to simulate() and as kernels, for solvers and for the reference.

#include <Eigen/Core>
#include <polhode/torque/built_in.hpp>

#include "torque/gyrostat.hpp"
#include "torque/steady.hpp"
#include "torqued_problems.hpp"

namespace polhode::bench::called {

struct FastTop : bench::FastTop {
  static Torque torque() { return heavy_top({0, 0, 2.5e-4}, {0, 0, 1}); }
};

struct SlowTop : bench::SlowTop {
  static Torque torque() { return heavy_top({0, 0, 0.5}, {0, 0.6, -0.8}); }
};

/// The slow top in a viscous fluid.
struct DampedTop {
  static constexpr double end = 20;
  static constexpr double damping = 0.1;
  static About about() {
    return {"damped_heavy_top", "A damped heavy top", "The slow top with a damping of 0.1."};
  }
  template <class T>
  static Setting<T, Damped<T, torques::HeavyTop<T>>> setting() {
    const auto slow = bench::SlowTop::setting<T>();
    return {slow.moments,
            {slow.torque, torques::LinearDamping<T>::about_principal_axes(
                              {T(damping), T(damping), T(damping)}, slow.moments)},
            slow.start};
  }
  static Torque torque() { return SlowTop::torque() + linear_damping(damping * Eigen::Matrix3d::Identity()); }
};

struct SpinningSatellite : bench::SpinningSatellite {
  static Torque torque() { return gravity_gradient_circular(0.05); }
};

struct LibratingSatellite : bench::LibratingSatellite {
  static Torque torque() { return gravity_gradient_circular(1); }
};

struct DampedVessel : bench::DampedVessel {
  static Torque torque() {
    return vessel_restoring(6362200 / unit, 9.81, 103.628, 2.1444) +
           linear_damping(1e9 / unit * Eigen::Matrix3d::Identity());
  }
};

/// On a Kepler ellipse, ten orbits.
struct EllipticOrbit {
  static constexpr double end = 63, eccentricity = 0.2;
  static About about() {
    return {"elliptic_orbit", "An elliptic orbit",
            "Gravity gradient, I = (1, 1.4, 1.8), eccentricity 0.2, two turns in each of 10 orbits."};
  }
  template <class T>
  static Setting<T, torques::GravityGradient<T, torques::KeplerOrbit<T>>> setting() {
    const auto moments = convert<T>(Vec3<double>{1, 1.4, 1.8});
    return {moments,
            {T(1), moments, torques::KeplerOrbit<T>(T(1), T(eccentricity))},
            {convert<T>(Vec3<double>{0.1, 0.28, 3.5}), convert<T>(Quat<double>{0.8, 0.6, 0, 0})}};
  }
  static Torque torque() { return gravity_gradient_elliptic(1, eccentricity); }
};

/// A satellite with a wheel.
struct Gyrostat {
  static constexpr double end = 30;
  static About about() {
    return {"gyrostat", "A satellite with a wheel",
            "Gravity gradient on a circular orbit, and a wheel of constant momentum."};
  }
  template <class T>
  static auto setting() {
    const auto body = satellite<T>({1, 1.4, 1.8}, 1, {{0.1, 0.28, 1.9}, {0.8, 0.6, 0, 0}});
    using Whole = Both<T, std::remove_cvref_t<decltype(body.torque)>, torques::Gyrostat<T>>;
    return Setting<T, Whole>{
        body.moments, {body.torque, {convert<T>(Vec3<double>{0.2, 0.5, -0.3}), body.moments}}, body.start};
  }
  static Torque torque() { return gravity_gradient_circular(1) + gyrostat({0.2, 0.5, -0.3}); }
};

/// A top that a thruster turns faster.
struct Thruster {
  static constexpr double end = 20;
  static About about() {
    return {"thruster", "A top with a thruster", "The slow top, and a steady torque in the body."};
  }
  template <class T>
  static auto setting() {
    const auto slow = bench::SlowTop::setting<T>();
    using Whole = Both<T, torques::HeavyTop<T>, torques::SteadyInBody<T>>;
    return Setting<T, Whole>{
        slow.moments, {slow.torque, {convert<T>(Vec3<double>{0.05, -0.02, 0.1})}}, slow.start};
  }
  static Torque torque() { return SlowTop::torque() + steady_torque({0.05, -0.02, 0.1}, TorqueFrame::body); }
};

}  // namespace polhode::bench::called
