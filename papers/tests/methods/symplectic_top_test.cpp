// SPDX-License-Identifier: MIT
// The splitting of Celledoni and Safstrom 2006 in their variables (pi, u) is a Poisson map; in the attitude it is
// symplectic (tests/laws/symplectic_splitting_test.cpp). Seen on one step, by differences, in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <polhode/splitting/splitting.hpp>

#include "splitting/flow.hpp"
#include "top/reduced_top.hpp"

namespace symplectic_top_test {
namespace {

using namespace polhode;
using L = long double;
using Vector = Vec3<L>;
using Reduced = ReducedPhase<L>;

const Vector moments{0.6L, 0.8L, 1};
constexpr L h = 0.5L;  // h |omega| is about 0.7

/// What the differences leave is about eps^(4/5), 6e-16.
constexpr double noise = 1e-14;

Vector axis(std::size_t k) { return {L(k == 0), L(k == 1), L(k == 2)}; }

/// f'(0) by differences of fourth order.
template <class F>
L derivative(const F& f) {
  const L d = std::pow(std::numeric_limits<L>::epsilon(), 0.2L);
  return (8 * (f(d) - f(-d)) - (f(2 * d) - f(-2 * d))) / (12 * d);
}

double printed(const char* free, double found) {
  std::printf("  strang_kick, (m, u)  %-18s %.1e\n", free, found);
  return found;
}

/// The Poisson bracket of the heavy top at (m, u), of two functions with these gradients:
///   {F, G} = -m . (F_m x G_m) - u . (F_m x G_u + F_u x G_m).
L bracket(const Reduced& at, const Reduced& f, const Reduced& g) {
  return -dot(at.m, cross(f.m, g.m)) - dot(at.u, cross(f.m, g.u) + cross(f.u, g.m));
}

L entry(const Reduced& p, std::size_t k) {
  const Vector& v = k < 3 ? p.m : p.u;
  return k % 3 == 0 ? v.x : k % 3 == 1 ? v.y : v.z;
}

Reduced unit(std::size_t k) { return k < 3 ? Reduced{axis(k), {}} : Reduced{{}, axis(k - 3)}; }

/// The coordinates after the step are functions of those before: their brackets must be those of the
/// coordinates there.
template <class Kernel>
double poisson_defect() {
  const Reduced from{{0.5L, -0.7L, 0.6L}, {0.48L, -0.6L, 0.64L}};
  const HeavyTopEquations<L> equations(moments, {0.3L, -0.2L, 0.9L});
  const auto map = [&](const Reduced& p) {
    using Body = ReducedTop<L, Kernel>;
    SplittingFlow<L, Body> flow(splitting("strang_kick"), Body(Kernel(moments), equations, p, false));
    flow.step(h);
    return flow.system().phase();
  };
  const Reduced end = map(from);
  std::array<Reduced, 6> gradients{};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < 6; ++k) {
      const L slope = derivative([&](L by) { return entry(map(from + by * unit(k)), i); });
      gradients[i] = gradients[i] + slope * unit(k);
    }
  L worst = 0;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      worst = std::max(worst,
                       std::abs(bracket(from, gradients[i], gradients[j]) - bracket(end, unit(i), unit(j))));
  return static_cast<double>(worst);
}

TEST(SymplecticTop, SplittingIsAPoissonMapInTheReducedVariables) {
  EXPECT_LE(printed("exact", poisson_defect<kernel::Exact<L>>()), noise);
  EXPECT_LE(printed("lie_poisson_123", poisson_defect<kernel::LiePoisson123<L>>()), noise);
}

}  // namespace
}  // namespace symplectic_top_test
