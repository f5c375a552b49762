// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The momentum's motion under a torque alone, by small steps of the classical Runge-Kutta method: slow, and
/// independent of every kick.

#include <gtest/gtest.h>

#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>

#include "splitting/kick.hpp"

namespace polhode::test {

/// With a momentum, for torques that do not know the attitude.
template <class T>
kernel::Phase<T> at(const Vec3<T>& m) {
  return {m, Quat<T>::identity()};
}

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

/// The kick for a splitting of this order against so many small steps, in long double.
template <class K>
void expect_kick_of_small_steps(const K& torque, int order, const Vec3<double>& m, double length, int steps) {
  using L = long double;
  auto kick = make_kick<L>(torque, order);
  const kernel::Phase<L> p = at(convert<L>(m));
  const L h = L(length);
  EXPECT_LE(norm(kick(p, L(0), h, L(0)) - small_steps(torque, p, L(0), h, steps)), 1e-13L);
}

}  // namespace polhode::test
