// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Access to one body in the arrays, as momentum and attitude.

#include <cstddef>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

#include "batch/block.hpp"

namespace polhode::batch {

template <class Real>
Vec3<Real> momentum_at(const StatePointers<Real>& p, std::size_t i) noexcept {
  return {p.mx[i], p.my[i], p.mz[i]};
}
template <class Real>
Quat<Real> attitude_at(const StatePointers<Real>& p, std::size_t i) noexcept {
  return {p.qw[i], p.qx[i], p.qy[i], p.qz[i]};
}
template <class Real>
void set(const StatePointers<Real>& p, std::size_t i, const Vec3<Real>& m, const Quat<Real>& q) noexcept {
  p.mx[i] = m.x;
  p.my[i] = m.y;
  p.mz[i] = m.z;
  p.qw[i] = q.w;
  p.qx[i] = q.x;
  p.qy[i] = q.y;
  p.qz[i] = q.z;
}

}  // namespace polhode::batch
