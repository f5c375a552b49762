// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The angles of the papers' frames, by their rates along the exact momentum: slow, and independent of every
/// formula of the papers.

#include <cmath>
#include <functional>
#include <polhode/core/vec3.hpp>

#include "free/exact_by_frames.hpp"

namespace polhode::test {

/// psi' at a momentum of a body.
using FrameRate = std::function<long double(const Vec3<long double>& m, const Vec3<long double>& I)>;

inline long double twice_the_energy(const Vec3<long double>& m, const Vec3<long double>& I) {
  return m.x * m.x / I.x + m.y * m.y / I.y + m.z * m.z / I.z;
}

/// psi' = 2T/G + w . v', v = m-dot/|m-dot|, w = m x v/G. [(8)]
inline long double rate_of_rate_frame(const Vec3<long double>& m, const Vec3<long double>& I) {
  const Vec3<long double> omega{m.x / I.x, m.y / I.y, m.z / I.z}, v = cross(m, omega);
  const Vec3<long double> omega_rate{v.x / I.x, v.y / I.y, v.z / I.z},
      v_rate = cross(v, omega) + cross(m, omega_rate);
  const long double G = std::sqrt(dot(m, m));
  return twice_the_energy(m, I) / G + dot(cross(m, v), v_rate) / (G * dot(v, v));
}

/// psi' of the frame whose first axis is along m x e3.
inline long double rate_of_polar_frame(const Vec3<long double>& m, const Vec3<long double>& I) {
  const long double G2 = dot(m, m);
  return std::sqrt(G2) * (1 / I.z + (twice_the_energy(m, I) - G2 / I.z) / (G2 - m.z * m.z));
}

/// psi' of the smallest-turn frame.
inline long double rate_of_smallest_turn(const Vec3<long double>& m, const Vec3<long double>& I) {
  const long double G = std::sqrt(dot(m, m));
  return G / I.z + (twice_the_energy(m, I) - G * G / I.z) / (G + m.z);
}

/// The rate integrated over a step by Gauss-Legendre with three nodes on many panels.
inline double integrated(const FrameRate& rate, const Vec3<double>& I, const Vec3<double>& m, double h) {
  const Vec3<long double> moments = convert<long double>(I), start = convert<long double>(m);
  const ExactByFrames<long double> exact(moments);
  const auto at = [&](long double t) { return rate(exact(start, t).m, moments); };
  constexpr int panels = 200;
  const long double half = static_cast<long double>(h) / panels / 2, node = half * std::sqrt(0.6L);
  long double sum = 0;
  for (int i = 0; i < panels; ++i) {
    const long double middle = (2 * i + 1) * half;
    sum += (8 * at(middle) + 5 * (at(middle - node) + at(middle + node))) / 9;
  }
  return static_cast<double>(sum * half);
}

}  // namespace polhode::test
