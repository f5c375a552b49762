// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Magnus methods of orders 2, 4, 6 and 8 for the attitude, on the exact momentum, with the fewest
/// commutators.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. q' = q r with r = exp_quat(phi): omega is in the body and stands on the right, R' = R
///             hat(omega). The papers solve the transposed equation, where W = -hat(omega) stands on the left
///             and the exponent is -phi: so their formulas hold here for omega itself if [a, b] = b x a. phi
///             is a rotation vector; in the units of the unit quaternions it is Gamma = phi/2 with the
///             commutator 2 b x a: the same exponent.
/// Method.     alpha_i = h^i omega^(i-1)/(i-1)! at the middle of the step, of the polynomial through the
///             velocities at the Gauss nodes; 0, 1, 3 and 6 commutators. [Gustafsson 2010, (22)-(25); Blanes,
///             Casas, Ros 2002, BIT 42, 262] The series converges if the integral of |omega|/2 over the step
///             is below pi: |omega|/2 is the norm of the quaternion equation's matrix [Moan, Niesen 2008,
///             Found. Comput. Math. 8, 291], and |Gamma| < pi is Gustafsson's bound [theorem 3.4]. A step is
///             refused, all NaN, where |h|/2 times the greatest |omega| of the orbit, which does not depend
///             on where the nodes fall, or |phi|/2 reaches pi. The spatial momentum q m q^-1 is kept to the
///             order of the method only.
/// Accuracy.   Rounding of r - 1: 2.8 eps |r - 1| (measured once). Orders:
///             papers/tests/methods/magnus_test.cpp.

#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/core/polynomial.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/gauss_nodes.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/papers/exact_momentum.hpp>
#include <polhode/rotation/exponential.hpp>
#include <polhode/rotation/matrix.hpp>

namespace polhode::kernel {

/// phi from the angular velocities at the Gauss nodes of a step of length h.
template <class T, int Order>
class MagnusExponent;

namespace detail {

/// [a, b] for factors that stand on the right: b x a.
template <class T>
[[gnu::always_inline]] inline constexpr Vec3<T> right_bracket(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return cross(b, a);
}

}  // namespace detail

template <class T>
class MagnusExponent<T, 2> {
 public:
  Vec3<T> operator()(const std::array<Vec3<T>, 1>& w, const T& h) const noexcept { return h * w[0]; }
};

template <class T>
class MagnusExponent<T, 4> {
 public:
  MagnusExponent() noexcept {
    using std::sqrt;
    weight_ = sqrt(T(3)) / T(6);
  }

  /// alpha_1 - [alpha_1, alpha_2]/12, in which only w_1 x w_2 is left of the commutator.
  Vec3<T> operator()(const std::array<Vec3<T>, 2>& w, const T& h) const noexcept {
    return (h * ratio<T>(1, 2)) * (w[0] + w[1] + (weight_ * h) * cross(w[0], w[1]));
  }

 private:
  T weight_;
};

template <class T>
class MagnusExponent<T, 6> {
 public:
  MagnusExponent() noexcept {
    using std::sqrt;
    slope_ = sqrt(T(15)) / T(3);
  }

  Vec3<T> operator()(const std::array<Vec3<T>, 3>& w, const T& h) const noexcept {
    const Vec3<T> a1 = h * w[1];
    const Vec3<T> a2 = (h * slope_) * (w[2] - w[0]);
    const Vec3<T> a3 = (h * ratio<T>(10, 3)) * ((w[2] - w[1]) - (w[1] - w[0]));
    const Vec3<T> s = detail::right_bracket(a1, a2);
    const Vec3<T> r = detail::right_bracket(a1, a3 + a3 + s);
    const Vec3<T> last = detail::right_bracket(s - a3 - T(20) * a1, a2 - ratio<T>(1, 60) * r);
    return a1 + ratio<T>(1, 12) * a3 + ratio<T>(1, 240) * last;
  }

 private:
  T slope_;
};

template <class T>
class MagnusExponent<T, 8> {
 public:
  MagnusExponent() noexcept {
    using std::sqrt;
    const GaussRule<T, 4> rule = gauss_rule<T, 4>();
    const T half = T(1) / T(2), outer = rule.nodes[3] - half, inner = rule.nodes[2] - half;
    const T span = T(2) * sqrt(T(6) / T(5)) / T(7);  // 2 (outer^2 - inner^2)
    square_ = inner * inner;
    even_ = T(1) / span;
    odd_outer_ = T(1) / (outer * span);
    odd_inner_ = T(1) / (inner * span);
    slope_ = T(1) / (T(2) * inner);
  }

  Vec3<T> operator()(const std::array<Vec3<T>, 4>& w, const T& h) const noexcept {
    using detail::right_bracket;
    // The even and the odd part of the cubic through the velocities.
    const Vec3<T> sum = w[2] + w[1], difference = w[2] - w[1];
    const Vec3<T> a3 = (h * even_) * (w[3] + w[0] - sum);
    const Vec3<T> a1 = (h * ratio<T>(1, 2)) * sum - square_ * a3;
    const Vec3<T> a4 = (h * odd_outer_) * (w[3] - w[0]) - (h * odd_inner_) * difference;
    const Vec3<T> a2 = (h * slope_) * difference - square_ * a4;

    const Vec3<T> odd = a1 + ratio<T>(1, 28) * a3, even = a2 + ratio<T>(3, 28) * a4;
    const Vec3<T> s1 = ratio<T>(-1, 28) * right_bracket(odd, even);
    const Vec3<T> r1 = ratio<T>(1, 3) * right_bracket(a1, s1 - ratio<T>(1, 14) * a3);
    const Vec3<T> s2 = right_bracket(odd + s1, even + r1);
    const Vec3<T> r2 =
        right_bracket(a1 + ratio<T>(5, 4) * s1, a3 + a3 + s2 + ratio<T>(1, 2) * right_bracket(a2, s1));
    const Vec3<T> first = a1 + ratio<T>(1, 12) * a3;
    const Vec3<T> s3 = right_bracket(first - ratio<T>(7, 3) * s1 - ratio<T>(1, 6) * s2,
                                     T(63) * r1 + r2 - T(9) * a2 - ratio<T>(9, 4) * a4);
    return first - ratio<T>(7, 120) * s2 + ratio<T>(1, 360) * s3;
  }

 private:
  T square_, even_, odd_outer_, odd_inner_, slope_;
};

/// Whether a turn of the body is within the bound above, by the square of its angle: |h omega| or |phi| below
/// 2 pi.
template <class T>
constexpr bool magnus_converges(const T& square_angle) noexcept {
  const T two_pi = T(6.28318530717958647692528676655900577L);
  return square_angle < two_pi * two_pi;
}

/// The part that both forms of the method share: the momentum, and the exponent if it is known to be right.
template <class T, int Order>
class MagnusStep {
 public:
  static_assert(Order == 2 || Order == 4 || Order == 6 || Order == 8);
  static constexpr std::size_t nodes = Order / 2;
  using Path = MomentumPath<T, nodes>;

  struct Result {
    Vec3<T> dm, phi;
    T bound;  ///< the square of |h| times the greatest |omega|
    bool converges;
  };

  explicit MagnusStep(const Vec3<T>& moments) noexcept : momentum_(moments) {}

  /// Not inlined: each of its callers would compile the whole path of the momentum.
  [[gnu::noinline]] Result operator()(const Vec3<T>& m, const T& h) const noexcept {
    const Path path = momentum_(m, h, fractions_);
    const Vec3<T> phi = exponent(path);
    const T bound = path.h * path.h * momentum_.greatest_square_velocity(path.orbit);
    return {path.unscaled_change(), phi, bound, magnus_converges(bound) && magnus_converges(dot(phi, phi))};
  }

  /// phi from the momenta of a step.
  Vec3<T> exponent(const Path& path) const noexcept {
    std::array<Vec3<T>, nodes> w;
    for (std::size_t i = 0; i < nodes; ++i) w[i] = momentum_.velocity(path.at(i));
    return exponent_(w, path.h);
  }

  /// Why a step was refused.
  Failure why(const Vec3<T>& m, const T& h) const noexcept {
    const T bound = (*this)(m, h).bound;
    return bound == bound ? Failure::exponent_beyond_pi : Failure::out_of_range;
  }

 private:
  ExactMomentum<T> momentum_;
  std::array<T, nodes> fractions_ = gauss_rule<T, nodes>().nodes;
  MagnusExponent<T, Order> exponent_;
};

/// The attitude by the exponential of quaternions.
template <class T, int Order>
class Magnus {
 public:
  explicit Magnus(const Vec3<T>& moments) noexcept : step_(moments) {}

  Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    const auto s = step_(m, h);
    return s.converges ? Increment<T>{s.dm, exp_quat_minus_one(s.phi)} : failed_increment<T>();
  }

  Failure why(const Vec3<T>& m, const T& h) const noexcept { return step_.why(m, h); }

 private:
  MagnusStep<T, Order> step_;
};

/// The attitude by the exponential of matrices, Rodrigues' formula; the sign of r is that of the continuous
/// motion.
template <class T, int Order>
class MagnusMatrix {
 public:
  explicit MagnusMatrix(const Vec3<T>& moments) noexcept : step_(moments) {}

  Image<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    const auto s = step_(m, h);
    if (!s.converges) return failed_image<T>();
    const Quat<T> r = to_quat(rodrigues(s.phi));
    return {m + s.dm, dot(r.vec(), s.phi) < T(0) ? -r : r};
  }

  Failure why(const Vec3<T>& m, const T& h) const noexcept { return step_.why(m, h); }

 private:
  MagnusStep<T, Order> step_;
};

}  // namespace polhode::kernel
