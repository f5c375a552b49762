// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How the conserved quantities of the free motion deviate by round-off after many steps.
///
/// Method.     Many starts near one, each with its own attitude; energy, |m|^2/2 and the three components of the
///             spatial momentum q m q^-1 are compared in long double with what they were after the first ten steps (by
///             which the plain update has absorbed the rounding of |q|). By Brouwer's law the errors of N steps without bias
///             make a random walk: eps sqrt(N) for plain sums, eps h sqrt(N) for compensated ones. Reported are
///             mean and standard deviation over the starts, in that unit.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <random>
#include <string>
#include <vector>

namespace polhode::test {

struct RoundOffRun {
  std::string body;
  Vec3<double> moments;  ///< ascending
  Vec3<double> start;    ///< made of length one
  double h;
  int steps, starts;
  bool compensated;
  std::uint64_t seed = 1;
};

/// Energy, |m|^2/2, and the components of the spatial momentum.
using Invariants = std::array<long double, 5>;

struct RoundOffStatistics {
  std::array<double, 5> mean{}, deviation{};
  int starts = 0;
  double omega = 0;  ///< |angular velocity| at the start, the scale of the energy's error

  /// Of the mean.
  double standard_error(std::size_t i) const { return deviation[i] / std::sqrt(starts); }

  void print(const RoundOffRun& run) const {
    std::printf("  %-22s h %-8.3g %s  N %d", run.body.c_str(), run.h,
                run.compensated ? "compensated" : "plain      ", run.steps);
    for (std::size_t i = 0; i < 5; ++i) std::printf("  %6.3f (%6.3f)", deviation[i], mean[i]);
    std::printf("\n");
  }

  static void print_heading() {
    std::printf("  deviation (mean), unit eps sqrt(N) or eps h sqrt(N): energy, |m|^2/2, Qm x, y, z\n");
  }
};

inline Invariants invariants(const Vec3<double>& moments, const kernel::CompensatedPhase<double>& p) {
  using W = long double;
  const Vec3<W> m = convert<W>(p.m) + convert<W>(p.em);
  const Quat<W> q = convert<W>(p.q) + convert<W>(p.eq);
  const W energy = (m.x * m.x / W(moments.x) + m.y * m.y / W(moments.y) + m.z * m.z / W(moments.z)) / 2;
  const Vec3<W> spatial = (1 / dot(q, q)) * (q * Quat<W>{0, m.x, m.y, m.z} * q.conjugate()).vec();
  return {energy, dot(m, m) / 2, spatial.x, spatial.y, spatial.z};
}

/// The default step, summed either way, straight from the kernels.
class ExactStepping {
 public:
  ExactStepping(const Vec3<double>& moments, bool compensated)
      : constants_(kernel::exact_constants(moments)), compensated_(compensated) {}

  kernel::CompensatedPhase<double> operator()(kernel::CompensatedPhase<double> p, double h, int steps) const {
    if (compensated_) {
      for (int n = 0; n < steps; ++n) p = kernel::advance(p, kernel::exact_step(constants_, p.m, h));
      return p;
    }
    kernel::Phase<double> plain{p.m, p.q};
    for (int n = 0; n < steps; ++n)
      plain = kernel::advance(plain, kernel::exact_step(constants_, plain.m, h));
    return {plain.m, {}, plain.q, {}};
  }

 private:
  kernel::ExactConstants<double> constants_;
  bool compensated_;
};

/// `advance(phase, h, n)` takes n steps; what it is, is open: another method can be measured in the same way.
template <class Stepping>
RoundOffStatistics measure_round_off(const RoundOffRun& run, const Stepping& advance) {
  constexpr int settling = 10;
  std::mt19937_64 engine(run.seed);
  std::normal_distribution<double> normal;
  std::vector<Invariants> deviations;
  const double unit =
      std::numeric_limits<double>::epsilon() * std::sqrt(run.steps) * (run.compensated ? run.h : 1);
  for (int n = 0; n < run.starts; ++n) {
    Vec3<double> m = (1 / norm(run.start)) * run.start;
    m = m + 0.02 * Vec3<double>{normal(engine), normal(engine), normal(engine)};
    Quat<double> q{normal(engine), normal(engine), normal(engine), normal(engine)};
    kernel::CompensatedPhase<double> p{(1 / norm(m)) * m, {}, (1 / norm(q)) * q, {}};
    p = advance(p, run.h, settling);
    const Invariants before = invariants(run.moments, p),
                     after = invariants(run.moments, advance(p, run.h, run.steps));
    Invariants off;
    for (std::size_t i = 0; i < 5; ++i) off[i] = (after[i] - before[i]) / static_cast<long double>(unit);
    deviations.push_back(off);
  }
  RoundOffStatistics s;
  s.starts = run.starts;
  const Vec3<double> m = (1 / norm(run.start)) * run.start;
  s.omega = norm(Vec3<double>{m.x / run.moments.x, m.y / run.moments.y, m.z / run.moments.z});
  for (std::size_t i = 0; i < 5; ++i) {
    double sum = 0, squares = 0;
    for (const Invariants& d : deviations) sum += static_cast<double>(d[i]);
    s.mean[i] = sum / run.starts;
    for (const Invariants& d : deviations)
      squares += (static_cast<double>(d[i]) - s.mean[i]) * (static_cast<double>(d[i]) - s.mean[i]);
    s.deviation[i] = std::sqrt(squares / (run.starts - 1));
  }
  return s;
}

inline RoundOffStatistics measure_round_off(const RoundOffRun& run) {
  return measure_round_off(run, ExactStepping(run.moments, run.compensated));
}

}  // namespace polhode::test
