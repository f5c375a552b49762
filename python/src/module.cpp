// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>

#include <polhode/core/version.hpp>

#include "parts.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace polhode::python;
  module.doc() = "The compiled part of polhode. Users call the package, which checks what they give.";
  module.attr("version") = std::string(polhode::version());
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
