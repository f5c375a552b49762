// SPDX-License-Identifier: MIT
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
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
#include "parts.hpp"

namespace polhode::python {
namespace {

Plane plane_of(const Array& first, const Array& towards) { return {vector_of(first), vector_of(towards)}; }

/// A torque that calls a Python function, function(attitude, momentum, omega, time), each time; `why` says why.
Torque called_torque(std::string name, const py::object& function, bool is_dissipative, std::string why) {
  const HeldFunction held(function);
  return {
      std::move(name), [held, is_dissipative, why = std::move(why)](const Inertia& body) {
        PreparedTorque t;
        t.why_no_formula = why;
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

/// The result of a comparison of recorded gives, or several of them: 1 if it holds, otherwise 0, by which
/// `where` can choose.
struct Condition : Expression {
  std::optional<Expression> difference{};  ///< of one comparison
  bool holds_below = false;  ///< whether it holds for negative differences, or for nonnegative ones

  explicit Condition(const Expression& holds) : Expression(holds) {}
  Condition(const Expression& d, bool below)
      : Expression(choose(d, below ? 0 : 1, below ? 1 : 0)), difference(d), holds_below(below) {}
  Expression where(const Expression& x, const Expression& y) const {
    if (!difference) return *this * x + (1 - *this) * y;
    return holds_below ? choose(*difference, y, x) : choose(*difference, x, y);
  }
};

Expression number_of(const py::handle& given) {
  return py::isinstance<Expression>(given) ? given.cast<Expression>() : Expression(given.cast<double>());
}

void add_expressions(py::module_& module) {
  using E = Expression;
  py::class_<E> expression(module, "Expression");
  const auto binary = [&](const char* name, const char* reflected, auto operation) {
    expression.def(
        name, [operation](const E& a, const E& b) { return operation(a, b); }, py::is_operator());
    expression.def(
        name, [operation](const E& a, double b) { return operation(a, E(b)); }, py::is_operator());
    if (reflected)
      expression.def(
          reflected, [operation](const E& a, double b) { return operation(E(b), a); }, py::is_operator());
  };
  binary("__add__", "__radd__", [](const E& a, const E& b) { return a + b; });
  binary("__sub__", "__rsub__", [](const E& a, const E& b) { return a - b; });
  binary("__mul__", "__rmul__", [](const E& a, const E& b) { return a * b; });
  binary("__truediv__", "__rtruediv__", [](const E& a, const E& b) { return a / b; });
  binary("__pow__", "__rpow__", [](const E& a, const E& b) { return pow(a, b); });
  binary("__ge__", nullptr, [](const E& a, const E& b) { return Condition(a - b, false); });
  binary("__gt__", nullptr, [](const E& a, const E& b) { return Condition(b - a, true); });
  binary("__le__", nullptr, [](const E& a, const E& b) { return Condition(b - a, false); });
  binary("__lt__", nullptr, [](const E& a, const E& b) { return Condition(a - b, true); });
  expression.def("__neg__", [](const E& a) { return -a; });
  expression.def("__pos__", [](const E& a) { return a; });
  expression.def("__abs__", [](const E& a) { return absolute(a); });
  expression.def("fabs", [](const E& a) { return absolute(a); });
  expression.def("conjugate", [](const E& a) { return a; });
  // A formula must be the same for every state.
  for (const char* name : {"__bool__", "__eq__", "__ne__"})
    expression.def(name, [](const E&, const py::args&) -> bool {
      throw py::type_error("the function branches on a number that changes with the state: use numpy.where");
    });
  expression.attr("__hash__") = py::none();
  // NumPy calls these for elements of object arrays.
  py::dict functions;
  for (const FormulaFunction& f : formula_functions()) {
    const auto of = [f](const py::args& given) {
      if (static_cast<int>(given.size()) != f.arguments)
        throw py::type_error(std::string(f.numpy) + " of " + std::to_string(given.size()) + " numbers");
      E numbers[3];
      for (std::size_t k = 0; k < given.size(); ++k) numbers[k] = number_of(given[k]);
      const E result = f.of(numbers);
      return result.is_constant() ? py::object(py::float_(result.constant())) : py::cast(result);
    };
    expression.def(f.numpy, [of](const py::args& given) { return of(given); });
    functions[f.numpy] = py::cpp_function([of](const py::args& given) { return of(given); });
  }
  module.attr("formula_functions") = functions;
  for (const auto& [name, base] : {std::pair("log2", 2.0), std::pair("log10", 10.0)})
    expression.def(name, [base = base](const E& a) { return log(a) / std::log(base); });
  for (const char* name : {"radians", "deg2rad"})
    expression.def(name, [](const E& a) { return a * (std::numbers::pi / 180); });
  for (const char* name : {"degrees", "rad2deg"})
    expression.def(name, [](const E& a) { return a * (180 / std::numbers::pi); });
  using C = Condition;
  py::class_<C, E>(module, "Condition")
      .def(
          "__and__", [](const C& a, const C& b) { return C(a * b); }, py::is_operator())
      .def(
          "__or__", [](const C& a, const C& b) { return C(a + b - a * b); }, py::is_operator())
      .def("__invert__", [](const C& a) { return C(1 - a); })
      // As NumPy has them of its truth values: a product is `and`. A sum is `or` there, but where Python adds
      // its own, as of s.time < 1, it is their number.
      .def(
          "__mul__", [](const C& a, const C& b) { return C(a * b); }, py::is_operator())
      .def(
          "__mul__", [](const C& a, const E& b) { return a * b; }, py::is_operator())
      .def(
          "__mul__", [](const C& a, double b) { return a * E(b); }, py::is_operator())
      .def(
          "__add__",
          [](const C&, const C&) -> E {
            throw py::type_error(
                "the sum of two conditions is no number in NumPy: write a | b, or 1.0 * a + 1.0 * b");
          },
          py::is_operator())
      .def(
          "__add__", [](const C& a, const E& b) { return a + b; }, py::is_operator())
      .def(
          "__add__", [](const C& a, double b) { return a + E(b); }, py::is_operator())
      .def("where", [](const C& c, const py::object& x, const py::object& y) {
        return c.where(number_of(x), number_of(y));
      });

  using State = FormulaState<E>;
  py::class_<State>(module, "RecordedState")
      .def(py::init(&E::state))
      .def_property_readonly("numbers", [](const State& s) {
        std::vector<E> all;
        for (const E* x : s.numbers()) all.push_back(*x);
        return all;
      });
}

using FormulaRow = std::tuple<std::string, int, int, int, double>;

/// Refuses rows that are not those of a formula.
Formula read_formula(const std::vector<FormulaRow>& rows, std::vector<int> results) {
  std::vector<FormulaNode> nodes;
  for (const auto& [name, a, b, c, number] : rows) {
    const Operation* operation = operation_named(name);
    if (!operation)
      throw InvalidInput("recorded formula", "the operation '" + name + "'",
                         "one of a formula of this version");
    nodes.push_back({*operation, a, b, c, number});
  }
  return {std::move(nodes), std::move(results)};
}

FormulaState<double> state_of(const Array& q, const Array& m, const Array& omega, double time) {
  const auto vector = [](const Array& a) { return Vec3<double>{a.data()[0], a.data()[1], a.data()[2]}; };
  return {{q.data()[0], q.data()[1], q.data()[2], q.data()[3]}, vector(m), vector(omega), time};
}

void add_formulas(py::module_& module) {
  py::class_<Formula>(module, "Formula")
      .def(py::init([](const FormulaState<Expression>& state, const py::list& results) {
        std::vector<Expression> numbers;
        for (const py::handle result : results) numbers.push_back(number_of(result));
        return Formula(state, numbers);
      }))
      .def_property_readonly("why_not", &Formula::why_not)
      .def_property_readonly("depends_on_momentum", &Formula::depends_on_momentum)
      .def_property_readonly("has_root_of_square", &Formula::has_root_of_square)
      .def("values", [](const Formula& f, const Array& q, const Array& m, const Array& omega,
                        double time) { return f.values(state_of(q, m, omega, time)); })
      .def("is_finite", [](const Formula& f, const Array& q, const Array& m, const Array& omega,
                           double time) { return f.is_finite(state_of(q, m, omega, time)); })
      .def(py::pickle(
          [](const Formula& f) {
            std::vector<FormulaRow> rows;
            for (const FormulaNode& n : f.nodes())
              rows.emplace_back(info_of(n.operation).name, n.a, n.b, n.c, n.number);
            return py::make_tuple(rows, f.results());
          },
          [](const py::tuple& state) {
            return read_formula(state[0].cast<std::vector<FormulaRow>>(), state[1].cast<std::vector<int>>());
          }));
  module.def("formula_torque", [](std::string name, const Formula& formula, bool is_dissipative) {
    return formula_torque(std::move(name), formula, is_dissipative);
  });
  module.def("potential_torque", [](std::string name, const Formula& potential) {
    return potential_torque(std::move(name), potential);
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
           [](const Torque& t, std::vector<double> times) {
             return Torque(t).with_breakpoints(std::move(times));
           })
      .def("pure", [](const Torque& t) { return Torque(t).pure(); })
      .def("value",
           [](const Torque& t, const Inertia& body, const Array& q, const Array& m, double time) {
             const State s{attitude_of(q), vector_of(m)};
             const PreparedTorque prepared = t.prepare(body);
             if (!prepared.torque) return array_of(Eigen::Vector3d(0, 0, 0));
             const Eigen::Quaterniond axes(body.axes());
             const Eigen::Quaterniond p = Eigen::Quaterniond(s.attitude) * axes;
             const Vec3<double> v = prepared.torque(
                 {from_eigen(body.to_principal(s.momentum)), {p.w(), p.x(), p.y(), p.z()}}, time);
             return array_of(body.from_principal(to_eigen(v)));
           })
      .def("why_not",
           [](const Torque& t) { return t.recordability(Inertia::from_moments(1, 1, 1)).why_not; });

  py::class_<FormulaNames>(module, "FormulaNames")
      .def(py::init<>())
      .def("add_number",
           [](FormulaNames& n, const std::string& name, double value) { n.numbers[name] = value; })
      .def("add_vector", [](FormulaNames& n, const std::string& name, const Array& value, bool in_space) {
        (in_space ? n.space_vectors : n.vectors)[name] = vector_of(value);
      });

  module.def("heavy_top",
             [](const Array& a, const Array& chi) { return heavy_top(vector_of(a), vector_of(chi)); });
  module.def("gravity_gradient_fixed", [](double mean_motion, const Array& direction) {
    return gravity_gradient_fixed(mean_motion, vector_of(direction));
  });
  module.def("dipole", [](const Array& moment, const Array& field) {
    return dipole(vector_of(moment), vector_of(field));
  });
  module.def(
      "gravity_gradient_circular",
      [](double n, const Array& first, const Array& towards) {
        return gravity_gradient_circular(n, plane_of(first, towards));
      },
      py::arg("mean_motion"), py::arg("first"), py::arg("towards"));
  module.def(
      "gravity_gradient_elliptic",
      [](double n, double eccentricity, double pericentre, const Array& first, const Array& towards) {
        return gravity_gradient_elliptic(n, eccentricity, pericentre, plane_of(first, towards));
      },
      py::arg("mean_motion"), py::arg("eccentricity"), py::arg("pericentre_time"), py::arg("first"),
      py::arg("towards"));
  module.def("vessel_restoring", &vessel_restoring);
  module.def("linear_damping", [](const Array& d) { return linear_damping(matrix_of(d)); });
  module.def("quadratic_drag", [](const Array& c) { return quadratic_drag(vector_of(c)); });
  module.def("internal_dissipation", &internal_dissipation);
  module.def("gyrostat", [](const Array& h) { return gyrostat(vector_of(h)); });
  module.def("steady_torque",
             [](const Array& t, bool in_space) { return steady_torque(vector_of(t), frame_of(in_space)); });
  module.def("sine_torque", [](const Array& amplitude, double rate, double phase, bool in_space) {
    return sine_torque(vector_of(amplitude), rate, phase, frame_of(in_space));
  });
  module.def("tabulated_torque", [](const Array& times, const Array& values, bool in_space, bool holds) {
    const std::span<const double> t = numbers(times);
    std::vector<Eigen::Vector3d> torques(rows(values, 3));
    for (std::size_t i = 0; i < torques.size(); ++i) torques[i] = vector_at(values.data() + 3 * i);
    return tabulated_torque({t.begin(), t.end()}, torques, frame_of(in_space),
                            holds ? Beyond::hold : Beyond::zero);
  });
  module.def("impulses", [](const Array& times, const Array& momenta, bool in_space) {
    std::vector<Impulse> list(static_cast<std::size_t>(times.size()));
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i] = {times.data()[i], vector_at(momenta.data() + 3 * i), frame_of(in_space)};
    return impulses(std::move(list));
  });
  module.def("called_torque", &called_torque);
  module.def("formula_from_text",
             [](const std::vector<std::string>& text, const FormulaNames& names, bool in_space) {
               if (text.size() == 1) return formula_torque(text[0], names, frame_of(in_space));
               return formula_torque({text.at(0), text.at(1), text.at(2)}, names, frame_of(in_space));
             });
  module.def("potential_from_text", [](const std::string& text, const FormulaNames& names) {
    return potential_torque(text, names);
  });
  module.def("orbit_frames", [](double n, double eccentricity, double pericentre, const Array& first,
                                const Array& towards, const Array& times) {
    const Plane plane = plane_of(first, towards);
    const OrbitFrame frame = eccentricity == 0 && pericentre == 0
                                 ? circular_orbit_frame(n, plane)
                                 : elliptic_orbit_frame(n, eccentricity, pericentre, plane);
    Array frames = new_rows(static_cast<std::size_t>(times.size()), 9);
    for (py::ssize_t i = 0; i < times.size(); ++i) put(frame(times.data()[i]), frames.mutable_data() + 9 * i);
    return frames;
  });
  add_expressions(module);
  add_formulas(module);
}

}  // namespace polhode::python
