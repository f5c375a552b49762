// SPDX-License-Identifier: MIT
#include "series/function_row.hpp"

#include <cmath>
#include <polhode/core/compensated.hpp>
#include <polhode/core/corner.hpp>

#include "core/kepler.hpp"

namespace polhode::series {

namespace {

double form_at(const View& v, const Term* terms, int count, double constant, int k) noexcept {
  const double* rows = v.rows + static_cast<std::ptrdiff_t>(k) * v.row_count;
  double sum = k == 0 ? constant : 0;
  for (int i = 0; i < count; ++i) sum += terms[i].factor * rows[terms[i].row];
  return sum;
}

/// In radians: beyond, the rounding of an angle matters and is corrected in the sine of a linear phase.
constexpr double large_phase = 64;

/// The rounding error of a form that is linear in time.
double rounding_of_line(const View& v, const FunctionRow& f) noexcept {
  const double rate = f.a_terms[0].factor, time = v.rows[row::time], product = rate * time;
  return std::fma(rate, time, -product) + two_sum(f.a_constant, product).error;
}

/// sum_{j=from}^{to} x_j y_{k-j}
double convolution(int from, int to, int k, const double* x, const double* y) noexcept {
  double sum = 0;
  for (int j = from; j <= to; ++j) sum += x[j] * y[k - j];
  return sum;
}

/// The same with two series, whose sums are computed in parallel.
struct Two {
  double y, z;
};
Two convolutions(int from, int to, int k, const double* x, const double* y, const double* z) noexcept {
  Two sums{0, 0};
  for (int j = from; j <= to; ++j) {
    sums.y += x[j] * y[k - j];
    sums.z += x[j] * z[k - j];
  }
  return sums;
}

}  // namespace

double function_value(const FunctionRow& f, double a, double b) noexcept {
  switch (f.maker) {
    case Maker::quotient:
      return a / b;
    case Maker::root:
      return std::sqrt(a);
    case Maker::exponent:
      return std::exp(a);
    case Maker::logarithm:
      return std::log(a);
    case Maker::power:
      return std::pow(a, f.number);
    case Maker::sine:
      return std::sin(a);
    case Maker::arctangent:
      return std::atan(a);
    case Maker::hyperbolic_tangent:
      return std::tanh(a);
    case Maker::sign:
      return a == 0 ? f.number : sign_of(a);
    case Maker::remainder:
      return std::remainder(a, f.number);
    case Maker::anomaly:
      return eccentric_anomaly(std::remainder(a, 2 * std::acos(-1.0)), f.number);
    case Maker::product:
    case Maker::cosine:
    case Maker::parameter:
    case Maker::piece:
      break;
  }
  return a;
}

void function_step(const View& v, const FunctionRow& f, int k) noexcept {
  double* const rows = v.rows + static_cast<std::ptrdiff_t>(k) * v.row_count;
  if (f.maker == Maker::piece) {
    const PiecewiseLinear::Line line =
        k < 2 ? f.piecewise->at(v.rows[row::time], v.direction) : PiecewiseLinear::Line{0, 0};
    rows[f.out] = k == 0 ? line.value : k == 1 ? line.slope * v.unit : 0;
    return;
  }
  // Coefficients that are summed over are stored contiguously in a, b, c and d.
  double *const a = f.a, *const b = f.b, *const c = f.c, *const d = f.d;
  a[k] = form_at(v, f.a_terms, f.a_count, f.a_constant, k);
  const double n = k;
  if (f.maker == Maker::quotient) b[k] = form_at(v, f.b_terms, f.b_count, f.b_constant, k);
  double out = k == 0 ? function_value(f, a[0], b[0]) : 0;
  switch (f.maker) {
    case Maker::quotient:
      if (k > 0) out = (a[k] - convolution(1, k, k, b, c)) / b[0];
      c[k] = out;
      break;
    case Maker::root:
      if (k > 0) out = (a[k] - convolution(1, k - 1, k, c, c)) / (2 * c[0]);
      c[k] = out;
      break;
    case Maker::exponent:
      b[k] = n * a[k];
      if (k > 0) out = convolution(1, k, k, b, c) / n;
      c[k] = out;
      break;
    case Maker::logarithm:
      if (k > 0) out = (a[k] - convolution(1, k - 1, k, b, a) / n) / a[0];
      b[k] = n * out;
      break;
    case Maker::power:
      if (k > 0) {
        for (int j = 1; j <= k; ++j) b[j] = ((f.number + 1) * j - n) * a[j];
        out = convolution(1, k, k, b, c) / (n * a[0]);
      }
      c[k] = out;
      break;
    case Maker::sine:
      b[k] = n * a[k];
      if (k == 0) {
        d[0] = std::cos(a[0]);
        if (f.is_of_line && std::abs(a[0]) > large_phase) {
          const double rounded = rounding_of_line(v, f), sine = out;
          out += rounded * d[0];
          d[0] -= rounded * sine;
        }
      } else {
        // For a linear phase there is only one term.
        const Two sums = convolutions(1, f.is_of_line ? 1 : k, k, b, d, c);
        out = sums.y / n;
        d[k] = -sums.z / n;
      }
      c[k] = out;
      rows[f.partner] = d[k];
      break;
    case Maker::arctangent:
      if (k == 0) {
        b[0] = 1 + a[0] * a[0];
      } else {
        b[k] = convolution(0, k, k, a, a);
        out = (a[k] - convolution(1, k - 1, k, c, b) / n) / b[0];
      }
      c[k] = n * out;
      break;
    case Maker::hyperbolic_tangent:
      if (k == 0) {
        const double cosh = std::cosh(a[0]);
        b[0] = 1 / (cosh * cosh);  // 1 - tanh^2 would cancel
      } else {
        d[k] = n * a[k];
        out = convolution(1, k, k, d, b) / n;
        b[k] = -(2 * c[0] * out + convolution(1, k - 1, k, c, c));
      }
      c[k] = out;
      break;
    case Maker::sign:
      if (k == 0 && f.is_side_set()) out = f.side();
      break;
    case Maker::remainder:
      if (k > 0) out = a[k];
      break;
    case Maker::anomaly:
      if (k == 0) {
        const double half = std::sin(out / 2);
        c[0] = std::sin(out);
        d[0] = std::cos(out);
        b[0] = (1 - f.number) + 2 * f.number * half * half;  // 1 - e cos E would cancel
      } else {
        const Two sums = convolutions(1, k - 1, k, b, d, c);
        out = (a[k] + f.number * sums.y / n) / b[0];
        b[k] = n * out;
        c[k] = (sums.y + b[k] * d[0]) / n;
        d[k] = -(sums.z + b[k] * c[0]) / n;
      }
      break;
    case Maker::product:
    case Maker::cosine:
    case Maker::parameter:
    case Maker::piece:
      break;
  }
  rows[f.out] = out;
}

}  // namespace polhode::series
