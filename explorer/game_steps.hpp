// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How game engines turn a body, for comparison: these are not methods of the library.
///
/// Method. Explicit Euler; the step without the gyroscopic term, which many engines take for the sake of stability, so
///         that bodies never tumble; and E. Catto's implicit step in the body's frame with one iteration of Newton's
///         method ("Numerical Methods", Game Developers Conference 2015), which Bullet has
///         (btRigidBody::computeGyroscopicImpulseImplicit_Body). The attitude advances by q + h q (0, omega) / 2, made
///         a unit quaternion.

#include <Eigen/Dense>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>

namespace explorer {

using polhode::Inertia;
using polhode::State;

using GameStep = State(const Inertia& body, const State& state, double h);

/// The attitude after a step with an angular velocity in the body's frame.
inline Eigen::Quaterniond turned(const Eigen::Quaterniond& q, const Eigen::Vector3d& omega, double h) {
  const Eigen::Quaterniond rate(0, omega.x(), omega.y(), omega.z());
  Eigen::Quaterniond next;
  next.coeffs() = q.coeffs() + (q * rate).coeffs() * (h / 2);
  return next.normalized();
}

inline State explicit_euler(const Inertia& body, const State& s, double h) {
  const Eigen::Vector3d omega = body.angular_velocity(s.momentum);
  const Eigen::Vector3d next = omega + h * body.angular_velocity(s.momentum.cross(omega));
  const Eigen::Quaterniond q = turned(s.attitude, omega, h);
  State after = s;
  after.attitude = q;
  after.momentum = body.momentum(next);
  return after;
}

/// The angular velocity in space is kept.
inline State without_gyroscopic_term(const Inertia& body, const State& s, double h) {
  const Eigen::Quaterniond q0 = s.attitude;
  const Eigen::Vector3d in_space = q0 * body.angular_velocity(s.momentum);
  const Eigen::Quaterniond q = turned(q0, q0.conjugate() * in_space, h);
  State after = s;
  after.attitude = q;
  after.momentum = body.momentum(q.conjugate() * in_space);
  return after;
}

inline State implicit_body(const Inertia& body, const State& s, double h) {
  const Eigen::Quaterniond q0 = s.attitude;
  const Eigen::Matrix3d tensor = body.tensor();
  Eigen::Vector3d omega = body.angular_velocity(s.momentum);
  const auto hat = [](const Eigen::Vector3d& v) { return to_eigen(polhode::hat(polhode::from_eigen(v))); };
  const Eigen::Vector3d residual = h * omega.cross(tensor * omega);
  const Eigen::Matrix3d slope = tensor + h * (hat(omega) * tensor - hat(tensor * omega));
  omega -= slope.inverse() * residual;
  const Eigen::Quaterniond q = turned(q0, omega, h);
  State after = s;
  after.attitude = q;
  after.momentum = tensor * omega;
  return after;
}

}  // namespace explorer
