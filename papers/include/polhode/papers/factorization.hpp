// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Factorization methods of orders 2, 4, 6 and 8: a frame that follows the exact momentum, and an angle by
/// Gauss quadrature.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. r = p(0)^-1 exp(psi e3/2) p(h); p takes n = m/|m| to e3:
///               p = (c0 a, (c3 n1 + c0 n2)/a, (c3 n2 - c0 n1)/a, c3 a), a = sqrt(1 + n3), c0^2 + c3^2 = 1/2.
///             Another pair (c0, c3) is p turned about e3 by a constant angle: in r it cancels. r is
///             continuous in h.
/// Method.     psi = int 2 T/|m| + (n2 n1' - n1 n2')/(1 + n3), which with n' = n x omega is
///             int omega3 + (n1 omega1 + n2 omega2)/(1 + n3): no difference in it, and bounded beside the
///             frame's singularity. r - 1 = p(0)^-1 (dp + (exp(psi e3/2) - 1) p(h)), with dp from the
///             momentum's increment. [Gustafsson 2010, (31)-(36); Celledoni, Zanna 2008, (20)] The spatial
///             momentum is kept, whatever the error of psi: both frames take m to the same vector.
/// Accuracy.   Rounding of r - 1: 3.5 eps |r - 1| where m circles +e3, up to 63 elsewhere (measured once):
///             beside n = -e3 p and psi turn in opposite directions, up to 2 I3/I1 times faster than the
///             body. For I1 = I2 psi is exact at every order. p does not exist at n = -e3. Beside it 1 + n3
///             is taken as (n1^2 + n2^2)/(1 - n3), which has all its digits, and the integrand stays smooth,
///             since the pole is a resting point: the error of a step tends to a limit there and does not
///             grow (order 4, I = (0.345, 0.653, 1), h = 0.2: 8.2e-6 at a distance of 0.3, 8.7e-6 from 0.03
///             to 1e-100), but it is larger than beside +e3, where it vanishes. Only where the squares lose
///             digits to underflow, n1^2 + n2^2 < min/eps with n3 < 0 (1e-146 from the axis in double), is
///             the step refused. Orders: papers/tests/methods/factorization_test.cpp.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/fused.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/polynomial.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/gauss_nodes.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/papers/exact_momentum.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::kernel {

/// The frames p with p0 : p3 = c0 : c3.
template <class T>
class FactorFrame {
 public:
  /// Any pair but (0, 0), of which only the direction counts.
  FactorFrame(const T& c0, const T& c3) noexcept {
    using std::sqrt;
    Vec3<T> c{c0, c3, T(0)};
    c = scaled(c, -binary_exponent(largest(c)));
    const T length = sqrt(T(2) * dot(c, c));
    c0_ = c.x / length;
    c3_ = c.y / length;
  }

  /// r - 1 for the momentum n -> n + dn, both of length one, and psi/2.
  Quat<T> rotation(const Vec3<T>& n, const Vec3<T>& dn, const T& half_psi) const noexcept {
    using std::cos;
    using std::sin;
    using std::sqrt;
    const T a = sqrt(one_plus_third(n)), b = sqrt(one_plus_third(n + dn));
    const T over_a = T(1) / a, over_b = T(1) / b, da = dn.z / (a + b);
    const Quat<T> p{c0_ * a, (c3_ * n.x + c0_ * n.y) * over_a, (c3_ * n.y - c0_ * n.x) * over_a, c3_ * a};
    const Quat<T> dp{c0_ * da, (c3_ * dn.x + c0_ * dn.y - p.x * da) * over_b,
                     (c3_ * dn.y - c0_ * dn.x - p.y * da) * over_b, c3_ * da};
    const Quat<T> e = p + dp;
    const T s = sin(half_psi), c = cos(half_psi), less = c > T(0) ? s * s / (T(1) + c) : T(1) - c;
    const Quat<T> moved{dp.w - (less * e.w + s * e.z), dp.x - (less * e.x + s * e.y),
                        dp.y - (less * e.y - s * e.x), dp.z - (less * e.z - s * e.w)};
    const Quat<T> r = p.conjugate() * moved;
    const T excess = r.w + dot(r, r) / T(2);  // |1 + r| - 1
    return {r.w - fused_multiply_add(excess, r.w, excess), r.x - excess * r.x, r.y - excess * r.y,
            r.z - excess * r.z};
  }

  /// 1 + n3 without cancellation.
  static T one_plus_third(const Vec3<T>& n) noexcept {
    return n.z < T(0) ? (n.x * n.x + n.y * n.y) / (T(1) - n.z) : T(1) + n.z;
  }

  /// Whether the frame has no digits at n.
  static bool is_singular(const Vec3<T>& n) noexcept {
    const T least = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
    return n.z < T(0) && n.x * n.x + n.y * n.y < least;
  }

  /// psi'.
  static T rate(const Vec3<T>& n, const Vec3<T>& w) noexcept {
    return w.z + (n.x * w.x + n.y * w.y) / one_plus_third(n);
  }

 private:
  T c0_, c3_;
};

template <class T, int Order>
class Factorization {
 public:
  static_assert(Order == 2 || Order == 4 || Order == 6 || Order == 8);
  static constexpr std::size_t nodes = Order / 2;
  using Path = MomentumPath<T, nodes>;

  /// c0 : c3 is any ratio; with (0, 0) every step fails.
  explicit Factorization(const Vec3<T>& moments, const T& c0 = T(1) / T(2),
                         const T& c3 = T(1) / T(2)) noexcept
      : momentum_(moments), frame_(c0, c3) {}

  Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    const Path path = path_of(m, h);
    if (path.orbit.gg == T(0)) return {};
    const Quat<T> dr = rotation(path);
    const T size = dot(dr, dr) + dot(path.change, path.change);
    if (passes_pole(path) || !(size <= std::numeric_limits<T>::max())) return failed_increment<T>();
    return {path.unscaled_change(), dr};
  }

  Failure why(const Vec3<T>& m, const T& h) const noexcept {
    return passes_pole(path_of(m, h)) ? Failure::frame_singularity : Failure::out_of_range;
  }

  /// r - 1 from the momenta of a step that does not meet the pole.
  Quat<T> rotation(const Path& path) const noexcept {
    using std::sqrt;
    const T unit = T(1) / sqrt(path.orbit.gg);
    T mean = T(0);
    for (std::size_t i = 0; i < nodes; ++i) {
      const Vec3<T> m = path.at(i);
      mean = mean + rule_.weights[i] * frame_.rate(unit * m, momentum_.velocity(m));
    }
    return frame_.rotation(unit * path.start, unit * path.change, path.h * ratio<T>(1, 2) * mean);
  }

 private:
  /// Not inlined, since both callers would compile it.
  [[gnu::noinline]] Path path_of(const Vec3<T>& m, const T& h) const noexcept {
    return momentum_(m, h, rule_.nodes);
  }

  static bool passes_pole(const Path& path) noexcept {
    using std::sqrt;
    const T unit = T(1) / sqrt(path.orbit.gg);
    bool passes = FactorFrame<T>::is_singular(unit * path.start) ||
                  FactorFrame<T>::is_singular(unit * (path.start + path.change));
    for (std::size_t i = 0; i < nodes; ++i) passes = passes || FactorFrame<T>::is_singular(unit * path.at(i));
    return passes;
  }

  ExactMomentum<T> momentum_;
  FactorFrame<T> frame_;
  GaussRule<T, nodes> rule_ = gauss_rule<T, nodes>();
};

}  // namespace polhode::kernel
