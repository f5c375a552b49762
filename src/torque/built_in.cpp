// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula_text.hpp>
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
  return frame == TorqueFrame::body ? from_eigen(body.to_principal(v)) : from_eigen(v);
}

template <class Direction>
Torque gravity_gradient(const char* name, double mean_motion, const Direction& direction,
                        const char* conserved) {
  const double mu = finite("mean_motion", mean_motion) * mean_motion;
  return {name, [=](const Inertia& body) {
            const torques::GravityGradient<double, Direction> kernel(mu, from_eigen(body.moments()),
                                                                     direction);
            PreparedTorque t = prepared(kernel, conserved);
            if constexpr (std::is_same_v<Direction, torques::CircularOrbit<double>>)
              t.formula = torques::FormulaMarks::built_in(
                  t.formula.function(),
                  TorqueFormula::Turning{direction.angular_velocity(),
                                         prepared(kernel.standing(direction(0))).formula.function()});
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

Torque heavy_top(const Eigen::Vector3d& weight, const Eigen::Vector3d& centre_of_mass) {
  finite("weight", weight);
  finite("centre_of_mass", centre_of_mass);
  return {"heavy top", [=](const Inertia& body) {
            return prepared(
                torques::HeavyTop<double>(from_eigen(weight), from_eigen(body.to_principal(centre_of_mass)),
                                          from_eigen(body.moments())),
                "energy");
          }};
}

Torque gravity_gradient_fixed(double mean_motion, const Eigen::Vector3d& direction) {
  const V unit = torques::unit_vector("direction of the gravity gradient", from_eigen(direction));
  return gravity_gradient("gravity gradient, fixed direction", mean_motion,
                          torques::FixedDirection<double>{unit}, "energy");
}

Torque gravity_gradient_circular(double mean_motion, const Plane& plane) {
  return gravity_gradient("gravity gradient, circular orbit", mean_motion,
                          torques::CircularOrbit<double>(finite("mean_motion", mean_motion), plane_of(plane)),
                          "Jacobi integral");
}

Torque gravity_gradient_elliptic(double mean_motion, double eccentricity, double pericentre_time,
                                 const Plane& plane) {
  return gravity_gradient(
      "gravity gradient, elliptic orbit", mean_motion,
      torques::KeplerOrbit<double>(finite("mean_motion", mean_motion), eccentricity,
                                   finite("pericentre_time", pericentre_time), plane_of(plane)),
      "");
}

Torque vessel_restoring(double mass, double gravity, double longitudinal_height, double transverse_height) {
  const torques::Vessel<double> given{finite("mass of the vessel", mass), finite("gravity", gravity),
                                      finite("longitudinal metacentric height", longitudinal_height),
                                      finite("transverse metacentric height", transverse_height)};
  return {"vessel", [given](const Inertia& body) {
            torques::Vessel<double> vessel = given;
            vessel.longitudinal = from_eigen(body.to_principal(Eigen::Vector3d::UnitX()));
            vessel.transverse = from_eigen(body.to_principal(Eigen::Vector3d::UnitY()));
            vessel.moments = from_eigen(body.moments());
            return prepared(torques::VesselRestoring<double>(vessel), "energy");
          }};
}

Torque linear_damping(const Eigen::Matrix3d& matrix) {
  for (const double x : matrix.reshaped()) finite("damping matrix", x);
  return {
      "linear damping", [matrix](const Inertia& body) {
        const Eigen::Matrix3d in_principal = body.axes().transpose() * matrix * body.axes();
        return prepared(torques::LinearDamping<double>(from_eigen(in_principal), from_eigen(body.moments())));
      }};
}

Torque quadratic_drag(const Eigen::Vector3d& coefficients) {
  for (const double x : coefficients) not_negative("coefficient of quadratic drag", x);
  return {"quadratic drag", [coefficients](const Inertia& body) {
            return prepared(torques::QuadraticDrag<double>(from_eigen(on_principal_axes(body, coefficients)),
                                                           from_eigen(body.moments())));
          }};
}

Torque internal_dissipation(double strength) {
  not_negative("strength of internal dissipation", strength);
  return {"internal dissipation", [strength](const Inertia& body) {
            return prepared(torques::InternalDissipation<double>(strength, from_eigen(body.moments())),
                            "|m|^2/2", ConservedUnit::momentum_squared);
          }};
}

Torque gyrostat(const Eigen::Vector3d& momentum) {
  finite("momentum of the wheel", momentum);
  return {"gyrostat", [momentum](const Inertia& body) {
            PreparedTorque t = prepared(torques::Gyrostat<double>(from_eigen(body.to_principal(momentum)),
                                                                  from_eigen(body.moments())),
                                        "energy");
            t.potential = [](const Quat<double>&, double) { return 0.0; };  // the rotor does no work
            return t;
          }};
}

Torque steady_torque(const Eigen::Vector3d& torque, TorqueFrame frame) {
  finite("steady torque", torque);
  return {"steady torque", [=](const Inertia& body) {
            return frame == TorqueFrame::body
                       ? prepared(torques::SteadyInBody<double>{from_eigen(body.to_principal(torque))})
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

Torque dipole(const Eigen::Vector3d& moment, const Eigen::Vector3d& field) {
  return heavy_top(-field, moment);
}

Torque sine_torque(const Eigen::Vector3d& amplitude, double rate, double phase, TorqueFrame frame) {
  finite("amplitude", amplitude);
  return formula_torque("amplitude*sin(rate*t + phase)",
                        {.numbers = {{"rate", finite("rate", rate)}, {"phase", finite("phase", phase)}},
                         .vectors = {{"amplitude", amplitude}}},
                        frame);
}

Torque impulse(double time, const Eigen::Vector3d& momentum, TorqueFrame frame) {
  return impulses({{time, momentum, frame}});
}

Torque impulses(std::vector<Impulse> impulses) { return Torque().with_impulses(std::move(impulses)); }

}  // namespace polhode
