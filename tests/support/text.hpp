// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Vectors, quaternions and motions as text, for what a failing test says.

#include <cstdio>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <string>
#include <support/nasty_motion.hpp>

#include "core/number_text.hpp"

namespace polhode::test {

inline std::string text(const Vec3<double>& v) { return tuple_text({v.x, v.y, v.z}); }
inline std::string text(const Quat<double>& q) { return tuple_text({q.w, q.x, q.y, q.z}); }

inline std::string text(const NastyMotion& c) {
  return c.kind + ": I " + text(c.moments) + ", m " + text(c.m) + ", h " + number_text(c.h);
}

}  // namespace polhode::test
