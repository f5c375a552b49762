// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <polhode/core/dual.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/free/tumbling_derivative.hpp>
#include <polhode/rotation/convention.hpp>

#include "free/scaled_motion.hpp"

namespace polhode {
namespace {

/// With slopes with respect to momentum and moments, in the principal frame and in scaled units.
using Sloped = Dual<long double, 6>;

/// The gradient of a number whose unit is a power of that of time.
std::optional<TumblingGradient> gradient(const Inertia& body, const tumbling::Scale& scale,
                                         const Sloped::Slope& slope, int power_of_time) {
  const int own = power_of_time * scale.time();
  std::array<double, 6> user{};
  for (std::size_t k = 0; k < 6; ++k) {
    user[k] = static_cast<double>(std::ldexp(slope[k], own - (k < 3 ? scale.momentum : scale.moments)));
    if (!std::isfinite(user[k])) return {};
  }
  return TumblingGradient{body.from_principal({user[0], user[1], user[2]}), {user[3], user[4], user[5]}};
}

Vec3<Sloped> with_slopes(const Vec3<long double>& v, std::size_t first) {
  Vec3<Sloped> result{Sloped(v.x), Sloped(v.y), Sloped(v.z)};
  result.x.slope[first] = result.y.slope[first + 1] = result.z.slope[first + 2] = 1;
  return result;
}

/// From the motion at the flip: dt = -(dg/dx) / (dg/dt) with g = m2, in scaled units.
std::optional<TumblingGradient> of_flip(const Inertia& body, const tumbling::Scale& scale,
                                        const Vec3<double>& momentum, double time) {
  const Vec3<double> i = scaled(from_eigen(body.moments()), -scale.moments);
  const Inertia own = Inertia::from_moments(i.x, i.y, i.z);
  const Vec3<double> m = scaled(momentum, -scale.momentum);
  const double t = std::ldexp(time, -scale.time());
  if (!(t <= longest_time(own, to_eigen(m)))) return {};
  const MotionDerivative there = FreeMotionDerivative(own, {Attitude(1, 0, 0, 0), to_eigen(m)}).at(t);
  const auto row = there.jacobian.row(block::momentum + 1);
  // Beyond this bound the derivative of the motion is clamped (docs/derivatives.md).
  if (!(row.cwiseAbs().maxCoeff() < 1e99)) return {};
  Sloped::Slope slope{};
  for (Eigen::Index k = 0; k < 6; ++k)
    slope[static_cast<std::size_t>(k)] =
        static_cast<long double>(-row(block::momentum + k) / row(block::time));
  return gradient(body, scale, slope, 1);
}

}  // namespace

TumblingDerivative describe_derivative(const Inertia& body, const State& state) {
  TumblingDerivative d{describe(body, state), {}, {}, {}, {}, {}, {}, {}, {}};
  const TumblingDescription& value = d.value;
  if (value.regime == Regime::rest) return d;
  const Vec3<double> momentum = from_eigen(principal_momentum(body, state));
  const tumbling::Scale scale(body, momentum);
  const Vec3<Sloped> m = with_slopes(scaled(convert<long double>(momentum), -scale.momentum), 0),
                     i = with_slopes(scaled(convert<long double>(from_eigen(body.moments())), -scale.moments),
                                     3);
  const auto of = [&](const Sloped& number, int power_of_time) {
    return gradient(body, scale, number.slope, power_of_time);
  };
  const auto set_precession = [&](const Sloped& rate, const Sloped& long_axis_rate) {
    d.precession_rate = of(rate, -1);
    if (std::isfinite(value.precession_period))
      d.precession_period = of(Sloped(tumbling::full_turn) / rate, 1);
    d.long_axis_rate = of(long_axis_rate, -1);
  };

  if (value.regime == Regime::pure_rotation &&
      (body.is_linear() || body.moments().x() == body.moments().z())) {
    const Sloped twice_energy =
        (body.is_linear() ? Sloped(0) : m.x * m.x / i.x) + m.y * m.y / i.y + m.z * m.z / i.z;
    const Sloped rate = twice_energy / sqrt(m.x * m.x + m.y * m.y + m.z * m.z);
    set_precession(rate, rate);
  }
  if (value.regime == Regime::long_axis_mode || value.regime == Regime::short_axis_mode) {
    const tumbling::Circling<Sloped> c =
        circling(tumbling::ScaledMotion<Sloped>(i, m), value.regime == Regime::short_axis_mode);
    if (std::isfinite(value.polhode_period)) d.polhode_period = of(c.period, 1);
    set_precession(c.precession_rate, c.long_axis_rate);
    if (std::isfinite(value.rotation_number)) d.rotation_number = of(c.rotation_number, 0);
    d.smallest_nutation = of(c.smallest_nutation, 0);
    d.largest_nutation = of(c.largest_nutation, 0);
  }
  if (std::isfinite(value.next_flip)) d.next_flip = of_flip(body, scale, momentum, value.next_flip);
  return d;
}

TumblingGradient TumblingGradient::in_angular_velocity(const Inertia& body, const State& state) const {
  const Eigen::Matrix3d& axes = body.axes();
  const Eigen::Vector3d omega = axes.transpose() * body.angular_velocity(state.momentum);
  // m = I omega: with omega fixed, a moment changes m by a_k omega_k.
  return {body.tensor() * by_momentum, by_moments + (axes.transpose() * by_momentum).cwiseProduct(omega)};
}

}  // namespace polhode
