// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Access to one body of a batch in the user's frame: reading and setting its state, and changing its
/// momentum.

#include <cstddef>
#include <polhode/batch/states.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/direction.hpp>
#include <string>

#include "batch/padded_block.hpp"
#include "batch/state_at.hpp"
#include "body/principal_attitude.hpp"

namespace polhode::batch {

inline void refuse_body(std::size_t body, std::size_t size) {
  if (body >= size)
    throw InvalidInput("body", std::to_string(body),
                       "less than " + std::to_string(size) + ", the number of bodies");
}

template <class Real>
Attitude user_attitude(const StatePointers<Real>& p, std::size_t i, const Inertia& body) noexcept {
  return PrincipalAttitude(body).to_user(convert<double>(attitude_at(p, i)));
}

template <class Real>
State user_state(const StatePointers<Real>& p, std::size_t i, const Inertia& body) noexcept {
  return {user_attitude(p, i, body), body.from_principal(to_eigen(convert<double>(momentum_at(p, i))))};
}

/// Adds to the momentum of body i, in its user frame or in space, without the component about the axis of a
/// linear body. `lost` is all null for plain summation.
template <class Real>
void add_momentum(const StatePointers<Real>& p, const StatePointers<Real>& lost, std::size_t i,
                  const Inertia& body, const Eigen::Vector3d& momentum, TorqueFrame frame) noexcept {
  const Vec3<double> given = from_eigen(momentum);
  const Vec3<double> in_user_frame =
      frame == TorqueFrame::space ? torques::in_body(from_eigen(user_attitude(p, i, body)), given) : given;
  Vec3<double> whole = from_eigen(body.to_principal(to_eigen(in_user_frame)));
  if (body.is_linear()) whole.x = 0;
  const Vec3<Real> jump = convert<Real>(whole);
  if (lost.mx) {
    compensated_add(p.mx[i], lost.mx[i], jump.x);
    compensated_add(p.my[i], lost.my[i], jump.y);
    compensated_add(p.mz[i], lost.mz[i], jump.z);
  } else {
    p.mx[i] += jump.x;
    p.my[i] += jump.y;
    p.mz[i] += jump.z;
  }
}

inline void refuse_jump(std::size_t body, const Eigen::Vector3d& jump) {
  if (!jump.allFinite())
    throw InvalidInput("impulse on body " + std::to_string(body), "a component that is not finite",
                       "finite numbers");
}

}  // namespace polhode::batch
