// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the parts of the compiled module add to it, each from a file of its own.

#include <pybind11/pybind11.h>

namespace polhode::python {

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
