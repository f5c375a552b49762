// SPDX-License-Identifier: MIT
#include "simulation/step_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/exponential.hpp>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "body/principal_attitude.hpp"
#include "core/number_text.hpp"
#include "simulation/driver.hpp"
#include "simulation/error_estimate.hpp"
#include "simulation/input.hpp"
#include "simulation/stiffness.hpp"

namespace polhode::simulation {

namespace {

/// Above this difference the order cannot be judged.
constexpr double saturated = 0.01;
/// Below this a difference is round-off.
constexpr double rounding = 1e-14;
/// Turns of the short stretch, in radians.
constexpr double stretch_angle = 20;
/// The part of the tolerance that the angle turned during a decay may be, for steps to neglect it.
constexpr double negligible_part = 1.0 / 20;

/// The value of a torque where the motion may never come; NaN if it refuses to be evaluated there. Other
/// exceptions of user functions are passed on.
template <class Ask>
double tried(const Ask& ask) {
  try {
    return ask();
  } catch (const InvalidInput&) {
  } catch (const std::domain_error&) {
  } catch (const std::out_of_range&) {
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double length_of(const Problem& p) { return std::abs(end_time_of(p) - p.options.start_time); }

void refuse_many_steps(const Search& search, double h) {
  const Problem& p = search.problem;
  const double length = length_of(p), steps = std::isnan(length / h) ? HUGE_VAL : length / h;
  if (!are_many_steps(steps)) return;
  const std::shared_ptr<const PreparedTorque> prepared = p.torque.prepare_once(p.body);
  const Decay decay(p);
  const double angle = *std::max_element(decay.angles.begin(), decay.angles.end());
  simulation::refuse_many_steps(steps, search.problem.tolerance,
                                {p.body,
                                 *prepared,
                                 p.torque.name(),
                                 {from_eigen(principal_momentum(p.body, p.start)),
                                  PrincipalAttitude(p.body).from_user(p.start.attitude)},
                                 p.options.start_time},
                                length, std::max(angle / negligible_part, tightest_for_order_two));
}

/// Of splitting and free method together.
double formal_order(const Problem& problem, const Splitting& splitting) {
  return SplitTrack(problem, splitting, length_of(problem), 1).stepper().order();
}

/// Steps, as they were taken, and their difference to steps of half the length.
struct Trial {
  double step, difference;
};

/// The observed order of two trials if it is far below the formal one, but at least 1; otherwise the formal
/// one.
double shown_order(const Trial& before, const Trial& now, double formal) {
  if (!(before.step > 1.2 * now.step && before.difference < saturated && now.difference > 1e-12))
    return formal;
  const double seen = std::log(before.difference / now.difference) / std::log(before.step / now.step);
  return seen < formal / 2 ? std::max(1.0, seen) : formal;
}

}  // namespace

double fastest_rate(const Problem& problem) {
  const Inertia& body = problem.body;
  const std::shared_ptr<const PreparedTorque> prepared = problem.torque.prepare_once(body);
  const PreparedTorque& torque = *prepared;
  const Vec3<double> m = from_eigen(principal_momentum(body, problem.start)), i = from_eigen(body.moments());
  const Quat<double> q = PrincipalAttitude(body).from_user(problem.start.attitude);
  // Attitudes around the start, since a torque may vanish there, as that of a top upside down.
  double greatest = 0;
  for (const Vec3<double>& turn :
       {Vec3<double>{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 1, 0}, {0, 2, 1}})
    for (const double part : {0.0, 0.3, 1.0}) {
      const double time =
          problem.options.start_time + part * (end_time_of(problem) - problem.options.start_time);
      const double size = tried([&] { return norm(torque.torque({m, q * exp_quat(turn)}, time)); });
      if (std::isfinite(size)) greatest = std::max(greatest, size);
    }
  return std::max(fastest_turning(body, problem.start), std::sqrt(greatest / (i.x > 0 ? i.x : i.y)));
}

namespace {

/// Times the rate, of a step that follows a decay.
constexpr double follows = 4;

constexpr std::array<Vec3<double>, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

std::array<double, 3> rates_of(const Problem& problem, const PreparedTorque& torque, double size) {
  std::array<double, 3> rates{};
  if (!torque.depends_on_momentum || size == 0) return rates;
  const Vec3<double> m = from_eigen(principal_momentum(problem.body, problem.start)),
                     i = from_eigen(problem.body.moments());
  const Quat<double> q = PrincipalAttitude(problem.body).from_user(problem.start.attitude);
  for (std::size_t k = 0; k < 3; ++k) {
    if (dot(axes[k], i) == 0) continue;
    const double rate = tried([&] {
      return norm(torque.torque({m + size * axes[k], q}, problem.options.start_time) -
                  torque.torque({m, q}, problem.options.start_time)) /
             size;
    });
    if (rate > 0) rates[k] = rate;
  }
  return rates;
}

/// How large the torque becomes that acts on the body at rest.
class TorqueSizes {
 public:
  TorqueSizes(const Problem& problem, const PreparedTorque& torque)
      : torque_(torque), attitude_(PrincipalAttitude(problem.body).from_user(problem.start.attitude)) {
    // A formula's features in time, where a splitting may pass over decays, are broader than a thousandth of
    // the run; a function may be expensive.
    const int times = torque.formula ? 1024 : 32;
    for (int k = 0; k <= times; ++k)
      ask(problem.options.start_time +
          (end_time_of(problem) - problem.options.start_time) * (static_cast<double>(k) / times));
    for (const Vec3<double>& turn : {Vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 1, 0}, {0, 2, 1}})
      ask(problem.options.start_time, attitude_ * exp_quat(turn));
  }

  /// Between two breakpoints, on their inner sides.
  double in_piece(double from, double to) {
    return std::max({ask(std::nextafter(from, to)), ask(0.5 * (from + to)), ask(std::nextafter(to, from))});
  }
  /// Of all that was asked.
  double greatest() const noexcept { return greatest_; }

 private:
  double ask(double time) { return ask(time, attitude_); }
  double ask(double time, const Quat<double>& q) {
    const double size = tried([&] { return norm(torque_.torque({{}, q}, time)); });
    if (!std::isfinite(size)) return 0;
    greatest_ = std::max(greatest_, size);
    return size;
  }

  const PreparedTorque& torque_;
  Quat<double> attitude_;
  double greatest_ = 0;
};

double size_of_largest_impulse(const std::vector<Cut>& cuts) {
  double size = 0;
  for (const Cut& c : cuts)
    for (const Impulse& i : c.impulses) size = std::max(size, i.momentum.norm());
  return size;
}

}  // namespace

std::array<double, 3> decay_rates(const Problem& problem) {
  return rates_of(problem, *problem.torque.prepare_once(problem.body),
                  norm(from_eigen(principal_momentum(problem.body, problem.start))));
}

Decay::Decay(const Problem& problem) {
  const std::shared_ptr<const PreparedTorque> prepared = problem.torque.prepare_once(problem.body);
  const PreparedTorque& torque = *prepared;
  if (!torque.depends_on_momentum) return;
  const Vec3<double> m = from_eigen(principal_momentum(problem.body, problem.start)),
                     i = from_eigen(problem.body.moments());
  const std::vector<Cut> cuts = cuts_of(problem);
  double size = norm(m);
  // A body at rest has a momentum as soon as something acts.
  if (size == 0 && torque.is_dissipative) size = size_of_largest_impulse(cuts);
  if (size == 0 && torque.is_dissipative) size = i.z * fastest_rate(problem);
  rates = rates_of(problem, torque, size);
  std::optional<TorqueSizes> sizes;
  if (torque.is_dissipative && rates != std::array<double, 3>{}) sizes.emplace(problem, torque);
  // Asked once for all axes.
  std::vector<double> of_pieces;
  if (sizes && cuts.size() > 1) {
    double from = problem.options.start_time;
    for (const Cut& c : cuts) {
      of_pieces.push_back(c.time == from ? 0 : sizes->in_piece(from, c.time));
      from = c.time;
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (rates[k] == 0) continue;
    double momentum = std::abs(dot(axes[k], m));
    if (sizes) {
      // Slow changes of the balance between torque and damping cancel each other but for the first and the
      // last.
      momentum = std::max(momentum, sizes->greatest() / rates[k]);
      // What short pieces give the body is left to decay in the next long one.
      double from = problem.options.start_time, gained = 0;
      for (std::size_t piece = 0; piece < of_pieces.size(); ++piece) {
        const double length = std::abs(cuts[piece].time - from);
        if (length * rates[k] < follows)
          gained += of_pieces[piece] * length;
        else
          momentum += std::min(std::exchange(gained, 0.0), sizes->greatest() / rates[k]);
        for (const Impulse& one : cuts[piece].impulses)
          momentum += one.frame == TorqueFrame::space
                          ? one.momentum.norm()
                          : std::abs(dot(axes[k], from_eigen(problem.body.to_principal(one.momentum))));
        from = cuts[piece].time;
      }
    }
    angles[k] = momentum / dot(axes[k], i) / rates[k];
  }
}

double Decay::longest_step(double tolerance) const noexcept {
  double longest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k)
    if (angles[k] > negligible_part * tolerance) longest = std::min(longest, follows / rates[k]);
  return longest;
}

double Decay::left_out(double h) const noexcept {
  double angle = 0;
  for (std::size_t k = 0; k < 3; ++k)
    if (h * rates[k] > follows * (1 + 1e-9)) angle += angles[k];
  return angle;
}

namespace {

/// Between which values a row of a formula lies in an interval of time, and by how much it changes there in a
/// spacing, at most.
struct RowBounds {
  double low = 0, high = 0, change = 0;
  int degree = 0;
  bool is_of_state = false;

  double size() const noexcept { return std::max(std::abs(low), std::abs(high)); }
};

/// Where one factor is 0 the other may be infinite.
double times(double a, double b) noexcept { return a == 0 || b == 0 ? 0 : a * b; }

class Features {
 public:
  Features(const series::Recorded& torque, double momentum_scale, const MotionBounds& motion, double spacing)
      : rows_(torque.tape.all()),
        motion_(motion),
        momentum_scale_(momentum_scale),
        spacing_(spacing),
        depends_on_time_(depends_on_time(torque)) {}

  bool may_be_hidden() {
    const std::vector<RowBounds> all = bounds(motion_.first_time, motion_.last_time);
    for (const RowBounds& r : all) sizes_.push_back(r.size());
    return are_in(motion_.first_time, motion_.last_time);
  }

 private:
  // Halves: a wide bell is nearly 0 where its exponent changes fast.
  bool are_in(double from, double to) {
    constexpr int most_intervals = 200'000;
    if (!are_within(bounds(from, to))) return false;
    if (!depends_on_time_ || !(to - from > spacing_) || ++intervals_ > most_intervals) return true;
    const double middle = from + 0.5 * (to - from);
    return are_in(from, middle) || are_in(middle, to);
  }

  bool are_within(const std::vector<RowBounds>& all) const {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const RowBounds& r = all[series::row::first_made + k];
      const double allowed = allowed_change(rows_[k], r);
      if (allowed == HUGE_VAL) continue;
      const double in_run = sizes_[series::row::first_made + k];
      const double size = rows_[k].maker == series::Maker::sine ? 1
                          : std::isfinite(in_run)               ? in_run
                                                                : r.size();
      if (!(r.change <= allowed * size) || r.change == HUGE_VAL) return true;
    }
    return false;
  }

  /// In a spacing, relative to its size; of a sine, radians of its argument. Bells that are half as wide as
  /// the spacing show in steps of half the length. Bounds are rougher in the state, whose changes are bounded
  /// as if it moved in every direction at once.
  static double allowed_change(const series::Row& row, const RowBounds& r) {
    using enum series::Maker;
    switch (row.maker) {
      case quotient:
      case root:
      case exponent:
      case logarithm:
      case power:
      case arctangent:
      case hyperbolic_tangent:
        return r.is_of_state ? 20 : 2;
      case sine:
        return r.is_of_state ? 6 : 2;
      case product:
        // Of degree n in sines it oscillates up to n times as fast as they do.
        return r.degree >= high_degree ? 6 : HUGE_VAL;
      case cosine:
      case sign:
      case remainder:
      case anomaly:
      case parameter:
      case piece:
        break;
    }
    return HUGE_VAL;
  }

  static RowBounds of_form(const series::Form& form, const std::vector<RowBounds>& all) {
    RowBounds r{form.constant, form.constant};
    for (const series::Term& t : form.terms) {
      const RowBounds& one = all[static_cast<std::size_t>(t.row)];
      const double a = times(t.factor, one.low), b = times(t.factor, one.high);
      r.low += std::min(a, b);
      r.high += std::max(a, b);
      r.change += times(std::abs(t.factor), one.change);
      r.degree = std::max(r.degree, one.degree);
      r.is_of_state = r.is_of_state || one.is_of_state;
    }
    return r;
  }

  std::vector<RowBounds> bounds(double from, double to) const {
    std::vector<RowBounds> all(series::row::first_made);
    const double angle = 0.5 * motion_.turning * spacing_;
    const double largest = motion_.momentum / momentum_scale_;
    const double gained = (motion_.turning * motion_.momentum + motion_.torque) * spacing_ / momentum_scale_;
    for (int k = 0; k < 4; ++k)
      all[static_cast<std::size_t>(series::row::attitude + k)] = {-1, 1, angle, 1, true};
    for (int k = 0; k < 3; ++k)
      all[static_cast<std::size_t>(series::row::momentum + k)] = {-largest, largest, gained, 1, true};
    all[series::row::one] = {1, 1};
    all[series::row::time] = {from, to, spacing_, 1};
    for (const series::Row& row : rows_) all.push_back(made(row, all));
    return all;
  }

  static RowBounds made(const series::Row& row, const std::vector<RowBounds>& all) {
    using enum series::Maker;
    const RowBounds a = of_form(row.a, all), b = of_form(row.b, all);
    RowBounds r{-HUGE_VAL, HUGE_VAL, 0, 1, a.is_of_state || b.is_of_state};
    // The value of a that is nearest to 0.
    const double least = a.low > 0 ? a.low : a.high < 0 ? -a.high : 0;
    const auto lies = [&r](double u, double v) { std::tie(r.low, r.high) = std::minmax({u, v}); };
    switch (row.maker) {
      case product: {
        const std::array<double, 4> ends{times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                                         times(a.high, b.high)};
        const auto [low, high] = std::minmax_element(ends.begin(), ends.end());
        lies(row.a == row.b ? least * least : *low, *high);
        r.change = times(a.size(), b.change) + times(b.size(), a.change);
        r.degree = std::min(1000, a.degree + b.degree);
        break;
      }
      case quotient: {
        const double nearest = b.low > 0 ? b.low : b.high < 0 ? -b.high : 0;
        r.change = HUGE_VAL;
        if (nearest == 0) break;
        const std::array<double, 4> ends{a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
        const auto [low, high] = std::minmax_element(ends.begin(), ends.end());
        lies(*low, *high);
        r.change = a.change / nearest + times(a.size() / nearest, b.change / nearest);
        break;
      }
      case root:
        lies(std::sqrt(std::max(0.0, a.low)), std::sqrt(std::max(0.0, a.high)));
        r.change = std::sqrt(a.change);
        if (a.low > 0) r.change = std::min(r.change, 0.5 * a.change / std::sqrt(a.low));
        break;
      case exponent:
        lies(std::exp(a.low), std::exp(a.high));
        r.change = times(r.high, a.change);
        break;
      case logarithm:
        r.change = HUGE_VAL;
        if (!(a.low > 0)) break;
        lies(std::log(a.low), std::log(a.high));
        r.change = a.change / a.low;
        break;
      case power: {
        const double n = row.number, size = std::pow(a.size(), n);
        if (n < 0 && !(a.low > 0)) {
          r.change = HUGE_VAL;
        } else if (a.low > 0) {
          lies(std::pow(a.low, n), std::pow(a.high, n));
          r.change = times(std::abs(n) * std::max(std::pow(a.low, n - 1), std::pow(a.high, n - 1)), a.change);
        } else {
          lies(-size, size);
          r.change = n < 1 ? std::pow(a.change, n) : times(n * std::pow(a.size(), n - 1), a.change);
        }
        break;
      }
      case sine:
      case cosine:
        lies(-1, 1);
        r.change = a.change;
        break;
      case arctangent:
        lies(std::atan(a.low), std::atan(a.high));
        r.change = times(1 / (1 + least * least), a.change);
        break;
      case hyperbolic_tangent:
        lies(std::tanh(a.low), std::tanh(a.high));
        r.change = times(1 - std::tanh(least) * std::tanh(least), a.change);
        break;
      case sign:
        lies(-1, 1);
        r.degree = 0;
        break;
      case remainder:
        lies(-0.5 * row.number, 0.5 * row.number);
        r.change = a.change;
        break;
      case anomaly:
        lies(a.low - row.number, a.high + row.number);
        r.change = a.change / (1 - row.number);
        break;
      case parameter:
      case piece:
        r.degree = 0;
        break;
    }
    return r;
  }

  static constexpr int high_degree = 6;

  const std::vector<series::Row>& rows_;
  MotionBounds motion_;
  double momentum_scale_, spacing_;
  bool depends_on_time_;
  std::vector<double> sizes_{};  ///< of the rows, in the whole run
  int intervals_ = 0;
};

}  // namespace

bool depends_on_time(const series::Recorded& torque) noexcept {
  const auto knows = [](const series::Form& f) {
    return std::any_of(f.terms.begin(), f.terms.end(),
                       [](const series::Term& t) { return t.row == series::row::time; });
  };
  return std::any_of(std::begin(torque.torque), std::end(torque.torque), knows) ||
         std::any_of(torque.tape.all().begin(), torque.tape.all().end(),
                     [&](const series::Row& r) { return knows(r.a) || knows(r.b); });
}

bool may_hide_features(const series::Recorded& torque, double momentum_scale, const MotionBounds& motion,
                       double spacing) {
  return Features(torque, momentum_scale, motion, spacing).may_be_hidden();
}

Comparison compare(const Search& search, const Splitting& splitting, double h) {
  const Problem& p = search.problem;
  SplitTrack coarse_track(p, splitting, h, 1), fine_track(p, splitting, h, 2);
  const Run::Progress progress =
      search.goes_on ? Run::Progress([&](double) { return search.goes_on(); }) : nullptr;
  Run coarse(coarse_track, direction_of(p), {}, {}, {}),
      fine(fine_track, direction_of(p), search.stopping, {}, progress);
  RunDifference difference(p.start);
  Comparison result{};
  for (std::uint64_t k = 0; k < search.problem.times.size(); ++k) {
    const double time = search.problem.times[k];
    const bool b = fine.to(time), is_event = !b && fine.stopped() && fine.stopped()->event;
    const bool a = (b || is_event) && coarse.to(b ? time : fine.stopped()->time);
    if (a) difference.add(coarse.state(), b ? fine.state() : fine.stopped()->state);
    if (a && b && difference.value() < 0.5) continue;
    result.was_cancelled = fine.was_cancelled();
    if (!is_event && !b) result.failed = fine.stopped();
    if (!a && (b || is_event)) result.failed = coarse.stopped();
    break;
  }
  result.difference = difference.value();
  result.evaluations = coarse_track.evaluations() + fine_track.evaluations();
  result.step = coarse_track.longest_step();
  return result;
}

FirstStep first_step(Search& whole, const Splitting& splitting) {
  refuse_many_steps(whole, whole.longest_step);
  const double length = length_of(whole.problem), rate = fastest_rate(whole.problem);
  const double stretch = rate * length > stretch_angle ? stretch_angle / rate : length;
  Search search = whole;
  search.problem.times = one_time(whole.problem.options.start_time + direction_of(whole.problem) * stretch);
  search.stopping.clear();

  const double order = formal_order(whole.problem, splitting),
               longest = std::min(stretch, whole.longest_step);
  // Errors grow at least with the time. The target must stand out from round-off.
  const double target = whole.problem.tolerance * (stretch / length), aim = std::max(target, 1e-11);
  const auto scaled = [order](double from, double to) { return std::pow(to / from, 1 / order); };
  double h = rate > 0 ? std::min(longest, 0.5 / rate) : longest, error = 0;
  Trial longest_trial{}, last{};  // of those that say something of the order
  for (int trial = 0, shorter = 0, failures = 0; trial < 20; ++trial) {
    const Comparison c = compare(search, splitting, h);
    whole.evaluations += c.evaluations;
    if (c.was_cancelled) return {h, order};
    error = error_of_coarser(c.difference, order);
    last = {c.step, c.difference};
    if (c.failed || !(c.difference <= saturated))
      longest_trial = {};
    else if (last.step > longest_trial.step)
      longest_trial = last;
    if (c.failed && ++failures % 2 == 0) {
      // The torque may end there: the stretch will.
      search.problem.times = one_time(0.5 * (search.problem.options.start_time + c.failed->time));
      if (end_time_of(search.problem) == search.problem.options.start_time) return {h, order};
    } else if (c.failed || !(c.difference <= saturated)) {
      h /= 4;
      ++shorter;
      refuse_many_steps(whole, h);
    } else if (error > aim) {
      h *= std::clamp(scaled(error, 0.5 * aim), 0.05, 0.7);
      ++shorter;
    } else if (error < aim / 100 && shorter == 0 && h < longest) {
      h = std::min(longest, h * (c.difference < rounding ? 4 : std::min(4.0, scaled(error, 0.3 * aim))));
    } else {
      break;
    }
  }
  return {error > target ? h * std::max(1e-3, scaled(error, 0.5 * target)) : h,
          shown_order(longest_trial, last, order)};
}

FoundStep find_step(Search& search, const Splitting& splitting, const FirstStep& first) {
  double h = first.h;
  refuse_many_steps(search, h);
  FoundStep best{h, std::numeric_limits<double>::infinity()};
  const double formal = formal_order(search.problem, splitting);
  // falling: the order while shorter steps still help. Once they do not, the last pair shows round-off.
  double order = formal, falling = first.order, failed_at = std::numeric_limits<double>::quiet_NaN();
  Trial last{};
  for (int saturations = 0, failures = 0;;) {
    refuse_many_steps(search, h);
    const Comparison c = compare(search, splitting, h);
    search.evaluations += c.evaluations;
    if (c.was_cancelled) return {h, c.difference, true};
    if (c.failed) {
      // A step that was too long fails elsewhere when it is shorter; a torque that is not finite does not.
      const bool is_again = std::abs(c.failed->time - failed_at) <= 4 * h;
      failed_at = c.failed->time;
      if (!is_again && ++failures < 12) {
        h /= 4;
        continue;
      }
    }
    const bool is_no_better =
        last.step > 0 && last.difference < saturated && c.difference > 0.7 * last.difference;
    if (last.step > 0) {
      order = shown_order(last, {c.step, c.difference}, formal);
      if (!is_no_better) falling = order;
    }
    const double error = error_of_coarser(c.difference, order);
    if (error < best.error_estimate) best = {h, error};
    if (std::isnan(error)) return {h, error};
    if (error <= search.problem.tolerance) break;
    // If no digit is left, more than some seconds of work are wasted: a chaotic motion amplifies round-off
    // too.
    const bool is_hopeless = c.difference > saturated &&
                             (++saturations > 1 + 17 / formal || static_cast<double>(c.evaluations) > 3e6);
    if (is_no_better || is_hopeless) break;
    last = {c.step, c.difference};
    h *= c.difference > saturated
             ? 0.25
             : std::clamp(std::pow(0.5 * search.problem.tolerance / error, 1 / order), 0.05, 0.6);
  }
  const bool is_smooth = falling == formal;
  if (!(best.error_estimate <= search.problem.tolerance))
    best.warnings.push_back(
        "The tolerance " + number_text(search.problem.tolerance, 3) +
        " was not met: shorter steps do not reduce the error, which is some " +
        number_text(best.error_estimate, 2) + ". Round-off, " +
        (is_smooth ? "or an unstable trajectory that amplifies it, is the limit."
                   : "an unstable trajectory that amplifies it, or a torque that is not smooth is the "
                     "limit."));
  else if (!is_smooth)
    best.warnings.push_back(
        "The error falls with the step as if the order were " + number_text(falling, 2) + ", not " +
        number_text(formal, 2) +
        ": the torque may not be smooth (breakpoints at the times where it is not would help), or the "
        "trajectory is unstable and amplifies round-off up to the tolerance.");
  return best;
}

}  // namespace polhode::simulation
