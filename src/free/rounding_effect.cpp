// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/rounding_effect.hpp>
#include <polhode/rotation/convention.hpp>

namespace polhode {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double unbounded = std::numeric_limits<double>::infinity();

double next_up(double x) { return std::nextafter(x, unbounded); }

/// x decreased by a number of units in the last place.
double lowered(double x, int units) {
  for (int k = 0; k < units; ++k) x = std::nextafter(x, 0);
  return x;
}

/// The result of make(), or `otherwise` if it is invalid because of rounding.
template <class Make>
Inertia made_or(const Inertia& otherwise, const Make& make) {
  try {
    return make();
  } catch (const InvalidInput&) {
    return otherwise;
  }
}

}  // namespace

double state_distance(const State& a, const State& b, double largest_momentum) noexcept {
  const double momentum = (a.momentum - b.momentum).stableNorm();
  return std::max(momentum == 0 ? 0 : momentum / largest_momentum,
                  (a.attitude.coeffs() - b.attitude.coeffs()).norm());
}

double rounding_effect(const MotionJacobian& j, const Inertia& body, double time, double momentum_unit,
                       double largest_momentum, std::span<const StateChange> others) {
  double squares = 0;
  const auto add = [&](const StateChange& column, double change) {
    // A rotation by an angle changes the quaternion by half of it.
    const double momentum = column.tail<3>().stableNorm(), turn = column.head<3>().stableNorm() / 2;
    const double distance =
        change * std::max(momentum == 0 || largest_momentum == 0 ? 0 : momentum / largest_momentum, turn);
    squares += distance * distance;
  };
  const auto unit = [](double x) { return next_up(std::abs(x)) - std::abs(x); };
  for (Eigen::Index k = 0; k < 3; ++k) add(j.col(block::momentum + k), momentum_unit);
  const Vec3<double> i = from_eigen(body.moments());
  if (body.is_linear()) {
    add(j.col(block::moments + 1) + j.col(block::moments + 2), unit(i.y));
  } else {
    add(j.col(block::moments), unit(i.x));
    add(j.col(block::moments + 1), unit(i.y));
    add(j.col(block::moments + 2), unit(i.z));
  }
  add(j.col(block::time), unit(time));
  for (const StateChange& other : others) add(other, 1);
  return std::hypot(std::sqrt(squares) / 2, eps / 2);
}

// In the principal frame, where changes have the same magnitude.
RoundingEffect::RoundingEffect(const Inertia& body, const State& start, double start_time)
    : motion_(Inertia::from_moments(body.moments().x(), body.moments().y(), body.moments().z()),
              State{start.attitude, principal_momentum(body, start)}, start_time),
      length_(momentum_length(start)) {}

double RoundingEffect::at(double t) const {
  try {
    return rounding_effect(motion_.at(t).jacobian, motion_.motion().body(), t, next_up(length_) - length_,
                           length_);
  } catch (const InvalidInput&) {
    return unbounded;
  }
}

double RoundingEffect::time_of(double error, bool is_before) const {
  const double start_time = motion_.motion().start_time(), sign = is_before ? -1 : 1;
  // The error grows steadily in the long run but oscillates: reaching it once counts.
  const auto reached_by = [&](double after) {
    double greatest = 0;
    for (const double part : {1.0, 0.93, 0.81, 0.67})
      greatest = std::max(greatest, at(start_time + sign * part * after));
    return greatest >= error;
  };
  if (!(length_ > 0)) return unbounded;
  const double rate = kinetic_energy(motion_.motion().body(), motion_.motion().at(start_time)) * 2 / length_;
  double late = 1 / rate;
  if (!(late > 0 && std::isfinite(late))) return unbounded;
  for (int k = 0; !reached_by(late); ++k) {
    late *= 2;
    if (k > 1100 || !std::isfinite(start_time + sign * late)) return unbounded;
  }
  double early = late / 2;
  while (late - early > 1e-3 * late) {
    const double middle = (early + late) / 2;
    (reached_by(middle) ? late : early) = middle;
  }
  return start_time + sign * late;
}

RoundedNeighbour rounded_neighbour(const Inertia& body, const State& start) {
  check(body, start);
  const Vec3<double> i = from_eigen(body.moments());
  const Eigen::Vector3d moments = i.x == 0
                                      ? Eigen::Vector3d(0, lowered(i.y, 1), lowered(i.z, 1))
                                      : Eigen::Vector3d(lowered(i.x, 1), lowered(i.y, 2), lowered(i.z, 1));
  const Inertia changed = made_or(body, [&] {
    const Eigen::Matrix3d& axes = body.axes();
    const Eigen::Matrix3d tensor = axes * moments.asDiagonal() * axes.transpose();
    return Inertia::from_tensor((tensor + tensor.transpose()) / 2);
  });
  const double length = momentum_length(start), unit = next_up(length) - length;
  Vec3<double> m = from_eigen(principal_momentum(body, start));
  m = {body.is_linear() ? 0 : next_up(m.x) + unit, next_up(m.y) - unit, next_up(m.z) + unit};
  const double angle = eps / 2;
  Eigen::Quaterniond turned = start.attitude * Eigen::Quaterniond(1, angle / 2, -angle / 2, angle / 2);
  return {changed,
          {turned.normalized(),
           body.from_principal(length == 0 ? principal_momentum(body, start) : to_eigen(m))}};
}

}  // namespace polhode
