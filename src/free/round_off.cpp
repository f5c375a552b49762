// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/round_off.hpp>
#include <polhode/rotation/convention.hpp>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "core/number_text.hpp"
#include "core/threads.hpp"
#include "free/advanced.hpp"
#include "free/failure_text.hpp"

namespace polhode {

namespace {

using Wide = long double;
using Phase = kernel::CompensatedPhase<double>;

/// Energy, |m|^2/2 and the components of the spatial momentum.
using Invariants = std::array<Wide, 5>;

Invariants operator+(Invariants a, const Invariants& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

/// Steps before the errors are measured: by then plain summation has corrected the rounded |q| of the start.
constexpr std::uint64_t settling = 10;
/// Steps between checks for a stop: about a tenth of a millisecond.
constexpr std::uint64_t steps_between_checks = 4096;

void refuse_unless(bool good, const char* quantity, const std::string& found, const char* expected) {
  if (!good) throw InvalidInput(quantity, found, expected);
}

void check(const RoundOffExperiment& e, const Vec3<double>& momentum) {
  refuse_unless(norm(momentum) > 0, "momentum", "0", "a momentum that is not zero");
  refuse_unless(std::isfinite(e.h), "step", number_text(e.h), "a finite number");
  refuse_unless(std::abs(e.h) <= longest_time(e.body, to_eigen(momentum)), "step", number_text(e.h),
                "a shorter step: the angle |m| t / I exceeds 2^53 radians");
  refuse_unless(e.starts >= 2, "number of starts", std::to_string(e.starts), "2 or more");
  refuse_unless(e.samples >= 2, "number of samples", std::to_string(e.samples), "2 or more");
  refuse_unless(e.kept >= 0 && e.kept <= e.starts, "number of trajectories to keep", std::to_string(e.kept),
                "at least 0 and at most the number of starts");
  refuse_unless(e.steps >= static_cast<std::uint64_t>(e.samples) && e.steps <= std::uint64_t{1} << 53,
                "number of steps", std::to_string(e.steps), "at least one for each sample, at most 2^53");
  refuse_unless(e.spread >= 0 && e.spread <= 1, "spread of the starts", number_text(e.spread),
                "between 0 and 1, relative to |m|");
  refuse_unless(e.kick >= 0 && e.kick <= 1, "kick", number_text(e.kick), "between 0 and 1, relative to |m|");
  refuse_unless(static_cast<bool>(e.method.prepare), "method", "'" + e.method.name + "' without `prepare`",
                "a method with the function `prepare`");
}

/// The data common to all trajectories.
class Setting {
 public:
  Setting(const RoundOffExperiment& e, const Vec3<double>& momentum)
      : e_(e), step_(e.method.prepare(e.body)), start_(momentum), length_(norm(momentum)) {
    const Vec3<Wide> i = convert<Wide>(from_eigen(e.body.moments()));
    inverse_ = {e.body.is_linear() ? Wide(0) : 1 / i.x, 1 / i.y, 1 / i.z};
    const Wide m = Wide(length_), eps = Wide(std::numeric_limits<double>::epsilon());
    units_ = {eps * m * m / i.z, eps * m * m, eps * m, eps * m, eps * m};
    for (int k = 1; k <= e.samples; ++k) steps_.push_back(sample_step(static_cast<std::uint64_t>(k)));
    if (compensated() && !std::holds_alternative<kernel::Increment<double>>(step_(start_, 0.0)))
      throw InvalidInput("method with compensated summation", e.method.name,
                         "a method that gives increments, such as exact");
  }

  const RoundOffExperiment& experiment() const noexcept { return e_; }
  const FreeStep& step() const noexcept { return step_; }
  const std::vector<std::uint64_t>& steps() const noexcept { return steps_; }
  const Invariants& units() const noexcept { return units_; }
  bool compensated() const noexcept { return e_.summation == Summation::compensated; }

  double omega() const noexcept {
    const Vec3<Wide> m = convert<Wide>(start_);
    return static_cast<double>(norm(Vec3<Wide>{m.x * inverse_.x, m.y * inverse_.y, m.z * inverse_.z}) /
                               inverse_.z / Wide(length_));
  }
  double unit() const noexcept {
    const double root = std::sqrt(static_cast<double>(e_.steps));
    return compensated() ? static_cast<double>(std::abs(Wide(e_.h)) * Wide(length_) * inverse_.z) * root
                         : root;
  }

  Phase start(std::mt19937_64& engine) const {
    std::normal_distribution<double> normal;
    const double x = normal(engine), y = normal(engine), z = normal(engine);
    const Vec3<double> near = (1 / length_) * start_ + e_.spread * possible(x, y, z);
    const Quat<double> q{normal(engine), normal(engine), normal(engine), normal(engine)};
    return {(length_ / norm(near)) * near, {}, (1 / norm(q)) * q, {}};
  }

  Vec3<double> kick(std::mt19937_64& engine) const {
    const auto within = [&] {
      return 0x1p-63 * e_.kick * static_cast<double>(static_cast<std::int64_t>(engine()));
    };
    const double x = within(), y = within(), z = within();
    return length_ * possible(x, y, z);
  }

  Invariants of(const Phase& p) const {
    const Vec3<Wide> m = momentum(p);
    return forms(m, Wide(0.5) * m, in_space(p, m));
  }

  /// The change of the invariants by a change of the momentum from before to after.
  Invariants change(const Phase& before, const Phase& after) const {
    const Vec3<Wide> by = convert<Wide>(after.m) - convert<Wide>(before.m) +
                          (convert<Wide>(after.em) - convert<Wide>(before.em));
    return forms(by, momentum(before) + Wide(0.5) * by, in_space(before, by));
  }

 private:
  /// A linear body has no momentum about its axis.
  Vec3<double> possible(double x, double y, double z) const { return {e_.body.is_linear() ? 0 : x, y, z}; }

  static Vec3<Wide> momentum(const Phase& p) { return convert<Wide>(p.m) + convert<Wide>(p.em); }

  /// q v q^-1 = v + 2 u x (u x v + w v) / |q|^2 for q = (w, u).
  static Vec3<Wide> in_space(const Phase& p, const Vec3<Wide>& v) {
    const Quat<Wide> q = convert<Wide>(p.q) + convert<Wide>(p.eq);
    const Vec3<Wide> u = q.vec();
    return v + (2 / dot(q, q)) * cross(u, cross(u, v) + q.w * v);
  }

  /// a . I^-1 b, a . b, and a vector.
  Invariants forms(const Vec3<Wide>& a, const Vec3<Wide>& b, const Vec3<Wide>& spatial) const {
    const Wide x = a.x * b.x, y = a.y * b.y, z = a.z * b.z;
    return {x * inverse_.x + y * inverse_.y + z * inverse_.z, x + y + z, spatial.x, spatial.y, spatial.z};
  }

  std::uint64_t sample_step(std::uint64_t k) const {
    const auto n = static_cast<std::uint64_t>(e_.samples);
    return e_.steps / n * k + e_.steps % n * k / n;
  }

  const RoundOffExperiment& e_;
  FreeStep step_;
  Vec3<double> start_;
  double length_;
  Vec3<Wide> inverse_;  ///< 1/I; 0 for the axis of a linear body
  Invariants units_;
  std::vector<std::uint64_t> steps_;
};

Phase kicked(const Setting& s, Phase p, const Vec3<double>& by) {
  if (s.compensated()) {
    kernel::add_momentum(p, by);
  } else {
    p.m = p.m + by;
  }
  return p;
}

/// The errors of one start at each sample, in eps.
struct Trajectory {
  std::vector<std::array<double, 5>> errors;
  std::optional<std::uint64_t> failed_at;
  kernel::Failure reason{};
};

/// A random generator per start, so that the result does not depend on the threads.
std::mt19937_64 engine_of(std::uint64_t seed, std::size_t start) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  std::seed_seq sequence{low(seed), low(seed >> 32), low(start), low(std::uint64_t{start} >> 32)};
  return std::mt19937_64(sequence);
}

/// Calls goes_on() every few thousand steps; if it returns false, returns what was computed so far.
Trajectory follow(const Setting& s, std::size_t start, const std::function<bool()>& goes_on) {
  const RoundOffExperiment& e = s.experiment();
  std::mt19937_64 engine = engine_of(e.seed, start);
  Phase p = s.start(engine);
  Trajectory t;
  t.errors.reserve(s.steps().size());
  std::uint64_t taken = 0;
  const auto step = [&] {
    const Vec3<double> m = p.m;
    p = advanced(s.step(), p, e.h, e.summation);
    ++taken;
    if (taken % steps_between_checks == 0 && !goes_on()) return false;
    if (!std::isfinite(p.m.x + p.m.y + p.m.z + p.q.w + p.q.x + p.q.y + p.q.z)) {
      t.failed_at = taken;
      t.reason = s.step().why(m, e.h);
    }
    return !t.failed_at;
  };
  while (taken < settling)
    if (!step()) return t;
  const Invariants beginning = s.of(p);
  Invariants by_kicks{};
  for (const std::uint64_t sample : s.steps()) {
    while (taken < settling + sample) {
      if (!step()) return t;
      if (e.kick > 0) {
        const Phase before = p;
        p = kicked(s, p, s.kick(engine));
        by_kicks = by_kicks + s.change(before, p);
      }
    }
    const Invariants now = s.of(p), expected = beginning + by_kicks;
    std::array<double, 5>& errors = t.errors.emplace_back();
    for (std::size_t i = 0; i < errors.size(); ++i)
      errors[i] = static_cast<double>((now[i] - expected[i]) / s.units()[i]);
  }
  return t;
}

std::vector<Trajectory> follow_all(const Setting& s) {
  const RoundOffExperiment& e = s.experiment();
  std::vector<Trajectory> all(static_cast<std::size_t>(e.starts));
  std::atomic<std::size_t> next{0}, done{0};
  std::atomic<bool> stops{false};
  const std::thread::id caller = std::this_thread::get_id();
  const auto goes_on = [&] {
    if (e.progress && std::this_thread::get_id() == caller)
      e.progress(static_cast<double>(done) / static_cast<double>(all.size()));
    return !stops;
  };
  const unsigned wanted = e.threads > 0 ? static_cast<unsigned>(e.threads) : machine_threads();
  in_threads(static_cast<unsigned>(std::min<std::size_t>(wanted, all.size())), [&] {
    try {
      for (std::size_t k = next++; k < all.size(); k = next++) {
        all[k] = follow(s, k, goes_on);
        ++done;
        goes_on();
      }
    } catch (...) {
      next = all.size();
      stops = true;
      throw;
    }
  });
  return all;
}

struct Moments {
  double mean, deviation;
};

Moments moments_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double v : values) sum += v;
  for (const double v : values) squares += (v - sum / n) * (v - sum / n);
  return {sum / n, std::sqrt(squares / (n - 1))};
}

/// The slope of the weighted least-squares line through the points (x, y).
double fitted_slope(const std::vector<double>& x, const std::vector<double>& y,
                    const std::vector<double>& weight) {
  double w = 0, mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    w += weight[k];
    mean_x += weight[k] * x[k];
    mean_y += weight[k] * y[k];
  }
  mean_x /= w;
  mean_y /= w;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += weight[k] * (x[k] - mean_x) * (x[k] - mean_x);
    xy += weight[k] * (x[k] - mean_x) * (y[k] - mean_y);
  }
  return xy / xx;
}

/// The exponent of the root mean square error as a function of the number of steps, with each sample weighted
/// by its share of the logarithmic axis.
double growth_of(const std::vector<double>& steps, const RoundOffOfInvariant& r) {
  std::vector<double> x, y, weight;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const double rms = std::hypot(r.mean[k], r.deviation[k]);
    if (!(rms > 0)) continue;
    x.push_back(std::log(steps[k]));
    y.push_back(std::log(rms));
    weight.push_back(1 / steps[k]);
  }
  return x.size() < 2 ? 0 : fitted_slope(x, y, weight);
}

RoundOffOfInvariant statistics(const std::vector<Trajectory>& all, std::size_t invariant,
                               const std::vector<double>& steps, double unit) {
  RoundOffOfInvariant r;
  std::vector<double> slopes;
  const std::vector<double> equal(steps.size(), 1.0);
  for (const Trajectory& t : all) {
    std::vector<double> errors;
    for (const auto& sample : t.errors) errors.push_back(sample[invariant]);
    slopes.push_back(fitted_slope(steps, errors, equal));
  }
  for (std::size_t k = 0; k < steps.size(); ++k) {
    std::vector<double> errors;
    for (const Trajectory& t : all) errors.push_back(t.errors[k][invariant]);
    const Moments m = moments_of(errors);
    r.mean.push_back(m.mean);
    r.deviation.push_back(m.deviation);
  }
  const double root = std::sqrt(static_cast<double>(all.size()));
  const Moments slope = moments_of(slopes);
  r.slope = slope.mean;
  r.slope_error = slope.deviation / root;
  r.growth = growth_of(steps, r);
  if (unit > 0) {
    r.final_mean = r.mean.back() / unit;
    r.final_deviation = r.deviation.back() / unit;
    r.standard_error = r.final_deviation / root;
  }
  return r;
}

void refuse_failure(const RoundOffExperiment& e, const std::vector<Trajectory>& all) {
  const auto failed = std::ranges::find_if(all, [](const Trajectory& t) { return t.failed_at.has_value(); });
  if (failed != all.end())
    throw StepFailure(
        "step " + std::to_string(*failed->failed_at) + " of method " + e.method.name, number_text(e.h),
        expected_instead(failed->reason) + " (from start " + std::to_string(failed - all.begin() + 1) + ")",
        static_cast<double>(*failed->failed_at - 1) * e.h, {Attitude(1, 0, 0, 0), e.momentum});
}

}  // namespace

RoundOff measure_round_off(const RoundOffExperiment& experiment) {
  const Vec3<double> momentum =
      from_eigen(principal_momentum(experiment.body, {Attitude(1, 0, 0, 0), experiment.momentum}));
  check(experiment, momentum);
  const Setting setting(experiment, momentum);
  std::vector<Trajectory> all = follow_all(setting);
  refuse_failure(experiment, all);

  RoundOff r;
  r.steps = setting.steps();
  r.unit = setting.unit();
  r.omega = setting.omega();
  const std::vector<double> steps(r.steps.begin(), r.steps.end());
  for (std::size_t i = 0; i < r.invariants.size(); ++i) r.invariants[i] = statistics(all, i, steps, r.unit);
  for (int k = 0; k < experiment.kept; ++k)
    r.trajectories.push_back(std::move(all[static_cast<std::size_t>(k)].errors));
  return r;
}

}  // namespace polhode
