// SPDX-License-Identifier: MIT
// Splittings on lanes keep what they keep for one body: their order, the way back, and what the motion
// conserves to rounding, on every target that this machine has.
//
// Rounding. The momentum about the vertical of a heavy top, (Q m)_z, is conserved by every drift and every
// kick, so that its error is rounding alone. From many starts its errors after N steps are as many samples:
// the mean must be within four of its standard errors (without bias; one in 8000 honest means is outside),
// and the root of the mean square must not exceed that of the scalar stepper by more than the spread of both,
// a fifth for 256 starts.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/direction.hpp>
#include <random>
#include <string>
#include <vector>

#include "splitting/stepper_access.hpp"

namespace batch_splitting_law_test {
namespace {

using namespace polhode;
using batch::States;
using batch::Target;
using Stepper = batch::SplittingStepper<double>;
using Phase = kernel::Phase<long double>;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// In ascending moments: the user's frame is the principal one.
const Inertia body = Inertia::from_moments(0.6, 0.8, 1);
const Torque top = heavy_top({0, 0, 1}, {0.3, -0.2, 0.9});

States<double> starts(std::size_t size, Summation summation = Summation::plain) {
  std::mt19937_64 engine(2026);
  std::normal_distribution<double> normal;
  States<double> all(size, summation);
  const auto s = all.spans();
  for (std::size_t i = 0; i < size; ++i) {
    const double x = normal(engine), y = normal(engine), z = 1 + normal(engine);
    s.mx[i] = 0.3 * x;
    s.my[i] = 0.3 * y;
    s.mz[i] = 0.3 * z;
    const double u = 0.3 * normal(engine), v = 0.3 * normal(engine), w = normal(engine);
    const Quat<double> q = (1 / norm(Quat<double>{1, u, v, w})) * Quat<double>{1, u, v, w};
    s.qw[i] = q.w;
    s.qx[i] = q.x;
    s.qy[i] = q.y;
    s.qz[i] = q.z;
  }
  return all;
}

template <class Spans>
Phase phase_of(const Spans& s, std::size_t i) {
  return {convert<long double>(Vec3<double>{s.mx[i], s.my[i], s.mz[i]}),
          convert<long double>(Quat<double>{s.qw[i], s.qx[i], s.qy[i], s.qz[i]})};
}

/// With the parts that rounding has left out.
std::vector<Phase> phases(States<double> states) {
  const auto s = states.spans();
  const auto e = states.compensation();
  std::vector<Phase> all;
  for (std::size_t i = 0; i < states.size(); ++i) {
    Phase p = phase_of(s, i);
    if (!e.mx.empty()) {
      const Phase lost = phase_of(e, i);
      p = {p.m + lost.m, p.q + lost.q};
    }
    all.push_back(p);
  }
  return all;
}

double largest_difference(const std::vector<Phase>& a, const std::vector<Phase>& b) {
  long double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec3<long double> m = a[i].m - b[i].m;
    const Quat<long double> q = a[i].q - b[i].q;
    most = std::max(most, std::sqrt(dot(m, m) + dot(q, q)));
  }
  return static_cast<double>(most);
}

std::vector<Phase> end_of(const Torque& torque, const std::string& method, int steps, Target target) {
  Stepper all(body, starts(9, Summation::compensated), torque, splitting(method), {.target = target});
  for (int n = 0; n < steps; ++n) all.step(1.0 / steps);
  return phases(all.states());
}

TEST(BatchSplittingLaw, HasItsOrder) {
  const Torque satellite = gravity_gradient_elliptic(1.2, 0.3);
  const Torque damped = top + linear_damping(Eigen::Vector3d(0.3, 0.2, 0.1).asDiagonal());
  struct Case {
    Torque torque;
    const char* method;
    int steps;
  };
  const Case cases[] = {
      {top, "strang_kick", 64},       {top, "strang_drift", 64},       {top, "chin_4a", 16},
      {top, "blanes_moan_srkn6b", 8}, {top, "blanes_moan_srkn11b", 3}, {satellite, "blanes_moan_srkn11b", 10},
      {damped, "suzuki4", 16}};
  for (const Target target : batch::targets())
    for (const Case& c : cases) {
      const auto exact = end_of(c.torque, "kahan_li8", 64, target);
      const double coarse = largest_difference(end_of(c.torque, c.method, c.steps, target), exact),
                   fine = largest_difference(end_of(c.torque, c.method, 2 * c.steps, target), exact);
      const int order = splitting(c.method).order;
      EXPECT_NEAR(std::log2(coarse / fine), order, 0.05 * order)
          << c.method << ", " << c.torque.name() << ", " << name(target) << ": " << coarse << ' ' << fine;
    }
}

TEST(BatchSplittingLaw, LeadsBack) {
  for (const Target target : batch::targets()) {
    Stepper all(body, starts(9, Summation::compensated), top, splitting("blanes_moan_srkn11b"),
                {.target = target});
    for (int n = 0; n < 20; ++n) all.step(0.1);
    for (int n = 0; n < 20; ++n) all.step(-0.1);
    EXPECT_LE(largest_difference(phases(all.states()), phases(starts(9))), 16 * eps) << name(target);
  }
}

struct Statistics {
  double mean, spread;  ///< in eps
};

Statistics statistics(const std::vector<Phase>& before, const std::vector<Phase>& after) {
  const auto vertical = [](const Phase& p) { return torques::in_space(p.q, p.m).z; };
  const auto n = static_cast<double>(before.size());
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double e =
        static_cast<double>((vertical(after[i]) - vertical(before[i])) / static_cast<long double>(eps));
    sum += e;
    squares += e * e;
  }
  return {sum / n, std::sqrt(squares / n)};
}

TEST(BatchSplittingLaw, RoundsWithoutBiasAndNoMoreThanAlone) {
  constexpr std::size_t size = 256;
  constexpr int steps = 1000;
  const double h = 0.1;
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    const auto before = phases(starts(size));
    States<double> begin = starts(size);
    const std::vector<State> users = begin.to_user(body);
    std::vector<Phase> alone;
    for (const State& start : users) {
      SplittingStepper one(body, start, top, splitting("strang_kick"), {.summation = summation});
      for (int n = 0; n < steps; ++n) one.step(h);
      // With what rounding has left out; the kick that is pending turns about the vertical too.
      const kernel::CompensatedPhase<double> p = SplittingStepperAccess::instant(one).phase;
      alone.push_back({convert<long double>(p.m) + convert<long double>(p.em),
                       convert<long double>(p.q) + convert<long double>(p.eq)});
    }
    const Statistics expected = statistics(before, alone);
    for (const Target target : batch::targets()) {
      Stepper all(body, starts(size, summation), top, splitting("strang_kick"), {.target = target});
      for (int n = 0; n < steps; ++n) all.step(h);
      const Statistics found = statistics(before, phases(all.states()));
      std::printf("  %s, %s: mean %.3f, root of mean square %.3f; alone %.3f, %.3f\n", name(target),
                  summation == Summation::plain ? "plain" : "compensated", found.mean, found.spread,
                  expected.mean, expected.spread);
      EXPECT_LE(std::abs(found.mean), 4 * found.spread / std::sqrt(static_cast<double>(size)));
      EXPECT_LE(found.spread, 1.2 * expected.spread);
    }
  }
}

}  // namespace
}  // namespace batch_splitting_law_test
