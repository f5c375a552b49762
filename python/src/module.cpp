// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>

#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/version.hpp>
#include <polhode/torque/formula_text.hpp>

#include "parts.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace polhode::python;
  namespace py = pybind11;
  module.doc() = "The compiled part of polhode. Users call the package, which checks what they give.";
  module.attr("version") = std::string(polhode::version());
  // What is registered last is tried first: a class after its base.
  const auto& refused =
      py::register_exception<polhode::InvalidInput>(module, "InvalidInput", PyExc_ValueError);
  py::register_exception<polhode::InvalidFormula>(module, "InvalidFormula", refused);
  py::register_exception<polhode::StepFailure>(module, "StepFailure", PyExc_RuntimeError);
  add_bodies(module);
  add_rotations(module);
  add_free_motion(module);
  add_torques(module);
  add_steppers(module);
  add_several(module);
  add_simulation(module);
  add_analysis(module);
  add_batches(module);
  add_elliptic(module);
}
