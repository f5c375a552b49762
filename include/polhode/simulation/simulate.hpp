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
/// Method.     Without torque: FreeMotion, from impulse to impulse; or, where a step is named, steps of that
///             length by the free method that is named, exact by default, and a shorter one before each
///             impulse and the end.
///             Under a torque whose formula is known: power series, order and step from the tolerance
///             (docs/series.md). The state at a requested time is the value of a polynomial. The error is
///             carried along with the run.
///             Under a torque that is only a function: the method of Dormand and Prince of order 8, with
///             dense output; its error is estimated from a companion with other steps. The torque is also
///             evaluated between the points that the method needs, so that a pulse that lasts longer than a
///             160th of the run is seen (docs/series.md); SimulationOptions::max_step is for shorter ones.
///             Where a splitting, a free method or a step is named, or a damping is much faster than the
///             motion: a splitting with a fixed step. Start, breakpoints, impulses and end divide the run
///             into pieces; each piece is divided into equal steps, the longest that are not above h. A
///             torque with breakpoints is asked on the inner side of each piece, so that it may jump there. A
///             requested time inside a step is reached by a shorter step on a copy.
///             The run does not depend on the requested times other than the last, unless such an evaluation
///             finds what would have been missed.
/// A splitting's step. The run is done with steps of h and of h/2 side by side. Their greatest difference at
/// the
///             requested times, times 2^p / (2^p - 1), p the order, estimates the error of the coarser one.
///             (That of the finer one would come out 2^p times smaller only if the error fell evenly with h;
///             under weak torques it does not, and that estimate was found 20 times too small.) Above the
///             tolerance, the next h comes from the order, for half the tolerance; where the difference has
///             not fallen by a third, rounding or the motion itself is the limit: the best one is kept, with
///             a warning. If a run breaks off, h is divided by 4, until it breaks off at the same time again.
///             The first h comes in the same way from a short stretch, some turns long, beginning with what
///             the angular velocity and the torques in some attitudes suggest. Then the run is done once more
///             for the results, with h; so the whole costs four runs where the first h was right. Where the
///             error falls more slowly than the order says (a torque that is not smooth), there is a warning,
///             and the search goes on by the observed order.
/// Which splitting. default_splitting, below. Where the torque is dissipative and the tolerance is 1e-6 or
///             more, strang_kick, which never runs backwards, is tried too on the short stretch, and the one
///             of the two that needs fewer evaluations is taken. A decay of the momentum at the start that is
///             faster than the steps is missed by steps of h and of h/2 alike. So the steps are kept below
///             four times the time of decay; unless the angle that the body turns in that time is below a
///             twentieth of the tolerance: then this angle is added to the estimate. Where impulses, tables
///             or functions of time would be lost in such steps, series or Runge-Kutta are taken.
/// Accuracy.   On 18 motions with references of 36 digits (tops, gravity gradient, vessels with and without
///             damping) at tolerances 1e-3 to 1e-12: series, errors of at most twice the tolerance, and an
///             estimate of 0.8 to 1.4 times the error in the geometric mean; splittings, errors below the
///             tolerance, and an estimate that agrees within 30 per cent.

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/checkpoint.hpp>
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
  std::optional<Splitting> splitting{};  ///< none: chosen
  std::optional<double> step{};          ///< none: found from the tolerance, else that is not used
  /// The longest step that may be chosen, positive. If empty, there is no limit. A torque that is only a
  /// function is seen at some points of each step alone: a pulse much shorter than a step may be missed. A
  /// given step may not be longer; a free motion, which has no steps, does not depend on it.
  std::optional<double> max_step{};
  /// Whether the error is estimated: by a series beside the run for power series, else by a second run (for a
  /// given step, with half of it). A splitting's step that is found from the tolerance has an estimate in any
  /// case.
  bool estimates_error = true;
  std::optional<FreeMethod> free_method{};  ///< none: exact
  Summation summation = Summation::compensated;
  std::vector<Event> events{};
  /// Called now and then with the fraction of the run that is done; 0 while the step is sought. If it returns
  /// false the run stops; what was computed is kept.
  std::function<bool(double fraction)> progress{};
  /// Asked between steps now and then, and after each requested time: whether the sink is to be given a
  /// checkpoint.
  std::function<bool()> wants_checkpoint{};
  /// Where to go on; none: at the start. All else must be as in the run that gave the checkpoint.
  const Checkpoint* resume_from = nullptr;
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

/// The same; nothing is kept, so that the memory does not grow with the number of times.
SimulationReport simulate(const Inertia& body, const State& start, const Torque& torque,
                          const TimeSequence& times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options = {});
SimulationReport simulate(const Inertia& body, const State& start, const Torque& torque,
                          std::span<const double> times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options = {});

/// The splitting that is taken where none is named. Evaluations of the torque for a tolerance (those of a
/// run, scaled by the order from its error estimate to the tolerance), geometric mean of the 16 motions
/// without and of the 2 with damping of tests/reference/torqued.csv:
///
///     tolerance               1e-3   1e-5   1e-7   1e-9  1e-11  1e-13
///     blanes_moan_srkn6b        38     79    223    652   1960   6039   taken from 1e-6 on
///     blanes_moan_srkn14a       56    109    183    368    764   1563   taken below
///     kahan_li8                127    204    343    583   1014   1736
///     sofroniou_spaletta10     183    296    458    655    974   1530
///     with damping
///     blanes_moan_s6            25     72    214    650   2041   6461   taken from 1e-4 on
///     blanes_moan_s10           33     56    106    216    452    946   taken from 1e-11 on
///     kahan_li8                 68    103    168    275    454    806
///     sofroniou_spaletta10      98    153    193    314    458    702   taken below
const Splitting& default_splitting(bool depends_on_momentum, double tolerance);

}  // namespace polhode
