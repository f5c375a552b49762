// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Checks by finite differences whether a torque derives from its potential, and a gradient from its torque,
/// for user-written kernels.
///
/// Convention. A rotation delta of the body, q -> q exp(delta / 2), changes the potential by -torque . delta.
/// Method.     Symmetric differences over k h, k = 1..8, about each axis of P, extrapolated to h = 0
///             (Richardson; the weights are 2 (-1)^(k+1) 8!^2 / ((8-k)! (8+k)!), the error is of order h^16).
///             With h = eps^(1/16) / 2, about three degrees, truncation error and round-off are similar for
///             potentials quadratic and quartic in Q. A discrepancy is relative to the largest of the torque,
///             the derivative and the second differences of the potential (the stiffness), which covers
///             equilibria, where the torque is zero.
/// Accuracy.   The built-in torques at 5000 random attitudes: 1e-16 (840 eps) in long double, 1e-13 (460 eps)
///             in double. A large constant in the potential increases the round-off. If the kernel is a
///             template, use long double.
///
/// For a user's Torque (torque.hpp), with t = torque.prepare(body):
/// compare_with_derivative<double>(t.potential, t.torque, instants).

#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <vector>

namespace polhode::torques {

/// A state at a time, at which a kernel is evaluated.
template <class T>
struct Instant {
  Phase<T> phase;
  T time{};
};

/// The largest discrepancy.
template <class T>
struct Discrepancy {
  T relative{};           ///< the largest relative discrepancy; NaN if any was NaN
  std::size_t instant{};  ///< the index of its instant
  Vec3<T> found, expected;
};

namespace detail {

/// The derivative of a function of an angle at 0, and the magnitude of its second derivative.
template <class T>
struct Derivative {
  T first, second;
};

template <class T, class F>
Derivative<T> derivative_at_zero(const F& f) {
  using std::abs;
  using std::pow;
  constexpr int n = 8;
  const T h = pow(std::numeric_limits<T>::epsilon(), T(1) / T(2 * n)) / T(2), middle = f(T(0));
  Derivative<T> d{};
  T weight = T(-1);
  for (int k = 1; k <= n; ++k) {
    const T after = f(T(k) * h), before = f(-(T(k) * h));
    weight = -weight * T(n + 1 - k) / T(n + k);
    d.first = d.first + weight * (after - before) / (T(k) * h);
    if (k == 1) d.second = abs((after - middle) - (middle - before)) / (h * h);
  }
  return d;
}

}  // namespace detail

/// Compares torque(phase, time) with the derivative of potential(q, time) at each instant.
template <class T, class Potential, class Torque>
Discrepancy<T> compare_with_derivative(const Potential& potential, const Torque& torque,
                                       const std::vector<Instant<T>>& instants) {
  using std::cos;
  using std::sin;
  Discrepancy<T> worst;
  for (std::size_t k = 0; k < instants.size(); ++k) {
    const Phase<T>& phase = instants[k].phase;
    const T& time = instants[k].time;
    const auto about = [&](const Vec3<T>& axis) {
      return detail::derivative_at_zero<T>([&](const T& angle) -> T {
        const Vec3<T> v = sin(angle / T(2)) * axis;
        return potential(phase.q * Quat<T>{cos(angle / T(2)), v.x, v.y, v.z}, time);
      });
    };
    const auto x = about({T(1), T(0), T(0)}), y = about({T(0), T(1), T(0)}), z = about({T(0), T(0), T(1)});
    const Vec3<T> expected{-x.first, -y.first, -z.first}, found = torque(phase, time);
    T scale = largest(Vec3<T>{x.second, y.second, z.second});
    if (const T size = largest(expected); size > scale) scale = size;
    if (const T size = largest(found); size > scale) scale = size;
    const T off = norm(found - expected), relative = off == T(0) ? T(0) : off / scale;
    if (!(relative <= worst.relative) && worst.relative == worst.relative)
      worst = {relative, k, found, expected};
  }
  return worst;
}

/// Compares a kernel's torque with its potential.
template <class T, class K>
requires TorqueKernel<K, T> && HasPotential<K, T> Discrepancy<T> check_potential(
    const K& kernel, const std::vector<Instant<T>>& instants) {
  return compare_with_derivative<T>([&](const Quat<T>& q, const T& t) { return kernel.potential(q, t); },
                                    kernel, instants);
}

/// Compares a kernel's gradient with the potential torque . I^-1 torque of a body with these moments.
template <class T, class K>
requires TorqueKernel<K, T> && HasGradient<K, T> Discrepancy<T> check_gradient(
    const K& kernel, const Vec3<T>& moments, const std::vector<Instant<T>>& instants) {
  const InverseInertia<T> inverse(moments);
  return compare_with_derivative<T>(
      [&](const Quat<T>& q, const T& t) {
        const Vec3<T> torque = kernel(Phase<T>{{}, q}, t);
        return dot(torque, inverse * torque);
      },
      [&](const Phase<T>& p, const T& t) { return kernel.gradient(p.q, t); }, instants);
}

}  // namespace polhode::torques
