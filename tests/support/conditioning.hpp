// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How far a free motion's result moves when its inputs do, measured in long double with the step under test:
/// the step's own correctness is established by reference data, this only scales tolerances.

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>

namespace polhode::test {

using Wider = long double;

template <class T>
kernel::Phase<T> stepped(const Vec3<T>& moments, const kernel::Phase<T>& p, T h) noexcept {
  return kernel::advance(p, kernel::Exact(moments)(p.m, h));
}

inline kernel::Phase<Wider> widened(const kernel::Phase<double>& p) noexcept {
  return {convert<Wider>(p.m), convert<Wider>(p.q)};
}

/// Differences of two states: of the momenta relative to |m|, of the attitudes absolute, signs included.
struct Difference {
  double m, q;
};

inline Difference difference(const kernel::Phase<Wider>& a, const kernel::Phase<Wider>& b) {
  // Scaled first: momenta may be near the end of a double's range, their squares are not in a long double's.
  const Vec3<Wider> dm = a.m - b.m;
  const Quat<Wider> dq = a.q - b.q;
  return {static_cast<double>(std::sqrt(dot(dm, dm) / dot(b.m, b.m))),
          static_cast<double>(std::sqrt(dot(dq, dq)))};
}

/// Change of the result per unit of relative change of one moment, one component of m or h; and per unit of
/// change of m by |m|.
struct Conditioning {
  double m = 0, q = 0;
  double absolute = 0;
};

/// Differences are taken at a quarter of and at four times eps, either way, so that what is not linear within
/// the rounding of the inputs (the side of the separatrix) counts as ill conditioned.
inline Conditioning conditioning(const Vec3<double>& moments, const kernel::Phase<double>& start, double h) {
  constexpr Wider eps = static_cast<Wider>(std::numeric_limits<double>::epsilon());
  const Wider time = static_cast<Wider>(h);
  const Vec3<Wider> i = convert<Wider>(moments);
  const kernel::Phase<Wider> p = widened(start), end = stepped(i, p, time);
  Conditioning c;
  for (const Wider e : {eps / 4, 4 * eps, -4 * eps}) {
    const auto add = [&](const Vec3<Wider>& inertia, const kernel::Phase<Wider>& from, Wider t) {
      const Difference d = difference(stepped(inertia, from, t), end);
      c.m = std::max(c.m, d.m / static_cast<double>(std::abs(e)));
      c.q = std::max(c.q, d.q / static_cast<double>(std::abs(e)));
    };
    add({i.x * (1 - std::abs(e)), i.y, i.z}, p, time);
    add({i.x, i.y, i.z * (1 + std::abs(e))}, p, time);
    if (i.x <= i.y * (1 + e) && i.y * (1 + e) <= i.z) add({i.x, i.y * (1 + e), i.z}, p, time);
    add(i, p, time * (1 + e));
    const Wider size = std::sqrt(dot(p.m, p.m));
    for (int axis = 0; axis < 3; ++axis) {
      kernel::Phase<Wider> moved = p, shifted = p;
      (axis == 0 ? moved.m.x : axis == 1 ? moved.m.y : moved.m.z) *= 1 + e;
      add(i, moved, time);
      (axis == 0 ? shifted.m.x : axis == 1 ? shifted.m.y : shifted.m.z) += e * size;
      const Difference d = difference(stepped(i, shifted, time), end);
      c.absolute = std::max(c.absolute, std::max(d.m, d.q) / static_cast<double>(std::abs(e)));
    }
  }
  return c;
}

}  // namespace polhode::test
