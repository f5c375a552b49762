// SPDX-License-Identifier: MIT
#include "series/corners.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "series/program.hpp"

namespace polhode::series {

namespace {

using Bernstein = std::array<double, highest_order + 2>;

double value_at(const double* c, int order, double s) noexcept {
  double x = c[order];
  for (int k = order - 1; k >= 0; --k) x = x * s + c[k];
  return x;
}

/// The Bernstein coefficients on [0, end].
Bernstein bernstein_of(const double* c, int order, double end) noexcept {
  Bernstein b{};
  double power = 1, binomial = 1;
  for (int k = 0; k <= order; ++k) {
    b[static_cast<std::size_t>(k)] = c[k] * power / binomial;
    power *= end;
    binomial *= static_cast<double>(order - k) / (k + 1);
  }
  for (int r = 1; r <= order; ++r)
    for (int j = order; j >= r; --j) b[static_cast<std::size_t>(j)] += b[static_cast<std::size_t>(j - 1)];
  return b;
}

/// De Casteljau's triangle: its left edge gives the first half, its right edge the second.
struct Halves {
  Bernstein left{}, right{};

  Halves(const Bernstein& b, int order) noexcept {
    Bernstein row = b;
    for (int j = 0; j <= order; ++j) {
      left[static_cast<std::size_t>(j)] = row[0];
      right[static_cast<std::size_t>(order - j)] = row[static_cast<std::size_t>(order - j)];
      for (int i = 0; i < order - j; ++i)
        row[static_cast<std::size_t>(i)] =
            (row[static_cast<std::size_t>(i)] + row[static_cast<std::size_t>(i + 1)]) / 2;
    }
  }
};

Range range_within(const Bernstein& b, int order, int halvings) noexcept {
  if (halvings > 0) {
    const Halves halves(b, order);
    const Range left = range_within(halves.left, order, halvings - 1),
                right = range_within(halves.right, order, halvings - 1);
    return {std::min(left.low, right.low), std::max(left.high, right.high)};
  }
  Range range{b[0], b[0]};
  for (int j = 1; j <= order; ++j) {
    range.low = std::min(range.low, b[static_cast<std::size_t>(j)]);
    range.high = std::max(range.high, b[static_cast<std::size_t>(j)]);
  }
  return range;
}

struct Search {
  const double* c;
  int order;

  /// For one sign change: the zero, approached from beyond it.
  double only_zero(double low, double high) const noexcept {
    for (int halving = 0; halving < 200; ++halving) {
      const double middle = low + (high - low) / 2;
      if (!(middle > low && middle < high)) break;
      (value_at(c, order, middle) > 0 ? low : high) = middle;
    }
    return high;
  }

  FirstZero within(const Bernstein& b, double low, double high, int depth) const noexcept {
    constexpr int deepest = 50;
    int changes = 0;
    for (int j = 1; j <= order; ++j)
      changes += (b[static_cast<std::size_t>(j)] > 0) != (b[static_cast<std::size_t>(j - 1)] > 0) ? 1 : 0;
    if (changes == 0 && b[0] > 0) return {false, high};
    if (depth == deepest || !(b[0] > 0)) return {true, low};
    if (changes == 1) return {true, only_zero(low, high)};
    const Halves halves(b, order);
    const double middle = low + (high - low) / 2;
    const FirstZero early = within(halves.left, low, middle, depth + 1);
    if (early.is_found) return early;
    return within(halves.right, middle, high, depth + 1);
  }
};

}  // namespace

FirstZero first_zero(const double* c, int order, double end) noexcept {
  double change = 0, power = 1;
  for (int k = 1; k <= order; ++k) {
    power *= end;
    change += std::abs(c[k]) * power;
  }
  if (change < c[0]) return {false, end};
  return Search{c, order}.within(bernstein_of(c, order, end), 0, end, 0);
}

Range range_of(const double* c, int order, int halvings) noexcept {
  return range_within(bernstein_of(c, order, 1), order, halvings);
}

}  // namespace polhode::series
