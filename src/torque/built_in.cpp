// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/built_in.hpp>
#include <type_traits>
#include <utility>

#include "core/number_text.hpp"
#include "torque/body_torque.hpp"
#include "torque/gravity_gradient.hpp"
#include "torque/gyrostat.hpp"
#include "torque/heavy_top.hpp"
#include "torque/internal_dissipation.hpp"
#include "torque/linear_damping.hpp"
#include "torque/orbit.hpp"
#include "torque/prepared.hpp"
#include "torque/quadratic_drag.hpp"
#include "torque/steady.hpp"
#include "torque/vessel_restoring.hpp"

namespace polhode {

namespace {

using V = Vec3<double>;

double finite(const char* what, double x) {
  if (!std::isfinite(x)) throw InvalidInput(what, number_text(x), "a finite number");
  return x;
}

double not_negative(const char* what, double x) {
  if (!(x >= 0 && std::isfinite(x)))
    throw InvalidInput(what, number_text(x), "a finite number that is not negative");
  return x;
}

Eigen::Vector3d finite(const char* what, const Eigen::Vector3d& v) {
  for (const double x : v) finite(what, x);
  return v;
}

torques::OrbitPlane<double> plane_of(const Plane& p) { return {from_eigen(p.first), from_eigen(p.towards)}; }

/// v in the frame that the kernels use.
V in_kernel(const Inertia& body, TorqueFrame frame, const Eigen::Vector3d& v) {
  return frame == TorqueFrame::body ? body.to_principal(v) : from_eigen(v);
}

template <class Direction>
Torque gravity_gradient(const char* name, double n, const Direction& direction, const char* conserved) {
  const double mu = finite("rate of the orbit", n) * n;
  return {name, [=](const Inertia& body) {
            const torques::GravityGradient<double, Direction> kernel(mu, body.moments(), direction);
            PreparedTorque t = prepared(kernel, conserved);
            if constexpr (std::is_same_v<Direction, torques::CircularOrbit<double>>)
              t.turning = {direction.angular_velocity(), prepared(kernel.standing(direction(0))).formula};
            return t;
          }};
}

/// Assigns coefficients given for the user's axes to the principal axes.
Eigen::Vector3d on_principal_axes(const Inertia& body, const Eigen::Vector3d& c) {
  for (const double x : body.axes().reshaped())
    if (x != 0 && std::abs(x) != 1)
      throw InvalidInput("body under quadratic drag",
                         "principal axes that differ from those of the body frame",
                         "a body given by its principal moments: the drag acts about the principal axes");
  return body.axes().cwiseAbs().transpose() * c;
}

}  // namespace

Torque heavy_top(const Eigen::Vector3d& a, const Eigen::Vector3d& chi) {
  finite("force of a heavy top", a);
  finite("centre of a heavy top", chi);
  return {"heavy top", [=](const Inertia& body) {
            return prepared(torques::HeavyTop<double>(from_eigen(a), body.to_principal(chi), body.moments()),
                            "energy");
          }};
}

Torque gravity_gradient_fixed(double n, const Eigen::Vector3d& direction) {
  const V unit = torques::unit_vector("direction of the gravity gradient", from_eigen(direction));
  return gravity_gradient("gravity gradient, fixed direction", n, torques::FixedDirection<double>{unit},
                          "energy");
}

Torque gravity_gradient_circular(double n, const Plane& plane) {
  return gravity_gradient("gravity gradient, circular orbit", n,
                          torques::CircularOrbit<double>(finite("rate of the orbit", n), plane_of(plane)),
                          "Jacobi integral");
}

Torque gravity_gradient_elliptic(double n, double eccentricity, double pericentre, const Plane& plane) {
  return gravity_gradient(
      "gravity gradient, elliptic orbit", n,
      torques::KeplerOrbit<double>(finite("mean motion", n), eccentricity,
                                   finite("time of the pericentre", pericentre), plane_of(plane)),
      "");
}

Torque vessel_restoring(double mass, double gravity, double longitudinal_height, double transverse_height) {
  const torques::Vessel<double> given{finite("mass of the vessel", mass), finite("gravity", gravity),
                                      finite("longitudinal metacentric height", longitudinal_height),
                                      finite("transverse metacentric height", transverse_height)};
  return {"vessel", [given](const Inertia& body) {
            torques::Vessel<double> vessel = given;
            vessel.longitudinal = body.to_principal(Eigen::Vector3d::UnitX());
            vessel.transverse = body.to_principal(Eigen::Vector3d::UnitY());
            vessel.moments = body.moments();
            return prepared(torques::VesselRestoring<double>(vessel), "energy");
          }};
}

Torque linear_damping(const Eigen::Matrix3d& d) {
  for (const double x : d.reshaped()) finite("damping matrix", x);
  return {"linear damping", [d](const Inertia& body) {
            const Eigen::Matrix3d in_principal = body.axes().transpose() * d * body.axes();
            return prepared(torques::LinearDamping<double>(from_eigen(in_principal), body.moments()));
          }};
}

Torque quadratic_drag(const Eigen::Vector3d& c) {
  for (const double x : c) not_negative("coefficient of quadratic drag", x);
  return {"quadratic drag", [c](const Inertia& body) {
            return prepared(
                torques::QuadraticDrag<double>(from_eigen(on_principal_axes(body, c)), body.moments()));
          }};
}

Torque internal_dissipation(double k) {
  not_negative("strength of internal dissipation", k);
  return {"internal dissipation", [k](const Inertia& body) {
            return prepared(torques::InternalDissipation<double>(k, body.moments()), "|m|^2/2",
                            ConservedUnit::momentum_squared);
          }};
}

Torque gyrostat(const Eigen::Vector3d& wheel_momentum) {
  finite("momentum of the wheel", wheel_momentum);
  return {"gyrostat", [wheel_momentum](const Inertia& body) {
            PreparedTorque t = prepared(
                torques::Gyrostat<double>(body.to_principal(wheel_momentum), body.moments()), "energy");
            t.potential = [](const Quat<double>&, double) { return 0.0; };  // the rotor does no work
            return t;
          }};
}

Torque steady_torque(const Eigen::Vector3d& torque, TorqueFrame frame) {
  finite("steady torque", torque);
  return {"steady torque", [=](const Inertia& body) {
            return frame == TorqueFrame::body
                       ? prepared(torques::SteadyInBody<double>{body.to_principal(torque)})
                       : prepared(torques::SteadyInSpace<double>(from_eigen(torque)),
                                  "Qm - torque t, along the torque", ConservedUnit::momentum);
          }};
}

Torque control_torque(VectorFunction<double> torque, TorqueFrame frame, std::vector<double> breakpoints) {
  if (!torque) throw InvalidInput("control torque", "no function", "a function of time");
  // Not a kernel: these are noexcept, but exceptions of the function must reach the caller.
  return Torque("control torque",
                [torque = std::move(torque), frame](const Inertia& body) {
                  PreparedTorque t;
                  t.is_pure = false;
                  t.torque = [=](const PreparedTorque::Phase& p, double time) {
                    return torques::body_torque(frame, p.q, in_kernel(body, frame, torque(time)));
                  };
                  return t;
                })
      .with_breakpoints(std::move(breakpoints));
}

Torque tabulated_torque(const std::vector<double>& times, const std::vector<Eigen::Vector3d>& torques,
                        TorqueFrame frame, Beyond beyond) {
  const auto table = [=](const auto& turned) {
    std::vector<V> rows;
    for (const Eigen::Vector3d& v : torques) rows.push_back(turned(v));
    return torques::TorqueTable<double>(times, std::move(rows), frame, beyond);
  };
  // Rejects an invalid table here, not when a run starts.
  const std::vector<double> corners =
      table([](const Eigen::Vector3d& v) { return from_eigen(v); }).breakpoints();
  return Torque("tabulated torque",
                [=](const Inertia& body) {
                  return prepared(table([&](const Eigen::Vector3d& v) { return in_kernel(body, frame, v); }));
                })
      .with_breakpoints(corners);
}

Torque impulses(std::vector<Impulse> impulses) { return Torque().with_impulses(std::move(impulses)); }

}  // namespace polhode
