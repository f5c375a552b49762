// SPDX-License-Identifier: MIT
#include "series/stepper.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <polhode/core/compensated.hpp>
#include <polhode/core/norm.hpp>
#include <utility>

#include "core/rough_logarithm.hpp"
#include "series/corners.hpp"
#include "series/features.hpp"

namespace polhode::series {

namespace {

/// The step size must be within this factor of the unit in which its coefficients were computed.
constexpr double far = 0x1p12, near = 4;
constexpr int most_trials = 60;
constexpr double far_angle = 64;
/// Relative to a time.
constexpr double few_roundings = 0x1p-46;

/// A form has changed its sign if it is beyond zero by this fraction of its magnitude, so that the next step
/// starts on the other side.
constexpr double beyond_zero = 0x1p-46;
/// If so many consecutive steps start and end at one corner, the motion slides along it.
constexpr int most_steps_at_corner = 16;
constexpr int most_sides_tried = 24;

double power_of_two(double x) noexcept {
  constexpr std::uint64_t exponent = 0x7ff0000000000000;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) & exponent;
  return bits > 0 && bits < exponent ? std::bit_cast<double>(bits) : std::ldexp(1.0, std::ilogb(x));
}

double square(double x) noexcept { return x * x; }

/// The squared norms of a coefficient of attitude and momentum.
struct Squares {
  double attitude, momentum;
};

Squares squares_at(const View& v, int k) noexcept {
  const double* r = v.rows + static_cast<std::ptrdiff_t>(k) * v.row_count;
  const double *q = r + row::attitude, *m = r + row::momentum;
  return {q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], m[0] * m[0] + m[1] * m[1] + m[2] * m[2]};
}

/// The largest squared norm of the momentum's coefficients after the first three.
double late_gain(const View& v, int order) noexcept {
  double most = 0;
  for (int k = 4; k <= order; ++k) most = std::max(most, squares_at(v, k).momentum);
  return most;
}

/// The binary logarithms of integers.
double log_of_order(int k) noexcept {
  static const std::array<double, highest_order + 1> logarithms = [] {
    std::array<double, highest_order + 1> all{};
    for (int i = 1; i <= highest_order; ++i) all[static_cast<std::size_t>(i)] = std::log2(i);
    return all;
  }();
  return logarithms[static_cast<std::size_t>(k)];
}

/// The rate of change of momentum gained from rest: the logarithm of the rate at which its coefficients
/// decrease after the first significant one, which may be a late one.
double rate_of_gain(const View& v, int order) noexcept {
  constexpr double negligible = 1e-24;
  double most = 0;
  for (int k = 1; k <= order; ++k) most = std::max(most, squares_at(v, k).momentum);
  int first = 1;
  while (first < order && !(squares_at(v, first).momentum > negligible * most)) ++first;
  const double at_first = rough_log2(squares_at(v, first).momentum);
  double rate = -std::numeric_limits<double>::infinity();
  for (int k = first + (order - first + 1) / 2; k <= order; ++k) {
    const double square = squares_at(v, k).momentum;
    if (k > first && square > 0) rate = std::max(rate, (rough_log2(square) - at_first) * (0.5 / (k - first)));
  }
  return rate;
}

/// Coefficients may vanish alternately, for example from rest under a torque that grows as t^4, so that the
/// last three are not representative. Returns the logarithm of the rate from those before them, from order
/// `first` on, if one exceeds that of a power series that converges everywhere, whose coefficients decrease
/// fastest; otherwise `rate`.
double rate_with_earlier(const View& v, int order, int first, double of_momentum, double rate) noexcept {
  double widest = rate;
  for (int k = first; k < order - 2; ++k) {
    const Squares squares = squares_at(v, k);
    const double e = std::max(squares.attitude, of_momentum * squares.momentum);
    if (!(e > 0)) continue;
    const double own = rough_log2(e) * (0.5 / k);
    if (own > rate + log_of_order(order) - log_of_order(k)) widest = std::max(widest, own);
  }
  return widest;
}

/// (1 - |q + lost|^2) / 2, accurate to the last digits.
double missing_length(const Quat<double>& q, const Quat<double>& lost) noexcept {
  double sum = 1, rest = 0;
  for (const auto& [x, e] : {std::pair{q.w, lost.w}, {q.x, lost.x}, {q.y, lost.y}, {q.z, lost.z}}) {
    const double square = x * x;
    const ExactSum<double> less = two_sum(sum, -square);
    sum = less.sum;
    rest += less.error - std::fma(x, x, -square) - 2 * x * e;
  }
  return (sum + rest) / 2;
}

}  // namespace

int order_for(double error) noexcept {
  const double digits = -std::log10(error);
  return static_cast<int>(std::clamp(std::lround(1.15 * digits + 4), 6L, 28L));
}

Stepper::Stepper(std::shared_ptr<Program> program, const Accuracy& accuracy, double direction, double unit)
    : program_(std::move(program)),
      functions_(functions()),
      accuracy_(accuracy),
      direction_(direction),
      least_(rough_log2(accuracy.least_error) / (accuracy.order + 1)),
      half_of_order_{0.5 / (accuracy.order - 2), 0.5 / (accuracy.order - 1), 0.5 / accuracy.order} {
  now_.unit = power_of_two(unit);
  program_->view().direction = direction;
  turning_rate_ = norm(program_->turning());
  if (turning_rate_ > 0) turning_axis_ = (1 / turning_rate_) * program_->turning();
}

Quat<double> Stepper::frame_at(double time) const noexcept {
  const double half = turning_rate_ * time / 2;
  double sine = std::sin(half), cosine = std::cos(half);
  // Far from time zero the rounding of the angle matters.
  if (std::abs(half) > far_angle) {
    const double rounded = std::fma(turning_rate_, time, -turning_rate_ * time) / 2, exact_sine = sine;
    sine += rounded * cosine;
    cosine -= rounded * exact_sine;
  }
  const Vec3<double> v = sine * turning_axis_;
  return {cosine, v.x, v.y, v.z};
}

void Stepper::begin(const kernel::Phase<double>& start, double time) {
  now_.phase = {start.m, {}, turning_rate_ == 0 ? start.q : frame_at(time).conjugate() * start.q, {}};
  now_.time = time;
  now_.largest_momentum = 0;
}

bool Stepper::expand(double limit) {
  prepare(limit);
  return expand_beside(nullptr);
}

bool Stepper::expand_beside(View* other) {
  const View& view = program_->view();
  if (other) {
    other->unit = view.unit;
    other->direction = view.direction;
    functions_.coefficients_of_two(view, *other, now_.time, accuracy_.is_careful);
  } else {
    functions_.coefficients(view, now_.time, accuracy_.is_careful);
  }
  Verdict verdict = judge();
  while (verdict == Verdict::again) {
    functions_.coefficients(view, now_.time, accuracy_.is_careful);
    verdict = judge();
  }
  return verdict == Verdict::found;
}

void Stepper::prepare(double limit) {
  const kernel::CompensatedPhase<double>& p = now_.phase;
  const Vec3<double> m = (1 / program_->momentum_scale()) * p.m;
  now_.largest_momentum = std::max(now_.largest_momentum, std::sqrt(dot(m, m)));
  sums_ = {{p.q.w, p.q.x, p.q.y, p.q.z},
           {p.eq.w, p.eq.x, p.eq.y, p.eq.z},
           {p.m.x, p.m.y, p.m.z, 0},
           {p.em.x, p.em.y, p.em.z, 0}};
  limit_ = limit;
  step_unit_ = now_.unit;
  trial_ = 0;
  sides_tried_ = times_too_long_ = 0;
  longest_unit_ = std::numeric_limits<double>::infinity();
  is_sliding_ = false;
  for (const FunctionRow* sign : program_->signs()) sign->forget_sides();
  write_start();
}

void Stepper::write_start() noexcept {
  const kernel::CompensatedPhase<double>& p = now_.phase;
  const Vec3<double> m = (1 / program_->momentum_scale()) * p.m;
  View& view = program_->view();
  double* rows = view.rows;
  rows[0] = p.q.w, rows[1] = p.q.x, rows[2] = p.q.y, rows[3] = p.q.z;
  rows[4] = m.x, rows[5] = m.y, rows[6] = m.z;
  view.unit = direction_ * step_unit_;
  view.order = accuracy_.order + (accuracy_.shows_error ? 1 : 0);
}

Stepper::Verdict Stepper::again() noexcept {
  if (++trial_ >= most_trials) return found();
  write_start();
  return Verdict::again;
}

Stepper::Verdict Stepper::found() noexcept {
  const double rest = std::abs(limit_ - now_.time);
  end_ = free_length_ < rest ? now_.time + direction_ * free_length_ : limit_;
  if (!program_->roots().empty()) {
    const double length = std::abs(end_ - now_.time), least = before_roots_turn(length);
    if (least < length) {
      // The root may stay at zero, as that of a speed which it damps: then the motion ends here.
      if (least < few_roundings * std::abs(now_.time)) return Verdict::none;
      end_ = now_.time + direction_ * least;
    }
  }
  if (!program_->signs().empty())
    if (const Verdict verdict = end_at_corner(); verdict != Verdict::found) return verdict;
  if (!program_->watched().empty() || program_->has_high_products()) {
    const double length = std::abs(end_ - now_.time);
    const double clear =
        step_unit_ * without_features(*program_, length / step_unit_,
                                      {accuracy_.order, now_.largest_momentum,
                                       accuracy_.error_rate * step_unit_, accuracy_.least_error});
    if (clear < length) {
      end_ = now_.time + direction_ * clear;
      crossed_ = nullptr;
    }
  }
  return end_ != now_.time || limit_ == now_.time ? Verdict::found : Verdict::none;
}

/// The last coefficient is known if the form consists only of attitude, momentum and time.
Stepper::SignForm Stepper::form_of(const Program& program, const FunctionRow& sign) const noexcept {
  const View& v = program.view();
  SignForm form{};
  form.order = accuracy_.order - 1;
  for (int k = 0; k <= form.order; ++k) form.coefficients[k] = sign.a[k];
  form.size = std::abs(sign.a_constant);
  bool is_of_state = true;
  double last = 0;
  for (int i = 0; i < sign.a_count; ++i) {
    const Term& t = sign.a_terms[i];
    const bool is_attitude = t.row < row::momentum, is_momentum = !is_attitude && t.row < row::one;
    const double least = is_attitude ? 1 : is_momentum ? now_.largest_momentum : 0;
    form.size += std::abs(t.factor) * std::max(std::abs(v.rows[t.row]), least);
    is_of_state = is_of_state && t.row < row::first_made;
    last += t.factor * v.rows[static_cast<std::ptrdiff_t>(form.order + 1) * v.row_count + t.row];
  }
  if (is_of_state) form.coefficients[++form.order] = last;
  return form;
}

/// The largest tau for which the coefficients of a form are sufficient.
double Stepper::reach_of(const SignForm& form, double longest) const noexcept {
  const double share = std::min(1e-3, std::max(accuracy_.least_error, accuracy_.error_rate * step_unit_));
  double reach = longest;
  // A form that starts as t^4 may have no other coefficient: the first one does not represent the omitted
  // ones.
  int first = 0;
  while (first <= form.order && form.coefficients[first] == 0) ++first;
  // The magnitude is that of the largest term, which depends on the reach.
  for (int trial = 0; trial < most_trials; ++trial) {
    double size = form.size, power = 1, next = reach;
    for (int k = 1; k <= form.order; ++k)
      size = std::max(size, std::abs(form.coefficients[k]) * (power *= reach));
    for (int k = form.order; k > std::max(form.order - 3, first); --k) {
      if (form.coefficients[k] == 0) continue;
      const double ratio = std::abs(form.coefficients[k]) / (share * size);
      if (!std::isfinite(ratio)) return 0;
      if (ratio > 0) next = std::min(next, std::pow(ratio, -1.0 / k));
    }
    if (next >= 0.9 * reach) return next;
    reach = next;
  }
  return reach;
}

Stepper::Verdict Stepper::sliding() noexcept {
  is_sliding_ = true;
  return Verdict::none;
}

/// Ends the step where the first sign changes, once the sides at its start are known.
Stepper::Verdict Stepper::end_at_corner() noexcept {
  const View& v = program_->view();
  const std::vector<const FunctionRow*>& signs = program_->signs();
  double s = std::abs(end_ - now_.time) / step_unit_;
  crossed_ = nullptr;
  bool is_near = false;
  for (const FunctionRow* sign : signs) {
    const SignForm form = form_of(*program_, *sign);
    const double reach = reach_of(form, s);
    if (!(reach > 0) && s > 0) {
      // Too long a unit may cause overflow.
      program_->clear();
      if (++sides_tried_ > most_sides_tried || trial_ + 1 >= most_trials) return Verdict::none;
      step_unit_ = longest_unit_ = step_unit_ * 0x1p-10;
      return again();
    }
    s = std::min(s, reach);
  }
  for (const FunctionRow* sign : signs) {
    SignForm form = form_of(*program_, *sign);
    double* c = form.coefficients;
    double change = 0, power = 1;
    for (int k = 1; k <= form.order; ++k) change += std::abs(c[k]) * (power *= s);
    const double margin = beyond_zero * std::max(form.size, change);
    const double begun = c[0], side = v.rows[sign->out];
    // The first s at which the form is beyond `margin` on one side.
    const auto passes = [&](double on_side) -> FirstZero {
      if (change == 0) return {false, s};
      SignForm moved = form;
      for (int k = 0; k <= moved.order; ++k) moved.coefficients[k] *= -on_side;
      moved.coefficients[0] += margin;
      return first_zero(moved.coefficients, moved.order, s);
    };
    double left = 0;  // until then the form stays at zero, where it started
    if (std::abs(begun) <= margin) {
      const FirstZero up = passes(1), down = passes(-1);
      const double moves = !up.is_found && !down.is_found                        ? 0
                           : up.is_found && (!down.is_found || up.at <= down.at) ? 1.0
                                                                                 : -1.0;
      if (moves != 0 && moves != side) {
        sign->refuse_side(side);
        if (++sides_tried_ > most_sides_tried || trial_ + 1 >= most_trials || sign->has_refused_side(moves))
          return sliding();
        sign->set_side(moves);
        return again();
      }
      if (side == 0) continue;
      left = moves > 0 ? up.at : moves < 0 ? down.at : s;
    }
    const FirstZero zero = passes(-side);
    if (!zero.is_found) continue;
    // Back from where it is certainly beyond zero to the zero itself, where the next step starts.
    double low = std::min(left, zero.at), high = zero.at, until = 0;
    const auto value = [&](double x) {
      double y = 0;
      for (int k = form.order; k >= 0; --k) y = y * x + c[k];
      return side * y;
    };
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = low + (high - low) / 2;
      (value(middle) > 0 ? low : high) = middle;
    }
    s = high;
    power = 1;
    for (int k = 1; k <= form.order; ++k) until += std::abs(c[k]) * (power *= s);
    crossed_ = sign;
    is_near = std::abs(begun) <= 8 * margin && until <= 64 * margin;
  }
  const double length = s * step_unit_;
  if (length < std::abs(end_ - now_.time)) end_ = now_.time + direction_ * length;
  // A step of a few roundings of the time does not count as leaving the corner either.
  is_near = is_near || length < few_roundings * std::abs(now_.time);
  // A corner nearer than the next representable time.
  if (end_ == now_.time && crossed_)
    end_ = std::nextafter(now_.time, direction_ * std::numeric_limits<double>::infinity());
  steps_at_corner_ = crossed_ && is_near ? steps_at_corner_ + 1 : 0;
  return steps_at_corner_ > most_steps_at_corner ? sliding() : Verdict::found;
}

Stepper::ValueAndSlope Stepper::form_at_end(const Program& program, std::size_t sign) const noexcept {
  const FunctionRow& f = *program.signs()[sign];
  const double s = std::abs(end_ - now_.time) / step_unit_;
  ValueAndSlope at{0, 0, 0};
  for (int k = std::min(accuracy_.order, program.view().order) - 1; k >= 0; --k) {
    at.slope = at.slope * s + at.value;
    at.value = at.value * s + f.a[k];
  }
  // Where a form is as small as its round-off, its zero may lie anywhere: at a multiple zero, far away.
  const SignForm form = form_of(program, f);
  const double margin = beyond_zero * form.size;
  const auto is_beyond = [&](double x) {
    double y = 0;
    for (int k = form.order; k >= 0; --k) y = y * x + form.coefficients[k];
    return std::abs(y) > 2 * margin;
  };
  for (at.width = beyond_zero * s; at.width < s && !is_beyond(s - at.width);) at.width *= 2;
  at.width = std::min(at.width, s);
  return at;
}

/// If the argument of a root touches zero, as the square of a speed that changes its sign, the root has a
/// corner and its series continues below zero: the step ends there, slightly beyond, because an expansion at
/// the corner has no series. Returns that length, or `length`.
double Stepper::before_roots_turn(double length) const noexcept {
  constexpr double beyond = 1 + 0x1p-24, touching = 0x1p-40;
  const View& v = program_->view();
  double s = length / step_unit_;
  for (const int root : program_->roots()) {
    double c[highest_order + 1]{}, size = 0, power = 1;
    for (int k = 0; k < v.order; ++k, power *= s) {
      c[k] = v.rows[static_cast<std::ptrdiff_t>(k) * v.row_count + root];
      size += std::abs(c[k]) * power;
    }
    c[0] += touching * size;
    if (const FirstZero zero = first_zero(c, v.order - 1, s); zero.is_found) s = zero.at * beyond;
  }
  return s * step_unit_;
}

Stepper::Verdict Stepper::judge() {
  View& view = program_->view();
  const int n = accuracy_.order;
  view.order = n;
  Sizes sizes;
  functions_.sizes(view, sizes);
  // From rest, relative to the gain in a step: the unit must then be near it.
  const double had = square(now_.largest_momentum);
  const double gained = std::max({sizes.early[0], sizes.early[1], sizes.early[2]});
  // Less than 1e-60 of the momentum's scale is negligible: its squares would underflow.
  constexpr double least_square = 1e-120;
  // If momentum is gained only late, as by a torque that grows as t^4, it is compared with itself.
  const bool gains_late = late_gain(view, n) > std::max({had, gained, least_square});
  const bool is_from_rest = gained > had || gains_late;
  const double of_momentum = gains_late ? 0 : 1 / std::max({had, gained, least_square});
  const double farthest = is_from_rest ? near : far;
  // The logarithm of the rate.
  double rate = -std::numeric_limits<double>::infinity(), most = 0;
  for (int i = 0; i < 3; ++i) {
    const double e = std::max(sizes.attitude[i], of_momentum * sizes.momentum[i]);
    most = e > most || std::isnan(e) ? e : most;
    rate = std::max(rate, rough_log2(e) * half_of_order_[i]);
  }
  if (!std::isfinite(most)) {
    // Too long a unit may cause overflow; a torque that is not finite stays so.
    program_->clear();
    if (++times_too_long_ > 6 || trial_ + 1 >= most_trials) return Verdict::none;
    step_unit_ = longest_unit_ = std::ldexp(step_unit_, -(1 << times_too_long_));
    return again();
  }
  const double by_last = rate;
  const bool is_empty = most < std::numeric_limits<double>::min();
  if (is_empty) rate = -std::numeric_limits<double>::infinity();
  rate = rate_with_earlier(view, n, is_empty ? 1 : n / 2, is_empty && is_from_rest ? 0 : of_momentum, rate);
  if (gains_late || (is_empty && is_from_rest)) rate = std::max(rate, rate_of_gain(view, n));
  rate_ = {std::isfinite(rate) ? rough_exp2(rate) : 0, rate == by_last ? n - 2 : n / 2};
  if (!std::isfinite(rate)) {
    bool stands = true;
    for (int k = 1; k <= n; ++k)
      for (int r = 0; r < row::one; ++r)
        stands = stands && view.rows[static_cast<std::ptrdiff_t>(k) * view.row_count + r] == 0;
    // The body is in equilibrium, or does not move before the limit.
    if (stands || step_unit_ >= std::abs(limit_ - now_.time)) {
      free_length_ = std::numeric_limits<double>::infinity();
      return found();
    }
    step_unit_ *= 0x1p16;
    return again();
  }
  // One logarithm, of a product with a power of two, so that other units give the same digits.
  const double allowed = rough_log2(accuracy_.error_rate * step_unit_);
  const double by_rate = (allowed - (n + 1) * rate) / n, by_least = least_ - rate;
  const double length = rough_exp2(std::max(by_rate, by_least));
  free_length_ = length * step_unit_;
  if (length <= farthest && length >= 1 / farthest) return found();
  if (length > farthest && step_unit_ == longest_unit_) {
    free_length_ = farthest * step_unit_;
    return found();
  }
  const double unit = power_of_two(free_length_);
  if (!(unit > 0)) return Verdict::none;
  if (!std::isfinite(unit)) return found();
  step_unit_ = std::min(unit, longest_unit_);
  return again();
}

kernel::Phase<double> Stepper::at(double time) const noexcept {
  kernel::Phase<double> p;
  at({&time, 1}, &p);
  return p;
}

void Stepper::at(std::span<const double> times, kernel::Phase<double>* phases) const noexcept {
  constexpr std::size_t some = 16;
  double s[some], x[8 * some];
  const double per_unit = 1 / step_unit_;
  for (std::size_t first = 0; first < times.size(); first += some) {
    const std::size_t count = std::min(some, times.size() - first);
    for (std::size_t i = 0; i < count; ++i) s[i] = std::abs(times[first + i] - now_.time) * per_unit;
    functions_.states(program_->view(), program_->momentum_scale(), sums_, s, static_cast<int>(count), x);
    for (std::size_t i = 0; i < count; ++i) {
      const double* e = x + 8 * i;
      *phases++ = in_space({{e[4], e[5], e[6]}, {e[0], e[1], e[2], e[3]}}, times[first + i]);
    }
  }
}

Stepper::Polynomial Stepper::polynomial() const {
  const kernel::CompensatedPhase<double>& p = now_.phase;
  const View& v = program_->view();
  Polynomial all{{p.m, p.q}, {p.em, p.eq}, now_.time, step_unit_, {}};
  all.coefficients.reserve(static_cast<std::size_t>(7 * v.order));
  for (int k = 1; k <= v.order; ++k)
    for (int r = 0; r < 7; ++r)
      all.coefficients.push_back(v.rows[k * v.row_count + r] *
                                 (r < row::momentum ? 1 : program_->momentum_scale()));
  return all;
}

kernel::Phase<double> Stepper::Polynomial::at(double t) const noexcept {
  const double s = std::abs(t - time) / unit;
  double x[7]{};
  for (std::size_t k = coefficients.size(); k > 0; k -= 7)
    for (std::size_t r = 0; r < 7; ++r) x[r] = x[r] * s + coefficients[k - 7 + r];
  for (double& y : x) y *= s;
  return {{begin.m.x + (lost.m.x + x[4]), begin.m.y + (lost.m.y + x[5]), begin.m.z + (lost.m.z + x[6])},
          {begin.q.w + (lost.q.w + x[0]), begin.q.x + (lost.q.x + x[1]), begin.q.y + (lost.q.y + x[2]),
           begin.q.z + (lost.q.z + x[3])}};
}

void Stepper::advance() noexcept {
  kernel::CompensatedPhase<double>& p = now_.phase;
  Sums sums = sums_;
  functions_.advance(program_->view(), std::abs(end_ - now_.time) / step_unit_, program_->momentum_scale(),
                     sums);
  p = {{sums.m[0], sums.m[1], sums.m[2]},
       {sums.lost_m[0], sums.lost_m[1], sums.lost_m[2]},
       {sums.q[0], sums.q[1], sums.q[2], sums.q[3]},
       {sums.lost_q[0], sums.lost_q[1], sums.lost_q[2], sums.lost_q[3]}};
  const double mend = accuracy_.is_careful ? missing_length(p.q, p.eq) : (1 - dot(p.q, p.q)) / 2;
  add_attitude(mend * p.q);
  now_.time = end_;
  if (std::isfinite(free_length_)) now_.unit = power_of_two(free_length_);
}

}  // namespace polhode::series
