// SPDX-License-Identifier: MIT
// What a batch must do on every target of this machine: the accuracy and the round-off of the scalar step,
// and the same bits for a body wherever it stands.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <ostream>
#include <polhode/batch/free_step.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/convention.hpp>
#include <random>
#include <string>
#include <support/conditioning.hpp>
#include <support/nasty_motion.hpp>
#include <support/random_motion.hpp>
#include <support/worst.hpp>
#include <vector>

namespace polhode::batch {
static void PrintTo(Target target, std::ostream* out) { *out << name(target); }
}  // namespace polhode::batch

namespace batch_law_test {
namespace {

using namespace polhode;
using batch::Bodies;
using batch::Options;
using batch::States;
using batch::Target;
using kernel::Phase;
using polhode::BuiltInMethod;
using test::NastyMotion;
using test::NastyMotions;
using test::Wider;

constexpr double eps = std::numeric_limits<double>::epsilon();

class OnEachTarget : public testing::TestWithParam<Target> {};
using BatchLaws = OnEachTarget;
using LongBatchLaws = OnEachTarget;
const auto target_name = [](const testing::TestParamInfo<Target>& i) { return std::string(name(i.param)); };
INSTANTIATE_TEST_SUITE_P(Target, BatchLaws, testing::ValuesIn(batch::targets()), target_name);
INSTANTIATE_TEST_SUITE_P(Target, LongBatchLaws, testing::ValuesIn(batch::targets()), target_name);

/// Bodies, starts and steps in a list.
struct Cases {
  std::vector<Inertia> bodies;
  std::vector<Phase<double>> starts;
  std::vector<double> h;

  std::size_t size() const { return bodies.size(); }
  void add(const Inertia& body, const Phase<double>& start, double step) {
    bodies.push_back(body);
    starts.push_back(start);
    h.push_back(step);
  }
};

template <class Random>
Quat<double> random_unit(Random& random) {
  const auto x = [&] { return random.uniform(-1, 1); };
  return normalised(Quat<double>{x(), x(), x(), x()});
}

Inertia inertia(const Vec3<double>& i) { return Inertia::from_moments(i.x, i.y, i.z); }

Cases nasty_cases(int count, std::uint64_t seed) {
  Cases c;
  NastyMotions random(seed);
  for (int n = 0; n < count; ++n) {
    const NastyMotion motion = random.next();
    c.add(inertia(motion.moments), {motion.m, random_unit(random)}, motion.h);
  }
  return c;
}

/// Short and middling steps of ordinary bodies, of which lanes take nearly all.
Cases ordinary_cases(int count, unsigned seed) {
  Cases c;
  test::RandomMotions random(seed);
  for (int n = 0; n < count; ++n) {
    const auto motion = random.next();
    // One after the other: compilers differ in the order of arguments, and the bars are for one sample.
    const double h = std::pow(10, random.uniform(-4, 0));
    const Quat<double> q = random_unit(random);
    c.add(inertia(motion.moments), {motion.m, q}, h);
  }
  return c;
}

template <class Real>
States<Real> states_of(const std::vector<Phase<double>>& starts, Summation summation = Summation::plain) {
  States<Real> all(starts.size(), summation);
  const auto to = all.spans();
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Vec3<Real> m = convert<Real>(starts[i].m);
    const Quat<Real> q = convert<Real>(starts[i].q);
    to.mx[i] = m.x, to.my[i] = m.y, to.mz[i] = m.z;
    to.qw[i] = q.w, to.qx[i] = q.x, to.qy[i] = q.y, to.qz[i] = q.z;
  }
  return all;
}

template <class Real>
std::array<Real, 7> numbers_at(States<Real>& all, std::size_t i) {
  const auto s = all.spans();
  return {s.mx[i], s.my[i], s.mz[i], s.qw[i], s.qx[i], s.qy[i], s.qz[i]};
}

/// Of compensated sums.
template <class Real>
std::array<Real, 7> lost_at(States<Real>& all, std::size_t i) {
  const auto l = all.compensation();
  return {l.mx[i], l.my[i], l.mz[i], l.qw[i], l.qx[i], l.qy[i], l.qz[i]};
}

Phase<double> phase_at(States<double>& all, std::size_t i) {
  const auto s = numbers_at(all, i);
  return {{s[0], s[1], s[2]}, {s[3], s[4], s[5], s[6]}};
}

std::string text(const Cases& c, std::size_t i) {
  char line[300];
  const Vec3<double> moments = from_eigen(c.bodies[i].moments()), m = c.starts[i].m;
  std::snprintf(line, sizeof line, "%zu: I (%.17g, %.17g, %.17g), m (%.17g, %.17g, %.17g), h %.17g", i,
                moments.x, moments.y, moments.z, m.x, m.y, m.z, c.h[i]);
  return line;
}

struct Moments {
  std::vector<double> i1, i2, i3;
  explicit Moments(const Cases& c) {
    for (const Inertia& body : c.bodies) {
      i1.push_back(body.moments().x());
      i2.push_back(body.moments().y());
      i3.push_back(body.moments().z());
    }
  }
};

// ---- Accuracy.

void expect_accuracy(const Cases& c, const Bodies<double>& bodies, Target target, double bar) {
  States<double> all = states_of<double>(c.starts);
  const batch::Outcome outcome = step(bodies, all, std::span<const double>(c.h), {.target = target});
  EXPECT_EQ(outcome.failed, 0u);
  test::Worst momentum("momentum, eps (1 + cond_m)"), attitude("attitude, eps (1 + cond_q)");
  for (std::size_t i = 0; i < c.size(); ++i) {
    const Vec3<double> moments = from_eigen(c.bodies[i].moments());
    const auto wide = test::stepped(convert<Wider>(moments), test::widened(c.starts[i]), Wider(c.h[i]));
    const test::Conditioning cond = test::conditioning(moments, c.starts[i], c.h[i]);
    if (cond.m > 1e12 || cond.q > 1e12) continue;
    const test::Difference d = test::difference(test::widened(phase_at(all, i)), wide);
    momentum.add(d.m / eps / (1 + cond.m), [&] { return text(c, i); });
    attitude.add(d.q / eps / (1 + cond.q), [&] { return text(c, i); });
  }
  momentum.expect_at_most(bar);
  attitude.expect_at_most(bar);
}

TEST_P(BatchLaws, AgreeWithLongDoubleWithinTheConditioning) {
  for (const Cases& c : {nasty_cases(1500, 1), ordinary_cases(1500, 2)})
    expect_accuracy(c, Bodies<double>::each(c.bodies), GetParam(), 2);
}

/// The constants that are computed on lanes are rounded a few times instead of once.
TEST_P(BatchLaws, AgreeWithLongDoubleWithoutPreparation) {
  for (const Cases& c : {nasty_cases(1500, 3), ordinary_cases(1500, 4)}) {
    const Moments held(c);
    expect_accuracy(c, Bodies<double>::moments(held.i1, held.i2, held.i3), GetParam(), 2.5);
  }
}

// ---- The same bits.

template <class Real>
void expect_same_bits(States<Real>& all, std::size_t i, States<Real>& others, std::size_t j,
                      const std::string& where) {
  const auto a = numbers_at(all, i), b = numbers_at(others, j);
  EXPECT_EQ(std::memcmp(a.data(), b.data(), sizeof a), 0) << where;
  if (all.summation() == Summation::plain) return;
  const auto c = lost_at(all, i), d = lost_at(others, j);
  EXPECT_EQ(std::memcmp(c.data(), d.data(), sizeof c), 0) << "compensation, " << where;
}

template <class Real>
std::vector<Real> converted(const std::vector<double>& from) {
  std::vector<Real> to;
  for (const double x : from) to.push_back(static_cast<Real>(x));
  return to;
}

template <class Real>
void expect_bits_to_depend_on_the_body_alone(const Cases& c, BuiltInMethod method, Target target,
                                             Summation summation) {
  const Options options{.free_method = method, .target = target, .threads = 1};
  const auto stepped = [&](const Cases& of, const Options& with) {
    States<Real> all = states_of<Real>(of.starts, summation);
    const std::vector<Real> h = converted<Real>(of.h);
    step(Bodies<Real>::each(of.bodies, method), all, std::span<const Real>(h), with);
    return all;
  };
  States<Real> plain = stepped(c, options);

  Options threaded = options;
  threaded.threads = 3;
  States<Real> by_threads = stepped(c, threaded);

  std::vector<std::size_t> order(c.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(7));
  Cases shuffled;
  for (const std::size_t i : order) shuffled.add(c.bodies[i], c.starts[i], c.h[i]);
  States<Real> elsewhere = stepped(shuffled, options);

  SCOPED_TRACE("method " + std::to_string(static_cast<int>(method)) + ", " + std::to_string(sizeof(Real)) +
               " bytes");
  for (std::size_t i = 0; i < c.size(); ++i) {
    expect_same_bits(plain, i, by_threads, i, "threads, " + text(c, i));
    expect_same_bits(plain, order[i], elsewhere, i, "another place, " + text(c, order[i]));
  }
  for (std::size_t i = 0; i < c.size(); i += 37) {
    Cases alone;
    alone.add(c.bodies[i], c.starts[i], c.h[i]);
    States<Real> single = stepped(alone, options);
    expect_same_bits(plain, i, single, 0, "alone, " + text(c, i));
  }
}

TEST_P(BatchLaws, BitsDependOnTheBodyAlone) {
  Cases both = ordinary_cases(1000, 5);
  const Cases nasty = nasty_cases(301, 6);
  for (std::size_t i = 0; i < nasty.size(); ++i) both.add(nasty.bodies[i], nasty.starts[i], nasty.h[i]);
  for (const Summation summation : {Summation::plain, Summation::compensated})
    expect_bits_to_depend_on_the_body_alone<double>(both, BuiltInMethod::exact, GetParam(), summation);
  const Cases ordinary = ordinary_cases(700, 7);
  for (const BuiltInMethod method :
       {BuiltInMethod::dmv2, BuiltInMethod::dmv10, BuiltInMethod::lie_poisson_123})
    expect_bits_to_depend_on_the_body_alone<double>(ordinary, method, GetParam(), Summation::plain);
  for (const BuiltInMethod method :
       {BuiltInMethod::exact, BuiltInMethod::dmv6, BuiltInMethod::lie_poisson_123})
    expect_bits_to_depend_on_the_body_alone<float>(ordinary, method, GetParam(), Summation::plain);
}

TEST_P(BatchLaws, BitsDoNotDependOnHowTheBodyIsGiven) {
  const Cases c = ordinary_cases(517, 8), nasty = nasty_cases(2, 11);
  const std::vector<Inertia> kinds{c.bodies[0], c.bodies[1], c.bodies[2], nasty.bodies[0], nasty.bodies[1]};
  std::vector<std::uint32_t> which;
  std::vector<Inertia> each;
  for (std::uint32_t i = 0; i < c.size(); ++i) {
    which.push_back(i * 3 % 5);
    each.push_back(kinds[which.back()]);
  }
  for (const BuiltInMethod method :
       {BuiltInMethod::exact, BuiltInMethod::dmv10, BuiltInMethod::lie_poisson_123}) {
    const auto stepped = [&](const Bodies<double>& bodies, double h) {
      States<double> all = states_of<double>(c.starts, Summation::compensated);
      step(bodies, all, h, {.free_method = method, .target = GetParam()});
      return all;
    };
    for (const double h : {0.01, 0.2, 5.0}) {
      States<double> by_kind = stepped(Bodies<double>::kinds(kinds, which), h),
                     by_each = stepped(Bodies<double>::each(each, method), h);
      for (std::size_t i = 0; i < c.size(); ++i) expect_same_bits(by_kind, i, by_each, i, text(c, i));
      States<double> of_one = stepped(Bodies<double>::one(kinds[2]), h);
      for (std::size_t i = 0; i < c.size(); ++i)
        if (which[i] == 2) expect_same_bits(by_kind, i, of_one, i, text(c, i));
    }
  }
}

// ---- Against the scalar kernels.

TEST_P(BatchLaws, AgreeWithTheScalarMethods) {
  struct Named {
    BuiltInMethod method;
    const char* name;
    double bar;  ///< in eps
  };
  // The turns of the last one are up to 3 radians long here, and their sines come from another series than
  // the library's.
  const std::array all{Named{BuiltInMethod::exact, "exact", 1.5},
                       Named{BuiltInMethod::dmv2, "dmv", 1},
                       Named{BuiltInMethod::dmv4, "dmv4", 1},
                       Named{BuiltInMethod::dmv6, "dmv6", 1},
                       Named{BuiltInMethod::dmv8, "dmv8", 1},
                       Named{BuiltInMethod::dmv10, "dmv10", 1},
                       Named{BuiltInMethod::lie_poisson_123, "lie_poisson_123", 4}};
  const Cases c = ordinary_cases(1500, 9);
  for (const Named& named : all) {
    const FreeMethod scalar = free_method(named.name);
    States<double> states = states_of<double>(c.starts);
    const batch::Outcome outcome =
        step(Bodies<double>::each(c.bodies, named.method), states, std::span<const double>(c.h),
             {.free_method = named.method, .target = GetParam()});
    test::Worst worst(std::string(named.name) + ", eps");
    std::size_t failed = 0, first = c.size();
    for (std::size_t i = 0; i < c.size(); ++i) {
      const auto result = scalar.prepare(c.bodies[i])(c.starts[i].m, c.h[i]);
      const Phase<double> expected =
          std::visit([&](const auto& r) { return kernel::advance(c.starts[i], r); }, result);
      const Phase<double> found = phase_at(states, i);
      if (std::isnan(expected.m.x)) {
        ++failed;
        first = std::min(first, i);
        EXPECT_TRUE(std::isnan(found.m.x) && std::isnan(found.q.w)) << text(c, i);
        continue;
      }
      const test::Difference d = test::difference(test::widened(found), test::widened(expected));
      worst.add(std::max(d.m, d.q) / eps, [&] { return text(c, i); });
    }
    worst.expect_at_most(named.bar);
    EXPECT_EQ(outcome.failed, failed) << named.name;
    EXPECT_EQ(outcome.failed > 0 ? outcome.first_failed : c.size(), first) << named.name;
  }
}

/// Bodies and steps of every awkward kind, which mostly are not for lanes: every method fails where its
/// scalar form does, and only there.
TEST_P(BatchLaws, FailWhereTheScalarMethodsFail) {
  const Cases c = nasty_cases(400, 12);
  for (const BuiltInMethod method :
       {BuiltInMethod::exact, BuiltInMethod::dmv2, BuiltInMethod::dmv4, BuiltInMethod::dmv6,
        BuiltInMethod::dmv8, BuiltInMethod::dmv10, BuiltInMethod::lie_poisson_123}) {
    const FreeMethod scalar = free_method(polhode::name(method));
    States<double> states = states_of<double>(c.starts);
    const batch::Outcome outcome =
        step(Bodies<double>::each(c.bodies), states, c.h, {.free_method = method, .target = GetParam()});
    std::size_t failed = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const auto result = scalar.prepare(c.bodies[i])(c.starts[i].m, c.h[i]);
      const Phase<double> expected =
          std::visit([&](const auto& r) { return kernel::advance(c.starts[i], r); }, result);
      failed += std::isnan(expected.m.x);
      EXPECT_EQ(std::isnan(phase_at(states, i).m.x), std::isnan(expected.m.x))
          << scalar.name << ", " << text(c, i);
    }
    EXPECT_EQ(outcome.failed, failed) << scalar.name;
    const bool is_moser_veselov = method != BuiltInMethod::exact && method != BuiltInMethod::lie_poisson_123;
    EXPECT_EQ(failed > 0, is_moser_veselov) << scalar.name;
  }
}

/// A step of ordinary bodies in single precision; the numbers of docs/batch.md.
TEST_P(BatchLaws, SinglePrecisionHasItsDigits) {
  const Cases c = ordinary_cases(3000, 10);
  constexpr double float_eps = static_cast<double>(std::numeric_limits<float>::epsilon());
  States<float> all = states_of<float>(c.starts);
  Cases rounded;  // as floats hold them
  const std::vector<float> h = converted<float>(c.h);
  for (std::size_t i = 0; i < c.size(); ++i) {
    const auto s = numbers_at(all, i);
    rounded.add(c.bodies[i],
                {convert<double>(Vec3<float>{s[0], s[1], s[2]}),
                 convert<double>(Quat<float>{s[3], s[4], s[5], s[6]})},
                static_cast<double>(h[i]));
  }
  step(Bodies<float>::each(c.bodies), all, std::span<const float>(h), {.target = GetParam()});
  test::Worst momentum("momentum in float, eps (1 + cond_m)"),
      attitude("attitude in float, eps (1 + cond_q)"), of_short_steps("float, h |omega| <= 1, eps");
  for (std::size_t i = 0; i < c.size(); ++i) {
    const auto s = numbers_at(all, i);
    const Phase<double> found{convert<double>(Vec3<float>{s[0], s[1], s[2]}),
                              convert<double>(Quat<float>{s[3], s[4], s[5], s[6]})},
        expected = test::stepped(from_eigen(rounded.bodies[i].moments()), rounded.starts[i], rounded.h[i]);
    const test::Difference d = test::difference(test::widened(found), test::widened(expected));
    const test::Conditioning cond =
        test::conditioning(from_eigen(rounded.bodies[i].moments()), rounded.starts[i], rounded.h[i]);
    momentum.add(d.m / float_eps / (1 + cond.m), [&] { return text(c, i); });
    attitude.add(d.q / float_eps / (1 + cond.q), [&] { return text(c, i); });
    const Vec3<double> moments = from_eigen(rounded.bodies[i].moments()), m = rounded.starts[i].m;
    if (rounded.h[i] * std::hypot(m.x / moments.x, m.y / moments.y, m.z / moments.z) <= 1)
      of_short_steps.add(std::max(d.m, d.q) / float_eps, [&] { return text(c, i); });
  }
  momentum.expect_at_most(2);
  attitude.expect_at_most(2);
  of_short_steps.expect_at_most(1);
}

// ---- Round-off over many steps: tests/laws/round_off_test.cpp has the bars and says why an excess is
// measured twice.

struct Walk {
  const char* name;
  Vec3<double> moments, m;
  double spin() const { return std::hypot(m.x / moments.x, m.y / moments.y, m.z / moments.z); }
};
const Walk water{"water", {0.345, 0.653, 1.0}, {0.5, 0.2, std::sqrt(0.71)}};
const Walk plate{"plate", {0.4, 0.6, 1.0}, (1 / std::sqrt(0.98)) * Vec3<double>{0.3, -0.5, 0.8}};

struct Experiment {
  const Walk& body;
  BuiltInMethod method;
  double h;
  Summation summation;
  int steps;
  std::size_t starts;
  unsigned seed;
};

/// Energy, |m|^2/2 and the three components of the spatial momentum.
using Invariants = std::array<Wider, 5>;

template <class Real>
Invariants invariants(const Walk& body, States<Real>& all, std::size_t i) {
  const auto s = numbers_at(all, i);
  std::array<Wider, 7> x{};
  std::copy(s.begin(), s.end(), x.begin());
  if (all.summation() == Summation::compensated) {
    const auto lost = lost_at(all, i);
    for (std::size_t k = 0; k < 7; ++k) x[k] += Wider(lost[k]);
  }
  const Vec3<Wider> m{x[0], x[1], x[2]}, moments = convert<Wider>(body.moments);
  const Quat<Wider> q{x[3], x[4], x[5], x[6]}, p = q * Quat<Wider>{0, m.x, m.y, m.z} * q.conjugate();
  return {(m.x * m.x / moments.x + m.y * m.y / moments.y + m.z * m.z / moments.z) / 2, dot(m, m) / 2, p.x,
          p.y, p.z};
}

struct Drift {
  double deviation, slope, slope_error;  ///< the first in eps sqrt(N), or eps h sqrt(N) with compensation
};

template <class Real>
std::array<Drift, 5> measured(const Experiment& e, Target target) {
  constexpr Wider unit_of_rounding = Wider(std::numeric_limits<Real>::epsilon());
  constexpr int samples = 20;
  test::RandomMotions random(e.seed);
  std::vector<Phase<double>> starts;
  for (std::size_t i = 0; i < e.starts; ++i) {
    const auto near = [&](double x) { return x + random.uniform(-0.05, 0.05); };
    starts.push_back({{near(e.body.m.x), near(e.body.m.y), near(e.body.m.z)}, random_unit(random)});
  }
  States<Real> all = states_of<Real>(starts, e.summation);
  std::vector<Invariants> first;
  for (std::size_t i = 0; i < e.starts; ++i) first.push_back(invariants(e.body, all, i));
  const Bodies<Real> bodies = Bodies<Real>::one(inertia(e.body.moments));
  // The slope of least squares is sum of (2 k - samples - 1) error_k, over its weight.
  std::vector<std::array<double, 5>> slope(e.starts), last(e.starts);
  double weight = 0;
  for (int k = 1; k <= samples; ++k) {
    for (int n = 0; n < e.steps / samples; ++n)
      step(bodies, all, static_cast<Real>(e.h), {.free_method = e.method, .target = target});
    const double w = 2 * k - samples - 1;
    weight += w * k * e.steps / samples;
    for (std::size_t i = 0; i < e.starts; ++i) {
      const Invariants now = invariants(e.body, all, i);
      for (std::size_t j = 0; j < 5; ++j) {
        last[i][j] = static_cast<double>((now[j] - first[i][j]) / unit_of_rounding);
        slope[i][j] += w * last[i][j];
      }
    }
  }
  const double unit = std::sqrt(e.steps) * (e.summation == Summation::compensated ? e.h : 1);
  std::array<Drift, 5> drifts{};
  const double n = static_cast<double>(e.starts);
  for (std::size_t j = 0; j < 5; ++j) {
    const auto moments_of = [&](const std::vector<std::array<double, 5>>& values) {
      double sum = 0, squares = 0;
      for (const auto& v : values) sum += v[j];
      for (const auto& v : values) squares += (v[j] - sum / n) * (v[j] - sum / n);
      return std::pair{sum / n, std::sqrt(squares / (n - 1))};
    };
    const auto [mean, deviation] = moments_of(slope);
    drifts[j] = {moments_of(last).second / unit, mean / weight, deviation / weight / std::sqrt(n)};
  }
  return drifts;
}

std::string text(const Experiment& e) {
  char line[100];
  std::snprintf(line, sizeof line, "%s, %s, h %.3g, %s", e.method == BuiltInMethod::exact ? "exact" : "dmv10",
                e.body.name, e.h, e.summation == Summation::plain ? "plain" : "compensated");
  return line;
}

template <class Real = double>
void expect_random_walk(const Experiment& e, Target target) {
  const std::array<Drift, 5> found = measured<Real>(e, target);
  std::printf("  %-40s", text(e).c_str());
  for (const Drift& d : found) std::printf("  %.3f (%4.1f)", d.deviation, d.slope / d.slope_error);
  std::printf("\n");
  const double scale = std::max(1.0, e.body.spin());
  const double energy_bar = e.summation == Summation::plain ? 0.3 * scale : scale,
               bar = e.summation == Summation::plain ? 0.3 : scale;
  bool excess = false;
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_LE(found[j].deviation, j == 0 ? energy_bar : bar) << text(e) << ", invariant " << j;
    EXPECT_LE(std::abs(found[j].slope), 5 * found[j].slope_error) << text(e) << ", invariant " << j;
    excess = excess || std::abs(found[j].slope) > 3 * found[j].slope_error;
  }
  if (!excess) return;
  Experiment again = e;
  again.seed += 1000;
  again.starts *= 4;
  const std::array<Drift, 5> second = measured<Real>(again, target);
  for (std::size_t j = 0; j < 5; ++j)
    EXPECT_FALSE(std::abs(found[j].slope) > 3 * found[j].slope_error &&
                 std::abs(second[j].slope) > 3 * second[j].slope_error)
        << text(e) << ", invariant " << j;
}

TEST_P(BatchLaws, RoundOffIsARandomWalk) {
  for (const BuiltInMethod method : {BuiltInMethod::exact, BuiltInMethod::dmv10})
    for (const Summation summation : {Summation::plain, Summation::compensated})
      expect_random_walk({water, method, 0.1, summation, 5000, 64, 1}, GetParam());
}

TEST_P(BatchLaws, RoundOffInSinglePrecisionIsARandomWalk) {
  for (const BuiltInMethod method : {BuiltInMethod::exact, BuiltInMethod::dmv10})
    expect_random_walk<float>({water, method, 0.1, Summation::plain, 5000, 64, 1}, GetParam());
}

TEST_P(LongBatchLaws, RoundOffOfAMillionStepsIsARandomWalk) {
  for (const Walk& body : {water, plate})
    for (const Summation summation : {Summation::plain, Summation::compensated})
      for (const double angle : {0.01, 0.1, 0.5})
        expect_random_walk({body, BuiltInMethod::exact, angle / body.spin(), summation, 1000000, 128, 2},
                           GetParam());
  for (const Summation summation : {Summation::plain, Summation::compensated})
    expect_random_walk({water, BuiltInMethod::dmv10, 0.1 / water.spin(), summation, 1000000, 128, 3},
                       GetParam());
}

}  // namespace
}  // namespace batch_law_test
