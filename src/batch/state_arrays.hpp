// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The list of arrays of many states, and copies of bodies between them.

#include <cstddef>
#include <polhode/batch/states.hpp>
#include <span>
#include <vector>

namespace polhode::batch {

/// The number of components of momentum and attitude.
constexpr std::size_t components = 7;

/// The arrays of momenta and attitudes, followed by those of the compensation, if there are any.
template <class Real>
std::vector<std::span<Real>> arrays_of(States<Real>& states) {
  const StateSpans<Real> s = states.spans();
  std::vector<std::span<Real>> all{s.mx, s.my, s.mz, s.qw, s.qx, s.qy, s.qz};
  const CompensationSpans<Real> c = states.compensation();
  if (!c.mx.empty()) all.insert(all.end(), {c.mx, c.my, c.mz, c.qw, c.qx, c.qy, c.qz});
  return all;
}

/// Copies body place_of(i) to body i. The summation of both must be the same.
template <class Real, class PlaceOf>
void copy_bodies(States<Real>& from, States<Real>& to, const PlaceOf& place_of) {
  const std::vector<std::span<Real>> source = arrays_of(from), target = arrays_of(to);
  for (std::size_t n = 0; n < target.size(); ++n)
    for (std::size_t i = 0; i < target[n].size(); ++i) target[n][i] = source[n][place_of(i)];
}

inline std::size_t same_place(std::size_t i) noexcept { return i; }

}  // namespace polhode::batch
