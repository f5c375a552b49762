// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a free kernel is: the form that every method for the free body has, exact, semi-exact or approximate.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. A kernel holds what depends on the body alone; it maps (m, h) to the Increment or the Image of
///             one step in the principal frame (increment.hpp). r has length one to rounding; the attitude is
///             not known here. A kernel that cannot take a step makes every number of the result NaN, never a
///             wrong state, and says why when it is asked, which costs nothing otherwise.

#include <concepts>
#include <limits>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/rotation/quat.hpp>
#include <variant>

namespace polhode::kernel {

/// Why a kernel could not take a step.
enum class Failure {
  out_of_range,    ///< a number became infinite, or was so from the start
  no_convergence,  ///< a fixed point was not reached
  /// The Moser-Veselov equation has no solution with its spectrum on one side, or lost it.
  no_unique_solution,
  beyond_series,       ///< the modified moments or the scaling of the method, cut-off series in h, have ended
  exponent_beyond_pi,  ///< the Magnus series need not converge
  frame_singularity,   ///< the frame of the attitude is not defined at this momentum
  lost_digits          ///< constants or square roots without digits
};

/// Either form, for where a method is chosen at run time.
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

/// A kernel that can say why a step failed; the others can only have left the range of numbers.
template <class K, class T>
concept ExplainsFailure = requires(const K& k, const Vec3<T>& m, const T& h) {
  { k.why(m, h) }
  noexcept->std::same_as<Failure>;
};

/// The results of a step that failed.
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
