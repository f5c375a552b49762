// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Bodies, momenta and steps of every awkward kind: near and exact symmetry, rods to 1e-15, plates, spheres,
/// axes, the separatrix, components 1e-170 of the largest, scales from 1e-150 to 1e150, steps from tiny to
/// thousands of turns.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <polhode/core/vec3.hpp>
#include <random>
#include <string>

namespace polhode::test {

struct NastyMotion {
  Vec3<double> moments;  ///< ascending
  Vec3<double> m;
  double h;
  std::string kind;
};

class NastyMotions {
 public:
  explicit NastyMotions(std::uint64_t seed) : engine_(seed) {}

  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine_); }
  double normal() { return std::normal_distribution<double>()(engine_); }

  NastyMotion next() {
    NastyMotion c{};
    std::array<double, 3> i = moments(c.kind);
    std::sort(i.begin(), i.end());
    std::array<double, 3> m = momentum(i, c.kind);
    const double omega = std::hypot(m[0] / i[0], m[1] / i[1], m[2] / i[2]);
    c.h = sign() * decades(-6, 4) / omega;
    if (one_in(3)) {
      int em = 0, ei = 0;
      do {  // until h is neither infinite nor subnormal
        em = static_cast<int>(uniform(-500, 500));
        ei = static_cast<int>(uniform(-500, 500));
      } while (!std::isnormal(std::ldexp(c.h, ei - em)));
      for (double& x : m) x = std::ldexp(x, em);
      for (double& x : i) x = std::ldexp(x, ei);
      c.h = std::ldexp(c.h, ei - em);
      c.kind += ", scaled";
    }
    c.moments = {i[0], i[1], i[2]};
    c.m = {m[0], m[1], m[2]};
    return c;
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  bool one_in(int n) { return below(n) == 0; }
  double sign() { return one_in(2) ? 1 : -1; }
  double decades(double from, double to) { return std::pow(10, uniform(from, to)); }

  std::array<double, 3> moments(std::string& kind) {
    switch (below(8)) {
      case 0:
        kind = "oblate";
        return {1, one_in(3) ? 1 : 1 + decades(-16, -1), uniform(1.0001, 3)};
      case 1:
        kind = "prolate";
        return {uniform(.1, .999), 1, one_in(3) ? 1 : 1 + decades(-16, -1)};
      case 2: {
        kind = "sphere";
        const double e = one_in(4) ? 0 : decades(-16, -2);
        return {1, 1 + e * uniform(0, 1), 1 + e};
      }
      case 3:
        kind = "rod";
        return {decades(-15, -3), 1, one_in(3) ? 1 : 1 + decades(-16, -1)};
      case 4: {
        kind = "plate";
        const double a = uniform(.1, 2), b = uniform(a, 4);
        return {a, b, a + b};
      }
      case 5:
        kind = "(1, 2, 2.25)";
        return {1, 2, 2.25};
      case 6:
        kind = "wild";
        return {decades(-8, 0), decades(-8, 0), decades(-8, 0)};
      default:
        kind = "ordinary";
        return {uniform(.1, 3), uniform(.1, 3), uniform(.1, 3)};
    }
  }

  std::array<double, 3> momentum(const std::array<double, 3>& i, std::string& kind) {
    std::array<double, 3> m{normal(), normal(), normal()};
    const auto axis = static_cast<std::size_t>(below(3));
    switch (below(7)) {
      case 0:
        kind += ", axis";
        for (std::size_t j = 0; j < 3; ++j) m[j] = j == axis ? sign() : 0;
        break;
      case 1:
        kind += ", near an axis";
        for (std::size_t j = 0; j < 3; ++j) m[j] = j == axis ? sign() : sign() * decades(-170, -1);
        break;
      case 2: {
        kind += ", separatrix";
        const double off = one_in(3) ? 0 : sign() * decades(-17, -2);
        m = {sign() * std::sqrt(i[0] * (i[2] - i[1]) * (1 + off)), uniform(-2, 2),
             sign() * std::sqrt(i[2] * (i[1] - i[0]))};
        if (m[0] == 0 && m[2] == 0) m[2] = 1;
        break;
      }
      case 3:
        kind += ", a zero component";
        m[axis] = 0;
        break;
      case 4:
        kind += ", spread components";
        for (double& x : m) x = sign() * decades(-12, 0);
        break;
      default:
        break;
    }
    return m;
  }

  std::mt19937_64 engine_;
};

}  // namespace polhode::test
