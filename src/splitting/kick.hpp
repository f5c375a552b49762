// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Kicks: the increment of the momentum under a torque alone, at fixed attitude and time.
///
/// Convention. kick(p, t, h, c) = m(h) - m(0) for m' = torque(q, m, t) - c gradient(q, t) from p. c is 0
///             except for splittings with modified potentials, which require a torque that does not depend on
///             m and has a gradient (torque_kernel.hpp); otherwise a nonzero c gives NaN. is_flow: kick(a),
///             then kick(b), equals kick(a + b).
/// Method.     Selected by the properties of the torque (KickFor): if it does not depend on m, h torque; if
///             it is linear in m, the flow of a linear equation (linear_flow.hpp); if it has a flow, that
///             flow; otherwise collocation. The matrix of a linear flow costs about fifty matrix products and
///             depends on h only; the last forty lengths are cached (a splitting has at most 36). Nothing is
///             allocated.

#include <array>
#include <concepts>
#include <cstddef>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <type_traits>
#include <utility>

#include "splitting/collocation.hpp"
#include "splitting/linear_flow.hpp"

namespace polhode {

/// Not const: a kick may cache what it has computed for a length.
template <class C, class T>
concept Kick = std::copy_constructible<C> && requires(C& c, const kernel::Phase<T>& p, const T& x) {
  { c(p, x, x, x) }
  noexcept->std::same_as<Vec3<T>>;
  { C::is_flow } -> std::convertible_to<bool>;
};

/// h (torque - c gradient).
template <class T, class K>
class AttitudeKick {
 public:
  static constexpr bool is_flow = true;

  explicit AttitudeKick(K torque) noexcept : torque_(std::move(torque)) {}

  Vec3<T> operator()(const kernel::Phase<T>& p, const T& t, const T& h, const T& c) noexcept {
    if (c == T(0)) return h * torque_(p, t);
    if constexpr (torques::HasGradient<K, T>)
      return h * (torque_(p, t) - c * torque_.gradient(p.q, t));
    else
      return kernel::no_vector<T>();
  }

 private:
  K torque_;
};

/// The flow of m' = L m + f.
template <class T, class K>
class LinearKick {
 public:
  static constexpr bool is_flow = true;

  explicit LinearKick(K torque) noexcept : torque_(std::move(torque)), rate_(torque_.rate()) {}

  Vec3<T> operator()(const kernel::Phase<T>& p, const T& t, const T& h, const T& c) noexcept {
    if (c != T(0)) return kernel::no_vector<T>();
    return linear_increment(rate_, phi(h), p.m, torque_.forcing(p.q, t), h);
  }

 private:
  static constexpr std::size_t most_lengths = 40;

  /// phi_1(h L), cached. The search starts where the last one ended, because a splitting uses the same order
  /// in every step.
  const Mat3<T>& phi(const T& h) noexcept {
    for (std::size_t n = 0; n < known_; ++n) {
      last_ = last_ + 1 < known_ ? last_ + 1 : 0;
      if (lengths_[last_] == h) return phis_[last_];
    }
    if (known_ < most_lengths) {
      last_ = known_++;
    } else {
      last_ = oldest_;
      oldest_ = oldest_ + 1 < most_lengths ? oldest_ + 1 : 0;
    }
    lengths_[last_] = h;
    phis_[last_] = phi_1(detail::times(h, rate_));
    return phis_[last_];
  }

  K torque_;
  Mat3<T> rate_;
  std::array<T, most_lengths> lengths_{};
  std::array<Mat3<T>, most_lengths> phis_{};
  std::size_t known_ = 0, last_ = 0, oldest_ = 0;
};

/// The torque's own flow.
template <class T, class K>
class FlowKick {
 public:
  static constexpr bool is_flow = true;

  explicit FlowKick(K torque) noexcept : torque_(std::move(torque)) {}

  Vec3<T> operator()(const kernel::Phase<T>& p, const T& t, const T& h, const T& c) noexcept {
    return c == T(0) ? torque_.flow(p, t, h) : kernel::no_vector<T>();
  }

 private:
  K torque_;
};

/// The kick of a torque.
template <class T, class K>
using KickFor = std::conditional_t<
    !K::depends_on_momentum, AttitudeKick<T, K>,
    std::conditional_t<torques::IsLinear<K, T>, LinearKick<T, K>,
                       std::conditional_t<torques::HasFlow<K, T>, FlowKick<T, K>, CollocationKick<T, K>>>>;

/// The kick for a splitting of a given order; collocation has at least that order, up to 10.
template <class T, torques::TorqueKernel<T> K>
KickFor<T, K> make_kick(K torque, int order) noexcept {
  if constexpr (std::same_as<KickFor<T, K>, CollocationKick<T, K>>)
    return CollocationKick<T, K>(std::move(torque), (order + 1) / 2);
  else
    return KickFor<T, K>(std::move(torque));
}

}  // namespace polhode
