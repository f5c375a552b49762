// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/advance.hpp>

#include "core/number_text.hpp"
#include "free/motion_pieces.hpp"

namespace polhode {

namespace {

constexpr long double two_pi = 6.28318530717958647692528676655900577L;

/// If the complementary parameter is below this, rounding the moments to c1 and c2 affects the phase visibly:
/// the last step is then computed in extended precision too. The bound for a single step (needs_wider_type in
/// kernel/exact.hpp) differs because it concerns the digits of c lost near the intermediate axis.
constexpr long double near_separatrix = 0.01L;

}  // namespace

long double FreeMotion::without_whole_turns(long double angle) noexcept {
  return std::abs(angle) < two_pi / 2 ? angle : std::remainder(angle, two_pi);
}

kernel::Reduced<long double> FreeMotion::left_of(long double h) const noexcept {
  kernel::Reduced<long double> left =
      kernel::without_whole_periods(wide_constants_.half_a2 * h, wide_constants_.half_inv_i3 * h, quarter_);
  left.base = without_whole_turns(g_ * left.base) / g_;
  return left;
}

bool FreeMotion::is_near_separatrix() const noexcept { return wide_side_.mc < near_separatrix; }

FreeMotion::FreeMotion(const Inertia& body, const State& start, double t0)
    : body_(body),
      frame_(body),
      t0_(t0),
      start_{principal_momentum(body, start), frame_.from_user(start.attitude)} {
  if (!std::isfinite(t0)) throw InvalidInput("t0", number_text(t0), "a finite number");
  longest_time_ = longest_time(body, start_.m);

  const double size = largest(start_.m);
  exponent_ = size > 0 ? binary_exponent(size) : 0;
  m_ = scaled(start_.m, -exponent_);
  constants_ = kernel::exact_constants(body.moments());
  orbit_ = kernel::orbit_of(constants_, m_);
  side_ = kernel::side_of(constants_, m_, orbit_);

  wide_constants_ = kernel::exact_constants(convert<long double>(body.moments()));
  wide_m_ = scaled(convert<long double>(start_.m), -exponent_);
  wide_orbit_ = kernel::orbit_of(wide_constants_, wide_m_);
  wide_side_ = kernel::side_of(wide_constants_, wide_m_, wide_orbit_);
  quarter_ = kernel::quarter_period(wide_orbit_, wide_side_.mc);
  g_ = std::sqrt(wide_orbit_.gg);
  if (exponent_ >= -1022) momentum_scale_ = std::ldexp(1.0, exponent_);
  time_scale_ = std::ldexp(1.0L, exponent_ - wide_constants_.exponent);
}

State FreeMotion::at(double t) const {
  const long double since = static_cast<long double>(t) - static_cast<long double>(t0_);
  if (!std::isfinite(t) || std::abs(since) > static_cast<long double>(longest_time_))
    throw InvalidInput("time", number_text(t),
                       "a number within " + number_text(longest_time_) + " of t0 = " + number_text(t0_) +
                           ": beyond it the angle |m| t / I exceeds 2^53 radians");
  if (!(g_ > 0)) return {frame_.to_user(start_.q), body_.from_principal(start_.m)};
  const kernel::Phase<double> now = phase_after(since);
  return {frame_.to_user(now.q), body_.from_principal(now.m)};
}

kernel::Phase<double> FreeMotion::phase_after(long double since) const noexcept {
  const kernel::Reduced<long double> left = left_of(since * time_scale_);

  // The remainder is at most half a period: an ordinary step.
  const double tau = static_cast<double>(left.tau), base = static_cast<double>(left.base);
  const double x = std::max({orbit_.U, orbit_.V, orbit_.W}) * tau * tau;
  kernel::Increment<double> i;
  if (x <= kernel::short_bound<double>() && !left.odd) {
    i = kernel::short_step(constants_, m_, orbit_, tau, base, x);
  } else if (is_near_separatrix()) {
    const auto wide = kernel::reduced_step(wide_constants_, wide_m_, wide_orbit_, wide_side_, left);
    i = {convert<double>(wide.dm), convert<double>(wide.dr)};
  } else {
    i = kernel::reduced_step(constants_, m_, orbit_, side_, {tau, base, left.odd});
  }
  i.dm = momentum_scale_ > 0 ? momentum_scale_ * i.dm : scaled(i.dm, exponent_);
  return kernel::advance(start_, i);
}

std::vector<State> FreeMotion::at(std::span<const double> times) const {
  std::vector<State> states(times.size());
  at(times, states);
  return states;
}

void FreeMotion::at(std::span<const double> times, std::span<State> states) const {
  if (states.size() != times.size())
    throw InvalidInput("number of states", std::to_string(states.size()),
                       std::to_string(times.size()) + ", as many as times");
  Pieces(*this, times.size()).at(times, states);
}

}  // namespace polhode
