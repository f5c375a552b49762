// SPDX-License-Identifier: MIT
#include "body/principal_axes.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace polhode {
namespace {

using Real = long double;

constexpr std::array<std::pair<std::size_t, std::size_t>, 3> planes{{{0, 1}, {0, 2}, {1, 2}}};
constexpr int most_sweeps = 30;  // never reached: quadratic convergence sets in after two or three
constexpr auto negligible_cosine = static_cast<Real>(std::numeric_limits<double>::epsilon() / 4);

/// The rotation by at most pi/4 that diagonalises the matrix ((a, c), (c, b)); c must not be 0.
struct PlaneRotation {
  Real cosine, sine, tangent;

  PlaneRotation(Real a, Real b, Real c) noexcept {
    const Real theta = (b - a) / (2 * c);
    tangent = std::copysign(Real(1), theta) / (std::abs(theta) + std::hypot(Real(1), theta));
    cosine = 1 / std::sqrt(1 + tangent * tangent);
    sine = tangent * cosine;
  }

  void apply(Real& x, Real& y) const noexcept {
    const Real old = x;
    x = cosine * old - sine * y;
    y = sine * old + cosine * y;
  }

  void turn_columns(Mat3<Real>& axes, std::size_t p, std::size_t q) const noexcept {
    for (std::size_t i = 0; i < 3; ++i) apply(axes(i, p), axes(i, q));
  }
};

}  // namespace

PrincipalAxes diagonalise(const Mat3<Real>& symmetric) noexcept {
  Mat3<Real> a = symmetric;
  PrincipalAxes result{{}, Mat3<Real>::identity()};
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool is_diagonal = true;
    for (const auto& [p, q] : planes) {
      const Real c = a(p, q);
      // Continue to an exact zero, which quadratic convergence reaches by underflow: no c is negligible
      // relative to a difference of diagonal entries that may itself be tiny.
      if (c == 0) continue;
      const PlaneRotation rotation(a(p, p), a(q, q), c);
      const std::size_t r = 3 - p - q;
      a(p, p) -= rotation.tangent * c;
      a(q, q) += rotation.tangent * c;
      a(p, q) = a(q, p) = 0;
      rotation.apply(a(r, p), a(r, q));
      a(p, r) = a(r, p);
      a(q, r) = a(r, q);
      rotation.turn_columns(result.axes, p, q);
      is_diagonal = false;
    }
    if (is_diagonal) break;
  }
  result.values = {a(0, 0), a(1, 1), a(2, 2)};
  return result;
}

PrincipalAxes turn_to_principal_axes(std::span<WeightedPoint> points) noexcept {
  PrincipalAxes result{{}, Mat3<Real>::identity()};
  const auto moment = [&](std::size_t p, std::size_t q) {
    Real sum = 0;
    for (const WeightedPoint& point : points) sum += point.weight * point.position[p] * point.position[q];
    return sum;
  };
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool is_orthogonal = true;
    for (const auto& [p, q] : planes) {
      const Real a = moment(p, p), b = moment(q, q), c = moment(p, q);
      // Coordinates count as orthogonal if their cosine is at most a quarter of double's round-off: the error
      // is not visible in the rounded moments, and a symmetric body keeps its given axes.
      if (std::abs(c) <= negligible_cosine * std::sqrt(a) * std::sqrt(b)) continue;
      const PlaneRotation rotation(a, b, c);
      for (WeightedPoint& point : points) rotation.apply(point.position[p], point.position[q]);
      rotation.turn_columns(result.axes, p, q);
      is_orthogonal = false;
    }
    if (is_orthogonal) break;
  }
  result.values = {moment(0, 0), moment(1, 1), moment(2, 2)};
  return result;
}

}  // namespace polhode
