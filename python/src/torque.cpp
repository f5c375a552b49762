// SPDX-License-Identifier: MIT
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <polhode/core/error.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula.hpp>
#include <polhode/torque/formula_text.hpp>
#include <polhode/torque/orbit_frame.hpp>
#include <polhode/torque/torque.hpp>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "calls.hpp"
#include "expression.hpp"
#include "parts.hpp"

namespace polhode::python {
namespace {

TorqueFrame frame_of(bool in_space) { return in_space ? TorqueFrame::space : TorqueFrame::body; }

Plane plane_of(const Array& first, const Array& towards) { return {vector_of(first), vector_of(towards)}; }

/// A torque that is asked of Python each time: function(attitude, momentum, omega, time).
Torque called_torque(std::string name, const py::object& function, bool is_dissipative) {
  const HeldFunction held(function);
  return {std::move(name), [held, is_dissipative](const Inertia& body) {
            PreparedTorque t;
            const torques::FormulaFrame frame(body);
            t.torque = [held, frame](const PreparedTorque::Phase& p, double time) {
              const FormulaState<double> s = frame.state(torques::unit_phase(p), time);
              const py::gil_scoped_acquire lock;
              const auto array = [](const Vec3<double>& v) { return array_of(Eigen::Vector3d(v.x, v.y, v.z)); };
              const auto& q = s.attitude;
              const Array torque = py::cast<Array>((*held)(array_of(Attitude(q.w, q.x, q.y, q.z)),
                                                           array(s.momentum), array(s.angular_velocity), time));
              const Eigen::Vector3d v = vector_of(torque);
              return frame.torque(Vec3<double>{v.x(), v.y(), v.z()});
            };
            t.depends_on_momentum = true;
            t.is_dissipative = is_dissipative;
            return t;
          }};
}

/// What the functions of a recorded formula are called with.
py::tuple new_recording() {
  const auto recording = std::make_shared<Recording>();
  const auto input = [&](Operation operation, int count) {
    py::list numbers;
    for (int k = 0; k < count; ++k) {
      recording->push_back({operation, 0, 0, static_cast<double>(k)});
      numbers.append(Traced{recording, recording->size() - 1});
    }
    return numbers;
  };
  const py::list attitude = input(Operation::attitude, 4), momentum = input(Operation::momentum, 3),
                 omega = input(Operation::angular_velocity, 3), time = input(Operation::time, 1);
  return py::make_tuple(attitude, momentum, omega, time[0]);
}

/// The value of a recorded formula for plain numbers.
FormulaState<double> state_for(const Array& q, const Array& m, const Array& omega, double time) {
  const auto vector = [](const Array& a) { return Vec3<double>{a.data()[0], a.data()[1], a.data()[2]}; };
  return {{q.data()[0], q.data()[1], q.data()[2], q.data()[3]}, vector(m), vector(omega), time};
}

Traced same_recording(const Traced& a, const Traced& b) {
  if (a.recording != b.recording) throw py::type_error("numbers of two recordings");
  return b;
}

/// A recording as plain rows, and the places of some of its numbers.
py::tuple written_recording(const std::vector<Traced>& numbers) {
  py::list rows, places;
  for (const Traced& number : numbers) places.append(same_recording(numbers.front(), number).place);
  for (const Node& n : *numbers.at(0).recording) rows.append(py::make_tuple(name(n.operation), n.a, n.b, n.number));
  return py::make_tuple(rows, places);
}

/// The numbers of such rows. Refuses rows that no recording has.
std::vector<Traced> read_recording(
    const std::vector<std::tuple<std::string, std::size_t, std::size_t, double>>& rows,
    const std::vector<std::size_t>& places) {
  const auto recording = std::make_shared<Recording>();
  for (const auto& [text, a, b, number] : rows) {
    int k = 0;
    while (name(static_cast<Operation>(k)) && text != name(static_cast<Operation>(k))) ++k;
    const auto operation = static_cast<Operation>(k);
    const bool has_operands = operation >= Operation::add;
    if (!name(operation) || (has_operands && std::max(a, b) >= recording->size()))
      throw InvalidInput("recorded formula", "the operation '" + text + "'", "one of a formula of this version");
    recording->push_back({operation, a, b, number});
  }
  std::vector<Traced> numbers;
  for (const std::size_t place : places) {
    if (place >= recording->size())
      throw InvalidInput("recorded formula", "place " + std::to_string(place), "a place of one of its rows");
    numbers.push_back({recording, place});
  }
  return numbers;
}

void add_traced(py::module_& module) {
  using O = Operation;
  py::class_<Traced> traced(module, "Traced");
  const auto binary = [&](const char* name, const char* reflected, O operation) {
    traced.def(name, [operation](const Traced& a, const Traced& b) {
      return a.made(operation, a.place, same_recording(a, b).place);
    }, py::is_operator());
    traced.def(name, [operation](const Traced& a, double b) {
      const Traced constant = a.constant(b);
      return a.made(operation, a.place, constant.place);
    }, py::is_operator());
    traced.def(reflected, [operation](const Traced& a, double b) {
      const Traced constant = a.constant(b);
      return a.made(operation, constant.place, a.place);
    }, py::is_operator());
  };
  binary("__add__", "__radd__", O::add);
  binary("__sub__", "__rsub__", O::subtract);
  binary("__mul__", "__rmul__", O::multiply);
  binary("__truediv__", "__rtruediv__", O::divide);
  traced.def("__neg__", [](const Traced& a) { return a.made(O::negate, a.place); });
  traced.def("__pos__", [](const Traced& a) { return a; });
  traced.def("__pow__", [](const Traced& a, double p) { return a.made(O::power, a.place, 0, p); }, py::is_operator());
  traced.def("constant", &Traced::constant);
  // NumPy's functions call these on numbers that they do not know.
  const auto function = [&](const char* name, O operation) {
    traced.def(name, [operation](const Traced& a) { return a.made(operation, a.place); });
  };
  function("sqrt", O::square_root);
  function("exp", O::exponential);
  function("log", O::logarithm);
  function("sin", O::sine);
  function("cos", O::cosine);
  function("tan", O::tangent);
  function("arctan", O::arctangent);
  function("tanh", O::hyperbolic_tangent);
  function("fabs", O::absolute_value);
  function("__abs__", O::absolute_value);
  const auto scaled = [](const Traced& a, O operation, double factor) {
    return a.made(operation, a.place, a.constant(factor).place);
  };
  traced.def("conjugate", [](const Traced& a) { return a; });
  traced.def("hypot", [](const Traced& a, const Traced& b) {
    const Traced aa = a.made(O::multiply, a.place, a.place), bb = b.made(O::multiply, b.place, b.place);
    const Traced sum = aa.made(O::add, aa.place, same_recording(aa, bb).place);
    return sum.made(O::square_root, sum.place);
  });
  for (const auto& [name, base] : {std::pair("log2", 2.0), std::pair("log10", 10.0)})
    traced.def(name, [scaled, base = base](const Traced& a) {
      return scaled(a.made(O::logarithm, a.place), O::divide, std::log(base));
    });
  for (const char* name : {"radians", "deg2rad"})
    traced.def(name, [scaled](const Traced& a) { return scaled(a, O::multiply, std::numbers::pi / 180); });
  for (const char* name : {"degrees", "rad2deg"})
    traced.def(name, [scaled](const Traced& a) { return scaled(a, O::multiply, 180 / std::numbers::pi); });
  traced.def("__rpow__", [scaled](const Traced& a, double base) {
    if (!(base > 0)) throw py::type_error("a power of a number that is not positive");
    const Traced exponent = scaled(a, O::multiply, std::log(base));
    return exponent.made(O::exponential, exponent.place);
  }, py::is_operator());
  // A formula must do the same for every state.
  const auto refuse = [&](const char* name) {
    traced.def(name, [](const Traced&, const py::args&) -> bool {
      throw py::type_error("the function decides by a number that changes with the state");
    });
  };
  for (const char* name : {"__bool__", "__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"}) refuse(name);
  traced.attr("__hash__") = py::none();

  module.def("new_recording", &new_recording);
  module.def("recorded_torque", [](std::string name, const Traced& x, const Traced& y, const Traced& z,
                                   bool is_dissipative) {
    const auto nodes = std::make_shared<const Recording>(*x.recording);
    return formula_torque(std::move(name), RecordedVector{nodes, x.place, y.place, z.place}, is_dissipative);
  });
  module.def("recorded_potential", [](std::string name, const Traced& v, bool depends_on_time) {
    const auto nodes = std::make_shared<const Recording>(*v.recording);
    return potential_torque(std::move(name), RecordedNumber{nodes, v.place}, depends_on_time);
  });
  module.def("written_recording", &written_recording);
  module.def("read_recording", &read_recording);
  module.def("recorded_inputs", [](const Traced& v) {
    bool momentum = false, time = false;
    // Only what the number is made of counts.
    std::vector<bool> used(v.recording->size());
    used[v.place] = true;
    for (std::size_t k = v.place + 1; k-- > 0;) {
      if (!used[k]) continue;
      const Node& n = (*v.recording)[k];
      momentum = momentum || n.operation == O::momentum || n.operation == O::angular_velocity;
      time = time || n.operation == O::time;
      if (n.operation >= O::add) used[n.a] = true;
      if (n.operation >= O::add && n.operation <= O::divide) used[n.b] = true;
    }
    return py::make_tuple(momentum, time);
  });
  module.def("has_corner", [](const Traced& v) { return has_corner(*v.recording); });
  module.def("recorded_value", [](const Traced& v, const Array& q, const Array& m, const Array& omega, double time) {
    return evaluate(*v.recording, state_for(q, m, omega, time))[v.place];
  });
}

}  // namespace

void add_torques(py::module_& module) {
  py::class_<Torque>(module, "Torque")
      .def(py::init<>())
      .def_property_readonly("name", &Torque::name)
      .def_property_readonly("breakpoints", [](const Torque& t) { return array_of(t.breakpoints()); })
      .def_property_readonly("number_of_impulses", [](const Torque& t) { return t.impulses().size(); })
      .def("plus", [](const Torque& a, const Torque& b) { return a + b; })
      .def("with_breakpoints",
           [](const Torque& t, std::vector<double> times) { return Torque(t).with_breakpoints(std::move(times)); })
      .def("pure", [](const Torque& t) { return Torque(t).pure(); })
      .def("value",
           [](const Torque& t, const Inertia& body, const Array& q, const Array& m, double time) {
             const State s{attitude_of(q), vector_of(m)};
             const PreparedTorque prepared = t.prepare(body);
             if (!prepared.torque) return array_of(Eigen::Vector3d(0, 0, 0));
             const Eigen::Quaterniond axes(body.axes());
             const Eigen::Quaterniond p = Eigen::Quaterniond(s.attitude) * axes;
             const Vec3<double> v =
                 prepared.torque({body.to_principal(s.momentum), {p.w(), p.x(), p.y(), p.z()}}, time);
             return array_of(body.from_principal(v));
           })
      .def("has_formula", [](const Torque& t, const Inertia& body) {
        return t.is_none() || static_cast<bool>(t.prepare(body).formula);
      });

  py::class_<FormulaNames>(module, "FormulaNames")
      .def(py::init<>())
      .def("add_number", [](FormulaNames& n, const std::string& name, double value) { n.numbers[name] = value; })
      .def("add_vector", [](FormulaNames& n, const std::string& name, const Array& value, bool in_space) {
        (in_space ? n.space_vectors : n.vectors)[name] = vector_of(value);
      });

  module.def("heavy_top", [](const Array& a, const Array& chi) { return heavy_top(vector_of(a), vector_of(chi)); });
  module.def("gravity_gradient_fixed",
             [](double n, const Array& direction) { return gravity_gradient_fixed(n, vector_of(direction)); });
  module.def("gravity_gradient_circular", [](double n, const Array& first, const Array& towards) {
    return gravity_gradient_circular(n, plane_of(first, towards));
  });
  module.def("gravity_gradient_elliptic", [](double n, double eccentricity, double pericentre, const Array& first,
                                             const Array& towards) {
    return gravity_gradient_elliptic(n, eccentricity, pericentre, plane_of(first, towards));
  });
  module.def("vessel_restoring", &vessel_restoring);
  module.def("linear_damping", [](const Array& d) { return linear_damping(matrix_of(d)); });
  module.def("quadratic_drag", [](const Array& c) { return quadratic_drag(vector_of(c)); });
  module.def("internal_dissipation", &internal_dissipation);
  module.def("gyrostat", [](const Array& h) { return gyrostat(vector_of(h)); });
  module.def("steady_torque",
             [](const Array& t, bool in_space) { return steady_torque(vector_of(t), frame_of(in_space)); });
  module.def("tabulated_torque", [](const Array& times, const Array& values, bool in_space, bool holds) {
    const std::span<const double> t = numbers(times);
    std::vector<Eigen::Vector3d> torques(rows(values, 3));
    for (std::size_t i = 0; i < torques.size(); ++i) torques[i] = vector_at(values.data() + 3 * i);
    return tabulated_torque({t.begin(), t.end()}, torques, frame_of(in_space),
                            holds ? torques::Beyond::hold : torques::Beyond::zero);
  });
  module.def("impulses", [](const Array& times, const Array& momenta, bool in_space) {
    std::vector<Impulse> list(static_cast<std::size_t>(times.size()));
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i] = {times.data()[i], vector_at(momenta.data() + 3 * i), in_space};
    return impulses(std::move(list));
  });
  module.def("called_torque", &called_torque);
  module.def("formula_from_text", [](const std::vector<std::string>& text, const FormulaNames& names, bool in_space) {
    if (text.size() == 1) return formula_torque_from_text(text[0], names, frame_of(in_space));
    return formula_torque_from_text({text.at(0), text.at(1), text.at(2)}, names, frame_of(in_space));
  });
  module.def("potential_from_text", &potential_torque_from_text);
  module.def("orbit_frames", [](double n, double eccentricity, double pericentre, const Array& first,
                                const Array& towards, const Array& times) {
    const Plane plane = plane_of(first, towards);
    const OrbitFrame frame = eccentricity == 0 && pericentre == 0
                                 ? circular_orbit_frame(n, plane)
                                 : elliptic_orbit_frame(n, eccentricity, pericentre, plane);
    Array frames = new_rows(static_cast<std::size_t>(times.size()), 9);
    for (py::ssize_t i = 0; i < times.size(); ++i)
      put(frame(times.data()[i]), frames.mutable_data() + 9 * i);
    return frames;
  });
  add_traced(module);
}

}  // namespace polhode::python
