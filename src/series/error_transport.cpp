// SPDX-License-Identifier: MIT
#include "series/error_transport.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace polhode::series {

namespace {

constexpr std::size_t state_size = 7;
static_assert(row::attitude == 0 && row::momentum == 4);

const double* coefficients_of(const View& view, int k) noexcept {
  return view.rows + static_cast<std::ptrdiff_t>(k) * view.row_count;
}

/// The order of the series that propagates the error of one of a given order.
int order_for(int order) noexcept { return std::max(6, (order + 1) / 2); }

double power(double x, int n) noexcept {
  double result = 1;
  for (; n > 0; n /= 2, x *= x)
    if (n % 2 == 1) result *= x;
  return result;
}

double end_of(const Stepper& run) noexcept { return std::abs(run.end() - run.instant().time) / run.unit(); }

/// The distance between a unit attitude and one that differs by `error` before normalisation.
double difference_of_attitudes(double square, double along) noexcept {
  constexpr double little = 1e-8;
  const double across = std::max(0.0, square - along * along);
  if (square < little) return std::sqrt(across);
  const double length = std::sqrt((1 + along) * (1 + along) + across), cosine = (1 + along) / length;
  return std::sqrt(across) / length * std::sqrt(2 / std::max(1 + cosine, little));
}

/// Whether the argument of a root may come near zero in the step. The motion beside the run then has no such
/// series, which only many terms show.
bool comes_near_zero(const Stepper& run) noexcept {
  const View& v = run.program()->view();
  const std::vector<int>& roots = run.program()->roots();
  return std::any_of(roots.begin(), roots.end(), [&](int root) {
    double change = 0, power = 1;
    for (int k = 1; k < v.order; ++k) {
      power *= end_of(run);
      change += power * std::abs(coefficients_of(v, k)[root]);
    }
    return !(change < 0.5 * v.rows[root]);
  });
}

}  // namespace

ErrorTransport::ErrorTransport(std::shared_ptr<Program> program)
    : program_(std::move(program)), passages_(program_->signs().size()) {}

/// Called before the run moves to the end of its step.
void ErrorTransport::meet_corner(const Stepper& run) noexcept {
  const std::vector<const FunctionRow*>&signs = run.program()->signs(), &beside = program_->signs();
  const auto at = std::find(signs.begin(), signs.end(), run.crossed());
  is_at_corner_ = false;
  if (at == signs.end()) return;
  crossed_ = static_cast<std::size_t>(at - signs.begin());
  // Only coefficients that both expansions have.
  const int order = std::min(program_->view().order, run.order()) - 1;
  const double s = end_of(run);
  const View& v = run.program()->view();
  for (std::size_t i = 0; i < signs.size(); ++i) {
    double ahead = 0;
    if (magnified_ > 0) {
      for (int k = order; k >= 0; --k) ahead = ahead * s + (beside[i]->a[k] - signs[i]->a[k]);
      ahead /= magnified_;
    }
    const Stepper::ValueAndSlope form = run.form_at_end(*run.program(), i);
    // The run changes sides at form.value, not at zero.
    passages_[i].late = -(form.value + ahead) / form.slope * run.unit();
    // At a multiple zero the slope is not meaningful.
    constexpr double multiple = 64, rounding = 0x1p-46;
    if (form.width > multiple * std::max(std::abs(form.value / form.slope), rounding * s))
      passages_[i].late = form.width * run.unit();
    passages_[i].side = v.rows[signs[i]->out];
  }
  is_at_corner_ = std::isfinite(passages_[crossed_].late);
  for (int i = 0; i < 3; ++i) {
    double rate = 0;
    for (int k = run.order(); k > 0; --k) rate = rate * s + k * coefficients_of(v, k)[row::momentum + i];
    rate_before_[static_cast<std::size_t>(i)] = rate / run.unit();
  }
}

/// The rate of the momentum at the start of the run's step, for the sides of the passages.
std::array<double, 3> ErrorTransport::rate_with_sides(const Stepper& run) noexcept {
  magnified_ = 0;
  write_start(run, order_for(run.order()));
  const std::vector<const FunctionRow*>&signs = run.program()->signs(), &beside = program_->signs();
  for (std::size_t i = 0; i < signs.size(); ++i)
    beside[i]->set_side(passages_[i].is_switched ? run.program()->view().rows[signs[i]->out]
                                                 : passages_[i].side);
  functions().coefficients(program_->view(), run.instant().time, false);
  const double* first = coefficients_of(program_->view(), 1);
  return {first[4] / run.unit(), first[5] / run.unit(), first[6] / run.unit()};
}

/// Called when the run has expanded its next step.
void ErrorTransport::pass_corner(const Stepper& run) noexcept {
  if (!is_at_corner_) return;
  is_at_corner_ = false;
  const std::vector<const FunctionRow*>& signs = run.program()->signs();
  const double* first = coefficients_of(run.program()->view(), 1);
  const auto add_jump = [&](double late, const std::array<double, 3>& before,
                            const std::array<double, 3>& after) {
    for (std::size_t i = 0; i < 3; ++i) error_[4 + i] += late * (before[i] - after[i]);
  };
  const std::array<double, 3> rate_after{first[4] / run.unit(), first[5] / run.unit(), first[6] / run.unit()};
  const auto has_own_time = [&](std::size_t i) {
    // A form that was and stayed at zero leaves it because of the sign that was crossed.
    return passages_[i].side * run.program()->view().rows[signs[i]->out] < 0 &&
           std::isfinite(passages_[i].late);
  };
  bool is_alone = true;
  for (std::size_t i = 0; i < signs.size(); ++i) {
    passages_[i].is_switched = false;
    if (i == crossed_ || !has_own_time(i)) passages_[i].late = passages_[crossed_].late;
    is_alone = is_alone && passages_[i].late == passages_[crossed_].late;
  }
  if (is_alone) return add_jump(passages_[crossed_].late, rate_before_, rate_after);
  // One after the other, in the order of passage.
  std::array<double, 3> before = rate_before_;
  for (std::size_t left = signs.size(); left > 0;) {
    double late = std::numeric_limits<double>::infinity();
    for (const Passage& p : passages_)
      if (!p.is_switched) late = std::min(late, p.late);
    for (Passage& p : passages_) {
      if (p.is_switched || p.late != late) continue;
      p.is_switched = true;
      --left;
    }
    const std::array<double, 3> after = left > 0 ? rate_with_sides(run) : rate_after;
    add_jump(late, before, after);
    before = after;
  }
}

View* ErrorTransport::begin(const Stepper& run) noexcept {
  pass_corner(run);
  const double* x = coefficients_of(run.program()->view(), 0);
  // error_ is not changed, so that a resumed run starts with the same numbers.
  double along = 0;
  for (std::size_t i = 0; i < 4; ++i) along += x[i] * error_[i];
  most_ = 0;
  for (std::size_t i = 0; i < state_size; ++i) {
    terms_.begun[i] = i < 4 ? error_[i] - along * x[i] : error_[i];
    most_ = std::max(most_, std::abs(terms_.begun[i]));
  }
  terms_.begun[state_size] = 0;
  constexpr int distance = -20;  // as a power of two
  const bool is_there = most_ > std::numeric_limits<double>::min() && std::isfinite(most_);
  magnified_ = is_there ? std::ldexp(1.0, distance - std::ilogb(most_)) : 0;
  write_start(run, order_for(run.order()));
  return is_there ? &program_->view() : nullptr;
}

void ErrorTransport::write_start(const Stepper& run, int order) noexcept {
  const View& of_run = run.program()->view();
  View& view = program_->view();
  view.order = order;
  view.unit = of_run.unit;
  view.direction = of_run.direction;
  const double* x = coefficients_of(of_run, 0);
  for (std::size_t i = 0; i < state_size; ++i) view.rows[i] = x[i] + magnified_ * terms_.begun[i];
  for (std::size_t i = 0; i < program_->signs().size(); ++i)
    program_->signs()[i]->set_side(of_run.rows[run.program()->signs()[i]->out]);
}

/// Whether the last term, at the end of the step, is a small part of the error.
bool ErrorTransport::suffices(const Stepper& run) const noexcept {
  constexpr double small_part = 0.05;
  const double* last = terms_.terms + static_cast<std::ptrdiff_t>(8) * (terms_.order - 1);
  double most = 0;
  for (std::size_t i = 0; i <= state_size; ++i) most = std::max(most, std::abs(last[i]));
  return most * power(end_of(run), terms_.order) <= small_part * most_;
}

void ErrorTransport::end(const Stepper& run, bool is_computed) noexcept {
  // With a unit that was far too long the coefficients may be out of range.
  if (!is_computed) program_->clear();
  finish(run, is_computed);
}

/// Coefficients may vanish alternately, and then the first omitted one does not represent those after it: the
/// rate assumed for the step replaces it.
void ErrorTransport::fill_gap(const Stepper& run) noexcept {
  // For a square. If the last three coefficients have no gap, the next one may be smaller by up to a factor
  // of 100.
  const double far_below = run.rate().from < run.order() - 2 ? 1.0 / 256 : 1e-6;
  const View& v = run.program()->view();
  const auto square_of = [](const double* x, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; ++i) sum += x[i] * x[i];
    return sum;
  };
  // The attitude, then the momentum.
  constexpr int begin[] = {0, 4, static_cast<int>(state_size)};
  std::array<double, state_size> expected{};
  for (int part = 0; part < 2; ++part) {
    const int from = begin[part], to = begin[part + 1];
    double most = 0, growth = 1;
    for (int k = run.order(); k >= run.rate().from; --k) {
      growth *= run.rate().factor;
      const double* x = coefficients_of(v, k);
      const double square = growth * growth * square_of(x, from, to);
      if (!(square > most) || !std::isfinite(square)) continue;
      most = square;
      for (int i = from; i < to; ++i) expected[static_cast<std::size_t>(i)] = growth * x[i];
    }
    if (square_of(terms_.left_out, from, to) > far_below * most) return;
  }
  for (std::size_t i = 0; i < state_size; ++i)
    if (expected[i] != 0) terms_.left_out[i] = expected[i];
}

void ErrorTransport::finish(const Stepper& run, bool is_computed) noexcept {
  const Functions& f = functions();
  const View &of_run = run.program()->view(), &beside = program_->view();
  const bool stands = !std::isfinite(run.free_length());
  terms_.left_out_order = run.order() + 1;
  const double* left_out = coefficients_of(of_run, run.order() + 1);
  for (std::size_t i = 0; i < state_size; ++i) terms_.left_out[i] = stands ? 0 : left_out[i];
  terms_.left_out[state_size] = 0;
  if (!stands) fill_gap(run);
  if (stands || !(magnified_ > 0)) {
    terms_.order = beside.order;
    std::fill_n(terms_.terms, 8 * terms_.order, 0.0);
    return;
  }
  const double back = 1 / magnified_;
  if (!is_computed) {
    write_start(run, beside.order);
    f.coefficients(beside, run.instant().time, false);
  }
  f.error_terms(of_run, beside, back, terms_);
  if (suffices(run) && !comes_near_zero(run)) return;
  write_start(run, program_->order());
  f.coefficients(beside, run.instant().time, false);
  f.error_terms(of_run, beside, back, terms_);
}

void ErrorTransport::expand(const Stepper& run) noexcept {
  begin(run);
  finish(run, false);
}

void ErrorTransport::at(const Stepper& run, std::span<const double> times,
                        Distance* distances) const noexcept {
  constexpr std::size_t some = 16;
  double s[some];
  ErrorAt errors[some];
  const bool stands = !std::isfinite(run.free_length());
  const double per_unit = 1 / run.unit();
  for (std::size_t first = 0; first < times.size(); first += some) {
    const std::size_t count = std::min(some, times.size() - first);
    for (std::size_t i = 0; i < count; ++i)
      s[i] = stands ? 0 : std::abs(times[first + i] - run.instant().time) * per_unit;
    functions().errors(run.program()->view(), terms_, s, static_cast<int>(count), errors);
    for (std::size_t i = 0; i < count; ++i)
      *distances++ = {difference_of_attitudes(errors[i].attitude_square, errors[i].along),
                      std::sqrt(errors[i].momentum_square)};
  }
}

ErrorTransport::Distance ErrorTransport::now(const Stepper& run) const noexcept {
  const Numbers& e = error_;
  const Quat<double>& q = run.instant().phase.q;
  return {difference_of_attitudes(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3],
                                  q.w * e[0] + q.x * e[1] + q.y * e[2] + q.z * e[3]),
          std::sqrt(e[4] * e[4] + e[5] * e[5] + e[6] * e[6])};
}

void ErrorTransport::advance(const Stepper& run, std::uint64_t number) noexcept {
  if (!std::isfinite(run.free_length())) {
    // While the run rests, the error is constant; it determines when a sign ends the rest.
    if (run.crossed() && magnified_ > 0) {
      write_start(run, order_for(run.order()));
      functions().coefficients(program_->view(), run.instant().time, false);
    }
    meet_corner(run);
    return;
  }
  meet_corner(run);
  const double s = end_of(run);
  ErrorAt end;
  functions().errors(run.program()->view(), terms_, &s, 1, &end);
  // [Steele, Lea, Flood 2014, splitmix64]
  std::uint64_t z = (number + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  z ^= z >> 31;
  constexpr double rounding = std::numeric_limits<double>::epsilon() / 8;
  for (std::size_t i = 0; i < state_size; ++i)
    error_[i] = end.error[i] + ((z >> i) % 2 == 0 ? rounding : -rounding);
}

}  // namespace polhode::series
