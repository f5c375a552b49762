// SPDX-License-Identifier: MIT
#include "series/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "series/corners.hpp"
#include "series/function_row.hpp"
#include "series/program.hpp"

namespace polhode::series {

namespace {

/// The relative round-off of a function and its series.
constexpr double rounding = 0x1p-46;
/// Marker for the last coefficient of a function that is not tested.
constexpr double not_tested = -1;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::array<double, feature_points> check_points{1, 0.9, 0.75, 0.55, 0.3};
/// At the fraction x of the step the truncation error of a sufficiently long series is (order + 1) x^order
/// times the allowed one; this multiple of that is accepted, or of the allowed error itself if that is
/// larger.
constexpr double usual_defect = 1.5;
/// Relative to the scale; a smaller momentum is negligible.
constexpr double least_momentum = 1e-20;

using Coefficients = std::array<double, highest_order + 2>;

/// A polynomial on the step, whose length is 1 here.
struct Argument {
  int degree = 0;
  Coefficients c{};      ///< about the start of the step
  Coefficients about{};  ///< bounds of the coefficients about any point; [0] bounds the value
  double low = 0, high = 0;

  double least_size() const noexcept { return low > 0 ? low : high < 0 ? -high : 0; }
  /// Extends the range to values that differ from the polynomial by up to `deviation`, within given bounds.
  void widen(double deviation, const Range& bounds) noexcept {
    low = std::max(low - deviation, bounds.low);
    high = std::max(low, std::min(high + deviation, bounds.high));
    about[0] = std::max(std::abs(low), std::abs(high));
  }
  double at(double x) const noexcept {
    double y = 0;
    for (int k = degree; k >= 0; --k) y = y * x + c[static_cast<std::size_t>(k)];
    return y;
  }
};

/// Pascal's triangle.
constexpr auto binomials = [] {
  std::array<std::array<double, highest_order + 2>, highest_order + 2> all{};
  for (std::size_t k = 0; k < all.size(); ++k)
    for (std::size_t j = 0; j <= k; ++j) all[k][j] = j == 0 || j == k ? 1 : all[k - 1][j - 1] + all[k - 1][j];
  return all;
}();

Argument argument_of(const double* a, int order, double s) noexcept {
  Argument p;
  double power = 1, change = 0;
  for (int k = 0; k < order; ++k, power *= s) {
    const double x = a[k] * power;
    p.c[static_cast<std::size_t>(k)] = x;
    if (x != 0) p.degree = k;
    if (k > 0) change += std::abs(x);
  }
  // The Bernstein form is more expensive, and pays if the argument varies considerably.
  constexpr double little = 0.25;
  const Range range = change < little * std::abs(p.c[0]) ? Range{p.c[0] - change, p.c[0] + change}
                                                         : range_of(p.c.data(), p.degree);
  p.low = range.low;
  p.high = range.high;
  for (std::size_t k = 1; k <= static_cast<std::size_t>(p.degree); ++k) {
    const double x = std::abs(p.c[k]);
    for (std::size_t j = 1; j <= k; ++j) p.about[j] += binomials[k][j] * x;
  }
  p.about[0] = std::max(std::abs(p.low), std::abs(p.high));
  return p;
}

double convolution(std::size_t from, std::size_t to, std::size_t k, const Coefficients& x,
                   const Coefficients& y) noexcept {
  double sum = 0;
  for (std::size_t j = from; j <= to; ++j) sum += x[j] * y[k - j];
  return sum;
}

/// Bounds of the coefficients of f(a) up to n, with all signs positive (recurrences: function_row.hpp).
FunctionBounds bounds_of(const FunctionRow& f, const Argument& a, const Argument& b, std::size_t n) noexcept {
  const Coefficients& A = a.about;
  Coefficients C{}, B{}, W{};
  for (std::size_t k = 1; k <= n; ++k) W[k] = static_cast<double>(k) * A[k];
  FunctionBounds bounds;
  const auto number = [](std::size_t k) { return static_cast<double>(k); };
  switch (f.maker) {
    case Maker::quotient: {
      const double least = b.least_size();
      C[0] = A[0] / least;
      for (std::size_t k = 1; k <= n; ++k) C[k] = (A[k] + convolution(1, k, k, b.about, C)) / least;
      bounds.by_a = 1 / least;
      bounds.by_b = C[0] / least;
      break;
    }
    case Maker::root: {
      // Where it reaches zero it has a corner, at which the step ends (Stepper::before_roots_turn).
      constexpr double small_part = 0x1p-20;
      const double low = a.low > small_part * a.high ? a.low : range_of(a.c.data(), a.degree, 4).low;
      if (!(low > small_part * a.high)) return {std::sqrt(A[0]), 0.5 / std::sqrt(A[0]), 0, not_tested};
      const double least = std::sqrt(low);
      C[0] = std::sqrt(a.high);
      for (std::size_t k = 1; k <= n; ++k) C[k] = (A[k] + convolution(1, k - 1, k, C, C)) / (2 * least);
      bounds.by_a = 0.5 / least;
      break;
    }
    case Maker::exponent:
      C[0] = std::exp(a.high);
      for (std::size_t k = 1; k <= n; ++k) C[k] = convolution(1, k, k, W, C) / number(k);
      bounds.by_a = C[0];
      break;
    case Maker::logarithm:
      if (!(a.low > 0)) return {infinity, infinity, 0, infinity};
      C[0] = std::max(std::abs(std::log(a.low)), std::abs(std::log(a.high)));
      for (std::size_t k = 1; k <= n; ++k) {
        C[k] = (A[k] + convolution(1, k - 1, k, B, A) / number(k)) / a.low;
        B[k] = number(k) * C[k];
      }
      bounds.by_a = 1 / a.low;
      break;
    case Maker::power: {
      const double least = a.least_size();
      C[0] = std::max(std::pow(least, f.number), std::pow(A[0], f.number));
      for (std::size_t k = 1; k <= n; ++k) {
        double sum = 0;
        for (std::size_t j = 1; j <= k; ++j)
          sum += std::abs((f.number + 1) * number(j) - number(k)) * A[j] * C[k - j];
        C[k] = sum / (number(k) * least);
      }
      bounds.by_a = std::abs(f.number) * C[0] / least;
      break;
    }
    case Maker::arctangent: {
      const double least = 1 + a.least_size() * a.least_size();
      C[0] = std::atan(A[0]);
      for (std::size_t k = 1; k <= n; ++k) {
        B[k] = convolution(0, k, k, A, A);
        double sum = 0;
        for (std::size_t j = 1; j < k; ++j) sum += number(j) * C[j] * B[k - j];
        C[k] = (A[k] + sum / number(k)) / least;
      }
      bounds.by_a = 1 / least;
      break;
    }
    case Maker::hyperbolic_tangent: {
      const double cosh = std::cosh(a.least_size());
      C[0] = std::tanh(A[0]);
      B[0] = 1 / (cosh * cosh);
      for (std::size_t k = 1; k <= n; ++k) {
        C[k] = convolution(1, k, k, W, B) / number(k);
        B[k] = 2 * C[0] * C[k] + convolution(1, k - 1, k, C, C);
      }
      bounds.by_a = B[0];
      break;
    }
    default:  // sine and cosine
      C[0] = B[0] = 1;
      for (std::size_t k = 1; k <= n; ++k) C[k] = B[k] = convolution(1, k, k, W, B) / number(k);
      bounds.by_a = 1;
  }
  bounds.size = C[0];
  bounds.last = C[n];
  return bounds;
}

/// The differences between a function and its series at the points of the step.
std::array<double, feature_points> defects_of(const View& v, const FunctionRow& f, const FunctionBounds& b,
                                              double s, int order) noexcept {
  // All points in parallel.
  std::array<double, feature_points> a_at{}, b_at{}, own{}, defects{};
  const bool has_second = f.maker == Maker::quotient;
  for (int k = order - 1; k >= 0; --k) {
    const double a = f.a[k], b_k = has_second ? f.b[k] : 0,
                 row = v.rows[static_cast<std::ptrdiff_t>(k) * v.row_count + f.out];
    for (std::size_t i = 0; i < feature_points; ++i) {
      const double at = check_points[i] * s;
      a_at[i] = a_at[i] * at + a;
      b_at[i] = b_at[i] * at + b_k;
      own[i] = own[i] * at + row;
    }
  }
  for (std::size_t i = 0; i < feature_points; ++i) {
    const double defect = std::abs(function_value(f, a_at[i], b_at[i]) - own[i]);
    const double rounded = rounding * (b.size + b.by_a * std::abs(a_at[i]) + b.by_b * std::abs(b_at[i]));
    defects[i] = defect < rounded ? 0 : defect;
  }
  return defects;
}

/// An upper bound of the interpolation error of a function in the step.
double between_points(const FunctionBounds& b, int order) noexcept {
  return b.last == not_tested ? 0 : b.last * std::ldexp(2.0, -2 * order);
}

/// A bound of the difference between the series of a function and the function of the series anywhere in the
/// step.
double own_deviation(const FunctionBounds& b, int order) noexcept {
  double most = 0;
  for (const double defect : b.defects) most = defect > most || std::isnan(defect) ? defect : most;
  return between_points(b, order) + 2 * most;
}

/// sum |c_k| s^k of a row.
double row_size(const View& v, int row, int order, double s) noexcept {
  double sum = 0, power = 1;
  for (int k = 0; k < order; ++k, power *= s)
    sum += power * std::abs(v.rows[static_cast<std::ptrdiff_t>(k) * v.row_count + row]);
  return sum;
}

std::size_t index_of(int row) noexcept { return static_cast<std::size_t>(row); }

bool is_watched(const Program& program, const FunctionRow& f) noexcept {
  const auto& all = program.watched();
  return std::find(all.begin(), all.end(), &f) != all.end();
}

Range product(const Range& a, const Range& b, bool is_square) noexcept {
  if (is_square) {
    const double x = a.low * a.low, y = a.high * a.high;
    return {a.low < 0 && a.high > 0 ? 0 : std::min(x, y), std::max(x, y)};
  }
  const double w = a.low * b.low, x = a.low * b.high, y = a.high * b.low, z = a.high * b.high;
  // Infinity times zero: unknown.
  if (std::isnan(w + x + y + z)) return {-infinity, infinity};
  return {std::min({w, x, y, z}), std::max({w, x, y, z})};
}

/// The range of a function with arguments in given ranges.
Range values_of(const FunctionRow& f, const Argument& a, const FunctionBounds& b) noexcept {
  switch (f.maker) {
    case Maker::root:
      return {std::sqrt(std::max(0.0, a.low)), std::sqrt(std::max(0.0, a.high))};
    case Maker::exponent:
    case Maker::logarithm:
    case Maker::arctangent:
    case Maker::hyperbolic_tangent: {
      const Range r{function_value(f, a.low, 1), function_value(f, a.high, 1)};
      return std::isnan(r.low + r.high) ? Range{-infinity, infinity} : r;
    }
    default:
      return std::isnan(b.size) ? Range{-infinity, infinity} : Range{-b.size, b.size};
  }
}

/// Computes the bounds of all rows in the step and of all functions.
void bound_rows(Program& program, double s, int order) noexcept {
  const View& v = program.view();
  StepBounds& bounds = program.step_bounds();
  std::vector<double>&sizes = bounds.sizes, &deviations = bounds.deviations, &lows = bounds.lows,
  &highs = bounds.highs;
  std::fill(deviations.begin(), deviations.end(), 0.0);
  const auto deviation_of_form = [&](const Term* terms, int count) {
    double sum = 0;
    for (int t = 0; t < count; ++t) sum += std::abs(terms[t].factor) * deviations[index_of(terms[t].row)];
    return sum;
  };
  const auto range_of_row = [&](int r) { return Range{lows[index_of(r)], highs[index_of(r)]}; };
  const auto set_range = [&](int r, const Range& range) {
    lows[index_of(r)] = range.low;
    highs[index_of(r)] = range.high;
  };
  const auto add_to = [](Range& sum, double factor, const Range& r) {
    if (factor == 0) return;
    sum.low += factor * (factor > 0 ? r.low : r.high);
    sum.high += factor * (factor > 0 ? r.high : r.low);
  };
  const auto range_of_form = [&](double constant, const Term* terms, int count) {
    Range sum{constant, constant};
    for (int t = 0; t < count; ++t) add_to(sum, terms[t].factor, range_of_row(terms[t].row));
    return sum;
  };
  for (int r = 0; r < v.row_count; ++r) sizes[index_of(r)] = std::abs(v.rows[r]);
  for (int r = row::attitude; r < row::momentum; ++r) sizes[index_of(r)] = 1;
  for (int r = row::momentum; r < row::one; ++r) sizes[index_of(r)] = row_size(v, r, order + 1, s);
  sizes[row::time] += std::abs(v.unit) * s;
  for (int r = 0; r < v.row_count; ++r) set_range(r, {v.rows[r], v.rows[r]});
  for (int r = row::attitude; r < row::one; ++r) set_range(r, {-sizes[index_of(r)], sizes[index_of(r)]});
  set_range(row::time,
            {v.rows[row::time] + std::min(0.0, v.unit * s), v.rows[row::time] + std::max(0.0, v.unit * s)});
  for (int i = 0; i < v.stage_count; ++i) {
    const Stage& stage = v.stages[i];
    if (stage.pack) {
      for (int lane = 0; lane < 4; ++lane) {
        const std::size_t a = index_of(stage.pack->a.rows[lane]), b = index_of(stage.pack->b.rows[lane]),
                          out = index_of(stage.pack->out + lane);
        sizes[out] = sizes[a] * sizes[b];
        set_range(stage.pack->out + lane, product({lows[a], highs[a]}, {lows[b], highs[b]}, a == b));
        deviations[out] = deviations[a] == 0 && deviations[b] == 0
                              ? 0
                              : sizes[a] * deviations[b] + (sizes[b] + deviations[b]) * deviations[a];
      }
    } else if (stage.linear) {
      for (int lane = 0; lane < 4; ++lane) {
        double sum = 0, deviation = 0;
        Range range{0, 0};
        for (int c = 0; c < stage.linear->count; ++c) {
          const Column& column = stage.linear->columns[c];
          sum += std::abs(column.factors[lane]) * sizes[index_of(column.row)];
          if (column.factors[lane] != 0)
            deviation += std::abs(column.factors[lane]) * deviations[index_of(column.row)];
          add_to(range, column.factors[lane], range_of_row(column.row));
        }
        sizes[index_of(stage.linear->out + lane)] = sum;
        set_range(stage.linear->out + lane, range);
        deviations[index_of(stage.linear->out + lane)] = deviation;
      }
    } else {
      const FunctionRow& f = *stage.function;
      FunctionBounds& b = bounds.functions[static_cast<std::size_t>(&f - program.functions().data())];
      if (is_watched(program, f)) {
        Argument a = argument_of(f.a, order, s),
                 divisor = f.maker == Maker::quotient ? argument_of(f.b, order, s) : Argument{};
        const double a_deviation = deviation_of_form(f.a_terms, f.a_count),
                     b_deviation = deviation_of_form(f.b_terms, f.b_count);
        a.widen(a_deviation, range_of_form(f.a_constant, f.a_terms, f.a_count));
        divisor.widen(b_deviation, range_of_form(f.b_constant, f.b_terms, f.b_count));
        b = bounds_of(f, a, divisor, static_cast<std::size_t>(order));
        b.defects = defects_of(v, f, b, s, order);
        sizes[index_of(f.out)] = sizes[index_of(f.partner)] = b.size;
        const Range range = values_of(f, a, b);
        set_range(f.out, range);
        if (f.partner != f.out) set_range(f.partner, {-b.size, b.size});
        // Including the deviations of the arguments; at most the variation of the function, because its
        // series has one of its values.
        const double deviation = own_deviation(b, order) + (a_deviation > 0 ? b.by_a * a_deviation : 0) +
                                 (b_deviation > 0 ? b.by_b * b_deviation : 0),
                     most = range.high - range.low;
        deviations[index_of(f.out)] = deviation < most ? deviation : most;
        if (f.partner != f.out) deviations[index_of(f.partner)] = deviation < 2 ? deviation : 2;
      } else {
        b = {};
        sizes[index_of(f.partner)] = row_size(v, f.partner, order, s);
        sizes[index_of(f.out)] = row_size(v, f.out, order, s);
        if (f.maker == Maker::sine) sizes[index_of(f.out)] = sizes[index_of(f.partner)] = 1;
        for (const int r : {f.out, f.partner}) set_range(r, {-sizes[index_of(r)], sizes[index_of(r)]});
        if (f.maker == Maker::remainder) b.by_a = 1;
        if (f.maker == Maker::anomaly) b.by_a = 1 / (1 - f.number);
        if (f.maker == Maker::sign) {
          // A change of the form shifts the time at which the sign changes.
          double size = std::abs(f.a_constant);
          for (int t = 0; t < f.a_count; ++t)
            size += std::abs(f.a_terms[t].factor) * sizes[index_of(f.a_terms[t].row)];
          b.by_a = size > 0 ? 1 / size : 0;
        }
      }
    }
  }
}

/// Computes upper bounds of the effect of each row on the torque.
void weigh_rows(Program& program) noexcept {
  const View& v = program.view();
  StepBounds& bounds = program.step_bounds();
  std::vector<double>& weights = bounds.weights;
  std::fill(weights.begin(), weights.end(), 0.0);
  for (int c = 0; c < v.torque_count; ++c)
    weights[index_of(v.torque[c].row)] +=
        std::max({std::abs(v.torque[c].factors[0]), std::abs(v.torque[c].factors[1]),
                  std::abs(v.torque[c].factors[2])});
  for (int i = v.stage_count; i-- > 0;) {
    const Stage& stage = v.stages[i];
    if (stage.pack) {
      const ProductPack& p = *stage.pack;
      for (int lane = 0; lane < 4; ++lane) {
        const double w = weights[index_of(p.out + lane)];
        if (w == 0) continue;
        weights[index_of(p.a.rows[lane])] += w * bounds.sizes[index_of(p.b.rows[lane])];
        weights[index_of(p.b.rows[lane])] += w * bounds.sizes[index_of(p.a.rows[lane])];
      }
    } else if (stage.linear) {
      for (int c = 0; c < stage.linear->count; ++c) {
        const Column& column = stage.linear->columns[c];
        for (int lane = 0; lane < 4; ++lane)
          weights[index_of(column.row)] +=
              std::abs(column.factors[lane]) * weights[index_of(stage.linear->out + lane)];
      }
    } else {
      const FunctionRow& f = *stage.function;
      const FunctionBounds& b = bounds.functions[static_cast<std::size_t>(&f - program.functions().data())];
      const double w = weights[index_of(f.out)] + (f.partner != f.out ? weights[index_of(f.partner)] : 0);
      if (w == 0) continue;
      for (int t = 0; t < f.a_count; ++t)
        weights[index_of(f.a_terms[t].row)] += w * b.by_a * std::abs(f.a_terms[t].factor);
      for (int t = 0; t < f.b_count; ++t)
        weights[index_of(f.b_terms[t].row)] += w * b.by_b * std::abs(f.b_terms[t].factor);
    }
  }
}

/// The weighted difference between the functions and their series, relative to the usual one, and a bound of
/// the interpolation error.
struct Hidden {
  double defect, between;
};

Hidden hidden_in(Program& program, double s, int order) noexcept {
  bound_rows(program, s, order);
  weigh_rows(program);
  const StepBounds& bounds = program.step_bounds();
  Hidden hidden{0, 0};
  std::array<double, feature_points> defects{};
  for (const FunctionRow* f : program.watched()) {
    const FunctionBounds& b = bounds.functions[static_cast<std::size_t>(f - program.functions().data())];
    const double weight =
        bounds.weights[index_of(f->out)] + (f->partner != f->out ? bounds.weights[index_of(f->partner)] : 0);
    if (weight == 0 || b.last == not_tested) continue;
    const double between = weight * between_points(b, order);
    if (!(between < infinity)) return {infinity, infinity};
    hidden.between += std::max(0.0, between - weight * rounding * b.size);
    for (std::size_t i = 0; i < feature_points; ++i) defects[i] += weight * b.defects[i];
  }
  for (std::size_t i = 0; i < feature_points; ++i) {
    const double usual = std::max(1.0, (order + 1) * std::pow(check_points[i], order));
    const double d = defects[i] / (usual_defect * usual);
    hidden.defect = d > hidden.defect || std::isnan(d) ? d : hidden.defect;
  }
  return hidden;
}

/// The polynomial of a row at x, up to a given power.
double row_at(const View& v, int row, int power, double x) noexcept {
  double y = 0;
  for (int k = power; k >= 0; --k) y = y * x + v.rows[static_cast<std::ptrdiff_t>(k) * v.row_count + row];
  return y;
}

double form_at(const FunctionRow& f, bool second, const std::vector<double>& values) noexcept {
  double sum = second ? f.b_constant : f.a_constant;
  for (int t = 0; t < (second ? f.b_count : f.a_count); ++t) {
    const Term& term = (second ? f.b_terms : f.a_terms)[t];
    sum += term.factor * values[index_of(term.row)];
  }
  return sum;
}

/// The difference between the rate of the momentum and the torque, at a point of the step.
double defect_of_momentum(Program& program, double x, int order) noexcept {
  const View& v = program.view();
  std::vector<double>& values = program.step_bounds().values;
  for (int r = 0; r < v.row_count; ++r) values[index_of(r)] = v.rows[r];
  for (int r = 0; r < row::one; ++r) values[index_of(r)] = row_at(v, r, order, x);
  values[row::time] = v.rows[row::time] + v.unit * x;
  for (int i = 0; i < v.stage_count; ++i) {
    const Stage& stage = v.stages[i];
    if (stage.pack) {
      for (int lane = 0; lane < 4; ++lane)
        values[index_of(stage.pack->out + lane)] =
            values[index_of(stage.pack->a.rows[lane])] * values[index_of(stage.pack->b.rows[lane])];
    } else if (stage.linear) {
      for (int lane = 0; lane < 4; ++lane) {
        double sum = 0;
        for (int c = 0; c < stage.linear->count; ++c)
          sum += stage.linear->columns[c].factors[lane] * values[index_of(stage.linear->columns[c].row)];
        values[index_of(stage.linear->out + lane)] = sum;
      }
    } else {
      const FunctionRow& f = *stage.function;
      // Functions of time are evaluated by their series: far from its origin a time has few digits.
      const bool has_time =
          std::any_of(f.a_terms, f.a_terms + f.a_count, [](const Term& t) { return t.row == row::time; });
      const bool is_of_state = !has_time && f.maker != Maker::sign && f.maker != Maker::piece &&
                               f.maker != Maker::remainder && f.maker != Maker::anomaly;
      if (!is_of_state) {
        values[index_of(f.out)] = row_at(v, f.out, order - 1, x);
        values[index_of(f.partner)] = row_at(v, f.partner, order - 1, x);
        continue;
      }
      const double a = form_at(f, false, values);
      values[index_of(f.out)] =
          function_value(f, a, f.maker == Maker::quotient ? form_at(f, true, values) : 1);
      if (f.partner != f.out) values[index_of(f.partner)] = std::cos(a);
    }
  }
  double most = 0;
  for (int j = 0; j < 3; ++j) {
    const int k = row::momentum + (j + 1) % 3, l = row::momentum + (j + 2) % 3;
    const double bent = v.gap[j] * values[index_of(k)] * values[index_of(l)];
    double rate = bent, size = std::abs(bent), change = 0;
    for (int c = 0; c < v.torque_count; ++c) {
      const double part = v.torque[c].factors[j] * values[index_of(v.torque[c].row)];
      rate += part;
      size += std::abs(part);
    }
    for (int power = order; power > 0; --power)
      change =
          change * x + power * v.rows[static_cast<std::ptrdiff_t>(power) * v.row_count + row::momentum + j];
    const double defect = std::abs(change / v.unit - rate);
    if (!(defect <= rounding * size)) most = defect > most || std::isnan(defect) ? defect : most;
  }
  return most;
}

/// The fastest rate of the body and of sines linear in time, per unit of the program's time.
double fastest_rate(const Program& program) noexcept {
  const View& v = program.view();
  double fastest = 0;
  for (int j = 0; j < 3; ++j)
    fastest = std::max(fastest, std::abs(v.inverse[j] * v.rows[row::momentum + j] * v.unit));
  for (const FunctionRow& f : program.functions())
    if (f.maker == Maker::sine && f.is_of_line)
      fastest = std::max(fastest, std::abs(f.a_terms[0].factor * v.unit));
  return fastest;
}

}  // namespace

double without_features(Program& program, double s, const FeatureLimit& limit) noexcept {
  constexpr int most_trials = 400;
  const View& v = program.view();
  const bool has_high_products = program.has_high_products();
  if (has_high_products)
    if (const double fastest = fastest_rate(program); fastest > 0) s = std::min(s, 1 / fastest);
  for (int trial = 0; trial < most_trials; ++trial) {
    Hidden hidden = hidden_in(program, s, limit.order);
    if (has_high_products)
      for (const double part : check_points) {
        // The usual difference (see above), with some margin for three numbers together.
        constexpr double together = 3;
        const double usual = std::max(1.0, (limit.order + 1) * std::pow(part, limit.order));
        const double d =
            defect_of_momentum(program, part * s, limit.order) / (together * usual_defect * usual);
        hidden.defect = d > hidden.defect || std::isnan(d) ? d : hidden.defect;
      }
    const double length = s * std::abs(v.unit);
    double momentum = std::max(limit.momentum, least_momentum);
    for (int r = row::momentum; r < row::one; ++r)
      momentum = std::max(momentum, program.step_bounds().sizes[index_of(r)]);
    const double allowed = limit.share(s) * momentum;
    const double too_much = std::max(hidden.defect, hidden.between) * length;
    if (too_much <= allowed && allowed < infinity) return s;
    if (!(s > 0)) return 0;
    const double ratio = too_much / allowed;
    s *= ratio < infinity ? std::clamp(0.9 * std::pow(ratio, -1.0 / limit.order), 0.25, 0.9) : 0.5;
  }
  return 0;
}

}  // namespace polhode::series
