// SPDX-License-Identifier: MIT
#include "free/flow_derivative.hpp"

#include <cmath>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/exponential.hpp>
#include <polhode/rotation/matrix.hpp>

#include "body/wide_axes.hpp"

namespace polhode::flow_derivative {
namespace {

using V = Vec3<double>;

V times(const V& a, const V& b) noexcept { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// m x omega / a2.
V onward_rate(const kernel::ExactConstants<double>& k, const V& m) noexcept {
  return {-k.c1(m.y * m.z), m.x * m.z, -k.c2(m.x * m.y)};
}

Column sum(const Column& a, double factor, const Column& b) noexcept {
  return {a.turn + factor * b.turn, a.momentum + factor * b.momentum};
}

/// (omega - j_k m) / a2, whose components are all small near axis k.
V slip(const kernel::ExactConstants<double>& k, const V& m, int axis) noexcept {
  if (axis == 0) return {0, -k.c2(m.y), -m.z};
  if (axis == 1) return {k.c2(m.x), 0, -k.c1(m.z)};
  return {m.x, k.c1(m.y), 0};
}

int nearest_axis(const V& m) noexcept {
  const V size{std::abs(m.x), std::abs(m.y), std::abs(m.z)};
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

/// R^T v - v, from r - 1.
V turned_back_change(const Quat<double>& dr, const V& v) noexcept {
  const V u = dr.vec(), t = 2.0 * cross(u, v);
  return cross(u, t) - (1 + dr.w) * t;
}

/// Near the intermediate axis changes grow exponentially. They are clamped where they have long become
/// meaningless, so that their products stay finite.
template <class T>
V within_range(const Vec3<T>& v) noexcept {
  constexpr T end = T(1e100L);
  const auto part = [](const T& x) { return static_cast<double>(x > end ? end : x < -end ? -end : x); };
  return {part(v.x), part(v.y), part(v.z)};
}

/// The part of a column that remains if the momentum is along the axis whose inverse moment changes.
Column steady_part(const V& m, double t, std::size_t axis) noexcept {
  const V v = t * (axis == 0 ? V{m.x, 0, 0} : axis == 1 ? V{0, m.y, 0} : V{0, 0, m.z});
  return {v, cross(m, v)};
}

}  // namespace

Body::Body(const Inertia& body, const kernel::ExactConstants<double>& k) noexcept
    : constants(k), is_linear(body.is_linear()) {
  const V i = k.time_scale != 0 ? k.time_scale * from_eigen(body.moments())
                                : scaled(from_eigen(body.moments()), -k.exponent);
  inverse_moments = {is_linear ? 0 : 1 / i.x, 1 / i.y, 1 / i.z};
  a2 = 2 * constants.half_a2;
}

Start::Start(const Body& body, const V& momentum) noexcept
    : m(momentum), along{}, onward{}, across{}, unknown(0), length(norm(momentum)), speed(0) {
  if (!(length > 0)) {
    along = {0, 0, 1};
    across = {V{1, 0, 0}, V{0, 1, 0}};
    return;
  }
  along = (1 / length) * m;
  const V rate = onward_rate(body.constants, along);
  const double size = body.a2 > 0 ? norm(rate) : 0;
  if (size > 1e-120) {
    speed = size * length * length;
    onward = (1 / size) * rate;
    across[0] = cross(along, onward);
    unknown = 1;
    return;
  }
  // The momentum is constant; any two perpendicular directions are suitable.
  const V helper = nearest_axis(along) == 0 ? V{0, 1, 0} : V{1, 0, 0};
  const V first = cross(along, helper);
  across[0] = (1 / norm(first)) * first;
  across[1] = cross(along, across[0]);
  unknown = body.a2 > 0 ? 2 : 0;
}

template <class T>
Followed<T>::Followed(const kernel::ExactConstants<T>& constants, const Vec3<T>& momentum,
                      const Vec3<double>& direction) noexcept
    : k(constants_along(constants)),
      m(momentum_along(momentum, direction)),
      o(kernel::orbit_of(k, m)),
      side(kernel::side_of(k, m, o)) {}
template struct Followed<double>;
template struct Followed<long double>;

template <class T>
kernel::QuarterPeriod<Both<T>> quarter_period(const Followed<T>& f) noexcept {
  return kernel::quarter_period(f.o, f.side.mc);
}
template kernel::QuarterPeriod<Both<double>> quarter_period(const Followed<double>&) noexcept;
template kernel::QuarterPeriod<Both<long double>> quarter_period(const Followed<long double>&) noexcept;

template <class T>
kernel::Increment<Both<T>> reduced_step(const Followed<T>& f, const kernel::Reduced<Both<T>>& left) noexcept {
  return kernel::reduced_step(f.k, f.m, f.o, f.side, left);
}
template kernel::Increment<Both<double>> reduced_step(const Followed<double>&,
                                                      const kernel::Reduced<Both<double>>&) noexcept;
template kernel::Increment<Both<long double>> reduced_step(
    const Followed<long double>&, const kernel::Reduced<Both<long double>>&) noexcept;

kernel::Increment<Both<double>> short_step(const Followed<double>& f, const Both<double>& tau,
                                           const Both<double>& base, const Both<double>& x) noexcept {
  return kernel::short_step(f.k, f.m, f.o, tau, base, x);
}

template <class T>
void take(const kernel::Increment<Both<T>>& i, const Start& start, std::size_t which, Computed& to) noexcept {
  to.increment = {{static_cast<double>(i.dm.x.value), static_cast<double>(i.dm.y.value),
                   static_cast<double>(i.dm.z.value)},
                  {static_cast<double>(i.dr.w.value), static_cast<double>(i.dr.x.value),
                   static_cast<double>(i.dr.y.value), static_cast<double>(i.dr.z.value)}};
  const Quat<T> back{T(1) + i.dr.w.value, -i.dr.x.value, -i.dr.y.value, -i.dr.z.value};
  const auto column = [&](std::size_t k) {
    const Quat<T> change = back * Quat<T>{i.dr.w.slope[k], i.dr.x.slope[k], i.dr.y.slope[k], i.dr.z.slope[k]};
    return Column{within_range(T(2) * change.vec()),
                  within_range(Vec3<T>{i.dm.x.slope[k], i.dm.y.slope[k], i.dm.z.slope[k]})};
  };
  Column& across = to.across[which];
  across = column(0);
  across.momentum = across.momentum + start.across[which];
  to.by_c1 = column(1);
}
template void take(const kernel::Increment<Both<double>>&, const Start&, std::size_t, Computed&) noexcept;
template void take(const kernel::Increment<Both<long double>>&, const Start&, std::size_t,
                   Computed&) noexcept;

namespace {

/// A short half step: the kernel's quantities, and the integrals that its slopes need.
struct ShortHalf {
  kernel::Excursion<double> e;
  double by_u, by_v;  ///< X_U and X_V
  double squares;     ///< the integral of s^2 over tau
};

template <int Terms>
[[gnu::always_inline]] inline ShortHalf series_half(const kernel::Orbit<double>& o, double tau) noexcept {
  const kernel::Excursion<double> e = kernel::series_excursion<double, Terms>(o, tau);
  const double sss = e.s * e.s * e.s, half = 0.5 * sss;
  return {e, half * kernel::series_q<double, Terms>(e.us, e.vs, -e.us),
          half * kernel::series_q<double, Terms>(e.us, e.vs, -e.vs),
          sss * kernel::series_q<double, Terms>(e.us, e.vs, 0)};
}

/// From tau to 2 tau, by the addition theorems of the second kind.
ShortHalf doubled(const kernel::Orbit<double>& o, const ShortHalf& h) noexcept {
  const kernel::Excursion<double>& e = h.e;
  const kernel::Excursion<double> next = kernel::doubled(o, e);
  const double c = 1 - e.cm, d = 1 - e.dm, ss = e.s * e.s, sss = ss * e.s / (1 - e.us * e.vs);
  return {next, 2 * h.by_u + sss * d / (c * (1 - next.cm)), 2 * h.by_v + sss * c / (d * (1 - next.dm)),
          2 * h.squares + ss * next.s};
}

/// Computes the columns of one direction of the momentum and of c1.
template <bool FirstIsSmall>
[[gnu::always_inline]] inline void short_slopes(const Body& body, const Start& start, std::size_t which,
                                                double tau, const kernel::Orbit<double>& own,
                                                const ShortHalf& half, Computed& to) noexcept {
  using Slopes = Both<double>;
  const V &m = start.m, &direction = start.across[which];
  const double small = FirstIsSmall ? body.constants.c1.small : body.constants.c2.small;
  const kernel::Factors<Slopes, FirstIsSmall> factors{Slopes(small, {0, FirstIsSmall ? 1.0 : -1.0})};
  const Vec3<Slopes> moving = momentum_along(m, direction);
  const kernel::Orbit<Slopes> o = kernel::orbit_of(factors, moving);

  const kernel::Excursion<double>& e = half.e;
  const double c = 1 - e.cm, d = 1 - e.dm, cd = c * d, inverse = 1 / cd, ss = e.s * e.s;
  kernel::HalfStep<Slopes> p{Slopes(e.s, {}), Slopes(e.cm, {}), Slopes(e.dm, {}), Slopes(e.ws, {})};
  for (std::size_t i = 0; i < 2; ++i) {
    const double du = o.U.slope[i], dv = o.V.slope[i];
    const double ds = -cd * (half.by_u * du + half.by_v * dv), twice = 2 * e.s * ds;
    p.s.slope[i] = ds;
    p.cm.slope[i] = (0.5 * d * inverse) * (ss * du + own.U * twice);
    p.dm.slope[i] = (0.5 * c * inverse) * (ss * dv + own.V * twice);
  }
  // Only the momentum is used, so the compiler omits the computation of the rotation.
  const Vec3<Slopes> dm =
      kernel::near_increment(factors, moving, o, p, kernel::Turn<Slopes>{}, [](const Slopes&) {
        return Slopes(0);
      }).dm;

  const V after = m + to.increment.dm, change{dm.x.slope[0], dm.y.slope[0], dm.z.slope[0]},
          by_c1{dm.x.slope[1], dm.y.slope[1], dm.z.slope[1]};
  const double per_gg = 1 / own.gg;
  // The momentum at the middle of the step, by the addition theorem.
  const double middle =
      (m.y * cd + m.x * m.z * e.s) / (1 - body.constants.c1(body.constants.c2(ss)) * (m.y * m.y));
  const double along = tau * o.d1.slope[0], along_c1 = own.d1 * own.d3 * half.squares +
                                                       0.5 * e.s * middle * (m.y + after.y) + tau * m.y * m.y;
  const V across = turned_back_change(to.increment.dr, direction) - change;
  to.across[which] = {per_gg * (cross(after, across) + along * after), direction + change};
  to.by_c1 = {per_gg * (along_c1 * after - cross(after, by_c1)), by_c1};
}

template <bool FirstIsSmall>
[[gnu::noinline]] bool short_columns_of(const Body& body, const Start& start, double h,
                                        Computed& to) noexcept {
  using namespace kernel;
  const ExactConstants<double>& k = body.constants;
  const Factors<double, FirstIsSmall> factors{FirstIsSmall ? k.c1.small : k.c2.small};
  const Orbit<double> o = orbit_of(factors, start.m);
  const double tau = k.half_a2 * h, base = k.half_inv_i3 * h;
  double x = fastest_rate(o) * tau * tau;
  if (!(x <= short_bound<double>())) return false;
  ShortHalf half{};
  // As in kernel::short_step.
  const auto by_series = [&]<int Terms>() __attribute__((always_inline)) {
    half = series_half<Terms>(o, tau);
    const Excursion<double>& e = half.e;
    to.increment = near_increment<Terms>(factors, start.m, o, HalfStep<double>{e.s, e.cm, e.dm, e.ws},
                                         turn(base + e.q, o.gg));
  };
  if (x <= series_bound<double, 4>()) {
    by_series.template operator()<4>();
  } else if (x <= series_bound<double, 6>()) {
    by_series.template operator()<6>();
  } else if (x <= series_bound<double, 8>()) {
    by_series.template operator()<8>();
  } else {
    int halvings = 0;
    double part = tau;
    for (; x > series_bound<double, 8>(); x = x / 4, part = part / 2) ++halvings;
    half = series_half<8>(o, part);
    for (; halvings > 0; --halvings) half = doubled(o, half);
    const Excursion<double>& e = half.e;
    to.increment = near_increment<0>(factors, start.m, o, HalfStep<double>{e.s, e.cm, e.dm, e.ws},
                                     stretched_turn(o, e, base));
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(start.unknown); ++i)
    short_slopes<FirstIsSmall>(body, start, i, tau, o, half, to);
  return true;
}

}  // namespace

bool short_columns(const Body& body, const Start& start, double h, Computed& to) noexcept {
  return body.constants.c1.whole == 0 ? short_columns_of<true>(body, start, h, to)
                                      : short_columns_of<false>(body, start, h, to);
}

Principal assembled(const Body& body, const Start& start, const Computed& step, double t) noexcept {
  const kernel::ExactConstants<double>& k = body.constants;
  const V& j = body.inverse_moments;
  const Quat<double>& dr = step.increment.dr;
  const V m = start.m + step.increment.dm, omega = times(j, m), drift = onward_rate(k, m);
  Principal p;
  p.back = to_matrix(Quat<double>{1 + dr.w, dr.x, dr.y, dr.z}).transpose();
  p.rate = {omega, body.a2 * drift};

  const auto add = [&](const Column& c, const V& direction) {
    p.by_momentum[0] = sum(p.by_momentum[0], direction.x, c);
    p.by_momentum[1] = sum(p.by_momentum[1], direction.y, c);
    p.by_momentum[2] = sum(p.by_momentum[2], direction.z, c);
  };
  p.by_momentum = {};
  if (!(start.length > 0)) {
    // At rest: each momentum starts to rotate the body about its own axis.
    p.by_momentum = {Column{{t * j.x, 0, 0}, {body.is_linear ? 0.0 : 1.0, 0, 0}},
                     Column{{0, t * j.y, 0}, {0, 1, 0}}, Column{{0, 0, t * j.z}, {0, 0, 1}}};
  } else if (start.unknown == 0) {
    // A uniform rotation about the momentum: the rotation vector is t omega.
    const V turn = (t * j.z) * start.m;
    for (const V& direction : {start.along, start.across[0], start.across[1]})
      add({dexp(-turn, (t * j.z) * direction), direction}, direction);
    if (body.is_linear) p.by_momentum[0] = {};
  } else {
    const double g = 1 / start.length;
    add({(t * g) * omega, g * (m + t * p.rate.momentum)}, start.along);
    if (start.unknown == 1) {
      const int axis = nearest_axis(start.m);
      const V before = slip(k, start.m, axis), change = slip(k, step.increment.dm, axis);
      const double s = 1 / start.speed;
      add({s * (change - turned_back_change(dr, before)), s * drift}, start.onward);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(start.unknown); ++i)
      add(step.across[i], start.across[i]);
  }

  for (std::size_t i = 0; i < 3; ++i) p.by_inverse_moments[i] = steady_part(m, t, i);
  if (body.a2 > 0) {
    auto& [first, second, third] = p.by_inverse_moments;
    const Column x = sum(second, -1 / body.a2, step.by_c1);
    first = sum(first, k.c1(1.0), x);
    second = sum(second, -1, x);
    third = sum(third, k.c2(1.0), x);
  }
  return p;
}

MotionJacobian of_user(const Inertia& inertia, const Body& body, const Principal& p,
                       int momentum_exponent) noexcept {
  const int e = momentum_exponent, i = body.constants.exponent;
  const auto power = [](int k) { return k == 0 ? 1.0 : std::ldexp(1.0, k); };
  const double per_momentum = power(-e), per_moment = power(-i), per_time = power(e - i),
               both = power(2 * e - i);
  MotionJacobian result;
  const auto put = [&](Eigen::Index column, const Column& c, double turn, double momentum) {
    result.col(column) << turn * c.turn.x, turn * c.turn.y, turn * c.turn.z, momentum * c.momentum.x,
        momentum * c.momentum.y, momentum * c.momentum.z;
  };
  for (std::size_t k = 0; k < 3; ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    result.col(column) << p.back(0, k), p.back(1, k), p.back(2, k), 0, 0, 0;
    put(block::momentum + column, p.by_momentum[k], per_momentum, 1);
    const double j = k == 0   ? body.inverse_moments.x
                     : k == 1 ? body.inverse_moments.y
                              : body.inverse_moments.z;
    const Column& c = p.by_inverse_moments[k];
    put(block::moments + column, {-j * (j * c.turn), -j * (j * c.momentum)}, per_moment, per_time);
  }
  put(block::time, p.rate, per_time, both);
  turn_to_user(inertia, result);
  return result;
}

void turn_to_user(const Inertia& inertia, MotionJacobian& jacobian) noexcept {
  if (is_principal(inertia)) return;
  const Eigen::Matrix3d& axes = inertia.axes();
  for (const Eigen::Index row : {block::attitude, block::momentum}) {
    const Eigen::Matrix<double, 3, 10, Eigen::DontAlign> rows = jacobian.middleRows<3>(row);
    jacobian.middleRows<3>(row) = axes.lazyProduct(rows);
    for (const Eigen::Index column : {block::attitude, block::momentum}) {
      const Eigen::Matrix3d part = jacobian.block<3, 3>(row, column);
      jacobian.block<3, 3>(row, column) = part.lazyProduct(axes.transpose());
    }
  }
}

}  // namespace polhode::flow_derivative
