// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motion of a body at given times to a given tolerance; the method and its steps are chosen here.
///
/// Convention. Times run from the start to one side, forwards or backwards. The error is that of the momentum
///             relative to the largest |m| at the start and the requested times so far, and that of the
///             attitude quaternion, sign included. At the time of an impulse the state is the one after it,
///             in the order of time: a run that begins there forwards does not apply it, a run backwards
///             takes it back at once.
/// Method.     Without torque the exact motion; under a torque whose formula is known power series, under one
///             that is only a function the method of Dormand and Prince of order 8; where a splitting, a free
///             method or a step is named, a splitting. The run does not depend on the requested times other
///             than the last. docs/simulate.md has the rules, and how the step of a splitting is found.
/// Accuracy.   The error is at most twice the tolerance on the 18 motions with references of 36 digits
///             (docs/simulate.md).

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/checkpoint.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/simulation/time_sequence.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace polhode {

/// The tolerance where none is given.
constexpr double default_tolerance = 1e-10;

/// How a motion is computed, and what is wanted of it besides states. Times are in the user's units.
struct SimulationOptions {
  double start_time = 0;
  std::optional<Splitting> splitting{};  ///< if empty, chosen
  /// If empty, chosen from the tolerance; if set, the tolerance is ignored.
  std::optional<double> step{};
  /// The longest step that may be chosen, positive. If empty, there is no limit. A torque that is only a
  /// function is seen at some points of each step alone: a pulse much shorter than a step may be missed. A
  /// given step may not be longer; a free motion, which has no steps, does not depend on it.
  std::optional<double> max_step{};
  /// Whether the error is estimated: by a series beside the run for power series, else by a second run (for a
  /// given step, with half of it). A splitting's step that is found from the tolerance has an estimate in any
  /// case.
  bool estimate_error = true;
  std::optional<FreeMethod> free_method{};  ///< none: exact
  Summation summation = Summation::compensated;
  std::vector<Event> events{};
  /// Called now and then with the fraction of the run that is done; 0 while the step is sought. If it returns
  /// false the run stops; what was computed is kept.
  std::function<bool(double fraction)> progress{};
  /// Asked between steps now and then, and after each requested time: whether the sink is to be given a
  /// checkpoint.
  std::function<bool()> wants_checkpoint{};
  /// If set, the run continues from there, else it begins at the start. All else must be as in the run that
  /// gave the checkpoint.
  std::optional<Checkpoint> resume_from{};
};

/// Where and why a run ended before its last time.
struct Stop {
  double time;
  State state;
  std::string reason;
  std::optional<std::size_t> event{};  ///< which of the options' events it was; none: another reason
};

/// What is known of a run besides its states.
struct SimulationReport {
  std::string engine;       ///< "exact", "series", "runge-kutta" or "splitting"
  std::string why;          ///< why that engine was chosen, in words
  int order = 0;            ///< of a series or of Runge-Kutta; else 0
  std::string splitting;    ///< by name; empty where none was used
  std::string free_method;  ///< by name; empty for series and Runge-Kutta
  /// How steps were added up: plain for a free body in steps of a method that gives images (free/method.hpp).
  Summation summation = Summation::plain;
  double step = 0;          ///< the longest
  std::uint64_t steps = 0;  ///< of the run; those for requested times and events come on top
  std::uint64_t torque_evaluations =
      0;  ///< of the run, all included; of a series its expansions, one for each step
  std::uint64_t search_evaluations = 0;  ///< to find the step and to estimate the error
  /// At the worst requested time, or at the event that has stopped the run; 0 for a free motion, which has
  /// errors of rounding only; of a free body in steps, its distance from the free motion; NaN where it is not
  /// known.
  double error_estimate = 0;
  std::string conserved_name;  ///< empty where the torque names nothing
  double conserved_start;      ///< NaN where nothing is conserved, or an impulse acts
  double conserved_excursion;  ///< the greatest distance from conserved_start at these times
  std::optional<Stop> stopped{};
  std::vector<std::string> warnings{};
};

/// Calls visit(name, field) for each field, in one order: for those who write reports to files and read them
/// back.
template <class Report, class Visit>
requires std::same_as<std::remove_const_t<Report>, SimulationReport>
void visit_fields(Report& report, const Visit& visit) {
  visit("engine", report.engine);
  visit("why", report.why);
  visit("order", report.order);
  visit("splitting", report.splitting);
  visit("free_method", report.free_method);
  visit("summation", report.summation);
  visit("step", report.step);
  visit("steps", report.steps);
  visit("torque_evaluations", report.torque_evaluations);
  visit("search_evaluations", report.search_evaluations);
  visit("error_estimate", report.error_estimate);
  visit("conserved_name", report.conserved_name);
  visit("conserved_start", report.conserved_start);
  visit("conserved_excursion", report.conserved_excursion);
  visit("stopped", report.stopped);
  visit("warnings", report.warnings);
}

/// A motion that is kept: its states in the user's body frame, and what is known of it.
struct Simulation : SimulationReport {
  std::vector<double> times;  ///< those that were reached, as requested
  std::vector<State> states;
  std::vector<FoundEvent> events;  ///< in the order of the run
};

/// The motion at the given times. A torque or an event that gives something that is not finite stops the run
/// there, and so does a torque that is only a function and chatters, grows or oscillates without limit;
/// what a user's function throws is passed on. Functions are taken to be pure (torque/torque.hpp).
/// While the step is sought a torque is also asked at states that the motion may never reach; it may refuse
/// these by InvalidInput, std::domain_error or std::out_of_range.
/// Impulses about the axis of a linear body do nothing.
/// Refuses times that are not finite or not in order on one side of the start, a tolerance outside (0, 1) or
/// one that would take more than 1e8 steps, and what SplittingStepper refuses.
Simulation simulate(const Inertia& body, const State& start, const Torque& torque,
                    std::span<const double> times, double tolerance, const SimulationOptions& options = {});

/// The same with the times written in the call: {1.0, 2.0}.
inline Simulation simulate(const Inertia& body, const State& start, const Torque& torque,
                           std::initializer_list<double> times, double tolerance,
                           const SimulationOptions& options = {}) {
  return simulate(body, start, torque, std::span<const double>(times.begin(), times.size()), tolerance,
                  options);
}

/// Where the results go, as they come.
struct SimulationSink {
  std::function<void(double time, const State& state)> state;
  std::function<void(const FoundEvent& event)> event{};
  /// Given a checkpoint once the step is found, and whenever one is wanted. All states and events before it
  /// have been given out.
  std::function<void(const Checkpoint& checkpoint)> checkpoint{};
};

/// @param checkpoint  of a simulation
/// @return            how many of the requested times had been given out; the run goes on with the next one
/// @throws InvalidInput for a checkpoint of something else
std::uint64_t next_time(const Checkpoint& checkpoint);

/// The motion at the given times, handed out as it comes: nothing is kept, so that the memory does not grow
/// with the number of times. Refuses what the form above refuses.
/// @param body       what turns
/// @param start      its state at SimulationOptions::start_time
/// @param torque     what acts on it
/// @param times      at which states are wanted, in order, on one side of the start
/// @param tolerance  of the error, between 0 and 1
/// @param sink       is given states, events and checkpoints
/// @param options    the method, events, where to continue, ...
/// @return           what is known of the run
/// @throws InvalidInput for input that is refused; what a user's function throws is passed on
SimulationReport simulate(const Inertia& body, const State& start, const Torque& torque,
                          const TimeSequence& times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options = {});
SimulationReport simulate(const Inertia& body, const State& start, const Torque& torque,
                          std::span<const double> times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options = {});

/// The splitting that is taken where none is named; docs/simulate.md says what it was measured against.
/// @param depends_on_momentum  whether the torque does
/// @param tolerance            of the run
/// @return                     the splitting, which lives as long as the program
const Splitting& default_splitting(bool depends_on_momentum, double tolerance);

}  // namespace polhode
