// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The interface of free kernels, which all methods for the free body implement, exact, semi-exact or
/// approximate.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. A kernel holds what depends on the body only; it maps (m, h) to the Increment or the Image of
///             one step in the principal frame (increment.hpp). r has unit length to rounding; the attitude
///             is unknown here. If a step fails, all numbers of its result are NaN, never a wrong state; the
///             reason is determined only on request.

#include <concepts>
#include <limits>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/rotation/quat.hpp>
#include <variant>

namespace polhode::kernel {

/// Why a step failed.
enum class Failure {
  out_of_range,    ///< a number overflowed or was not finite
  no_convergence,  ///< an iteration did not converge
  /// The Moser-Veselov equation has no solution with its spectrum in one half plane, or the solution was
  /// lost.
  no_unique_solution,
  beyond_series,       ///< the truncated series in h of the modified moments or the scaling is not valid
  exponent_beyond_pi,  ///< beyond the convergence bound of the Magnus series
  frame_singularity,   ///< the moving frame is undefined at this momentum
  lost_digits          ///< constants or square roots lost all digits
};

/// Either result, for methods selected at run time.
template <class T>
using IncrementOrImage = std::variant<Increment<T>, Image<T>>;

template <class R, class T>
concept StepResult =
    std::same_as<R, Increment<T>> || std::same_as<R, Image<T>> || std::same_as<R, IncrementOrImage<T>>;

template <class K, class T>
concept FreeKernel = std::copy_constructible<K> && requires(const K& k, const Vec3<T>& m, const T& h) {
  { k(m, h) }
  noexcept->StepResult<T>;
};

/// A kernel that can tell why a step failed; the others fail only because a number is out of range.
template <class K, class T>
concept ExplainsFailure = requires(const K& k, const Vec3<T>& m, const T& h) {
  { k.why(m, h) }
  noexcept->std::same_as<Failure>;
};

/// The results of a failed step.
template <class T>
constexpr Vec3<T> no_vector() noexcept {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  return {nan, nan, nan};
}
template <class T>
constexpr Quat<T> no_quaternion() noexcept {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  return {nan, nan, nan, nan};
}
template <class T>
constexpr Increment<T> failed_increment() noexcept {
  return {no_vector<T>(), no_quaternion<T>()};
}
template <class T>
constexpr Image<T> failed_image() noexcept {
  return {no_vector<T>(), no_quaternion<T>()};
}

}  // namespace polhode::kernel
