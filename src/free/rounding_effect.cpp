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
constexpr double endless = std::numeric_limits<double>::infinity();

double next_up(double x) { return std::nextafter(x, endless); }

/// x lowered by so many units in the last place.
double lowered(double x, int units) {
  for (int k = 0; k < units; ++k) x = std::nextafter(x, 0);
  return x;
}

/// The body in its principal frame, one moment one unit greater. Equal moments of a linear body stay so.
Inertia with_greater_moment(const Vec3<double>& moments, std::size_t k) {
  std::array<double, 3> i{moments.x, moments.y, moments.z};
  if (moments.x == 0)
    i[1] = i[2] = next_up(i[1]);
  else
    i[k] = next_up(i[k]);
  return Inertia::from_moments(i[0], i[1], i[2]);
}

/// One that is refused for its rounding alone is left as it was.
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

RoundingEffect::RoundingEffect(const Inertia& body, const State& start, double t0)
    : motion_(Inertia::from_moments(body.moments().x, body.moments().y, body.moments().z),
              State{start.attitude, to_eigen(principal_momentum(body, start))}, t0),
      length_(momentum_length(start)) {
  // In the principal frame, in which differences have the same lengths, every change is what it says.
  const Inertia& principal = motion_.body();
  const auto& moments = principal.moments();
  const State own{start.attitude, to_eigen(principal_momentum(body, start))};
  const bool is_linear = principal.is_linear();
  for (std::size_t k = 0; k < (is_linear ? 1U : 3U); ++k)
    neighbours_.emplace_back(made_or(principal, [&] { return with_greater_moment(moments, k); }), own, t0);
  const double unit = next_up(length_) - length_;
  for (Eigen::Index k = is_linear ? 1 : 0; k < 3; ++k) {
    State changed = own;
    changed.momentum(k) += unit;
    neighbours_.emplace_back(principal, changed, t0);
  }
}

double RoundingEffect::at(double t) const {
  try {
    const State state = motion_.at(t);
    double squares = 0;
    const auto add = [&](const State& other) {
      const double distance = state_distance(state, other, length_);
      squares += distance * distance;
    };
    for (const FreeMotion& neighbour : neighbours_) add(neighbour.at(t));
    add(motion_.at(std::nextafter(t, t < motion_.t0() ? -endless : endless)));
    return std::hypot(std::sqrt(squares) / 2, eps / 2);
  } catch (const InvalidInput&) {
    return endless;
  }
}

double RoundingEffect::time_of(double error, bool is_before) const {
  const double t0 = motion_.t0(), sign = is_before ? -1 : 1;
  // Growth is even in the long run but each difference swings: what was reached once counts.
  const auto reached_by = [&](double after) {
    double greatest = 0;
    for (const double part : {1.0, 0.93, 0.81, 0.67})
      greatest = std::max(greatest, at(t0 + sign * part * after));
    return greatest >= error;
  };
  if (!(length_ > 0)) return endless;
  const double rate = kinetic_energy(motion_.body(), motion_.at(t0)) * 2 / length_;
  double late = 1 / rate;
  if (!(late > 0 && std::isfinite(late))) return endless;
  for (int k = 0; !reached_by(late); ++k) {
    late *= 2;
    if (k > 1100 || !std::isfinite(t0 + sign * late)) return endless;
  }
  double early = late / 2;
  while (late - early > 1e-3 * late) {
    const double middle = (early + late) / 2;
    (reached_by(middle) ? late : early) = middle;
  }
  return t0 + sign * late;
}

RoundedNeighbour rounded_neighbour(const Inertia& body, const State& start) {
  check(body, start);
  const auto& i = body.moments();
  const Eigen::Vector3d moments = i.x == 0
                                      ? Eigen::Vector3d(0, lowered(i.y, 1), lowered(i.z, 1))
                                      : Eigen::Vector3d(lowered(i.x, 1), lowered(i.y, 2), lowered(i.z, 1));
  const Inertia changed = made_or(body, [&] {
    const Eigen::Matrix3d& axes = body.axes();
    const Eigen::Matrix3d tensor = axes * moments.asDiagonal() * axes.transpose();
    return Inertia::from_tensor((tensor + tensor.transpose()) / 2);
  });
  const double length = momentum_length(start), unit = next_up(length) - length;
  Vec3<double> m = principal_momentum(body, start);
  m = {body.is_linear() ? 0 : next_up(m.x) + unit, next_up(m.y) - unit, next_up(m.z) + unit};
  const double angle = eps / 2;
  Eigen::Quaterniond turned = start.attitude * Eigen::Quaterniond(1, angle / 2, -angle / 2, angle / 2);
  return {changed,
          {turned.normalized(), body.from_principal(length == 0 ? principal_momentum(body, start) : m)}};
}

}  // namespace polhode
