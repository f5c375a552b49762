// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free body of the thesis, and attitudes from random starts by any free method against the exact ones.
///
/// Convention. The thesis says of its starts only that they are random and scaled to norm one: a uniform
///             number for each component, as MATLAB's rand gives, which leaves the positive octant, or the
///             whole sphere, where the momentum may pass nearer to the singularity of the factorization's
///             frame. Over five seeds the first kind came within a factor of 1.7 of every entry of Table 2,
///             the second within 3.2; so the first is taken.

#include <polhode/body/inertia.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/free/method.hpp>
#include <polhode/rotation/quat.hpp>
#include <vector>

namespace polhode::experiments::gustafsson {

/// T1, T2, T3 of all its free bodies.
inline constexpr Vec3<double> moments{1.0, 1.648785782711929, 1.972012709664193};

inline Inertia free_body() { return Inertia::from_moments(moments.x, moments.y, moments.z); }

struct Start {
  Vec3<double> m;
  Quat<double> q;
};

enum class Starts { octant, sphere };

/// Momenta and attitudes of length one; the same for the same count.
std::vector<Start> random_starts(int count, Starts kind = Starts::octant);

/// The attitude at `time`: by a free method in steps of h, and exactly.
Quat<long double> attitude_after(const FreeStep& step, const Start& start, double time, double h);
Quat<long double> exact_attitude_after(const Start& start, double time);

/// The 2-norm of the difference of the quaternions, and of their rotation matrices: 2 sin(angle/2) for the
/// angle between the attitudes.
double quaternion_distance(const Quat<long double>& a, const Quat<long double>& b);
double matrix_distance(const Quat<long double>& a, const Quat<long double>& b);

}  // namespace polhode::experiments::gustafsson
