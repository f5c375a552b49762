// SPDX-License-Identifier: MIT
#include "experiments/gustafsson/printed_loop.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/core/norm.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/gauss_nodes.hpp>
#include <polhode/papers/magnus.hpp>

#include "methods/compiled_once.hpp"

namespace polhode::experiments::gustafsson {
namespace {

using Vector = Vec3<double>;
using Quaternion = Quat<double>;
constexpr std::size_t nodes = 4;

struct Node {
  Vector m, omega;
};

Node at(const Vector& m) { return {m, {m.x / moments.x, m.y / moments.y, m.z / moments.z}}; }

/// p of (34) and (36).
Quaternion frame(const Vector& m) {
  const double a = std::sqrt(1 + m.z);
  return {a / 2, (m.x + m.y) / 2 / a, (m.y - m.x) / 2 / a, a / 2};
}

/// The integrand of (33).
double rate(const Node& n, double energy) {
  const Vector change = cross(n.m, n.omega);
  return 2 * energy + (n.m.y * change.x - n.m.x * change.y) / (1 + n.m.z);
}

}  // namespace

Quat<long double> attitude_by_printed_loop(Kind kind, const Start& start, double time, double h) {
  const kernel::Exact step(moments);
  const auto momentum = [&](double t) { return start.m + step(start.m, t).dm; };
  const auto rule = kernel::gauss_rule<double, nodes>();
  const kernel::MagnusExponent<double, 2 * nodes> exponent;
  const double energy = dot(start.m, at(start.m).omega) / 2;
  Quaternion q = start.q;
  Vector before = start.m;
  for (int j = 0, n = static_cast<int>(std::lround(time / h)); j < n; ++j) {
    std::array<Vector, nodes> omega;
    double psi = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
      const Node node = at(momentum(h * (rule.nodes[i] + j)));
      omega[i] = node.omega;
      psi += h * rule.weights[i] * rate(node, energy);
    }
    if (kind == Kind::factorization) {
      const Vector after = momentum(h * (j + 1));
      const Quaternion turn{std::cos(psi / 2), 0, 0, std::sin(psi / 2)};
      q = q * (frame(before).conjugate() * (turn * frame(after)));
      before = after;
    } else {
      const Vector half = 0.5 * exponent(omega, h);
      const double angle = norm(half);
      const Vector v = (std::sin(angle) / angle) * half;
      q = q * Quaternion{std::cos(angle), v.x, v.y, v.z};
    }
    q = (1 / norm(q)) * q;
  }
  return convert<long double>(q);
}

}  // namespace polhode::experiments::gustafsson
