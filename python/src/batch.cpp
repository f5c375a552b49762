// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <polhode/batch/free_step.hpp>
#include <polhode/batch/free_stepper.hpp>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "calls.hpp"
#include "parts.hpp"

namespace polhode::python {
namespace {

template <class Real>
using ArrayOf = py::array_t<Real, py::array::c_style>;

BuiltInMethod method_of(const std::string& name) {
  const std::optional<BuiltInMethod> method = free_method(name).prepare.built_in();
  if (!method)
    throw InvalidInput("method", "'" + name + "'",
                       "one of exact, dmv, dmv4, dmv6, dmv8, dmv10, lie_poisson_123 for many bodies at once");
  return *method;
}

/// Row k of an array (.., n).
template <class Real>
std::span<Real> row(ArrayOf<Real>& a, py::ssize_t k) {
  const py::ssize_t n = a.shape(1);
  return {a.mutable_data() + k * n, static_cast<std::size_t>(n)};
}
template <class Real>
std::span<const Real> row(const ArrayOf<Real>& a, py::ssize_t k) {
  const py::ssize_t n = a.shape(1);
  return {a.data() + k * n, static_cast<std::size_t>(n)};
}

py::tuple as_tuple(const batch::Outcome& outcome) { return py::make_tuple(outcome.failed, outcome.reason); }

/// Steps the states in rows of q (4, n) and m (3, n), in place, in the ascending principal frame.
/// `bodies` is an Inertia or an array of moments (3, n), `h` a number or an array.
template <class Real>
py::tuple step_in_place(const py::object& bodies, ArrayOf<Real>& q, ArrayOf<Real>& m, const py::object& h,
                        std::size_t count, const std::string& method, int threads) {
  batch::Options options;
  options.free_method = method_of(method);
  options.threads = threads;
  const batch::StateSpans<Real> states{row(m, 0), row(m, 1), row(m, 2), row(q, 0),
                                       row(q, 1), row(q, 2), row(q, 3)};
  const auto made = [&] {
    if (py::isinstance<Inertia>(bodies)) return batch::Bodies<Real>::one(bodies.cast<const Inertia&>());
    const auto moments = bodies.cast<ArrayOf<Real>>();
    const auto numbers = [&](py::ssize_t k) {
      const std::span<const Real> all = row(moments, k);
      return std::vector<Real>(all.begin(), all.end());
    };
    return batch::Bodies<Real>::moments(numbers(0), numbers(1), numbers(2));
  }();
  const auto lengths = [&]() -> batch::StepLengths<Real> {
    if (!py::isinstance<py::array>(h)) return h.cast<Real>();
    const auto each = h.cast<ArrayOf<Real>>();
    return std::span<const Real>(each.data(), static_cast<std::size_t>(each.size()));
  }();
  batch::Outcome worst;
  {
    const py::gil_scoped_release unlocked;
    Interrupts interrupts;
    for (std::size_t i = 0; i < count; ++i) {
      const batch::Outcome outcome = batch::step(made, states, lengths, options);
      if (outcome.failed > worst.failed) worst = outcome;
      interrupts.check();
    }
  }
  return as_tuple(worst);
}

/// So many steps of a batch; what Python is told of bodies that could not be stepped.
template <class Batch>
py::tuple steps_of_batch(Batch& b, double h, std::size_t count) {
  batch::Outcome outcome;
  {
    const py::gil_scoped_release unlocked;
    Interrupts interrupts;
    for (std::size_t i = 0; i < count; ++i) {
      outcome = b.step(h);
      interrupts.check();
    }
  }
  return as_tuple(outcome);
}

batch::SplittingStepper<double> split_batch(const std::vector<Inertia>& bodies, const Array& q,
                                            const Array& m, const Torque& torque, const Splitting& splitting,
                                            const std::string& method, bool compensated, double start_time,
                                            int threads) {
  batch::StepperOptions options;
  options.start_time = start_time;
  options.free_method = method_of(method);
  options.threads = threads;
  const std::vector<State> starts = states_of(q, m);
  const Summation summation = summation_of(compensated);
  using States = batch::States<double>;
  if (bodies.size() == 1)
    return {bodies[0], States::from_user(starts, bodies[0], summation), torque, splitting, options};
  return {bodies, States::from_user(starts, bodies, summation), torque, splitting, options};
}

batch::FreeStepper<double> free_batch(const std::vector<Inertia>& bodies, const Array& q, const Array& m,
                                      const std::string& method, bool compensated, double start_time,
                                      int threads) {
  batch::FreeStepperOptions options;
  options.start_time = start_time;
  options.summation = summation_of(compensated);
  options.free_method = method_of(method);
  options.threads = threads;
  const std::vector<State> starts = states_of(q, m);
  if (bodies.size() == 1) return {bodies[0], starts, options};
  return {bodies, starts, options};
}

}  // namespace

void add_batches(py::module_& module) {
  module.def("step_in_place", &step_in_place<double>);
  module.def("step_in_place_float", &step_in_place<float>);

  using Free = batch::FreeStepper<double>;
  py::class_<Free>(module, "FreeBatch")
      .def(py::init(&free_batch))
      .def("step", &steps_of_batch<Free>)
      .def("states", [](const Free& b) { return arrays_of(b.states()); })
      .def("time", &Free::time)
      .def("add_momentum", [](Free& b, std::size_t body, const Array& jump,
                              bool in_space) { b.add_momentum(body, vector_of(jump), frame_of(in_space)); })
      .def("checkpoint", [](const Free& b) { return py::bytes(b.checkpoint().bytes()); })
      .def("resume", [](Free& b, const py::bytes& bytes) { b.resume(Checkpoint(std::string(bytes))); });

  using Split = batch::SplittingStepper<double>;
  py::class_<Split>(module, "SplittingBatch")
      .def(py::init(&split_batch))
      .def("step", &steps_of_batch<Split>)
      .def("states", [](const Split& b) { return arrays_of(b.user_states()); })
      .def("time", &Split::time)
      .def("add_momentum", [](Split& b, std::size_t body, const Array& jump,
                              bool in_space) { b.add_momentum(body, vector_of(jump), frame_of(in_space)); })
      .def("checkpoint", [](const Split& b) { return py::bytes(b.checkpoint().bytes()); })
      .def("resume", [](Split& b, const py::bytes& bytes) { b.resume(Checkpoint(std::string(bytes))); });
}

}  // namespace polhode::python
