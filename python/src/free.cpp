// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <polhode/body/observed_angles.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/rounding_effect.hpp>
#include <polhode/free/tumbling.hpp>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "parts.hpp"
#include "threads.hpp"

namespace polhode::python {
namespace {

void motion_at(const FreeMotion& motion, const Array& times, Array& q, Array& m, unsigned threads) {
  states_in_pieces(times, q, m, threads, [&](std::span<const double> some, const StateRows& to) {
    // Kept from piece to piece: allocating memory would cost as much as the states.
    static thread_local std::vector<State> states;
    states.resize(some.size());
    motion.at(some, states);
    for (std::size_t i = 0; i < states.size(); ++i) to.put(i, states[i]);
  });
}

Regime regime_of(const std::string& text) {
  for (const Regime r : {Regime::long_axis_mode, Regime::short_axis_mode})
    if (text == name(r)) return r;
  throw InvalidInput("mode", "'" + text + "'", "'long-axis mode' or 'short-axis mode'");
}

}  // namespace

void add_free_motion(py::module_& module) {
  py::class_<FreeMotion>(module, "FreeMotion")
      .def(py::init([](const Inertia& body, const Array& q, const Array& m, double start_time) {
        return FreeMotion(body, {attitude_of(q), vector_of(m)}, start_time);
      }))
      .def("at", &motion_at);

  py::class_<RoundingEffect>(module, "RoundingEffect")
      .def(py::init([](const Inertia& body, const Array& q, const Array& m, double start_time) {
        return RoundingEffect(body, {attitude_of(q), vector_of(m)}, start_time);
      }))
      .def("at",
           [](const RoundingEffect& effect, const Array& times) {
             Array errors(times.size());
             double* to = errors.mutable_data();
             const std::span<const double> asked = numbers(times);
             {
               const py::gil_scoped_release unlocked;
               for (std::size_t i = 0; i < asked.size(); ++i) to[i] = effect.at(asked[i]);
             }
             return errors;
           })
      .def("time_of", &RoundingEffect::time_of);

  module.def("describe", [](const Inertia& body, const Array& q, const Array& m) {
    const TumblingDescription t = describe(body, {attitude_of(q), vector_of(m)});
    py::dict d;
    d["regime"] = std::string(name(t.regime));
    d["axis"] = std::string(name(t.axis));
    d["polhode_period"] = t.polhode_period;
    d["precession_rate"] = t.precession_rate;
    d["precession_period"] = t.precession_period;
    d["long_axis_rate"] = t.long_axis_rate;
    d["rotation_number"] = t.rotation_number;
    d["smallest_nutation"] = t.smallest_nutation;
    d["largest_nutation"] = t.largest_nutation;
    d["next_flip"] = t.next_flip;
    return d;
  });
  module.def("nutation_axis", [](const Inertia& body, const Array& q, const Array& m) {
    return array_of(nutation_axis(body, {attitude_of(q), vector_of(m)}));
  });
  module.def("momentum_from_periods", [](const Inertia& body, const std::string& mode, double polhode_period,
                                         double precession_period, double phase) {
    return array_of(momentum_from_periods(body, regime_of(mode), polhode_period, precession_period, phase));
  });
  module.def("flip_times", [](const Inertia& body, const Array& q, const Array& m, double duration) {
    return array_of(flip_times(body, {attitude_of(q), vector_of(m)}, duration));
  });
}

}  // namespace polhode::python
