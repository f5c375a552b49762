// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Random bodies and starts with ascending moments, the same ones in every run.

#include <array>
#include <cmath>
#include <polhode/core/vec3.hpp>
#include <random>

namespace polhode::test {

struct RandomMotion {
  Vec3<double> moments, m;
};

class RandomMotions {
 public:
  explicit RandomMotions(unsigned seed) : engine_(seed) {}

  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine_); }

  /// Moments apart by at least a twentieth of the largest, |m| near 1, in any octant.
  RandomMotion next() {
    const double I3 = uniform(0.5, 2), I2 = I3 * uniform(0.3, 0.95), I1 = I2 * uniform(0.2, 0.95);
    std::normal_distribution<double> normal;
    const Vec3<double> v{normal(engine_), normal(engine_), normal(engine_)};
    return {{I1, I2, I3}, uniform(0.7, 1.4) / std::sqrt(dot(v, v)) * v};
  }

 private:
  std::mt19937_64 engine_;
};

/// On the separatrix in exact arithmetic, where m1^2 : m3^2 = 1/I2-1/I3 : 1/I1-1/I2. The energy of the first
/// body and the constants c1 = c2 = 1/2 of the second have no rounding.
inline std::array<RandomMotion, 2> on_separatrix(double sign1, double m2, double sign3) {
  return {{{{1, 2, 2.25}, {0.25 * sign1, m2, 0.75 * sign3}}, {{3, 4, 6}, {sign1, m2, sign3}}}};
}

}  // namespace polhode::test
