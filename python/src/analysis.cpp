// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/free/round_off.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "calls.hpp"
#include "parts.hpp"
#include "threads.hpp"

namespace polhode::python {
namespace {

template <class Matrix>
void put_matrix(const Matrix& matrix, double* to) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index k = 0; k < matrix.cols(); ++k) *to++ = matrix(i, k);
}

/// Attitudes (n, 4), momenta (n, 3) and Jacobians (n, 6, 10).
py::tuple free_derivatives(const Inertia& body, const Array& q0, const Array& m0, double start_time,
                           const Array& times) {
  const FreeMotionDerivative motion(body, {attitude_of(q0), vector_of(m0)}, start_time);
  const std::span<const double> asked = numbers(times);
  Array q = new_rows(asked.size(), 4), m = new_rows(asked.size(), 3), jacobian = new_rows(asked.size(), 60);
  const StateRows to(q, m);
  double* to_jacobian = jacobian.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    in_pieces(asked.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const MotionDerivative found = motion.at(asked[i]);
        to.put(i, found.state);
        put_matrix(found.jacobian, to_jacobian + 60 * i);
      }
    });
  }
  return py::make_tuple(q, m, jacobian);
}

/// (n, 6, 6): columns xx, yy, zz, xy, xz, yz of the tensor.
Array derivatives_by_tensor(const Inertia& body, const Array& q0, const Array& m0, double start_time,
                            const Array& times) {
  const FreeMotionDerivative motion(body, {attitude_of(q0), vector_of(m0)}, start_time);
  const std::span<const double> asked = numbers(times);
  Array by_tensor = new_rows(asked.size(), 36);
  double* to = by_tensor.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    in_pieces(asked.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) put_matrix(motion.by_tensor(asked[i]), to + 36 * i);
    });
  }
  return by_tensor;
}

/// The same Jacobians with rotation vectors in space, or with angular velocities instead of momenta.
Array other_jacobians(const Inertia& body, const Array& q0, const Array& m0, const Array& q, const Array& m,
                      const Array& jacobians, bool in_space) {
  const std::vector<State> states = states_of(q, m);
  MotionDerivative d;
  d.start = {attitude_of(q0), vector_of(m0)};
  Array found = new_rows(states.size(), 60);
  for (std::size_t i = 0; i < states.size(); ++i) {
    d.state = states[i];
    for (Eigen::Index k = 0; k < 60; ++k)
      d.jacobian(k / 10, k % 10) = jacobians.data()[60 * i + static_cast<std::size_t>(k)];
    put_matrix(in_space ? d.in_space() : d.in_angular_velocity(body), found.mutable_data() + 60 * i);
  }
  return found;
}

/// As free_derivatives under torque, and derivatives by parameters of the torque, (n, parameters, 6). `family` is None
/// or makes the torque for given parameters.
py::tuple torqued_derivatives(const Inertia& body, const Array& q0, const Array& m0, const Torque& torque,
                              const py::object& family, const std::vector<double>& parameters,
                              const Array& times, double start_time) {
  const State start{attitude_of(q0), vector_of(m0)};
  const std::span<const double> asked = numbers(times);
  TorqueFamily made;
  if (!family.is_none()) {
    made.parameters = parameters;
    made.torque = [held = HeldFunction(family)](std::span<const double> p) {
      const py::gil_scoped_acquire lock;
      return (*held)(array_of(std::vector<double>(p.begin(), p.end()))).cast<Torque>();
    };
  }
  std::vector<TorquedDerivative> found;
  {
    const py::gil_scoped_release unlocked;
    Interrupts interrupts;
    const auto check = [&](double) { interrupts.check(); };
    found = made.torque ? simulate_derivative(body, start, made, asked, start_time, check)
                        : simulate_derivative(body, start, torque, asked, start_time, check);
  }
  const std::size_t n = found.size(), p = parameters.size();
  Array q = new_rows(n, 4), m = new_rows(n, 3), jacobian = new_rows(n, 60),
        by_parameters = new_rows(n * p, 6);
  const StateRows to(q, m);
  for (std::size_t i = 0; i < n; ++i) {
    to.put(i, found[i].motion.state);
    put_matrix(found[i].motion.jacobian, jacobian.mutable_data() + 60 * i);
    for (std::size_t k = 0; k < p; ++k)
      put_matrix(found[i].by_parameters[k], by_parameters.mutable_data() + 6 * (i * p + k));
  }
  return py::make_tuple(q, m, jacobian, by_parameters);
}

py::dict divergence_of(const Inertia& body, const Array& q, const Array& m, const Torque& torque, double end,
                       double begin) {
  const State start{attitude_of(q), vector_of(m)};
  Divergence found;
  {
    const py::gil_scoped_release unlocked;
    Interrupts interrupts;
    found = divergence(body, start, torque, end, begin, [&](double) { interrupts.check(); });
  }
  py::dict d;
  d["exponent"] = found.exponent;
  d["spread"] = found.spread;
  d["growth"] = found.growth;
  d["horizon"] = found.horizon;
  return d;
}

py::dict dictionary_of(const RoundOffOfInvariant& i) {
  py::dict d;
  d["mean"] = array_of(i.mean);
  d["deviation"] = array_of(i.deviation);
  d["final_mean"] = i.final_mean;
  d["standard_error"] = i.standard_error;
  d["final_deviation"] = i.final_deviation;
  d["slope"] = i.slope;
  d["slope_error"] = i.slope_error;
  d["growth"] = i.growth;
  return d;
}

/// Returns steps (samples,), unit, the five invariants, and the errors of the kept starts (kept, samples, 5).
py::tuple round_off(const Inertia& body, const Array& momentum, const std::string& method, bool compensated,
                    double h, std::uint64_t steps, int starts, double spread, double kick, std::uint64_t seed,
                    int samples, int kept, int threads) {
  RoundOffExperiment e;
  e.body = body;
  e.momentum = vector_of(momentum);
  e.method = free_method(method);
  e.summation = summation_of(compensated);
  e.h = h;
  e.steps = steps;
  e.starts = starts;
  e.spread = spread;
  e.kick = kick;
  e.seed = seed;
  e.samples = samples;
  e.kept = kept;
  e.threads = threads;
  const auto interrupts = std::make_shared<Interrupts>();
  e.progress = [interrupts](double) { interrupts->check(); };
  RoundOff found;
  {
    const py::gil_scoped_release unlocked;
    found = measure_round_off(e);
  }
  py::list invariants;
  for (const RoundOffOfInvariant& i : found.invariants) invariants.append(dictionary_of(i));
  Array taken(static_cast<py::ssize_t>(found.steps.size()));
  std::copy(found.steps.begin(), found.steps.end(), taken.mutable_data());
  Array errors = new_rows(found.trajectories.size() * found.steps.size(), 5);
  double* to = errors.mutable_data();
  for (const auto& trajectory : found.trajectories)
    for (const auto& sample : trajectory) to = std::copy(sample.begin(), sample.end(), to);
  return py::make_tuple(taken, found.unit, invariants, errors);
}

}  // namespace

void add_analysis(py::module_& module) {
  module.def("free_derivatives", &free_derivatives);
  module.def("derivatives_by_tensor", &derivatives_by_tensor);
  module.def("other_jacobians", &other_jacobians);
  module.def("torqued_derivatives", &torqued_derivatives);
  module.def("divergence", &divergence_of);
  module.def("round_off", &round_off);
}

}  // namespace polhode::python
