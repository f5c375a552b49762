// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact step of a body with time-dependent moments (polhode/splitting/changing_body.hpp).

#include <array>
#include <cstddef>
#include <limits>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/increment.hpp>
#include <type_traits>
#include <utility>

namespace polhode {

/// The rotation into the frame in which three moments ascend. It permutes axes, and reverses all three if the
/// permutation alone would be a reflection: this is exact.
template <class T>
class AscendingAxes {
 public:
  explicit constexpr AscendingAxes(const Vec3<T>& moments) noexcept {
    const std::array<T, 3> i{moments.x, moments.y, moments.z};
    const auto order = [&](std::size_t a, std::size_t b) {
      if (i[index_[b]] < i[index_[a]]) {
        std::swap(index_[a], index_[b]);
        is_odd_ = !is_odd_;
      }
    };
    order(0, 1);
    order(1, 2);
    order(0, 1);
    moments_ = {i[index_[0]], i[index_[1]], i[index_[2]]};
  }

  constexpr const Vec3<T>& moments() const noexcept { return moments_; }

  constexpr Vec3<T> from_user(const Vec3<T>& v) const noexcept {
    const std::array<T, 3> a{v.x, v.y, v.z};
    return signed_vector({a[index_[0]], a[index_[1]], a[index_[2]]});
  }
  constexpr Vec3<T> to_user(const Vec3<T>& v) const noexcept {
    std::array<T, 3> a{};
    a[index_[0]] = v.x;
    a[index_[1]] = v.y;
    a[index_[2]] = v.z;
    return signed_vector({a[0], a[1], a[2]});
  }
  constexpr kernel::Increment<T> to_user(const kernel::Increment<T>& i) const noexcept {
    const Vec3<T> v = to_user(i.dr.vec());
    return {to_user(i.dm), {i.dr.w, v.x, v.y, v.z}};
  }

 private:
  constexpr Vec3<T> signed_vector(const Vec3<T>& v) const noexcept { return is_odd_ ? -v : v; }

  std::array<std::size_t, 3> index_{0, 1, 2};
  bool is_odd_ = false;
  Vec3<T> moments_;
};

/// Whether all are positive and finite. Linear bodies are excluded, because their momentum could not stay
/// perpendicular to their axis.
template <class T>
constexpr bool are_moments(const Vec3<T>& i) noexcept {
  const auto is_moment = [](const T& x) { return x > T(0) && x <= std::numeric_limits<T>::max(); };
  return is_moment(i.x) && is_moment(i.y) && is_moment(i.z);
}

/// The exact step of the body with the moments at the middle of the step: a TimedFreeKernel (split_body.hpp),
/// in the user's body frame. NaN if moments(time) are invalid.
template <class T, class Moments>
requires std::is_nothrow_invocable_r_v < Vec3<T>,
const Moments&, const T& > class ChangingExact {
 public:
  explicit ChangingExact(Moments moments) noexcept : moments_(std::move(moments)) {}

  kernel::Increment<T> operator()(const Vec3<T>& m, const T& h, const T& middle) const noexcept {
    const Vec3<T> i = moments_(middle);
    if (!are_moments(i)) return kernel::failed_increment<T>();
    const AscendingAxes<T> axes(i);
    return axes.to_user(kernel::Exact(axes.moments())(axes.from_user(m), h));
  }

 private:
  Moments moments_;
};

}  // namespace polhode
