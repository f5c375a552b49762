// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The way from time 0 to t in steps of one length, the last one shortened.

#include <cstdint>
#include <functional>

#include "files/interrupt.hpp"

namespace polhode::app {

/// How the way from 0 to t is cut: full steps of one length, then what remains.
struct Cut {
  double steps;
  double h;
  double rest;
};

/// For steps of a positive length, which take the sign of t. Refuses more than a double can count.
Cut cut(double t, double step);

/// Takes `advance(h)` through the cut, and tells now and then how far it is.
template <typename Advance>
void walk(const Cut& way, const std::function<void(double)>& progress, const Advance& advance) {
  constexpr std::uint64_t between = 1024;
  const auto steps = static_cast<std::uint64_t>(way.steps);
  for (std::uint64_t n = 0; n < steps; ++n) {
    stop_if_interrupted();
    if (n % between == between - 1) progress(static_cast<double>(n) / way.steps);
    advance(way.h);
  }
  if (way.rest != 0) advance(way.rest);
}

}  // namespace polhode::app
