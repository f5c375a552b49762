// SPDX-License-Identifier: MIT
// Round-off of power series over many steps: the energy of a top and the length of its attitude have no drift.
//
// The statistic. Over S starts, drawn beforehand by a seed, the error at the end of N steps whose truncation is below
// rounding, 1e-19. Without bias its mean is within three of its standard errors, and the error is a random walk.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <polhode/core/norm.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <random>

#include "series/stepper.hpp"
#include "torque/heavy_top.hpp"
#include "torque/on_symbols.hpp"

namespace series_round_off_test {
namespace {

using namespace polhode;
using series::Symbol;
using Wide = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int order = 20;
const Vec3<double> moments{0.345, 0.653, 1}, force{0, 0, 0.4}, centre{0.3, -0.2, 0.9};

/// Of the energy, and of |q|^2.
struct Invariants {
  Wide energy, length;
};

Invariants invariants(const kernel::CompensatedPhase<double>& p) {
  const auto whole = [](double x, double lost) { return static_cast<Wide>(x) + static_cast<Wide>(lost); };
  const Vec3<Wide> m{whole(p.m.x, p.em.x), whole(p.m.y, p.em.y), whole(p.m.z, p.em.z)};
  const Quat<Wide> q{whole(p.q.w, p.eq.w), whole(p.q.x, p.eq.x), whole(p.q.y, p.eq.y), whole(p.q.z, p.eq.z)};
  const Vec3<Wide> inverse = convert<Wide>(torques::InverseInertia<double>(moments).inverse());
  const Wide kinetic = (m.x * m.x * inverse.x + m.y * m.y * inverse.y + m.z * m.z * inverse.z) / 2;
  return {kinetic + dot(torques::in_body(q, convert<Wide>(force)), convert<Wide>(centre)), dot(q, q)};
}

std::shared_ptr<series::Program> program() {
  const torques::HeavyTop<double> top(force, centre, moments);
  series::Recorded r;
  const auto at = [&](int row) { return Symbol(r.tape, row); };
  const Vec3<Symbol> t =
      torques::on_symbols(top)({{at(4), at(5), at(6)}, {at(0), at(1), at(2), at(3)}}, at(8));
  r.torque[0] = t.x.form();
  r.torque[1] = t.y.form();
  r.torque[2] = t.z.form();
  const torques::InverseInertia<double> inertia(moments);
  return std::make_shared<series::Program>(r, inertia.inverse(), inertia.gap(), 1.0, order);
}

/// In units of eps.
struct Statistic {
  double sum = 0, squares = 0, count = 0;

  void add(double x) {
    sum += x;
    squares += x * x;
    count += 1;
  }
  double mean() const { return sum / count; }
  double standard_error() const { return std::sqrt((squares / count - mean() * mean()) / (count - 1)); }
  double size() const { return std::sqrt(squares / count); }
};

void expect_no_drift(long steps, int starts, double walk) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const auto p = program();
  Statistic energy, length;
  for (int s = 0; s < starts; ++s) {
    Vec3<double> m{normal(random), normal(random), normal(random)};
    Quat<double> q{normal(random), normal(random), normal(random), normal(random)};
    m = (1 / norm(m)) * m;
    q = (1 / norm(q)) * q;
    series::Stepper stepper(p, {order, 1e-300, 1e-19, true}, 1, 0.5);
    stepper.begin({m, q}, 0);
    const Invariants before = invariants(stepper.instant().phase);
    for (long k = 0; k < steps; ++k) {
      ASSERT_TRUE(stepper.expand(1e300));
      stepper.advance();
    }
    const Invariants after = invariants(stepper.instant().phase);
    energy.add(static_cast<double>((after.energy - before.energy) / static_cast<Wide>(eps)));
    length.add(static_cast<double>((after.length - 1) / static_cast<Wide>(eps)));
  }
  const double root = std::sqrt(static_cast<double>(steps));
  std::printf("%ld steps of %d starts, in eps: energy %.1f +- %.1f, walk %.3f sqrt(N); |q|^2 - 1 %.2g\n",
              steps, starts, energy.mean(), energy.standard_error(), energy.size() / root, length.size());
  EXPECT_LE(std::abs(energy.mean()), 3 * energy.standard_error());
  EXPECT_LE(energy.size(), walk * root);
  EXPECT_LE(length.size(), 1);  // it is led back at every step
}

TEST(SeriesRoundOff, EnergyHasNoDrift) { expect_no_drift(20000, 8, 0.15); }

TEST(LongSeriesRoundOff, EnergyHasNoDrift) { expect_no_drift(1000000, 24, 0.1); }

}  // namespace
}  // namespace series_round_off_test
