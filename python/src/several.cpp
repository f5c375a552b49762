// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <polhode/splitting/changing_body.hpp>
#include <polhode/splitting/coupled_bodies.hpp>
#include <polhode/splitting/rigid_bodies.hpp>
#include <polhode/splitting/splitting.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "calls.hpp"
#include "parts.hpp"
#include "steps.hpp"

namespace polhode::python {
namespace {

/// Options of the Python layer.
struct Together {
  Splitting splitting;
  std::string free_method = "exact";
  bool compensated = false, is_pure = false;
  double start_time = 0;

  SplittingOptions options() const {
    SplittingOptions o;
    o.summation = summation_of(compensated);
    o.start_time = start_time;
    o.free_method = polhode::free_method(free_method);
    o.torques_are_pure = is_pure;
    return o;
  }
};

/// One body for all, or one each.
template <class Body>
std::vector<Body> each_of(const std::vector<Body>& bodies, std::size_t n) {
  return bodies.size() == 1 ? std::vector<Body>(n, bodies[0]) : bodies;
}

/// The vectors that a user's function has returned.
Array vectors_of(const py::handle& given, std::size_t n) {
  Array found = py::cast<Array>(given);
  if (rows(found, 3) != n) throw std::logic_error("an array of another length");
  return found;
}
void copy_vectors(const py::handle& given, std::span<Eigen::Vector3d> to) {
  const Array found = vectors_of(given, to.size());
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = vector_at(found.data() + 3 * i);
}

/// function(attitudes (n, 4), time) returns torques (n, 3).
CoupledBodiesStepper::Torques torques_of(const py::object& function) {
  return [held = HeldFunction(function)](std::span<const State> states, double time,
                                         std::span<Eigen::Vector3d> torques) {
    const py::gil_scoped_acquire lock;
    Array q = new_rows(states.size(), 4);
    for (std::size_t i = 0; i < states.size(); ++i) put(states[i].attitude, q.mutable_data() + 4 * i);
    copy_vectors((*held)(q, time), torques);
  };
}

/// function(attitudes (n, 4), positions (n, 3), time) returns forces (n, 3) and torques (n, 3).
Loads loads_of(const py::object& function) {
  return
      [held = HeldFunction(function)](std::span<const Placement> bodies, double time, std::span<Load> loads) {
        const py::gil_scoped_acquire lock;
        Array q = new_rows(bodies.size(), 4), x = new_rows(bodies.size(), 3);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
          put(bodies[i].attitude, q.mutable_data() + 4 * i);
          put(bodies[i].position, x.mutable_data() + 3 * i);
        }
        const py::tuple found = (*held)(q, x, time);
        const Array forces = vectors_of(found[0], loads.size()), torques = vectors_of(found[1], loads.size());
        for (std::size_t i = 0; i < loads.size(); ++i)
          loads[i] = {vector_at(forces.data() + 3 * i), vector_at(torques.data() + 3 * i)};
      };
}

/// function(sites (n, 3) of all molecules, time) returns forces (n, 3) on them.
SiteForces forces_of(const py::object& function) {
  return [held = HeldFunction(function)](std::span<const Eigen::Vector3d> sites, double time,
                                         std::span<Eigen::Vector3d> forces) {
    const py::gil_scoped_acquire lock;
    copy_vectors((*held)(array_of(sites), time), forces);
  };
}

std::vector<RigidState> rigid_states_of(const Array& q, const Array& m, const Array& x, const Array& v) {
  std::vector<RigidState> states(rows(q, 4));
  for (std::size_t i = 0; i < states.size(); ++i)
    states[i] = {state_at(q.data() + 4 * i, m.data() + 3 * i), vector_at(x.data() + 3 * i),
                 vector_at(v.data() + 3 * i)};
  return states;
}

/// Attitudes, momenta, positions and velocities of bodies that also move.
struct RigidRows {
  Array q, m, x, v;

  explicit RigidRows(std::size_t n)
      : q(new_rows(n, 4)), m(new_rows(n, 3)), x(new_rows(n, 3)), v(new_rows(n, 3)) {}
};

void put_states(const RigidBodiesStepper& stepper, double* q, double* m, double* x, double* v) {
  for (const RigidState& s : stepper.states()) {
    put(s.turning.attitude, q);
    put(s.turning.momentum, m);
    put(s.position, x);
    put(s.velocity, v);
    q += 4, m += 3, x += 3, v += 3;
  }
}

py::tuple run_coupled(CoupledBodiesStepper& stepper, double h, std::size_t count, std::size_t every) {
  const std::size_t n = stepper.size();
  Array times(static_cast<py::ssize_t>(count)), q = new_rows(count * n, 4), m = new_rows(count * n, 3);
  double* t = times.mutable_data();
  const StateRows to(q, m);
  run_steps(stepper, h, count, every, [&](std::size_t i) {
    t[i] = stepper.time();
    const auto& states = stepper.states();
    for (std::size_t k = 0; k < n; ++k) to.put(i * n + k, states[k]);
  });
  return py::make_tuple(times, q, m);
}

py::tuple run_rigid(RigidBodiesStepper& stepper, double h, std::size_t count, std::size_t every) {
  const std::size_t n = stepper.size();
  Array times(static_cast<py::ssize_t>(count));
  RigidRows rows(count * n);
  double *t = times.mutable_data(), *q = rows.q.mutable_data(), *m = rows.m.mutable_data(),
         *x = rows.x.mutable_data(), *v = rows.v.mutable_data();
  run_steps(stepper, h, count, every, [&](std::size_t i) {
    t[i] = stepper.time();
    put_states(stepper, q + 4 * n * i, m + 3 * n * i, x + 3 * n * i, v + 3 * n * i);
  });
  return py::make_tuple(times, rows.q, rows.m, rows.x, rows.v);
}

/// Moments at a time, by a Python function.
ChangingBodyStepper::Moments moments_of(const py::object& function) {
  return [held = HeldFunction(function)](double time) -> Eigen::Vector3d {
    const py::gil_scoped_acquire lock;
    return vector_of(py::cast<Array>((*held)(time)));
  };
}

}  // namespace

void add_several(py::module_& module) {
  py::class_<Together>(module, "Together")
      .def(py::init<>())
      .def_readwrite("splitting", &Together::splitting)
      .def_readwrite("free_method", &Together::free_method)
      .def_readwrite("compensated", &Together::compensated)
      .def_readwrite("is_pure", &Together::is_pure)
      .def_readwrite("start_time", &Together::start_time);

  py::class_<CoupledBodiesStepper>(module, "CoupledBodies")
      .def(py::init([](const std::vector<Inertia>& bodies, const Array& q, const Array& m,
                       const py::object& torques, const Together& how) {
        const std::vector<State> starts = states_of(q, m);
        return CoupledBodiesStepper(each_of(bodies, starts.size()), starts, torques_of(torques),
                                    how.splitting, how.options());
      }))
      .def("run", &run_coupled)
      .def("time", &CoupledBodiesStepper::time)
      .def("states", [](const CoupledBodiesStepper& s) { return arrays_of(s.states()); });

  py::class_<Molecule>(module, "Molecule")
      .def(py::init(
          [](const Array& masses, const Array& positions) { return molecule(points_of(masses, positions)); }))
      .def_property_readonly("mass", [](const Molecule& m) { return m.body.mass; })
      .def_property_readonly("sites", [](const Molecule& m) { return array_of(m.sites); })
      .def("site_positions", [](const Molecule& m, const Array& q, const Array& x) {
        const std::size_t n = rows(q, 4), k = m.sites.size();
        Array found = new_rows(n * k, 3);
        std::vector<Eigen::Vector3d> places(k);
        for (std::size_t i = 0; i < n; ++i) {
          site_positions(m, {attitude_at(q.data() + 4 * i), vector_at(x.data() + 3 * i)}, places);
          for (std::size_t j = 0; j < k; ++j) put(places[j], found.mutable_data() + 3 * (i * k + j));
        }
        return found;
      });

  py::class_<RigidBodiesStepper>(module, "RigidBodies")
      .def(py::init([](const std::vector<double>& masses, const std::vector<Inertia>& bodies, const Array& q,
                       const Array& m, const Array& x, const Array& v, const py::object& loads,
                       const Together& how) {
        const std::vector<RigidState> starts = rigid_states_of(q, m, x, v);
        std::vector<RigidBody> all;
        for (std::size_t i = 0; i < bodies.size(); ++i) all.push_back({masses[i], bodies[i]});
        return RigidBodiesStepper(each_of(all, starts.size()), starts, loads_of(loads), how.splitting,
                                  how.options());
      }))
      .def(py::init([](const Molecule& molecule, const Array& q, const Array& m, const Array& x,
                       const Array& v, const py::object& forces, const Together& how) {
        return RigidBodiesStepper(molecule.body, rigid_states_of(q, m, x, v),
                                  loads_of_sites(molecule, forces_of(forces)), how.splitting, how.options());
      }))
      .def("run", &run_rigid)
      .def("time", &RigidBodiesStepper::time)
      .def("states", [](const RigidBodiesStepper& s) {
        RigidRows rows(s.size());
        put_states(s, rows.q.mutable_data(), rows.m.mutable_data(), rows.x.mutable_data(),
                   rows.v.mutable_data());
        return py::make_tuple(rows.q, rows.m, rows.x, rows.v);
      });

  py::class_<ChangingBodyStepper>(module, "ChangingBody")
      .def(py::init([](const py::object& moments, const Array& q, const Array& m, const Torque& torque,
                       const Splitting& splitting, bool compensated, double start_time) {
        ChangingBodyOptions options;
        options.summation = summation_of(compensated);
        options.start_time = start_time;
        return ChangingBodyStepper(moments_of(moments), {attitude_of(q), vector_of(m)}, torque, splitting,
                                   options);
      }))
      .def("run", &run_body<ChangingBodyStepper>)
      .def("time", &ChangingBodyStepper::time)
      .def("state", [](const ChangingBodyStepper& s) { return arrays_of(s.state()); });
}

}  // namespace polhode::python
