// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Whether a torque is the one of its potential, and a gradient the one of its torque: by differences, for
/// kernels of your own.
///
/// Convention. A rotation delta of the body, q -> q exp(delta / 2), changes the potential by -torque . delta.
/// Method.     Symmetric differences over k h, k = 1..8, about each axis of P, extrapolated to h = 0
///             (Richardson; the weights are 2 (-1)^(k+1) 8!^2 / ((8-k)! (8+k)!), the error is of order h^16).
///             h = eps^(1/16) / 2, some three degrees: there that error and the rounding of the potential are
///             alike for potentials quadratic and quartic in Q. A discrepancy is relative to the largest of
///             the torque, the derivative and the potential's second differences: at an equilibrium, where
///             there is no torque to compare with, to the stiffness.
/// Accuracy.   The built-in torques at 5000 random attitudes: 1e-16 (840 eps) in long double, 1e-13 (460 eps)
///             in double. A potential with a large constant in it loses by rounding what it would not lose
///             without. Use long double where the kernel is a template.
///
/// For a Torque of your own (torque.hpp): compare_with_derivative<double>(t.potential, t.torque, instants)
/// with t = torque.prepare(body).

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

/// A state at a time, to ask a kernel at.
template <class T>
struct Instant {
  Phase<T> phase;
  T time{};
};

/// The worst of what was found.
template <class T>
struct Discrepancy {
  T relative{};           ///< the largest relative discrepancy; NaN if any was NaN
  std::size_t instant{};  ///< the index of the instant at which it was found
  Vec3<T> found, expected;
};

namespace detail {

/// d potential / d angle at 0 of a function of an angle, and the size of its second derivative.
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

/// torque(phase, time) against the derivative of potential(q, time), at each instant.
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

/// The kernel's torque against its potential.
template <class T, class K>
requires TorqueKernel<K, T> && HasPotential<K, T> Discrepancy<T> check_potential(
    const K& kernel, const std::vector<Instant<T>>& instants) {
  return compare_with_derivative<T>([&](const Quat<T>& q, const T& t) { return kernel.potential(q, t); },
                                    kernel, instants);
}

/// The kernel's gradient against the potential torque . I^-1 torque of a body with these moments.
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
