// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/simulation/torqued_motion.hpp>
#include <polhode/torque/expression.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "calls.hpp"
#include "parts.hpp"
#include "threads.hpp"

namespace polhode::python {
namespace {

/// Options of the Python layer.
struct Choice {
  double tolerance = default_tolerance, start_time = 0;
  std::optional<double> step{}, max_step{};
  std::optional<Splitting> splitting{};
  std::optional<std::string> free_method{};
  bool compensated = true, estimate_error = true;
};

SimulationOptions options_of(const Choice& choice) {
  SimulationOptions options;
  options.start_time = choice.start_time;
  options.splitting = choice.splitting;
  options.step = choice.step;
  options.max_step = choice.max_step;
  options.estimate_error = choice.estimate_error;
  if (choice.free_method) options.free_method = free_method(*choice.free_method);
  options.summation = summation_of(choice.compensated);
  return options;
}

/// From (name, formula or function, crossing, stops); a function is called with attitude, momentum, omega, time.
Event event_of(const py::tuple& given, const Inertia& body) {
  Event event;
  event.name = given[0].cast<std::string>();
  const int crossing = given[2].cast<int>();
  event.crossing = crossing > 0 ? Crossing::rising : crossing < 0 ? Crossing::falling : Crossing::either;
  event.stops = given[3].cast<bool>();
  if (py::isinstance<Formula>(given[1])) {
    event.function = [formula = given[1].cast<Formula>(), body](const State& s, double time) {
      const Eigen::Vector3d w = body.angular_velocity(s.momentum);
      const Attitude& q = s.attitude;
      return formula.number(FormulaState<double>{{q.w(), q.x(), q.y(), q.z()},
                                                 {s.momentum.x(), s.momentum.y(), s.momentum.z()},
                                                 {w.x(), w.y(), w.z()},
                                                 time});
    };
  } else {
    const HeldFunction held(given[1]);
    event.function = [held, body](const State& s, double time) {
      const Eigen::Vector3d w = body.angular_velocity(s.momentum);
      const py::gil_scoped_acquire lock;
      return (*held)(array_of(s.attitude), array_of(s.momentum), array_of(w), time).cast<double>();
    };
  }
  return event;
}

template <class Field>
py::object object_of(const Field& field) {
  if constexpr (std::is_same_v<Field, Summation>)
    return py::str(field == Summation::plain ? "plain" : "compensated");
  else if constexpr (std::is_same_v<Field, std::optional<Stop>>) {
    if (!field) return py::none();
    return py::make_tuple(field->time, array_of(field->state.attitude), array_of(field->state.momentum),
                          field->reason, field->event);
  } else
    return py::cast(field);
}

py::dict dictionary_of(const SimulationReport& report) {
  py::dict d;
  visit_fields(report, [&](const char* name, const auto& field) { d[name] = object_of(field); });
  return d;
}

py::list list_of(const std::vector<FoundEvent>& events) {
  py::list list;
  for (const FoundEvent& e : events)
    list.append(py::make_tuple(e.event, e.time, array_of(e.state.attitude), array_of(e.state.momentum)));
  return list;
}

/// Calls a user's progress function at most ten times a second; if it returns False the run stops, if None it does not.
class Progress {
 public:
  explicit Progress(const py::object& function) {
    if (!function.is_none()) function_.emplace(function);
  }

  bool operator()(double fraction) {
    interrupts_.check();
    const auto now = std::chrono::steady_clock::now();
    if (!function_ || now - last_ < std::chrono::milliseconds(100)) return true;
    last_ = now;
    const py::gil_scoped_acquire lock;
    const py::object answer = (**function_)(fraction);
    return answer.is_none() || answer.cast<bool>();
  }

 private:
  std::optional<HeldFunction> function_{};
  Interrupts interrupts_{};
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

py::tuple run(const Inertia& body, const Array& q0, const Array& m0, const Torque& torque, const Array& times,
              const Choice& choice, const py::list& events, const py::object& progress,
              const py::object& checkpoint_sink, double checkpoint_seconds,
              const std::optional<py::bytes>& resume) {
  const State start{attitude_of(q0), vector_of(m0)};
  SimulationOptions options = options_of(choice);
  for (const py::handle& event : events) options.events.push_back(event_of(event.cast<py::tuple>(), body));
  const auto reported = std::make_shared<Progress>(progress);
  options.progress = [reported](double fraction) { return (*reported)(fraction); };

  std::optional<Checkpoint> from;
  std::size_t first = 0;
  if (resume) {
    from.emplace(std::string(*resume));
    options.resume_from = from;
    first = static_cast<std::size_t>(next_time(*from));
    if (first > static_cast<std::size_t>(times.size()))
      throw InvalidInput("checkpoint", std::to_string(first) + " times done",
                         "a checkpoint of a run with these times");
  }
  const std::size_t n = static_cast<std::size_t>(times.size()) - first;
  Array q = new_rows(n, 4), m = new_rows(n, 3);
  const StateRows to(q, m);
  std::size_t done = 0;
  std::vector<FoundEvent> found;
  SimulationSink sink;
  sink.state = [&](double, const State& s) { to.put(done++, s); };
  sink.event = [&](const FoundEvent& e) { found.push_back(e); };
  std::optional<HeldFunction> keep;
  auto last = std::chrono::steady_clock::now();
  if (!checkpoint_sink.is_none()) {
    keep.emplace(checkpoint_sink);
    sink.checkpoint = [&](const Checkpoint& c) {
      const py::gil_scoped_acquire lock;
      (**keep)(py::bytes(c.bytes()));
    };
    options.wants_checkpoint = [&] {
      const auto now = std::chrono::steady_clock::now();
      if (std::chrono::duration<double>(now - last).count() < checkpoint_seconds) return false;
      last = now;
      return true;
    };
  }
  const std::span<const double> asked = numbers(times);
  SimulationReport report;
  {
    const py::gil_scoped_release unlocked;
    report = simulate(body, start, torque, asked, choice.tolerance, sink, options);
  }
  return py::make_tuple(first, done, q, m, list_of(found), dictionary_of(report));
}

/// Many motions under one torque, to the same times; one body for all, or one each.
py::tuple run_many(const std::vector<Inertia>& bodies, const Array& q0, const Array& m0, const Torque& torque,
                   const Array& times, const Choice& choice, int threads, const py::object& progress) {
  const std::vector<State> starts = states_of(q0, m0);
  const std::size_t motions = starts.size(), n = static_cast<std::size_t>(times.size());
  const SimulationOptions options = options_of(choice);
  Array q = new_rows(motions * n, 4), m = new_rows(motions * n, 3);
  std::fill_n(q.mutable_data(), q.size(), std::numeric_limits<double>::quiet_NaN());
  std::fill_n(m.mutable_data(), m.size(), std::numeric_limits<double>::quiet_NaN());
  const StateRows to(q, m);
  std::vector<std::size_t> done(motions);
  std::vector<SimulationReport> reports(motions);
  std::vector<std::string> refusals(motions);
  ManyMotionsSink sink;
  sink.begin = [&](std::uint64_t i) { done[i] = 0; };
  sink.state = [&](std::uint64_t i, double, const State& s) { to.put(i * n + done[i]++, s); };
  sink.end = [&](std::uint64_t i, const SimulationReport& report) { reports[i] = report; };
  sink.refused = [&](std::uint64_t i, const InvalidInput& refusal) { refusals[i] = refusal.what(); };
  const auto reported = std::make_shared<Progress>(progress);
  const TimeSequence asked(numbers(times));
  {
    const py::gil_scoped_release unlocked;
    simulate_many(motions,
                  [&](std::uint64_t i) -> std::optional<Problem> {
                    return Problem{bodies.size() == 1 ? bodies[0] : bodies[i],
                                   starts[i],
                                   torque,
                                   asked,
                                   choice.tolerance,
                                   options,
                                   true};
                  },
                  sink, {threads, [reported](double fraction) { return (*reported)(fraction); }});
  }
  py::list dictionaries;
  for (const SimulationReport& report : reports) dictionaries.append(dictionary_of(report));
  return py::make_tuple(q, m, dictionaries, refusals);
}

void torqued_at(const TorquedMotion& motion, const Array& times, Array& q, Array& m, unsigned threads) {
  states_in_pieces(times, q, m, threads, [&](std::span<const double> some, const StateRows& to) {
    for (std::size_t i = 0; i < some.size(); ++i) to.put(i, motion.at(some[i]));
  });
}

}  // namespace

void add_simulation(py::module_& module) {
  py::class_<Choice>(module, "Choice")
      .def(py::init<>())
      .def_readwrite("tolerance", &Choice::tolerance)
      .def_readwrite("start_time", &Choice::start_time)
      .def_readwrite("step", &Choice::step)
      .def_readwrite("max_step", &Choice::max_step)
      .def_readwrite("splitting", &Choice::splitting)
      .def_readwrite("free_method", &Choice::free_method)
      .def_readwrite("compensated", &Choice::compensated)
      .def_readwrite("estimate_error", &Choice::estimate_error);
  module.def("simulate", &run);
  module.def("simulate_many", &run_many);
  py::class_<TorquedMotion>(module, "TorquedMotion")
      .def(py::init([](const Inertia& body, const Array& q, const Array& m, const Torque& torque,
                       double start_time, double end_time, double tolerance) {
        const State start{attitude_of(q), vector_of(m)};
        const py::gil_scoped_release unlocked;
        Interrupts interrupts;
        return TorquedMotion(body, start, torque, end_time, tolerance, start_time,
                             [&](double) { interrupts.check(); });
      }))
      .def("at", &torqued_at)
      .def_property_readonly("start_time", &TorquedMotion::start_time)
      .def_property_readonly("end_time", &TorquedMotion::end_time)
      .def_property_readonly("steps", &TorquedMotion::steps);
}

}  // namespace polhode::python
