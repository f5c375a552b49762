// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The momentum's motion under a torque alone, by small steps of the classical Runge-Kutta method: slow, and independent of every kick.

#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>

namespace polhode::test {

/// m(h) - m(0) for m' = torque(q, m, t), attitude and time held.
template <class T, class K>
Vec3<T> small_steps(const K& torque, const kernel::Phase<T>& p, const T& t, const T& h, int steps) {
  const T part = h / T(steps), half = part / T(2);
  Vec3<T> moved;
  const auto slope = [&](const Vec3<T>& d) { return torque(kernel::Phase<T>{p.m + d, p.q}, t); };
  for (int n = 0; n < steps; ++n) {
    const Vec3<T> k1 = slope(moved), k2 = slope(moved + half * k1), k3 = slope(moved + half * k2),
                  k4 = slope(moved + part * k3);
    moved = moved + part / T(6) * (k1 + T(2) * (k2 + k3) + k4);
  }
  return moved;
}

}  // namespace polhode::test
