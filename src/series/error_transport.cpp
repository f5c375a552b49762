// SPDX-License-Identifier: MIT
#include "series/error_transport.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "series/targets.hpp"

namespace polhode::series {

namespace {

constexpr int state_size = 7;
static_assert(row::attitude == 0 && row::momentum == 4);

const double* coefficients_of(const View& view, int k) noexcept {
  return view.rows + static_cast<std::ptrdiff_t>(k) * view.row_count;
}

double power(double x, int n) noexcept {
  double result = 1;
  for (; n > 0; n /= 2, x *= x)
    if (n % 2 == 1) result *= x;
  return result;
}

}  // namespace

int ErrorTransport::order_for(int order) noexcept { return std::max(5, (6 * order + 9) / 10); }

ErrorTransport::ErrorTransport(std::shared_ptr<Program> program) : program_(std::move(program)) {}

void ErrorTransport::expand(const Stepper& run) noexcept {
  const View& of_run = run.program()->view();
  const double* x = coefficients_of(of_run, 0);
  double along = 0, most = 0;
  // error_ stays as it is: a run that is taken up here begins with the same numbers.
  begun_ = error_;
  for (int i = 0; i < 4; ++i) along += x[i] * begun_[static_cast<std::size_t>(i)];
  for (int i = 0; i < state_size; ++i) {
    double& e = begun_[static_cast<std::size_t>(i)];
    if (i < 4) e -= along * x[i];
    most = std::max(most, std::abs(e));
  }
  constexpr int distance = -20;  // as a power of two
  const bool is_there =
      std::isfinite(run.free_length()) && most > std::numeric_limits<double>::min() && std::isfinite(most);
  magnified_ = is_there ? std::ldexp(1.0, distance - std::ilogb(most)) : 0;
  if (!is_there) return;
  View& view = program_->view();
  view.unit = of_run.unit;
  view.direction = of_run.direction;
  for (int i = 0; i < state_size; ++i) view.rows[i] = x[i] + magnified_ * begun_[static_cast<std::size_t>(i)];
  functions().coefficients(view, run.instant().time, false);
}

ErrorTransport::Numbers ErrorTransport::at(const Stepper& run, double time) const noexcept {
  if (!std::isfinite(run.free_length())) return begun_;
  const View &of_run = run.program()->view(), &beside = program_->view();
  const double tau = std::abs(time - run.instant().time) / run.unit();
  Numbers sum{};
  if (magnified_ > 0)
    for (int k = beside.order; k > 0; --k) {
      const double *x = coefficients_of(of_run, k), *y = coefficients_of(beside, k);
      for (std::size_t i = 0; i < state_size; ++i) sum[i] = (sum[i] + (y[i] - x[i])) * tau;
    }
  const double* left_out = coefficients_of(of_run, run.order() + 1);
  const double to_power = power(tau, run.order() + 1), back = magnified_ > 0 ? 1 / magnified_ : 0;
  for (std::size_t i = 0; i < state_size; ++i) sum[i] = begun_[i] + (sum[i] * back + left_out[i] * to_power);
  return sum;
}

void ErrorTransport::advance(const Stepper& run, std::uint64_t number) noexcept {
  error_ = at(run, run.end());
  if (!std::isfinite(run.free_length())) return;
  // [Steele, Lea, Flood 2014, splitmix64]
  std::uint64_t z = (number + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  z ^= z >> 31;
  constexpr double rounding = std::numeric_limits<double>::epsilon() / 8;
  for (std::size_t i = 0; i < state_size; ++i) error_[i] += (z >> i) % 2 == 0 ? rounding : -rounding;
}

}  // namespace polhode::series
