// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The parts of the compiled module, one for each file, and what they share.

#include <pybind11/pybind11.h>

#include <polhode/free/stepper.hpp>

namespace polhode::python {

inline Summation summation_of(bool compensated) {
  return compensated ? Summation::compensated : Summation::plain;
}

void add_bodies(pybind11::module_& module);
void add_rotations(pybind11::module_& module);
void add_free_motion(pybind11::module_& module);
void add_steppers(pybind11::module_& module);
void add_torques(pybind11::module_& module);
void add_several(pybind11::module_& module);
void add_analysis(pybind11::module_& module);
void add_simulation(pybind11::module_& module);
void add_batches(pybind11::module_& module);
void add_elliptic(pybind11::module_& module);

}  // namespace polhode::python
