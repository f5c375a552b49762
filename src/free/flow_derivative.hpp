// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The derivative of the free motion in the principal frame with respect to all inputs, of which two
/// directions are computed.
///
/// Convention. Scaled units, in which products neither overflow nor underflow (kernel/exact.hpp). A column is
///             the change of the final state: a rotation vector in the body frame, and the momentum. j_k = 1
///             / I_k, a2 = j1 - j3.
/// Method.     docs/derivatives.md. With m, r the momentum and rotation after t, omega = j m, f = m x omega:
///               momentum along itself: (t omega', m' + t f') / |m|; along f: (omega' - R^T omega, f') / |f|;
///               j2 alone changes c1 = (j2 - j3) / a2 alone, and with A_k = t (m'_k e_k, m' x m'_k e_k) the
///               three columns of the inverse moments are A1 + c1 X, A2 - X, A3 + c2 X, where X = A2 -
///               (column of c1) / a2.
///             Two columns remain to be computed: that of the momentum perpendicular to m and f, and that of
///             c1. For a short step they are explicit. With tau, s, c, d, U, V of the half step
///             (exact_series.hpp)
///               ds = -c d (X_U dU + X_V dV),  X_U = 1/2 int_0^s x^2 (1 - U x^2)^-3/2 (1 - V x^2)^-1/2 dx,
///               X_V likewise;
///             both are series_q with W = -U and W = -V. This gives the change mu of the momentum. The change
///             theta of the attitude follows from the known change of the momentum in space, mu + theta x m',
///             and from theta . m', which is t omega . dm for the initial momentum (scaling the momentum is
///             scaling time, and the flow is symplectic) and (1/2) t m_k^2 + (1/2) int m_k^2 dt for j_k [the
///             derivative of a flow with respect to a parameter is a Hamiltonian field].

#include <array>
#include <polhode/core/dual.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/matrix.hpp>

namespace polhode::flow_derivative {

/// A number with its derivatives in both directions.
template <class T>
using Both = Dual<T, 2>;

/// The change of the final state.
struct Column {
  Vec3<double> turn, momentum;
};

/// A body in scaled units.
struct Body {
  Body(const Inertia& body, const kernel::ExactConstants<double>& constants) noexcept;

  kernel::ExactConstants<double> constants;
  Vec3<double> inverse_moments;  ///< 0 for the axis of a linear body
  double a2;
  bool is_linear;
};

/// The start of a motion: its momentum and the directions perpendicular to it.
struct Start {
  Start(const Body& body, const Vec3<double>& m) noexcept;

  Vec3<double> m, along, onward;       ///< the momentum, its direction, the direction of its rate
  std::array<Vec3<double>, 2> across;  ///< the directions to compute; the second if the momentum is constant
  int unknown;           ///< how many of them: 0 if the step is a uniform rotation, otherwise 1 or 2
  double length, speed;  ///< |m| and |f| / a2
};

/// The momentum and the constants with slopes: [0] along a direction of the momentum, [1] with c1.
template <class T>
Vec3<Both<T>> momentum_along(const Vec3<T>& m, const Vec3<double>& direction) noexcept {
  const auto part = [](const T& value, double slope) {
    return Both<T>(value, {static_cast<T>(slope), T(0)});
  };
  return {part(m.x, direction.x), part(m.y, direction.y), part(m.z, direction.z)};
}
template <class T>
kernel::ExactConstants<Both<T>> constants_along(const kernel::ExactConstants<T>& k) noexcept {
  auto result = kernel::convert<Both<T>>(k);
  const T sign = k.c1.whole == T(0) ? T(1) : T(-1);
  // c1 = small, or c1 = 1 - c2 with c2 = small; the other factor has the opposite slope.
  (k.c1.whole == T(0) ? result.c1 : result.c2).small.slope[1] = sign;
  (k.c1.whole == T(0) ? result.c2 : result.c1).small.slope[1] = -sign;
  return result;
}

/// The constants of a motion with slopes along one direction of the momentum and along c1.
template <class T>
struct Followed {
  kernel::ExactConstants<Both<T>> k;
  Vec3<Both<T>> m;
  kernel::Orbit<Both<T>> o;
  kernel::Side<Both<T>> side;

  Followed(const kernel::ExactConstants<T>& constants, const Vec3<T>& momentum,
           const Vec3<double>& direction) noexcept;
};

/// The kernels with slopes, each compiled once for double and long double.
template <class T>
kernel::QuarterPeriod<Both<T>> quarter_period(const Followed<T>& f) noexcept;
template <class T>
kernel::Increment<Both<T>> reduced_step(const Followed<T>& f, const kernel::Reduced<Both<T>>& left) noexcept;
/// x as in kernel::short_step.
kernel::Increment<Both<double>> short_step(const Followed<double>& f, const Both<double>& tau,
                                           const Both<double>& base, const Both<double>& x) noexcept;

/// The columns obtained from steps with slopes.
struct Computed {
  kernel::Increment<double> increment;
  std::array<Column, 2> across;
  Column by_c1;
};
/// Extracts the columns of one step with slopes; `which` selects the direction in `across`.
template <class T>
void take(const kernel::Increment<Both<T>>& i, const Start& start, std::size_t which, Computed& to) noexcept;

/// The columns of a step of scaled length h, if its half is short (kernel::short_step); the increment is that
/// of kernel::exact_step, bit for bit. For longer steps returns false and does nothing. The momentum must be
/// in the range of kernel::exact_step and nonzero, and start.unknown must not be 0.
bool short_columns(const Body& body, const Start& start, double h, Computed& to) noexcept;

/// All columns, in the principal frame and in scaled units.
struct Principal {
  Mat3<double> back;  ///< R^T
  std::array<Column, 3> by_momentum, by_inverse_moments;
  Column rate;
};
Principal assembled(const Body& body, const Start& start, const Computed& step, double t) noexcept;

/// The Jacobian in the user's units and frame.
MotionJacobian of_user(const Inertia& inertia, const Body& body, const Principal& p,
                       int momentum_exponent) noexcept;

/// Transforms a Jacobian from the principal to the user's frame.
void turn_to_user(const Inertia& inertia, MotionJacobian& jacobian) noexcept;

}  // namespace polhode::flow_derivative
