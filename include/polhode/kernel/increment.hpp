// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The result of one step of a free method, in one of two forms.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. Principal body frame. m is the momentum before the step, m' after it; the attitude after the
///             step is q' = q r, so the relative rotation r does not depend on q.
/// Method.     For short steps an increment (m' - m, r - 1) carries digits that m' and r no longer have; an
///             update with it rounds once, without bias, and allows compensated summation. Methods that can
///             only compute m' and r return an Image.

#include <polhode/core/branch.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::kernel {

/// m' - m and r - 1.
template <class T>
struct Increment {
  Vec3<T> dm;
  Quat<T> dr;
};

using polhode::select;

/// For each lane, a if the condition holds, otherwise b.
template <LaneMask M, class T>
[[gnu::always_inline]] inline Increment<T> select(const M& condition, const Increment<T>& a,
                                                  const Increment<T>& b) noexcept {
  return {select(condition, a.dm, b.dm), select(condition, a.dr, b.dr)};
}

/// m' and r.
template <class T>
struct Image {
  Vec3<T> m;
  Quat<T> r;
};

}  // namespace polhode::kernel
