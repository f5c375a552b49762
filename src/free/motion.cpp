// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/rotation/convention.hpp>

#include "core/number_text.hpp"
#include "free/motion_parts.hpp"
#include "free/motion_pieces.hpp"

namespace polhode {

namespace {

constexpr long double two_pi = 6.28318530717958647692528676655900577L;

/// If the complementary parameter is below this, rounding the moments to c1 and c2 affects the phase visibly:
/// the last step is then computed in extended precision too. The bound for a single step (needs_wider_type in
/// kernel/exact.hpp) differs because it concerns the digits of c lost near the intermediate axis.
constexpr long double near_separatrix = 0.01L;

}  // namespace

long double FreeMotion::Parts::without_whole_turns(long double angle) noexcept {
  return std::abs(angle) < two_pi / 2 ? angle : std::remainder(angle, two_pi);
}

kernel::Reduced<long double> FreeMotion::Parts::left_of(long double h) const noexcept {
  kernel::Reduced<long double> left =
      kernel::without_whole_periods(wide_constants.half_a2 * h, wide_constants.half_inv_i3 * h, quarter);
  left.base = without_whole_turns(g * left.base) / g;
  return left;
}

bool FreeMotion::Parts::is_near_separatrix() const noexcept { return wide_side.mc < near_separatrix; }

FreeMotion::Parts::Parts(const Inertia& of, const State& at_start, double time)
    : body(of),
      frame(of),
      start_time(time),
      start{from_eigen(principal_momentum(of, at_start)), frame.from_user(at_start.attitude)} {
  if (!std::isfinite(start_time))
    throw InvalidInput("start_time", number_text(start_time), "a finite number");
  longest_time = polhode::longest_time(body, to_eigen(start.m));

  const double size = largest(start.m);
  exponent = size > 0 ? binary_exponent(size) : 0;
  m = scaled(start.m, -exponent);
  constants = kernel::exact_constants(from_eigen(body.moments()));
  orbit = kernel::orbit_of(constants, m);
  side = kernel::side_of(constants, m, orbit);

  wide_constants = kernel::exact_constants(convert<long double>(from_eigen(body.moments())));
  wide_m = scaled(convert<long double>(start.m), -exponent);
  wide_orbit = kernel::orbit_of(wide_constants, wide_m);
  wide_side = kernel::side_of(wide_constants, wide_m, wide_orbit);
  quarter = kernel::quarter_period(wide_orbit, wide_side.mc);
  g = std::sqrt(wide_orbit.gg);
  if (exponent >= -1022) momentum_scale = std::ldexp(1.0, exponent);
  time_scale = std::ldexp(1.0L, exponent - wide_constants.exponent);
}

State FreeMotion::Parts::at(double t) const {
  const long double since = static_cast<long double>(t) - static_cast<long double>(start_time);
  if (!std::isfinite(t) || std::abs(since) > static_cast<long double>(longest_time))
    throw InvalidInput("time", number_text(t),
                       "a number within " + number_text(longest_time) + " of start_time = " +
                           number_text(start_time) + ": beyond it the angle |m| t / I exceeds 2^53 radians");
  if (!(g > 0)) return {frame.to_user(start.q), body.from_principal(to_eigen(start.m))};
  const kernel::Phase<double> now = phase_after(since);
  return {frame.to_user(now.q), body.from_principal(to_eigen(now.m))};
}

kernel::Phase<double> FreeMotion::Parts::phase_after(long double since) const noexcept {
  const kernel::Reduced<long double> left = left_of(since * time_scale);

  // The remainder is at most half a period: an ordinary step.
  const double tau = static_cast<double>(left.tau), base = static_cast<double>(left.base);
  const double x = std::max({orbit.U, orbit.V, orbit.W}) * tau * tau;
  kernel::Increment<double> i;
  if (x <= kernel::short_bound<double>() && !left.odd) {
    i = kernel::short_step(constants, m, orbit, tau, base, x);
  } else if (is_near_separatrix()) {
    const auto wide = kernel::reduced_step(wide_constants, wide_m, wide_orbit, wide_side, left);
    i = {convert<double>(wide.dm), convert<double>(wide.dr)};
  } else {
    i = kernel::reduced_step(constants, m, orbit, side, {tau, base, left.odd});
  }
  i.dm = momentum_scale > 0 ? momentum_scale * i.dm : scaled(i.dm, exponent);
  return kernel::advance(start, i);
}

FreeMotion::FreeMotion(const Inertia& body, const State& start, double start_time)
    : parts_(std::make_shared<const Parts>(body, start, start_time)) {}

State FreeMotion::at(double t) const { return parts_->at(t); }

const Inertia& FreeMotion::body() const noexcept { return parts_->body; }
double FreeMotion::start_time() const noexcept { return parts_->start_time; }

std::vector<State> FreeMotion::at(std::span<const double> times) const {
  std::vector<State> states(times.size());
  at(times, states);
  return states;
}

void FreeMotion::at(std::span<const double> times, std::span<State> states) const {
  if (states.size() != times.size())
    throw InvalidInput("number of states", std::to_string(states.size()),
                       std::to_string(times.size()) + ", as many as times");
  Pieces(*parts_, times.size()).at(times, states);
}

}  // namespace polhode
