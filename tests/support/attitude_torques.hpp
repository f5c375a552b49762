// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the unit tests of the torques of attitude and time ask of each: that the length and the sign of q do
/// not count, that torque, potential and gradient belong together, and that what is said to be conserved is.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/potential_check.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <random>
#include <vector>

namespace polhode::test {

template <class T>
std::vector<torques::Instant<T>> random_instants(std::size_t count, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  const auto next = [&] { return static_cast<T>(normal(engine)); };
  std::vector<torques::Instant<T>> all;
  while (all.size() < count) {
    const Quat<T> q{next(), next(), next(), next()};
    const Vec3<T> m{next(), next(), next()};
    all.push_back({{m, (T(1) / norm(q)) * q}, T(3) * next()});
  }
  return all;
}

/// Q^T a by the matrix.
template <class T>
Vec3<T> seen_by_matrix(const Quat<T>& q, const Vec3<T>& a) {
  return to_matrix(q).transpose() * a;
}

/// Of the length of b.
template <class T>
T relative_difference(const Vec3<T>& a, const Vec3<T>& b) {
  return norm(a - b) / norm(b);
}

/// Bit for bit, since a sign and a power of two round nothing.
template <class T, class K>
void expect_length_and_sign_of_q_not_to_count(const K& kernel) {
  for (const auto& [p, t] : random_instants<T>(50, 11)) {
    for (const T s : {T(-1), T(2), T(0.25)}) {
      const kernel::Phase<T> other{p.m, s * p.q};
      EXPECT_EQ(kernel(other, t), kernel(p, t));
      if constexpr (torques::HasPotential<K, T>) {
        EXPECT_EQ(kernel.potential(other.q, t), kernel.potential(p.q, t));
      }
      if constexpr (torques::HasGradient<K, T>) {
        EXPECT_EQ(kernel.gradient(other.q, t), kernel.gradient(p.q, t));
      }
      if constexpr (torques::HasConserved<K, T>) {
        EXPECT_EQ(kernel.conserved(other, t), kernel.conserved(p, t));
      }
    }
  }
}

/// In long double, to this many eps.
template <class K>
void expect_torque_of_potential(const K& kernel, const Vec3<long double>& moments, double bound) {
  using L = long double;
  constexpr L eps = std::numeric_limits<L>::epsilon();
  const auto instants = random_instants<L>(200, 5);
  const auto potential = torques::check_potential(kernel, instants);
  EXPECT_LE(potential.relative / eps, static_cast<L>(bound)) << "potential, instant " << potential.instant;
  const auto gradient = torques::check_gradient(kernel, moments, instants);
  EXPECT_LE(gradient.relative / eps, static_cast<L>(bound)) << "gradient, instant " << gradient.instant;
}

/// Along the vector field m' = m x omega + torque, q' = q omega / 2, t' = 1 the derivative is 0, to so many
/// eps of what it is made of. (A straight line of momenta and a steady rotation have the same derivative as
/// the motion.)
template <class K>
void expect_conserved(const K& kernel, const Vec3<long double>& moments, double bound) {
  using L = long double;
  const torques::InverseInertia<L> inverse(moments);
  for (const auto& instant : random_instants<L>(50, 7)) {
    const L t = instant.time;
    kernel::Phase<L> p = instant.phase;
    if (moments.x == 0) p.m.x = 0;
    const Vec3<L> omega = inverse * p.m, torque = kernel(p, t), dm = cross(p.m, omega) + torque;
    const L rate = norm(omega), slow = 1 / (1 + rate + norm(torque));
    const auto derivative = torques::detail::derivative_at_zero<L>([&](const L& s) {
      const L after = s * slow;
      const Vec3<L> v = (std::sin(rate * after / 2) / rate) * omega;
      return kernel.conserved({p.m + after * dm, p.q * Quat<L>{std::cos(rate * after / 2), v.x, v.y, v.z}},
                              t + after);
    });
    const L scale = slow * (norm(p.m) + norm(torque)) * (rate + 1);
    EXPECT_LE(std::abs(derivative.first), static_cast<L>(bound) * std::numeric_limits<L>::epsilon() * scale);
  }
}

/// The motion under a torque, by extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer): of
/// order 10, in long double, and without a splitting, for the torque's equations as such.
template <class K>
kernel::Phase<long double> moved(const K& kernel, const Vec3<long double>& moments,
                                 kernel::Phase<long double> p, long double length, int steps) {
  using L = long double;
  using Phase = kernel::Phase<L>;
  const torques::InverseInertia<L> inverse(moments);
  const auto sum = [](const Phase& a, L s, const Phase& b) { return Phase{a.m + s * b.m, a.q + s * b.q}; };
  const auto rate = [&](const Phase& a, L t) {
    const Vec3<L> omega = inverse * a.m;
    return Phase{cross(a.m, omega) + kernel(a, t), 0.5L * (a.q * Quat<L>{0, omega.x, omega.y, omega.z})};
  };
  constexpr std::size_t levels = 5;
  const L step = length / steps;
  for (int n = 0; n < steps; ++n) {
    const L start = step * n;
    std::array<Phase, levels> rows;
    for (std::size_t k = 0; k < levels; ++k) {
      const int parts = 2 * static_cast<int>(k + 1);
      const L h = step / parts;
      Phase before = p, now = sum(p, h, rate(p, start));
      for (int i = 1; i < parts; ++i) {
        const Phase next = sum(before, 2 * h, rate(now, start + i * h));
        before = now;
        now = next;
      }
      // Gragg's smoothing.
      const Phase end = sum(sum(before, 1, now), h, rate(now, start + step));
      rows[k] = {0.5L * end.m, 0.5L * end.q};
    }
    for (std::size_t level = 1; level < levels; ++level)
      for (std::size_t k = 0; k + level < levels; ++k) {
        const L ratio = static_cast<L>(k + 1 + level) / static_cast<L>(k + 1),
                weight = 1 / (ratio * ratio - 1);
        rows[k] = {rows[k + 1].m + weight * (rows[k + 1].m - rows[k].m),
                   rows[k + 1].q + weight * (rows[k + 1].q - rows[k].q)};
      }
    p = rows[0];
  }
  return p;
}

/// Against reference values, which are Taylor series in multiprecision.
inline void expect_motion(const kernel::Phase<long double>& found, const kernel::Phase<long double>& expected,
                          double bound) {
  EXPECT_LE(relative_difference(found.m, expected.m), static_cast<long double>(bound));
  EXPECT_LE(norm(found.q - expected.q), static_cast<long double>(bound));
}

}  // namespace polhode::test
