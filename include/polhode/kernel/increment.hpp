// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What one step of a free method gives, apart from any attitude: the two forms that every method takes.
///
/// Convention. Principal body frame. m is the momentum before the step, m' after it; the attitude after the
///             step is q' = q r, so the relative rotation r does not know q.
/// Method.     An increment (m' - m, r - 1) carries digits that m' and r no longer have for short steps; updating
///             with it rounds once, without bias, and allows compensated sums. Methods that can only give
///             m' and r return an Image.

#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::kernel {

/// m' - m and r - 1.
template <class T>
struct Increment {
  Vec3<T> dm;
  Quat<T> dr;
};

/// m' and r.
template <class T>
struct Image {
  Vec3<T> m;
  Quat<T> r;
};

}  // namespace polhode::kernel
