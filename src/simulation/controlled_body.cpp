// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/controlled_body.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/checkpoint_bytes.hpp"
#include "core/held.hpp"
#include "core/number_text.hpp"
#include "simulation/input.hpp"
#include "simulation/series_track.hpp"
#include "torque/torque_at.hpp"
#include "torque/torque_fields.hpp"

namespace polhode {

namespace {

/// Orders below the one for the tolerance, for cycles that are short beside the motion.
constexpr int low_orders[] = {6, 9, 13};
/// Safety factor on the estimated error of the classical method.
constexpr double safety = 4;
/// If its error exceeds the allowed one by this factor, it is not tried in the next cycles.
constexpr double hopeless = 10;
constexpr int cycles_not_tried = 7;
/// The first neglected term of a series is at most this part of the tolerance: others follow it.
constexpr double series_part = 0.25;
/// The most steps of one cycle, which take some seconds.
constexpr double most_steps_of_a_cycle = 1e6;
/// A lower order is taken where its step would be longer than the cycle by this factor.
constexpr double margin = 1.5;

/// The classical method samples a torque three times in a cycle. A torque that turns with the time by no more
/// radians, or is a polynomial in it of no higher degree, cannot hide anything between the samples.
constexpr double most_radians = 0.5;
constexpr int most_degree = 2;

constexpr int torque_parameter = 0, wheels_parameter = 3, parameter_count = 6;

/// What is set, as parameters: the torque, then the wheels.
Torque with_parameters(const Torque& always, bool has_wheels) {
  return {
      always.name(), [always, has_wheels](const Inertia& body) {
        using series::Symbol;
        PreparedTorque t = always.prepare(body);
        if (!t.formula) return t;
        t.formula = [inner = t.formula, inverse = torques::InverseInertia<double>(from_eigen(body.moments())),
                     is_linear = body.is_linear(),
                     has_wheels](const kernel::Phase<Symbol>& p, const Symbol& time) {
          const auto parameters = [&](int k) {
            const auto at = [&](int i) { return Symbol(time.tape(), time.tape()->parameter(i)); };
            return Vec3<Symbol>{at(k), at(k + 1), at(k + 2)};
          };
          Vec3<Symbol> all = inner(p, time) + parameters(torque_parameter);
          if (has_wheels)
            all = all + cross(parameters(wheels_parameter), torques::InverseInertia<Symbol>(inverse) * p.m);
          if (is_linear) all.x = Symbol(0);
          return all;
        };
        return t;
      }};
}

}  // namespace

namespace simulation {

/// What a recorded torque may hide between the three times at which the classical method samples it.
struct HiddenInCycle {
  /// In a longer cycle it may hide anything.
  double longest_cycle = std::numeric_limits<double>::infinity();
  /// What its signs are of, in terms of time and state alone: it is smooth while none of them changes.
  std::vector<series::Form> signs{};
};

}  // namespace simulation

namespace {

using simulation::HiddenInCycle;

/// How a form or a row changes with the time, at a given state. A product turns as fast as its factors
/// together.
struct Pace {
  int degree = 0;
  double rate = 0;
  bool is_of_orbit = false;  ///< made of the anomaly of an orbit alone
};

/// `trusts_functions`: those of the built-in torques have no narrow features, but near the pericentre of an
/// orbit.
HiddenInCycle hidden_in(const series::Recorded& recorded, const series::Program& program,
                        bool trusts_functions) {
  using series::Maker;
  namespace row = series::row;
  HiddenInCycle hidden;
  bool is_possible = !trusts_functions && (!program.watched().empty() || program.has_high_products());
  std::vector<Pace> paces;
  const auto pace_of = [&](const series::Form& form) {
    Pace all{0, 0, true};
    for (const series::Term& t : form.terms) {
      const Pace p = t.row >= row::first_made ? paces[static_cast<std::size_t>(t.row - row::first_made)]
                                              : Pace{t.row == row::time ? 1 : 0, 0, false};
      all = {std::max(all.degree, p.degree), std::max(all.rate, p.rate), all.is_of_orbit && p.is_of_orbit};
    }
    return all;
  };
  // Of a form that is linear in time alone, or made of an orbit's anomaly.
  const auto rate_of = [&](const series::Form& form) {
    double rate = 0;
    for (const series::Term& t : form.terms)
      rate += std::abs(t.factor) *
              (t.row == row::time ? 1 : paces[static_cast<std::size_t>(t.row - row::first_made)].rate);
    return rate;
  };
  for (const series::Row& r : recorded.tape.all()) {
    const Pace a = pace_of(r.a), b = pace_of(r.b);
    const bool is_line = r.a.terms.size() == 1 && r.a.terms[0].row == row::time;
    Pace own{a.degree + b.degree, a.rate + b.rate, a.is_of_orbit && b.is_of_orbit};
    switch (r.maker) {
      case Maker::sine:
      case Maker::cosine:
        if (is_line || a.is_of_orbit) own = {0, rate_of(r.a), a.is_of_orbit};
        break;
      case Maker::remainder:
        own = {0, is_line || a.is_of_orbit ? rate_of(r.a) : HUGE_VAL, true};
        break;
      case Maker::anomaly:
        // As fast as the body is at the pericentre.
        own = {0, rate_of(r.a) / std::pow(1 - r.number, 1.5), true};
        break;
      case Maker::sign: {
        own = {};
        const bool is_simple = std::all_of(r.a.terms.begin(), r.a.terms.end(),
                                           [](const series::Term& t) { return t.row < row::first_made; });
        is_possible = is_possible || !is_simple;
        hidden.signs.push_back(r.a);
        break;
      }
      case Maker::parameter:
        own = {};
        break;
      default:
        break;
    }
    paces.push_back(own);
    if (own.rate > 0) hidden.longest_cycle = std::min(hidden.longest_cycle, most_radians / own.rate);
    is_possible = is_possible || own.degree > most_degree;
  }
  if (is_possible) hidden.longest_cycle = 0;
  return hidden;
}

}  // namespace

/// Steppers of ascending order (the levels), of which one is in use; below it the classical Runge-Kutta
/// method, above it a stepper for cycles of several steps.
struct ControlledBody::Parts {
  Inertia body;
  PrincipalAttitude frame;
  bool is_linear = body.is_linear();
  Torque always;
  double tolerance;
  State start;
  double values[parameter_count]{};
  bool has_wheels = false;
  bool is_passed_on = false;  ///< whether the program of the stepper in use has these values
  struct OrderLevel {
    series::Stepper stepper;
    double shortening;  ///< the step of the level below is as long as this one's times this
  };
  std::vector<OrderLevel> levels{};
  std::size_t level = 0;
  double levels_time = 0;  ///< at which the levels were made
  std::optional<simulation::RecordedTorque> recorded{};
  HiddenInCycle hidden{};
  struct LongCycles {
    double length;  ///< of a cycle, whose steps share its error
    series::Accuracy accuracy;
    series::Stepper stepper;
  };
  std::optional<LongCycles> long_cycles{};
  double lost_time = 0;  ///< in the sum of the cycles
  /// What acts always, at the times of a step of the classical method: the middle, and in turns the beginning
  /// and the end.
  torques::TorqueAt at_middle, at_ends[2] = {at_middle, at_middle};
  std::size_t which_end = 0;
  torques::InverseInertia<double> inverse;
  double largest_momentum = 0;
  /// How many cycles to come, if as long as this, will not be tried by the classical method.
  struct NotTried {
    int cycles = 0;
    double length = 0;
  } not_tried{};

  series::Stepper& stepper() noexcept { return levels[level].stepper; }
  const series::Stepper& stepper() const noexcept { return levels[level].stepper; }

  void make_levels(double time) {
    levels_time = time;
    Problem problem{body, start, always, simulation::one_time(time)};
    problem.options.start_time = time;
    recorded = simulation::recorded_torque(problem, with_parameters(always, has_wheels).prepare(body));
    if (!recorded)
      throw InvalidInput("torque " + always.name(),
                         "a function without a formula (" + always.recordability(body).why_not + ")",
                         "one whose formula is known");
    const double in_a_step = series_part * tolerance;
    const int highest = series::order_for(in_a_step);
    levels.clear();
    long_cycles.reset();
    int below = 0;
    const auto add = [&](int order) {
      const double shortening = below == 0 ? 0 : std::pow(in_a_step, 1.0 / (below + 1) - 1.0 / (order + 1));
      levels.push_back({series::Stepper(recorded->program(body, order),
                                        {order, 1e-300, in_a_step, tolerance < 1e-15}, 1, recorded->unit),
                        shortening});
      below = order;
    };
    for (const int order : low_orders)
      if (order < highest) add(order);
    add(highest);
    level = 0;
    hidden = hidden_in(*recorded->recorded, *stepper().program(), always.prepare(body).formula.is_built_in());
  }

  /// m' and q' under all that acts; `torque` is what acts always, or Nothing.
  struct Nothing {};
  template <class Torque>
  [[gnu::always_inline]] kernel::Phase<double> slope(const kernel::Phase<double>& p,
                                                     const Torque& torque) const {
    const Vec3<double> omega = inverse * p.m, half = 0.5 * omega;
    Vec3<double> rate = inverse.cross_velocity(p.m) + Vec3<double>{values[0], values[1], values[2]};
    if (has_wheels) rate = rate + cross(Vec3<double>{values[3], values[4], values[5]}, omega);
    if constexpr (!std::is_same_v<Torque, Nothing>) rate = rate + torque(p);
    if (is_linear) rate.x = 0;
    const Quat<double>& q = p.q;
    return {rate,
            {-(q.x * half.x) - q.y * half.y - q.z * half.z, q.w * half.x + q.y * half.z - q.z * half.y,
             q.w * half.y - q.x * half.z + q.z * half.x, q.w * half.z + q.x * half.y - q.y * half.x}};
  }

  /// Whether the forms under the signs stay on their sides in a step, by the cubic polynomial that has the
  /// slopes of its beginning and its end.
  [[gnu::noinline]] bool signs_stay(const kernel::Phase<double>& x, const Vec3<double>& dm,
                                    const Quat<double>& dq, const kernel::Phase<double>& k1,
                                    const kernel::Phase<double>& k4, double end) const {
    const double begin = stepper().instant().time, h = end - begin;
    const double per_scale = 1 / recorded->momentum_scale;
    const auto rows = [&](const Vec3<double>& m, const Quat<double>& q, double one, double time) {
      return std::array<double, series::row::first_made>{
          q.w, q.x, q.y, q.z, per_scale * m.x, per_scale * m.y, per_scale * m.z, one, time};
    };
    const auto from = rows(x.m, x.q, 1, begin), to = rows(x.m + dm, x.q + dq, 1, end),
               slope_from = rows(k1.m, k1.q, 0, 1), slope_to = rows(k4.m, k4.q, 0, 1);
    return std::all_of(hidden.signs.begin(), hidden.signs.end(), [&](const series::Form& form) {
      const auto of = [&](const auto& row, double constant) {
        double sum = constant;
        for (const series::Term& t : form.terms) sum += t.factor * row[static_cast<std::size_t>(t.row)];
        return sum;
      };
      const double first = of(from, form.constant), last = of(to, form.constant);
      // The polynomial goes beyond both ends by at most 4/27 of this.
      const double bend = h * (std::abs(of(slope_from, 0)) + std::abs(of(slope_to, 0)));
      return first * last >= 0 && 4 * std::min(std::abs(first), std::abs(last)) >= bend;
    });
  }

  /// What acts always, at the later times of a step.
  void go_to_middle_and_end(double begin, double end) {
    at_middle.go_to(begin + (end - begin) / 2);
    at_ends[which_end].go_to(end);
  }

  /// One step of the classical method, if it is accurate enough. Its difference from the midpoint rule, of
  /// third order, divided by the whole change, says how much each two orders gain; the next two are those of
  /// its own error.
  template <class Torque>
  bool is_done_at_low_order(double end, const Torque& first, const Torque& middle, const Torque& last) {
    const series::Stepper::Instant& before = stepper().instant();
    const kernel::Phase<double> x{before.phase.m, before.phase.q};
    const double h = end - before.time;
    const auto plus = [&x](double s, const kernel::Phase<double>& k) {
      return kernel::Phase<double>{x.m + s * k.m, x.q + s * k.q};
    };
    const kernel::Phase<double> k1 = slope(x, first);
    // Not before: the processor computes these directions and the first slope side by side.
    if constexpr (!std::is_same_v<Torque, Nothing>) go_to_middle_and_end(before.time, end);
    const kernel::Phase<double> k2 = slope(plus(h / 2, k1), middle), k3 = slope(plus(h / 2, k2), middle),
                                k4 = slope(plus(h, k3), last);
    const Vec3<double> dm = (h / 6) * ((k1.m + k4.m) + 2.0 * (k2.m + k3.m));
    const Quat<double> dq = (h / 6) * ((k1.q + k4.q) + 2.0 * (k2.q + k3.q));
    const Vec3<double> third_m = dm - h * k2.m;
    const Quat<double> third_q = dq - h * k2.q;
    largest_momentum = std::max({largest_momentum, dot(x.m, x.m), dot(x.m + dm, x.m + dm)});
    // Squares of errors relative to the tolerance; a change of nothing has no error.
    const auto is_small = [&](double third, double change, double size, double factor = 1) {
      return third * third * (safety * safety) <= change * size * (tolerance * tolerance) * (factor * factor);
    };
    const double change_m = h * h * std::max(dot(k1.m, k1.m), dot(k4.m, k4.m)),
                 change_q = h * h * std::max(dot(k1.q, k1.q), dot(k4.q, k4.q));
    const double error_m = dot(third_m, third_m), error_q = dot(third_q, third_q);
    if (!(is_small(error_m, change_m, largest_momentum) && is_small(error_q, change_q, 1))) {
      if (!(is_small(error_m, change_m, largest_momentum, hopeless) &&
            is_small(error_q, change_q, 1, hopeless)))
        not_tried = {cycles_not_tried, h};
      return false;
    }
    // A single kernel has no signs.
    if constexpr (std::is_same_v<Torque, torques::TorqueAt>)
      if (!hidden.signs.empty() && !signs_stay(x, dm, dq, k1, k4, end)) return false;
    stepper().advance_by(dm, dq, end);
    return true;
  }

  bool is_done_at_low_order(double end) {
    if (not_tried.cycles > 0 && end - stepper().instant().time >= not_tried.length) {
      --not_tried.cycles;
      return false;
    }
    if (always.is_none()) return is_done_at_low_order(end, Nothing(), Nothing(), Nothing());
    if (end - stepper().instant().time > hidden.longest_cycle) return false;
    // A step begins where mostly the last one ended.
    which_end = 1 - which_end;
    torques::TorqueAt &at_begin = at_ends[1 - which_end], &at_end = at_ends[which_end];
    at_begin.go_to(stepper().instant().time);
    const torques::AttitudeKernel* kernel = at_begin.only();
    if (!kernel) return is_done_at_low_order(end, at_begin, at_middle, at_end);
    return std::visit(
        [&](const auto& first) {
          using Kernel = std::decay_t<decltype(first)>;
          const auto torque = [](const Kernel& k) {
            return [&k](const kernel::Phase<double>& p) { return k(p, 0.0); };
          };
          return is_done_at_low_order(end, torque(first), torque(*std::get_if<Kernel>(at_middle.only())),
                                      torque(*std::get_if<Kernel>(at_end.only())));
        },
        *kernel);
  }

  /// The other level goes on from here.
  void move_to(std::size_t other) {
    levels[other].stepper.back_to(stepper().instant());
    level = other;
    is_passed_on = false;
  }

  void pass_on_to(series::Stepper& to) const {
    for (int i = 0; i < parameter_count; ++i) to.program()->set_parameter(i, values[i]);
  }

  /// The next step by a series. What was set is passed on to its program: the classical method needs none.
  bool expand(double end) {
    if (!is_passed_on) pass_on_to(stepper());
    is_passed_on = true;
    return stepper().expand(end);
  }

  /// Reports that no step was found.
  [[noreturn]] void refuse_motion(const series::Stepper& in) const {
    const double time = stepper().instant().time;
    const bool is_sliding = in.is_sliding();
    throw StepFailure("step from time " + number_text(time),
                      is_sliding ? "chattering: a sign in the torque's formula switches back at once"
                                 : "a motion that has no finite power series there",
                      is_sliding ? "a smooth replacement of the sign, such as tanh(x / width), or a dead band"
                                 : "a torque that is finite",
                      time, state());
  }

  void make_long_cycles(double length, const series::Accuracy& accuracy) {
    long_cycles.emplace(
        LongCycles{length, accuracy,
                   series::Stepper(recorded->program(body, accuracy.order), accuracy, 1, recorded->unit)});
  }

  /// A cycle of several steps, whose errors add up to the tolerance. All is as before if it is refused.
  void do_long_cycle(double end, double dt) {
    const double steps = dt / stepper().free_length();
    constexpr double about_as_long = 1.25;
    if (!long_cycles || dt > about_as_long * long_cycles->length ||
        dt < long_cycles->length / about_as_long) {
      const double unit = stepper().free_length(),
                   rate = simulation::allowed_rate(series_part * tolerance, about_as_long * dt, unit);
      make_long_cycles(dt, {series::order_for(rate * unit), rate, 1e-19, rate * unit < 2e-16});
    }
    series::Stepper& s = long_cycles->stepper;
    pass_on_to(s);
    s.back_to(stepper().instant());
    double done = 0;
    while (s.instant().time < end) {
      if (std::max(steps, done) > most_steps_of_a_cycle)
        throw InvalidInput("step", number_text(dt),
                           "a cycle of at most 1e6 steps of a series; simulate() takes more");
      if (!s.expand(end)) refuse_motion(s);
      s.advance();
      done += 1;
    }
    stepper().back_to(s.instant());
  }

  void go_to(double end, double dt) {
    if (level == 0 && tolerance >= 1e-15 && is_done_at_low_order(end)) return;
    if (!expand(end)) refuse_motion(stepper());
    while (stepper().end() < end && level + 1 < levels.size()) {
      move_to(level + 1);
      if (!expand(end)) refuse_motion(stepper());
    }
    if (stepper().end() < end) {
      do_long_cycle(end, dt);
      return;
    }
    stepper().advance();
    if (level > 0 && stepper().free_length() * levels[level].shortening > margin * dt) move_to(level - 1);
  }

  /// A checksum of what it was made of.
  std::uint64_t origin() const {
    ByteWriter bytes;
    body_fields(bytes, body);
    torques::torque_fields(bytes, always, always.prepare(body), from_eigen(body.moments()));
    bytes(tolerance);
    for (int i = 0; i < 4; ++i) bytes(start.attitude.coeffs()(i));
    for (int i = 0; i < 3; ++i) bytes(start.momentum(i));
    return checksum(bytes.bytes());
  }

  State state() const {
    const kernel::CompensatedPhase<double>& p = stepper().instant().phase;
    return {frame.to_user(normalised(p.q)), body.from_principal(to_eigen(p.m))};
  }

  void set(int first, const char* what, const Eigen::Vector3d& v) {
    for (const double x : v)
      if (!std::isfinite(x)) throw InvalidInput(what, number_text(x), "a finite number");
    Vec3<double> p = from_eigen(body.to_principal(v));
    if (body.is_linear() && first == torque_parameter) p.x = 0;
    values[first] = p.x;
    values[first + 1] = p.y;
    values[first + 2] = p.z;
    is_passed_on = false;
    if (first == wheels_parameter && !has_wheels) {
      // Wheels cost time, so the formula contains them only from now on.
      has_wheels = true;
      const series::Stepper::Instant now = stepper().instant();
      make_levels(now.time);
      stepper().back_to(now);
    }
  }
};

/// Where a controlled body is, as a checkpoint holds it.
struct ControlledBody::Place {
  series::Stepper::Instant at{};
  double lost_time = 0, largest_momentum = 0, levels_time = 0;
  std::vector<double> values{};
  bool has_wheels = false;
  std::uint64_t level = 0;
  int cycles_not_tried = 0;
  double length_not_tried = 0;
  bool has_long_cycles = false;
  double length = 0;
  series::Accuracy accuracy{};
};

namespace {

constexpr const char* checkpoint_name = "controlled body";

constexpr auto place_fields = [](auto& bytes, auto& p) {
  phase_fields(bytes, p.at.phase);
  bytes(p.at.time);
  bytes(p.at.unit);
  bytes(p.at.largest_momentum);
  bytes(p.lost_time);
  bytes(p.largest_momentum);
  bytes(p.levels_time);
  bytes(p.values);
  bytes(p.has_wheels);
  bytes(p.level);
  bytes(p.cycles_not_tried);
  bytes(p.length_not_tried);
  bytes(p.has_long_cycles);
  bytes(p.length);
  bytes(p.accuracy.order);
  bytes(p.accuracy.error_rate);
  bytes(p.accuracy.least_error);
  bytes(p.accuracy.is_careful);
};

void check_input(const Inertia& body, const State& start, double tolerance, double time,
                 const Torque& always) {
  SimulationOptions options;
  options.start_time = time;
  simulation::refuse_bad_input(TimeSequence(std::span(&time, 1)), tolerance, options);
  check(body, start);
  if (!always.breakpoints().empty() || !always.impulses().empty())
    throw InvalidInput("torque " + always.name(), "one with breakpoints or impulses", "one that is smooth");
}

}  // namespace

ControlledBody::ControlledBody(const Inertia& body, const State& start, const Torque& always,
                               double tolerance, double start_time) {
  check_input(body, start, tolerance, start_time, always);
  parts_ =
      std::make_unique<Parts>(Parts{.body = body,
                                    .frame = PrincipalAttitude(body),
                                    .always = always,
                                    .tolerance = tolerance,
                                    .start = {normalise_attitude(start.attitude).q, start.momentum},
                                    .at_middle = torques::TorqueAt(always.prepare(body)),
                                    .inverse = torques::InverseInertia<double>(from_eigen(body.moments()))});
  parts_->make_levels(start_time);
  parts_->stepper().begin(
      {from_eigen(principal_momentum(body, parts_->start)), parts_->frame.from_user(parts_->start.attitude)},
      start_time);
}
ControlledBody::ControlledBody(ControlledBody&&) noexcept = default;
ControlledBody& ControlledBody::operator=(ControlledBody&&) noexcept = default;
ControlledBody::~ControlledBody() = default;

void ControlledBody::set_torque(const Eigen::Vector3d& torque) {
  held(parts_, "controlled body").set(torque_parameter, "torque", torque);
}
void ControlledBody::set_wheels(const Eigen::Vector3d& momentum) {
  held(parts_, "controlled body").set(wheels_parameter, "momentum of the wheels", momentum);
}

void ControlledBody::step(double dt) {
  if (!(dt > 0 && std::isfinite(dt))) throw InvalidInput("step", number_text(dt), "a positive number");
  Parts& p = held(parts_, "controlled body");
  double end = p.stepper().instant().time, lost = p.lost_time;
  compensated_add(end, lost, dt);
  // A cycle too short to change the time is added to a later one.
  if (end > p.stepper().instant().time) p.go_to(end, dt);
  p.lost_time = lost;
}

Checkpoint ControlledBody::checkpoint() const {
  const Parts& p = held(parts_, "controlled body");
  Place place{.at = p.stepper().instant(),
              .lost_time = p.lost_time,
              .largest_momentum = p.largest_momentum,
              .levels_time = p.levels_time,
              .values = {p.values, p.values + parameter_count},
              .has_wheels = p.has_wheels,
              .level = p.level,
              .cycles_not_tried = p.not_tried.cycles,
              .length_not_tried = p.not_tried.length};
  if (p.long_cycles) {
    place.has_long_cycles = true;
    place.length = p.long_cycles->length;
    place.accuracy = p.long_cycles->accuracy;
  }
  return made_checkpoint(checkpoint_name, p.origin(), place, place_fields);
}

void ControlledBody::resume(const Checkpoint& checkpoint) {
  Parts& p = held(parts_, "controlled body");
  const auto place = open_checkpoint<Place>(checkpoint_name, p.origin(), checkpoint, place_fields);
  if (p.has_wheels != place.has_wheels || p.levels_time != place.levels_time) {
    p.has_wheels = place.has_wheels;
    p.make_levels(place.levels_time);
  }
  p.long_cycles.reset();
  if (place.has_long_cycles) p.make_long_cycles(place.length, place.accuracy);
  std::ranges::copy(place.values, p.values);
  p.is_passed_on = false;
  p.level = static_cast<std::size_t>(place.level);
  p.stepper().back_to(place.at);
  p.lost_time = place.lost_time;
  p.largest_momentum = place.largest_momentum;
  p.not_tried = {place.cycles_not_tried, place.length_not_tried};
}

double ControlledBody::time() const noexcept {
  return parts_ ? parts_->stepper().instant().time : std::numeric_limits<double>::quiet_NaN();
}
State ControlledBody::state() const { return held(parts_, "controlled body").state(); }

}  // namespace polhode
