// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the tests of the approximate free kernels ask of each: what it conserves, whether it leads back and
/// whether it is symplectic; directly on the kernel, for any number type.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <support/random_motion.hpp>
#include <type_traits>
#include <variant>

namespace polhode::test {

struct CheckedMotion {
  const char* name;
  Vec3<double> moments, m;
};

/// Around the short axis, around the long axis, and of a symmetric body.
inline constexpr std::array<CheckedMotion, 3> checked_motions{
    {{"water", {0.345, 0.653, 1}, {0.5, 0.2, 0.84}},
     {"long axis", {0.6, 1.1, 1.3}, {0.9, -0.3, 0.25}},
     {"symmetric", {0.7, 0.7, 1.2}, {0.4, -0.5, 0.6}}}};

/// The image of any step, whichever of the forms it has.
template <class T>
kernel::Image<T> as_image(const kernel::Increment<T>& i, const Vec3<T>& m) {
  return {m + i.dm, Quat<T>::identity() + i.dr};
}
template <class T>
kernel::Image<T> as_image(const kernel::Image<T>& i, const Vec3<T>&) {
  return i;
}
template <class T>
kernel::Image<T> as_image(const kernel::IncrementOrImage<T>& either, const Vec3<T>& m) {
  return std::visit([&m](const auto& i) { return as_image<T>(i, m); }, either);
}

template <class T>
T energy(const Vec3<T>& moments, const Vec3<T>& m) {
  return (m.x * (m.x / moments.x) + m.y * (m.y / moments.y) + m.z * (m.z / moments.z)) / T(2);
}

template <class T>
struct Errors {
  T m, q;
};

/// A step of any kernel. The checks below are compiled once, not for every kernel: kernels are made to be
/// inlined, and would be wherever a check calls them.
template <class T>
using AnyStep = std::function<kernel::IncrementOrImage<T>(const Vec3<T>& m, const T& h)>;

/// How far one step and one of -h end from the start.
template <class T>
T distance_back(const std::type_identity_t<AnyStep<T>>& step, const Vec3<T>& m, const T& h);

/// By how much the step changes the symplectic form of T*SO(3) in body coordinates,
///   form((a, u), (b, v)) = v . a - u . b + m . (a x b),   a, b turns of the body and u, v changes of m.
/// A turn a before the step is r^-1 a r after it; derivatives with respect to m by differences of fourth
/// order. What they leave is about eps^(4/5).
template <class T>
double symplectic_defect(const std::type_identity_t<AnyStep<T>>& step, const Vec3<T>& m, const T& h);

/// Relative errors of one step, measured in long double.
struct InvariantErrors {
  double norm, energy, spatial, length;  ///< length: of r
};
/// Of a step that is an increment.
InvariantErrors invariant_errors(const AnyStep<double>& step, const Vec3<double>& moments,
                                 const Vec3<double>& m, double h);

/// Over n steps: the relative changes of |m| and energy, and that of q m q^-1 in units of |m|.
struct Drifts {
  double norm, energy, spatial;
};
Drifts drifts_after(const AnyStep<double>& step, const Vec3<double>& moments, const Vec3<double>& m, double h,
                    int n);

/// The greatest errors of a double step's increments against the same step in Wide numbers, over random
/// motions with h from
/// 1e-8 to 0.1, in units of eps h |omega| |m| and eps h |omega|: what m' and r themselves could not show.
/// Printed as well.
template <template <class> class Kernel, class Wide>
Errors<double> worst_increments(unsigned seed, int count) {
  RandomMotions random(seed);
  Errors<double> worst{0, 0};
  for (int n = 0; n < count; ++n) {
    const auto [moments, m] = random.next();
    const double h = std::pow(10, random.uniform(-8, -1)) * (n % 2 ? 1 : -1);
    const kernel::Increment<double> i = Kernel<double>(moments)(m, h);
    const kernel::Increment<Wide> w = Kernel<Wide>(convert<Wide>(moments))(convert<Wide>(m), Wide(h));
    const double unit = std::numeric_limits<double>::epsilon() * std::abs(h) *
                        norm(Vec3<double>{m.x / moments.x, m.y / moments.y, m.z / moments.z});
    worst.m = std::max(worst.m, static_cast<double>(norm(convert<Wide>(i.dm) - w.dm)) / (unit * norm(m)));
    worst.q = std::max(worst.q, static_cast<double>(norm(convert<Wide>(i.dr) - w.dr)) / unit);
  }
  std::printf("  worst increments: m %.2f, r %.2f eps h |omega|\n", worst.m, worst.q);
  return worst;
}

/// Whether every number of a step is NaN.
template <class T>
bool refused(const kernel::Increment<T>& i) {
  for (const T& x : {i.dm.x, i.dm.y, i.dm.z, i.dr.w, i.dr.x, i.dr.y, i.dr.z})
    if (x == x) return false;
  return true;
}

/// Whether a step is no motion at all.
template <class T>
bool is_identity(const kernel::Increment<T>& i) {
  return i.dm == Vec3<T>{} && i.dr == Quat<T>{};
}

/// Whether nothing moves in no time, nor without momentum.
template <class Kernel>
bool stands_still(const Kernel& step) {
  return is_identity<double>(step({0.5, 0.2, 0.8}, 0.0)) && is_identity<double>(step({0, 0, 0}, 0.3));
}

}  // namespace polhode::test
