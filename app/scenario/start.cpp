// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/rotation/exponential.hpp>
#include <polhode/rotation/shortest_turn.hpp>

#include "core/number_text.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

Eigen::Quaterniond from_quaternion(const Section& attitude) {
  attitude.without({"angle", "sequence", "unit"}, "with a quaternion");
  const Value value = attitude.need("quaternion", "");
  const auto n = value.numbers(4);
  QuaternionConvention convention;
  if (const auto scalar = attitude.find("scalar"); scalar && scalar->choice({"first", "last"}) == 1)
    convention.scalar = ScalarPlace::last;
  if (const auto sense = attitude.find("sense");
      sense && sense->choice({"body_to_space", "space_to_body"}) == 1)
    convention.sense = RotationSense::space_to_body;
  const auto given = read_quaternion({n[0], n[1], n[2], n[3]}, convention);
  if (!attitude.has("scalar") && n[0] == 0 && n[1] == 0 && n[2] == 0)
    value.warn(
        "the scalar part comes first, so this is half a turn about the third axis. The identity is [1, 0, 0, "
        "0], "
        "or this with scalar = \"last\"; scalar = \"first\" suppresses this warning");
  const NormalisedAttitude unit = value.made([&] { return normalise_attitude(given); });
  if (unit.was_far_from_unit)
    value.warn(
        fmt::format("the norm of the quaternion is {}, not 1; it was normalised", number_text(unit.norm)));
  return unit.q;
}

/// Warns of radians of more than a turn, and of degrees that are a multiple of pi / 12 to five digits: the
/// other unit was probably meant.
void warn_of_unit(const Value& value, const Measure& measure, double radians) {
  if (value.carries_units()) return;
  constexpr double pi = std::numbers::pi;
  const double given = radians / measure.plain, twelfths = given / (pi / 12);
  if (measure.plain == 1 && std::abs(given) > 2 * pi * (1 + 1e-9))
    value.warn(fmt::format("{:.6g} radians are more than a turn: are these degrees?", given));
  else if (measure.plain != 1 && std::abs(twelfths) > 0.5 && std::abs(given) < 2 * pi * (1 + 1e-5) &&
           std::abs(twelfths - std::round(twelfths)) < 1e-5 * std::abs(twelfths))
    value.warn(fmt::format("{:.6g} degrees as radians would be {:.6g} degrees: are these radians?", given,
                           given * 180 / pi));
}

Eigen::Quaterniond from_axis(const Section& attitude) {
  attitude.without({"scalar", "sense", "sequence"}, "with an axis");
  const Eigen::Vector3d axis = attitude.need("axis", "").direction();
  const Value value = attitude.need("angle", "the angle of the turn about the axis");
  const Measure measure = angle_measure(attitude, value);
  const double angle = value.number(measure);
  warn_of_unit(value, measure, angle);
  return to_eigen(exp_quat(from_eigen(Eigen::Vector3d(angle * axis))));
}

Eigen::Quaterniond from_euler(const Section& attitude) {
  attitude.without({"scalar", "sense", "angle"}, "with Euler angles");
  const Value value = attitude.need("euler", "");
  const Value name = attitude.need(
      "sequence",
      "sequence with Euler angles, such as \"ZYX\" (about the body's axes) or \"zyx\" (about space's)");
  const EulerSequence sequence = name.made([&] { return EulerSequence::from_text(name.text()); });
  const Measure measure = angle_measure(attitude, value);
  const Eigen::Vector3d angles = value.vector(measure);
  Eigen::Index largest = 0;
  angles.cwiseAbs().maxCoeff(&largest);
  warn_of_unit(value, measure, angles(largest));
  return value.made([&] { return attitude_from_euler(sequence, angles); });
}

Eigen::Quaterniond from_matrix(const Section& attitude) {
  attitude.without({"scalar", "sense", "angle", "sequence", "unit"}, "with a matrix");
  const Value value = attitude.need("matrix", "");
  const Eigen::Matrix3d matrix = value.matrix();
  return value.made([&] { return attitude_from_matrix(matrix); });
}

Eigen::Quaterniond random_attitude(const Value& value) {
  const Eigen::Quaterniond q = value.draw().rotation(value.path());
  value.note_drawn(q.w(), "_w");
  for (int i = 0; i < 3; ++i) value.note_drawn(q.vec()(i), std::string("_") + "xyz"[i]);
  return q;
}

}  // namespace

Eigen::Quaterniond attitude_of(const Value& value) {
  if (value.is_text()) {
    if (value.choice({"identity", "random"}) == 0) return Eigen::Quaterniond::Identity();
    return random_attitude(value);
  }
  if (!value.is_table())
    value.refuse("\"identity\", \"random\", or a table such as {quaternion = [1, 0, 0, 0]}");
  const Section attitude(value, "start.attitude");
  const std::string way = *attitude.only_one({"quaternion", "axis", "euler", "matrix"}, "one of them");
  if (way == "quaternion") return from_quaternion(attitude);
  if (way == "axis") return from_axis(attitude);
  if (way == "euler") return from_euler(attitude);
  return from_matrix(attitude);
}

namespace {

/// Three components, or a length and a direction, which may be random.
Eigen::Vector3d spin_of(const Value& value, const Measure& measure) {
  if (value.is_array()) return value.vector(measure);
  if (!value.is_table()) value.refuse("an array of 3 numbers, or a table with length and direction");
  const Section spin(value, value.path());
  const Value length_value = spin.need("length", "a length");
  const double length = length_value.not_negative(measure);
  const Value direction = spin.need("direction", "a direction: an array of 3 numbers, or \"random\"");
  if (!direction.is_text()) return length * direction.direction();
  direction.choice({"random"});
  const Eigen::Vector3d towards = direction.draw().direction(direction.path());
  for (int i = 0; i < 3; ++i) direction.note_drawn(towards(i), std::string("_") + "xyz"[i]);
  return length * towards;
}

double rate_unit(const Section& start) {
  const auto unit = start.find("rate_unit");
  if (!unit) return 1;
  constexpr double pi = std::numbers::pi;
  const double factors[] = {1, pi / 180, 2 * pi};
  return factors[unit->choice({"radians", "degrees", "turns"})];
}

/// The state with the periods that observers have found.
State state_of_periods(const Value& value, const Inertia& body, const Eigen::Quaterniond& attitude) {
  const Section periods(value, "start.periods");
  constexpr Measure in_times{dimensions::time};
  const Regime regimes[] = {Regime::long_axis_mode, Regime::short_axis_mode};
  const Regime regime = regimes
      [periods
           .need("regime",
                 "regime = \"long_axis_mode\" or \"short_axis_mode\": the same periods may occur in both")
           .choice({"long_axis_mode", "short_axis_mode"})];
  const double rotation =
      periods.need("rotation", "the rotation period: in which the momentum returns in the body")
          .positive(in_times);
  const double precession =
      periods.need("precession", "the mean period of the circled axis about the angular momentum")
          .positive(in_times);
  const auto phase = periods.find("phase");
  const double part = phase ? phase->number() : 0;
  return value.made([&] {
    return state_from_momentum(attitude, momentum_from_periods(body, regime, rotation, precession, part));
  });
}

State state_of(const Section& start, const Inertia& body, const Eigen::Quaterniond& attitude) {
  const std::string key = *start.only_one({"angular_velocity", "momentum", "periods"},
                                          "one of them, such as angular_velocity = [0, 0, 1]");
  const Value value = start.need(key, "");
  const bool in_space = is_in_space(start.find("frame"));
  if (key == "periods") {
    start.without({"rate_unit", "frame"}, "with periods");
    return state_of_periods(value, body, attitude);
  }
  if (key == "momentum") {
    start.without({"rate_unit"}, "with a momentum");
    const Eigen::Vector3d spin = spin_of(value, {dimensions::momentum});
    return value.made([&] {
      const State state =
          in_space ? state_from_spatial_momentum(attitude, spin) : state_from_momentum(attitude, spin);
      check(body, state);
      return state;
    });
  }
  const Eigen::Vector3d omega = spin_of(value, {dimensions::angular_velocity, rate_unit(start)});
  const State state = value.made([&] {
    const State made = in_space ? state_from_spatial_angular_velocity(body, attitude, omega)
                                : state_from_angular_velocity(body, attitude, omega);
    check(body, made);
    return made;
  });
  if (body.is_linear()) {
    const Eigen::Vector3d in_body = in_space ? to_body(attitude, omega) : omega;
    const double about_axis = body.to_principal(in_body).x();
    if (std::abs(about_axis) > 1e-12 * in_body.norm())
      value.warn(
          fmt::format("the component about the axis of a linear body, {}, has no effect and was dropped",
                      number_text(about_axis)));
  }
  return state;
}

/// Turns space by the shortest rotation that takes the angular momentum to its third axis.
State with_momentum_along_z(const Section& start, State state) {
  const auto space = start.find("space");
  if (!space || space->choice({"as_given", "momentum_along_z"}) == 0) return state;
  const Eigen::Vector3d momentum = spatial_momentum(state).stableNormalized();
  if (momentum.isZero(0)) space->refuse("a body that turns: at rest the momentum has no direction");
  const Attitude to_z = shortest_turn(momentum, Eigen::Vector3d::UnitZ());
  state.attitude = normalise_attitude(to_z * state.attitude).q;
  return state;
}

/// A body with axes this close to those of the orbit, and a rate this close to its rate, is meant to keep
/// them.
constexpr double least_cosine = 0.94, most_relative_rate = 0.2;

/// Whether small deviations stay small on a circular orbit: moments along the path, across its plane and
/// towards the mass [DeBra, Delp 1961]. Equal moments, which leave an axis free, count as stable.
bool is_stable(double along, double across, double down) {
  constexpr double slack = 1e-9;
  const double k1 = (across - down) / along, k3 = (across - along) / down, product = k1 * k3;
  if (along < down * (1 - slack) || product < -slack) return false;
  return product <= slack || 1 + 3 * k1 + product > 4 * std::sqrt(product) - slack;
}

}  // namespace

Measure angle_measure(const Section& section, const Value& value) {
  const auto unit = section.find("unit");
  if (!unit && value.carries_units()) return {dimensions::angle};
  const Value needed = section.need("unit", "unit = \"degrees\" or \"radians\" with an angle, or \"30 deg\"");
  return {dimensions::angle, needed.choice({"degrees", "radians"}) == 0 ? std::numbers::pi / 180 : 1};
}

bool is_in_space(const std::optional<Value>& frame) { return frame && frame->choice({"body", "space"}) == 1; }

Start start_of(const Value& table, const Inertia& body) {
  const Section start(table, "start");
  const auto time = start.find("time"), attitude = start.find("attitude");
  const State state =
      state_of(start, body, attitude ? attitude_of(*attitude) : Eigen::Quaterniond::Identity());
  return {time ? time->number({dimensions::time}) : 0, with_momentum_along_z(start, state)};
}

std::optional<std::string> unstable_pointing(const Inertia& body, const Start& start,
                                             const OrbitFrame& orbit) {
  const Eigen::Vector3d omega = body.angular_velocity(start.state.momentum);
  const double rate = omega.stableNorm();
  if (!orbit || body.is_linear() || !(rate > 0)) return std::nullopt;
  const double moment = 1e-4 / rate;
  const Eigen::Matrix3d frame = orbit(start.time), after = orbit(start.time + moment);
  const Eigen::Matrix3d turning = (after * frame.transpose() - frame * after.transpose()) / (2 * moment);
  const Eigen::Vector3d of_orbit(turning(2, 1), turning(0, 2), turning(1, 0));
  const Eigen::Vector3d in_space = start.state.attitude * omega;
  if ((in_space - of_orbit).norm() > most_relative_rate * of_orbit.norm()) return std::nullopt;
  const Eigen::Matrix3d axes = frame.transpose() * start.state.attitude.toRotationMatrix() *
                               body.axes();  // columns: the principal ones
  const Eigen::Vector3d& moments = body.moments();
  Eigen::Vector3d about;
  for (int axis = 0; axis < 3; ++axis) {
    Eigen::Index own = 0;
    if (axes.row(axis).cwiseAbs().maxCoeff(&own) < least_cosine) return std::nullopt;
    about(axis) = moments(own);
  }
  if (is_stable(about(0), about(1), about(2))) return std::nullopt;
  return fmt::format(
      "the body starts along the axes of the orbit and turns with it, but this attitude is unstable: the "
      "moments "
      "are {:.6g} along the path, {:.6g} across the plane of the orbit and {:.6g} towards the mass. Are axes "
      "swapped? Stable is the greatest moment across the plane and the least towards the mass",
      about(0), about(1), about(2));
}

}  // namespace polhode::app
