// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The way from time 0 to t in steps of one length, the last one shortened.

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

/// Takes `advance(h)` through the cut.
template <typename Advance>
void walk(const Cut& way, const Advance& advance) {
  for (double n = 0; n < way.steps; ++n) {
    stop_if_interrupted();
    advance(way.h);
  }
  if (way.rest != 0) advance(way.rest);
}

}  // namespace polhode::app
