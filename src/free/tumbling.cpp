// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <utility>

#include "core/number_text.hpp"
#include "free/scaled_motion.hpp"

namespace polhode {

namespace {

using Wide = long double;

constexpr Wide infinity = std::numeric_limits<Wide>::infinity();

/// Conversion to double; out-of-range numbers become infinite or zero.
double narrow(Wide x) noexcept {
  return x > static_cast<Wide>(std::numeric_limits<double>::max()) ? std::numeric_limits<double>::infinity()
                                                                   : static_cast<double>(x);
}

/// The motion in scaled units, in extended precision.
struct ScaledMotion : tumbling::ScaledMotion<Wide> {
  int time_exponent;  // time = scaled time * 2^time_exponent

  ScaledMotion(const Inertia& body, const Vec3<double>& momentum) noexcept
      : ScaledMotion(body, momentum, tumbling::Scale(body, momentum)) {}

  double time(Wide scaled_time) const noexcept { return narrow(std::ldexp(scaled_time, time_exponent)); }
  double rate(Wide scaled_rate) const noexcept { return narrow(std::ldexp(scaled_rate, -time_exponent)); }

 private:
  ScaledMotion(const Inertia& body, const Vec3<double>& momentum, const tumbling::Scale& scale) noexcept
      : tumbling::ScaledMotion<Wide>(convert<Wide>(from_eigen(body.moments())),
                                     scaled(convert<Wide>(momentum), -scale.momentum)),
        time_exponent(scale.time()) {}
};

/// Whether m2 approaches zero.
bool approaches_flip(const ScaledMotion& s) noexcept {
  return s.m.y != 0 && (s.m.y > 0) != (s.m.x * s.m.z > 0);
}

/// The time to or from the instant at which m2 is zero [docs/exact-step.md, (13)].
Wide time_from_flip(const ScaledMotion& s) noexcept {
  return std::abs(s.m.y) / std::sqrt(s.o.d1 * s.o.d3) *
         elliptic::rf(s.m.x * s.m.x / s.o.d1, s.m.z * s.m.z / s.o.d3, Wide(1)) / (2 * s.k.half_a2);
}

}  // namespace

TumblingDescription describe(const Inertia& body, const State& state) {
  const Tumbling kind = classify(body, state);
  const double forever = narrow(infinity);
  TumblingDescription d{kind.regime, kind.axis, forever, 0, forever, 0, 0, 0, 0, forever};
  if (kind.regime == Regime::rest) return d;

  const Vec3<double> momentum = from_eigen(principal_momentum(body, state));
  const ScaledMotion s(body, momentum);
  const Wide g = std::sqrt(s.o.gg);
  const auto set_precession = [&](Wide rate, Wide long_axis_rate) {
    d.precession_rate = s.rate(rate);
    d.precession_period = s.time(tumbling::full_turn / rate);
    d.long_axis_rate = s.rate(long_axis_rate);
  };

  if (kind.regime == Regime::pure_rotation) {
    // m and omega are parallel, so omega = (2T/|m|^2) m.
    const Vec3<Wide> i = scaled(convert<Wide>(from_eigen(body.moments())), -s.k.exponent);
    const Wide twice_energy =
        (i.x > 0 ? s.m.x * s.m.x / i.x : Wide(0)) + s.m.y * s.m.y / i.y + s.m.z * s.m.z / i.z;
    set_precession(twice_energy / g, twice_energy / g);
    d.rotation_number = forever;
    return d;
  }
  if (kind.regime == Regime::separatrix) {
    const Wide rate = g / std::ldexp(static_cast<Wide>(body.moments().y()), -s.k.exponent);
    set_precession(rate, rate);
    d.rotation_number = forever;
    d.largest_nutation = narrow(tumbling::full_turn / 4);
    if (approaches_flip(s)) d.next_flip = s.time(time_from_flip(s));
    return d;
  }

  const tumbling::Circling<Wide> c = tumbling::circling<Wide>(s, kind.regime == Regime::short_axis_mode);
  d.polhode_period = s.time(c.period);
  set_precession(c.precession_rate, c.long_axis_rate);
  d.rotation_number = narrow(c.rotation_number);
  d.smallest_nutation = narrow(c.smallest_nutation);
  d.largest_nutation = narrow(c.largest_nutation);
  if (body.moments().x() < body.moments().y() && body.moments().y() < body.moments().z())
    d.next_flip = s.time(approaches_flip(s) ? time_from_flip(s) : c.period / 2 - time_from_flip(s));
  return d;
}

Eigen::Vector3d momentum_from_periods(const Inertia& body, Regime mode, double polhode_period,
                                      double precession_period, double phase) {
  for (const auto& [name, value] :
       {std::pair("rotation period", polhode_period), std::pair("precession period", precession_period)})
    if (!(value > 0 && std::isfinite(value)))
      throw InvalidInput(name, number_text(value), "a positive finite number");
  if (!std::isfinite(phase)) throw InvalidInput("phase", number_text(phase), "a finite number");
  if (mode != Regime::long_axis_mode && mode != Regime::short_axis_mode)
    throw InvalidInput("regime", std::string(name(mode)), "long-axis mode or short-axis mode");
  const bool is_long = mode == Regime::long_axis_mode;
  const auto& [i1, i2, i3] = from_eigen(body.moments());
  if (body.is_linear() || (is_long ? i1 == i2 : i2 == i3))
    throw InvalidInput(
        "body", "a body without " + std::string(name(mode)),
        "a body whose momentum can circle the axis: its moment must differ from the adjacent one");
  // From the circled axis to the separatrix, where c1 m3^2 = c2 m1^2.
  const kernel::ExactConstants<Wide> k = kernel::exact_constants(convert<Wide>(from_eigen(body.moments())));
  const Wide c1 = k.c1(Wide(1)), c2 = k.c2(Wide(1));
  const double widest =
      static_cast<double>(std::atan2(std::sqrt(is_long ? c2 : c1), std::sqrt(is_long ? c1 : c2)));
  const Inertia principal = Inertia::from_moments(i1, i2, i3);
  const auto state_at = [&](double angle) {
    const double along = std::cos(angle), off = std::sin(angle);
    return State{Eigen::Quaterniond::Identity(),
                 is_long ? Eigen::Vector3d(along, 0, off) : Eigen::Vector3d(off, 0, along)};
  };
  const auto ratio_at = [&](double angle) { return describe(principal, state_at(angle)).rotation_number; };
  double low = 1e-9 * widest, high = widest * (1 - 1e-12);
  const double wanted = polhode_period / precession_period, least = ratio_at(low), greatest = ratio_at(high);
  if (!(wanted >= least && wanted <= greatest))
    throw InvalidInput("rotation period / precession period", number_text(wanted),
                       "a ratio from " + number_text(least) + " to " + number_text(greatest) +
                           ", the range of this body in " + std::string(name(mode)));
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (ratio_at(middle) < wanted ? low : high) = middle;
  }
  State state = state_at(high);
  const double period = describe(principal, state).polhode_period;
  state.momentum *= period / polhode_period;
  const Eigen::Vector3d momentum =
      phase == 0 ? state.momentum
                 : FreeMotion(principal, state).at(std::remainder(phase, 1) * polhode_period).momentum;
  return body.from_principal(momentum);
}

std::vector<double> flip_times(const Inertia& body, const State& state, double duration) {
  if (!std::isfinite(duration)) throw InvalidInput("duration", number_text(duration), "a finite number");
  const Regime regime = classify(body, state).regime;
  const Vec3<double> i = from_eigen(body.moments());
  const bool circles = regime == Regime::long_axis_mode || regime == Regime::short_axis_mode;
  if (!(i.x < i.y && i.y < i.z) || !(circles || regime == Regime::separatrix)) return {};

  const ScaledMotion s(body, from_eigen(principal_momentum(body, state)));
  const Wide end = std::ldexp(std::abs(static_cast<Wide>(duration)), -s.time_exponent);
  // Backwards in time, approach and recession are exchanged.
  const bool comes_first = s.m.y != 0 && approaches_flip(s) == (duration > 0);
  const Wide half_period = circles ? s.quarter.tau / s.k.half_a2 : infinity;
  Wide first = comes_first ? time_from_flip(s) : half_period - (s.m.y != 0 ? time_from_flip(s) : 0);
  if (!(first <= end)) return {};
  const Wide count = circles ? std::floor((end - first) / half_period) + 1 : 1;
  if (count > 1e8L)
    throw InvalidInput("duration", number_text(duration), "a duration with at most a hundred million flips");
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(count));
  for (Wide k = 0; k < count; ++k) {
    const double t = s.time(circles ? first + k * half_period : first);
    all.push_back(duration < 0 ? -t : t);
  }
  return all;
}

}  // namespace polhode
