// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The data that identifies a torque in checkpoints: name, breakpoints, impulses and, for built-in torques,
/// its values at some times.

#include <algorithm>
#include <array>
#include <cstddef>
#include <polhode/kernel/advance.hpp>
#include <polhode/torque/torque.hpp>
#include <vector>

#include "core/bytes.hpp"

namespace polhode::torques {

inline void torque_fields(ByteWriter& bytes, const Torque& torque, const PreparedTorque& prepared,
                          const Vec3<double>& moments) {
  bytes(torque.name());
  bytes(torque.breakpoints());
  for (const Impulse& impulse : torque.impulses()) {
    bytes(impulse.time);
    for (int i = 0; i < 3; ++i) bytes(impulse.momentum(i));
    bytes(impulse.frame == TorqueFrame::space);
  }
  // A user's function may reject states that the motion never reaches.
  if (!prepared.formula.is_built_in() || !prepared.torque) return;
  constexpr std::size_t most = 16;
  std::vector<double> times{0, 1};
  const std::size_t count = std::min(most, torque.breakpoints().size());
  times.insert(times.end(), torque.breakpoints().begin(),
               torque.breakpoints().begin() + static_cast<std::ptrdiff_t>(count));
  const kernel::Phase<double> somewhere{moments, {0.1, 0.7, -0.5, 0.5}};
  for (const double time : times) {
    const Vec3<double> value = prepared.torque(somewhere, time);
    vector_fields(bytes, value);
  }
}

}  // namespace polhode::torques
