// SPDX-License-Identifier: MIT
#include "series/function_row.hpp"

#include <cmath>

#include "core/kepler.hpp"

namespace polhode::series {

namespace {

double form_at(const View& v, const Term* terms, int count, double constant, int k) noexcept {
  const double* rows = v.rows + static_cast<std::ptrdiff_t>(k) * v.row_count;
  double sum = k == 0 ? constant : 0;
  for (int i = 0; i < count; ++i) sum += terms[i].factor * rows[terms[i].row];
  return sum;
}

/// sum_{j=from}^{to} weight(j) x_j y_{k-j}
template <class X, class Y>
double convolution(int from, int to, int k, const X& x, const Y& y) noexcept {
  double sum = 0;
  for (int j = from; j <= to; ++j) sum += x(j) * y(k - j);
  return sum;
}

double begun(const FunctionRow& f, double a, double b) noexcept {
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

}  // namespace

void function_step(const View& v, const FunctionRow& f, int k) noexcept {
  const std::ptrdiff_t stride = v.row_count;
  const auto out = [&](int j) -> double& { return v.rows[j * stride + f.out]; };
  const auto partner = [&](int j) -> double& { return v.rows[j * stride + f.partner]; };
  if (f.maker == Maker::piece) {
    const PiecewiseLinear::Line line =
        k < 2 ? f.piecewise->at(v.rows[row::time], v.direction) : PiecewiseLinear::Line{0, 0};
    out(k) = k == 0 ? line.value : k == 1 ? line.slope * v.unit : 0;
    return;
  }
  f.a[k] = form_at(v, f.a_terms, f.a_count, f.a_constant, k);
  const double n = k;
  const auto a = [&](int j) { return f.a[j]; };
  const auto ja = [&](int j) { return j * f.a[j]; };
  const auto jc = [&](int j) { return j * out(j); };
  if (f.maker == Maker::quotient) f.b[k] = form_at(v, f.b_terms, f.b_count, f.b_constant, k);
  if (k == 0) {
    out(0) = begun(f, f.a[0], f.b[0]);
    if (f.maker == Maker::sine) partner(0) = std::cos(f.a[0]);
    if (f.maker == Maker::anomaly) {
      const double half = std::sin(out(0) / 2);
      f.c[0] = std::sin(out(0));
      f.d[0] = std::cos(out(0));
      f.b[0] = (1 - f.number) + 2 * f.number * half * half;  // 1 - e cos E, which would cancel
    }
    if (f.maker == Maker::arctangent) f.b[0] = 1 + f.a[0] * f.a[0];
    return;
  }
  switch (f.maker) {
    case Maker::quotient:
      out(k) = (f.a[k] - convolution(
                             1, k, k, [&](int j) { return f.b[j]; }, out)) /
               f.b[0];
      break;
    case Maker::root:
      out(k) = (f.a[k] - convolution(1, k - 1, k, out, out)) / (2 * out(0));
      break;
    case Maker::exponent:
      out(k) = convolution(1, k, k, ja, out) / n;
      break;
    case Maker::logarithm:
      out(k) = (f.a[k] - convolution(1, k - 1, k, jc, a) / n) / f.a[0];
      break;
    case Maker::power:
      out(k) = convolution(
                   1, k, k, [&](int j) { return ((f.number + 1) * j - n) * f.a[j]; }, out) /
               (n * f.a[0]);
      break;
    case Maker::sine: {
      // Of a line there is but one term.
      const int last = f.is_of_line ? 1 : k;
      out(k) = convolution(1, last, k, ja, partner) / n;
      partner(k) = -convolution(1, last, k, ja, out) / n;
      break;
    }
    case Maker::arctangent:
      f.b[k] = convolution(0, k, k, a, a);
      out(k) = (f.a[k] - convolution(1, k - 1, k, jc, [&](int j) { return f.b[j]; }) / n) / f.b[0];
      break;
    case Maker::remainder:
      out(k) = f.a[k];
      break;
    case Maker::anomaly: {
      const double e = f.number;
      out(k) = (f.a[k] + e * convolution(1, k - 1, k, jc, [&](int j) { return f.d[j]; }) / n) / f.b[0];
      f.c[k] = convolution(1, k, k, jc, [&](int j) { return f.d[j]; }) / n;
      f.d[k] = -convolution(1, k, k, jc, [&](int j) { return f.c[j]; }) / n;
      break;
    }
    case Maker::product:
    case Maker::cosine:
    case Maker::parameter:
    case Maker::piece:
      break;
  }
}

}  // namespace polhode::series
