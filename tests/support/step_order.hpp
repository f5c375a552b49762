// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The order of a free kernel's attitude, from single steps in long double against the exact step.

#include <array>
#include <polhode/kernel/increment.hpp>
#include <support/kernel_checks.hpp>

namespace polhode::test {

struct ExtendedMotion {
  Vec3<long double> moments, m;
};

/// One without symmetry on either side of the separatrix, one prolate; and one oblate, on which some methods
/// are exact.
inline constexpr std::array<ExtendedMotion, 3> motions_not_oblate{
    {{{0.345L, 0.653L, 1}, {0.5L, 0.2L, 0.843L}},
     {{0.6L, 1.1L, 1.3L}, {0.9L, -0.3L, 0.25L}},
     {{0.4L, 1, 1}, {0.5L, 0.6L, -0.7L}}}};
inline constexpr ExtendedMotion oblate_motion{{1, 1, 1.7L}, {0.5L, 0.6L, -0.7L}};

/// r - 1 of either form of a step.
template <class T>
Quat<T> rotation_less_one(const kernel::Increment<T>& i) {
  return i.dr;
}
template <class T>
Quat<T> rotation_less_one(const kernel::Image<T>& i) {
  return i.r - Quat<T>::identity();
}

/// The order of r seen between steps of h and h/2 whose middle is at momentum m. With the middle held fast,
/// the error of a symmetric method has only every other power of h, so the slope is clean while the error is
/// still far above rounding.
double attitude_order(const AnyStep<long double>& step, const Vec3<long double>& moments,
                      const Vec3<long double>& m, long double h);

}  // namespace polhode::test
