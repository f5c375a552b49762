// SPDX-License-Identifier: MIT
#include "series/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/core/compensated.hpp>
#include <utility>

namespace polhode::series {

namespace {

/// The length of a step must be within this factor of the unit that its coefficients were computed in.
constexpr double far = 0x1p12;

double power_of_two(double x) noexcept { return std::ldexp(1.0, std::ilogb(x)); }

double square(double x) noexcept { return x * x; }

}  // namespace

int order_for(double error) noexcept {
  const double digits = -std::log10(error);
  return static_cast<int>(std::clamp(std::lround(1.15 * digits + 3), 6L, 28L));
}

Stepper::Stepper(std::shared_ptr<Program> program, const Accuracy& accuracy, double direction, double unit)
    : program_(std::move(program)), functions_(functions()), accuracy_(accuracy), direction_(direction) {
  now_.unit = power_of_two(unit);
  program_->view().direction = direction;
}

void Stepper::begin(const kernel::Phase<double>& start, double time) {
  now_.phase = {start.m, {}, start.q, {}};
  now_.time = time;
  now_.largest_momentum = now_.truncation = 0;
}

bool Stepper::expand(double limit) {
  View& view = program_->view();
  const double scale = program_->momentum_scale();
  const kernel::CompensatedPhase<double>& p = now_.phase;
  const double size = std::sqrt(square(p.m.x / scale) + square(p.m.y / scale) + square(p.m.z / scale));
  now_.largest_momentum = std::max(now_.largest_momentum, size);
  const int n = accuracy_.order;
  step_unit_ = now_.unit;
  for (int trial = 0; trial < 60; ++trial) {
    double* rows = view.rows;
    rows[0] = p.q.w, rows[1] = p.q.x, rows[2] = p.q.y, rows[3] = p.q.z;
    rows[4] = p.m.x / scale, rows[5] = p.m.y / scale, rows[6] = p.m.z / scale;
    view.unit = direction_ * step_unit_;
    functions_.coefficients(view, now_.time, accuracy_.is_careful);

    const auto squares = [&](int k, int first, int count) {
      const double* x = rows + static_cast<std::ptrdiff_t>(k) * view.row_count + first;
      double sum = 0;
      for (int i = 0; i < count; ++i) sum += x[i] * x[i];
      return sum;
    };
    const double of_momentum = 1 / std::max({square(now_.largest_momentum), squares(1, row::momentum, 3),
                                             std::numeric_limits<double>::min()});
    const auto size_of = [&](int k) {
      return std::max(squares(k, row::attitude, 4), of_momentum * squares(k, row::momentum, 3));
    };
    double rate = -std::numeric_limits<double>::infinity();  // its logarithm
    bool is_finite = true;
    for (int k = n - 2; k <= n; ++k) {
      const double e = size_of(k);
      is_finite = is_finite && std::isfinite(e);
      rate = std::max(rate, std::log2(e) / (2 * k));
    }
    if (!is_finite) {
      // Too long a unit may leave the range; a torque that is not finite stays so.
      if (trial > 6) {
        program_->clear();
        return false;
      }
      program_->clear();
      step_unit_ *= 0x1p-40;
      continue;
    }
    if (rate == -std::numeric_limits<double>::infinity()) {
      bool stands = true;
      for (int k = 1; k <= n; ++k) stands = stands && size_of(k) == 0;
      if (stands) {
        free_length_ = std::numeric_limits<double>::infinity();
        step_error_ = 0;
        break;
      }
      step_unit_ *= 0x1p16;
      continue;
    }
    const double by_rate = (std::log2(accuracy_.error_rate * step_unit_) - n * rate) / (n - 1),
                 by_least = std::log2(accuracy_.least_error) / n - rate;
    const double logarithm = std::max(by_rate, by_least), length = accuracy_.stretch * std::exp2(logarithm);
    free_length_ = length * step_unit_;
    step_error_ = std::max(accuracy_.least_error, accuracy_.error_rate * free_length_ / accuracy_.stretch);
    if (length <= far && length >= 1 / far) break;
    const double unit = power_of_two(free_length_);
    if (!(unit > 0 && std::isfinite(unit))) {
      if (!(unit > 0)) return false;
      break;
    }
    step_unit_ = unit;
  }
  const double rest = std::abs(limit - now_.time);
  end_ = free_length_ < rest ? now_.time + direction_ * free_length_ : limit;
  return end_ != now_.time || limit == now_.time;
}

kernel::Phase<double> Stepper::at(double time) const noexcept {
  const kernel::CompensatedPhase<double>& p = now_.phase;
  const double scale = program_->momentum_scale();
  double x[8];
  functions_.increment(program_->view(), std::abs(time - now_.time) / step_unit_, x);
  return {
      {p.m.x + (p.em.x + scale * x[4]), p.m.y + (p.em.y + scale * x[5]), p.m.z + (p.em.z + scale * x[6])},
      {p.q.w + (p.eq.w + x[0]), p.q.x + (p.eq.x + x[1]), p.q.y + (p.eq.y + x[2]), p.q.z + (p.eq.z + x[3])}};
}

void Stepper::advance() noexcept {
  kernel::CompensatedPhase<double>& p = now_.phase;
  const double scale = program_->momentum_scale();
  double x[8];
  functions_.increment(program_->view(), std::abs(end_ - now_.time) / step_unit_, x);
  if (!accuracy_.is_careful) {
    // |q + x|^2 - 1, and half of it away.
    const Quat<double> q{p.q.w + x[0], p.q.x + x[1], p.q.y + x[2], p.q.z + x[3]};
    const double mend = (1 - dot(q, q)) / 2;
    x[0] += mend * q.w, x[1] += mend * q.x, x[2] += mend * q.y, x[3] += mend * q.z;
  }
  compensated_add(p.q.w, p.eq.w, x[0]);
  compensated_add(p.q.x, p.eq.x, x[1]);
  compensated_add(p.q.y, p.eq.y, x[2]);
  compensated_add(p.q.z, p.eq.z, x[3]);
  kernel::add_momentum(p, {scale * x[4], scale * x[5], scale * x[6]});
  const double length = std::abs(end_ - now_.time);
  now_.truncation +=
      step_error_ * (length < free_length_ ? std::pow(length / free_length_, accuracy_.order) : 1.0);
  now_.time = end_;
  if (std::isfinite(free_length_)) now_.unit = power_of_two(free_length_);
}

}  // namespace polhode::series
