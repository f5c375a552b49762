// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/torque/inverse_inertia.hpp>

#include "body/principal_attitude.hpp"
#include "core/number_text.hpp"
#include "simulation/general_steps.hpp"
#include "simulation/input.hpp"
#include "simulation/track.hpp"

namespace polhode {

namespace {

using namespace simulation;

Quat<double> attitude_of(const Seven& y) noexcept { return {y[0], y[1], y[2], y[3]}; }
Vec3<double> momentum_of(const Seven& y) noexcept { return {y[4], y[5], y[6]}; }

/// The equations of motion of one body, which count the evaluations of the torque.
class EquationsOfMotion {
 public:
  EquationsOfMotion(const Inertia& body, const Torque& torque)
      : inverse_(from_eigen(body.moments())), torque_(torque.prepare(body)), is_free_(torque.is_none()) {}

  void operator()(double time, const Seven& y, Seven& rate) {
    const Quat<double> q = attitude_of(y);
    const Vec3<double> m = momentum_of(y), half = 0.5 * (inverse_ * m);
    Vec3<double> dm = inverse_.cross_velocity(m);
    if (!is_free_) {
      ++evaluations_;
      dm = dm + torque_.torque({m, normalised(q)}, std::clamp(time, earliest_, std::max(earliest_, latest_)));
    }
    const Quat<double> dq = q * Quat<double>{0, half.x, half.y, half.z};
    rate = {dq.w, dq.x, dq.y, dq.z, dm.x, dm.y, dm.z};
  }

  /// Evaluates the torque only between two times, given in any order.
  void ask_between(double a, double b) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    earliest_ = std::nextafter(std::min(a, b), infinity);
    latest_ = std::nextafter(std::max(a, b), -infinity);
  }
  double torque_at(double time, const Seven& y) const {
    return is_free_ ? 0 : norm(torque_.torque({momentum_of(y), attitude_of(y)}, time));
  }
  std::uint64_t evaluations() const noexcept { return evaluations_; }

 private:
  torques::InverseInertia<double> inverse_;
  PreparedTorque torque_;
  bool is_free_;
  double earliest_ = -std::numeric_limits<double>::infinity(),
         latest_ = std::numeric_limits<double>::infinity();
  std::uint64_t evaluations_ = 0;
};

class GeneralRun {
 public:
  GeneralRun(const GeneralMethod& method, const Problem& problem, std::span<const double> times,
             double step_or_tolerance, const GeneralOptions& options)
      : problem_(problem),
        frame_(problem.body),
        times_(times),
        options_(options),
        equations_(problem.body, problem.torque),
        has_breakpoints_(!problem.torque.breakpoints().empty()),
        steps_(steps_of(method, step_or_tolerance)) {
    found_.engine = method.name;
    found_.why = "it was named";
    found_.order = method.order;
    found_.error_estimate = found_.conserved_start = found_.conserved_excursion = nan;
  }

  Simulation run() && {
    bool goes_on = true;
    for (const Cut& cut : cuts_of(problem_)) {
      goes_on = go_through_piece(cut.time);
      if (!goes_on) break;
      // The state at an impulse is the one after it, in the order of time.
      if (direction_of(problem_) < 0) give_until(cut.time, true);
      for (const Impulse& impulse : cut.impulses) {
        Seven& y = steps_->state();
        const Vec3<double> dm = change_by(impulse, problem_.body, normalised(attitude_of(y)));
        y[4] += dm.x;
        y[5] += dm.y;
        y[6] += dm.z;
      }
      if (direction_of(problem_) > 0) give_until(cut.time, true);
    }
    found_.torque_evaluations = equations_.evaluations();
    return std::move(found_);
  }

 private:
  std::unique_ptr<GeneralSteps> steps_of(const GeneralMethod& method, double step_or_tolerance) {
    const Vec3<double> m = from_eigen(principal_momentum(problem_.body, problem_.start));
    const Quat<double> q = frame_.from_user(problem_.start.attitude);
    const Seven start{q.w, q.x, q.y, q.z, m.x, m.y, m.z};
    const auto equations = [this](double time, const Seven& y, Seven& rate) { equations_(time, y, rate); };
    if (!method.controls_steps)
      return std::make_unique<ClassicalSteps>(equations, problem_.options.start_time, start,
                                              step_or_tolerance);
    const double one = step_or_tolerance, of_momentum = one * momentum_unit(start);
    return std::make_unique<Dop853Steps>(equations, problem_.options.start_time, start, step_or_tolerance,
                                         Seven{one, one, one, one, of_momentum, of_momentum, of_momentum});
  }

  double momentum_unit(const Seven& start) const {
    const double m = norm(momentum_of(start)), inertia = problem_.body.moments().z();
    if (m > 0) return m;
    const double force = equations_.torque_at(problem_.options.start_time, start);
    if (force > 0 && std::isfinite(force)) return std::sqrt(force * inertia);
    const double span = std::abs(end_time_of(problem_) - problem_.options.start_time);
    return span > 0 ? inertia / span : inertia;
  }

  /// Advances to the end of a piece; false if the run stops before.
  bool go_through_piece(double end) {
    if (has_breakpoints_) equations_.ask_between(steps_->end(), end);
    steps_->begin_piece(end);
    while (steps_->end() != end) {
      if (const char* why_not = steps_->step()) return stop(why_not);
      ++found_.steps;
      found_.step = std::max(found_.step, std::abs(steps_->end() - steps_->begin()));
      give_until(steps_->end(), false);
      if (!goes_on()) return stop("stopped on request");
    }
    return true;
  }

  bool stop(const char* reason) {
    found_.stopped = Stop{steps_->end(), state_of(steps_->state()), reason};
    return false;
  }

  bool goes_on() const {
    constexpr std::uint64_t steps_between = 64;
    if (!options_.progress || found_.steps % steps_between != 0) return true;
    return options_.progress((steps_->end() - problem_.options.start_time) /
                             (end_time_of(problem_) - problem_.options.start_time));
  }

  /// Gives out the states at the requested times before `time`, and those at it if `with_it`.
  void give_until(double time, bool with_it) {
    const double direction = direction_of(problem_);
    for (; found_.times.size() < times_.size();) {
      const double next = times_[found_.times.size()];
      if (with_it ? direction * next > direction * time : direction * next >= direction * time) return;
      found_.times.push_back(next);
      found_.states.push_back(state_of(next == steps_->end() ? steps_->state() : steps_->at(next)));
    }
  }

  State state_of(const Seven& y) const {
    return {frame_.to_user(normalised(attitude_of(y))),
            problem_.body.from_principal(to_eigen(momentum_of(y)))};
  }

  const Problem& problem_;
  PrincipalAttitude frame_;
  std::span<const double> times_;
  const GeneralOptions& options_;
  EquationsOfMotion equations_;
  bool has_breakpoints_;
  std::unique_ptr<GeneralSteps> steps_;
  Simulation found_;
};

void refuse_bad_choice(const GeneralMethod& method, std::span<const double> times, double step_or_tolerance,
                       const GeneralOptions& general) {
  SimulationOptions options;
  options.start_time = general.start_time;
  if (!method.controls_steps) options.step = step_or_tolerance;
  refuse_bad_input(TimeSequence(times), method.controls_steps ? step_or_tolerance : default_tolerance,
                   options);
}

}  // namespace

const std::vector<GeneralMethod>& general_methods() {
  static const std::vector<GeneralMethod> all{
      {"classical_rk4", 4, false, "the classical Runge-Kutta method on quaternion and momentum",
       "Kutta 1901"},
      {"dop853", 8, true, "Dormand and Prince's method on quaternion and momentum, with its own steps",
       "Hairer, Norsett, Wanner 1993"}};
  return all;
}

const GeneralMethod& general_method(const std::string& name) {
  const auto& all = general_methods();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& m) { return m.name == name; });
  if (found == all.end())
    throw InvalidInput("general method", name, "one of general_methods(), such as dop853");
  return *found;
}

Simulation simulate_by(const GeneralMethod& method, const Inertia& body, const State& start,
                       const Torque& torque, std::span<const double> times, double step_or_tolerance,
                       const GeneralOptions& options) {
  refuse_bad_choice(method, times, step_or_tolerance, options);
  Problem problem{body, checked_start(body, start), torque, TimeSequence(times)};
  problem.options.start_time = options.start_time;
  return GeneralRun(method, problem, times, step_or_tolerance, options).run();
}

}  // namespace polhode
