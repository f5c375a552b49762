// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many steps in one call, which Ctrl-C can end.

#include <cstddef>

#include "arrays.hpp"
#include "calls.hpp"

namespace polhode::python {

/// Takes count * every steps of h, and calls keep(i) after each `every` of them. Checks for Ctrl-C after each
/// `between_checks` steps.
template <class Stepper, class Keep>
void run_steps(Stepper& stepper, double h, std::size_t count, std::size_t every, const Keep& keep,
               std::size_t between_checks = 1) {
  const py::gil_scoped_release unlocked;
  Interrupts interrupts;
  std::size_t since = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < every; ++k) {
      stepper.step(h);
      if (++since == between_checks) {
        since = 0;
        interrupts.check();
      }
    }
    keep(i);
  }
}

/// The states of one body after each `every` steps: times, attitudes, momenta.
template <class Stepper>
py::tuple run_body(Stepper& stepper, double h, std::size_t count, std::size_t every) {
  Array times(static_cast<py::ssize_t>(count)), q = new_rows(count, 4), m = new_rows(count, 3);
  double* to_t = times.mutable_data();
  const StateRows to(q, m);
  const auto keep = [&](std::size_t i) {
    to_t[i] = stepper.time();
    to.put(i, stepper.state());
  };
  run_steps(stepper, h, count, every, keep, 256);  // since a step may be as short as reading the clock
  return py::make_tuple(times, q, m);
}

}  // namespace polhode::python
