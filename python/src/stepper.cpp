// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/controlled_body.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <string>

#include "arrays.hpp"
#include "parts.hpp"
#include "steps.hpp"

namespace polhode::python {
namespace {

/// The functions that steppers for torque-free bodies and for bodies under torque have in common.
template <class Stepper>
void add_common(py::class_<Stepper>& c) {
  c.def("run", &run_body<Stepper>)
      .def("state", [](const Stepper& s) { return arrays_of(s.state()); })
      .def("time", &Stepper::time)
      .def("reset",
           [](Stepper& s, const Array& q, const Array& m, double start_time) {
             s.reset({attitude_of(q), vector_of(m)}, start_time);
           })
      .def("checkpoint", [](const Stepper& s) { return py::bytes(s.checkpoint().bytes()); })
      .def("resume", [](Stepper& s, const py::bytes& bytes) { s.resume(Checkpoint(std::string(bytes))); });
}

py::dict properties_of(const FreeMethod& method) {
  const MethodProperties& p = method.properties;
  py::dict d;
  d["name"] = method.name;
  d["summary"] = method.summary;
  d["reference"] = method.reference;
  d["momentum_order"] = p.momentum_order;
  d["attitude_order"] = p.attitude_order;
  d["keeps_norm"] = p.keeps_norm;
  d["keeps_energy"] = p.keeps_energy;
  d["keeps_spatial_momentum"] = p.keeps_spatial_momentum;
  d["is_explicit"] = p.is_explicit;
  d["is_reversible"] = p.is_reversible;
  d["is_symplectic"] = p.is_symplectic;
  return d;
}

const char* need_text(KickNeed need) {
  switch (need) {
    case KickNeed::attitude_only:
      return "a torque that does not depend on the momentum";
    case KickNeed::gradient:
      return "such a torque with the gradient of its potential";
    case KickNeed::any:
      break;
  }
  return "any torque";
}

py::dict properties_of(const Splitting& s) {
  py::dict d;
  d["name"] = s.name;
  d["summary"] = s.summary;
  d["reference"] = s.reference;
  d["order"] = s.order;
  d["needs"] = need_text(s.need);
  d["kicks_per_step"] = s.kicks_per_step();
  d["drifts"] = std::vector<double>(s.drifts.begin(), s.drifts.end());
  d["kicks"] = std::vector<double>(s.kicks.begin(), s.kicks.end());
  return d;
}

}  // namespace

void add_steppers(py::module_& module) {
  using Coefficients = py::array_t<long double, py::array::c_style>;
  py::class_<Splitting>(module, "Splitting")
      .def(py::init([](std::string name, int order, bool starts_with_kick, const Coefficients& drifts,
                       const Coefficients& kicks, bool is_for_attitudes_only) {
        Splitting s;
        s.name = std::move(name);
        s.order = order;
        s.need = is_for_attitudes_only ? KickNeed::attitude_only : KickNeed::any;
        s.starts_with_kick = starts_with_kick;
        s.drifts.assign(drifts.data(), drifts.data() + drifts.size());
        s.kicks.assign(kicks.data(), kicks.data() + kicks.size());
        check(s);
        return s;
      }))
      .def_property_readonly("properties", [](const Splitting& s) { return properties_of(s); });
  module.def("splitting", [](const std::string& name) { return splitting(name); });
  module.def("composition", [](std::string name, int order, const Coefficients& weights,
                               bool starts_with_kick) {
    return composition(std::move(name), "", "", order,
                       std::span(weights.data(), static_cast<std::size_t>(weights.size())), starts_with_kick);
  });

  py::class_<FreeStepper> free(module, "FreeStepper");
  free.def(py::init([](const Inertia& body, const Array& q, const Array& m, const std::string& method,
                       bool compensated) {
    return FreeStepper(body, {attitude_of(q), vector_of(m)}, free_method(method), summation_of(compensated));
  }));
  add_common(free);
  free.def("add_momentum", [](FreeStepper& s, const Array& jump) { s.add_momentum(vector_of(jump)); });

  py::class_<SplittingStepper> split(module, "SplittingStepper");
  split.def(py::init([](const Inertia& body, const Array& q, const Array& m, const Torque& torque,
                        const Splitting& splitting, const std::string& method, bool compensated,
                        double start_time) {
    SplittingOptions options;
    options.summation = summation_of(compensated);
    options.start_time = start_time;
    options.free_method = free_method(method);
    return SplittingStepper(body, {attitude_of(q), vector_of(m)}, torque, splitting, options);
  }));
  add_common(split);
  split.def("conserved", &SplittingStepper::conserved)
      .def_property_readonly("conserved_name", &SplittingStepper::conserved_name)
      .def_property_readonly("order", &SplittingStepper::order)
      .def_property_readonly("warnings", &SplittingStepper::warnings)
      .def("add_momentum", [](SplittingStepper& s, const Array& jump, bool in_space) {
        s.add_momentum(vector_of(jump), frame_of(in_space));
      });

  py::class_<ControlledBody>(module, "ControlledBody")
      .def(py::init([](const Inertia& body, const Array& q, const Array& m, double tolerance,
                       double start_time, const Torque& always) {
        return ControlledBody(body, {attitude_of(q), vector_of(m)}, always, tolerance, start_time);
      }))
      .def("set_torque", [](ControlledBody& b, const Array& t) { b.set_torque(vector_of(t)); })
      .def("set_wheels", [](ControlledBody& b, const Array& h) { b.set_wheels(vector_of(h)); })
      .def("step", &ControlledBody::step)
      .def("time", &ControlledBody::time)
      .def("checkpoint", [](const ControlledBody& b) { return py::bytes(b.checkpoint().bytes()); })
      .def("resume",
           [](ControlledBody& b, const py::bytes& bytes) { b.resume(Checkpoint(std::string(bytes))); })
      .def("state", [](const ControlledBody& b) { return arrays_of(b.state()); });

  module.def("free_methods", [] {
    py::list all;
    for (const FreeMethod& method : free_methods()) all.append(properties_of(method));
    return all;
  });
  module.def("splittings", [] {
    py::list all;
    for (const Splitting& s : splittings()) all.append(properties_of(s));
    return all;
  });
}

}  // namespace polhode::python
