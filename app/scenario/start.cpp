// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/rotation/exponential.hpp>

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
  const NormalisedAttitude unit = value.made([&] { return normalise_attitude(given); });
  if (unit.was_far_from_unit)
    value.warn(
        fmt::format("the quaternion has the length {}, not 1; it was divided by it", number_text(unit.norm)));
  return unit.q;
}

double unit_of_angle(const Section& attitude) {
  return radians_in(attitude.need("unit", "unit = \"degrees\" or \"radians\" with an angle"));
}

Eigen::Quaterniond from_axis(const Section& attitude) {
  attitude.without({"scalar", "sense", "sequence"}, "with an axis");
  const Eigen::Vector3d axis = attitude.need("axis", "").direction();
  const double angle = attitude.need("angle", "the angle of the turn about the axis").number();
  return to_eigen(exp_quat(from_eigen(Eigen::Vector3d(angle * unit_of_angle(attitude) * axis))));
}

Eigen::Quaterniond from_euler(const Section& attitude) {
  attitude.without({"scalar", "sense", "angle"}, "with Euler angles");
  const Value value = attitude.need("euler", "");
  const Eigen::Vector3d angles = value.vector();
  const Value name = attitude.need(
      "sequence",
      "sequence with Euler angles, such as \"ZYX\" (about the body's axes) or \"zyx\" (about space's)");
  const EulerSequence sequence = name.made([&] { return EulerSequence::from_text(name.text()); });
  const double unit = unit_of_angle(attitude);
  return value.made([&] { return attitude_from_euler(sequence, unit * angles); });
}

Eigen::Quaterniond from_matrix(const Section& attitude) {
  attitude.without({"scalar", "sense", "angle", "sequence", "unit"}, "with a matrix");
  const Value value = attitude.need("matrix", "");
  const Eigen::Matrix3d matrix = value.matrix();
  return value.made([&] { return attitude_from_matrix(matrix); });
}

Eigen::Quaterniond attitude_of(const Value& value) {
  if (value.is_text()) {
    if (value.choice({"identity", "random"}) == 0) return Eigen::Quaterniond::Identity();
    return value.draw().rotation(value.path());
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

/// Three components, or a length and a direction, which may be random.
Eigen::Vector3d spin_of(const Value& value) {
  if (value.is_array()) return value.vector();
  if (!value.is_table()) value.refuse("an array of 3 numbers, or a table with length and direction");
  const Section spin(value, value.path());
  const double length = spin.need("length", "a length").not_negative();
  const Value direction = spin.need("direction", "a direction: an array of 3 numbers, or \"random\"");
  if (!direction.is_text()) return length * direction.direction();
  direction.choice({"random"});
  return length * direction.draw().direction(direction.path());
}

double rate_unit(const Section& start) {
  const auto unit = start.find("rate_unit");
  if (!unit) return 1;
  constexpr double pi = std::numbers::pi;
  const double factors[] = {1, pi / 180, 2 * pi};
  return factors[unit->choice({"radians", "degrees", "turns"})];
}

State state_of(const Section& start, const Inertia& body, const Eigen::Quaterniond& attitude) {
  const std::string key =
      *start.only_one({"angular_velocity", "momentum"}, "one of them, such as angular_velocity = [0, 0, 1]");
  const Value value = start.need(key, "");
  const bool in_space = is_in_space(start.find("frame"));
  const Eigen::Vector3d spin = spin_of(value);
  if (key == "momentum") {
    start.without({"rate_unit"}, "with a momentum");
    return value.made([&] {
      const State state =
          in_space ? state_from_spatial_momentum(attitude, spin) : state_from_momentum(attitude, spin);
      check(body, state);
      return state;
    });
  }
  const Eigen::Vector3d omega = rate_unit(start) * spin;
  const State state = value.made([&] {
    const State made = in_space ? state_from_spatial_angular_velocity(body, attitude, omega)
                                : state_from_angular_velocity(body, attitude, omega);
    check(body, made);
    return made;
  });
  if (body.is_linear()) {
    const Eigen::Vector3d in_body = in_space ? to_body(attitude, omega) : omega;
    const double about_axis = body.to_principal(in_body).x;
    if (std::abs(about_axis) > 1e-12 * in_body.norm())
      value.warn(fmt::format("the part about the axis of a linear body, {}, means nothing and was dropped",
                             number_text(about_axis)));
  }
  return state;
}

}  // namespace

double radians_in(const Value& unit) {
  return unit.choice({"degrees", "radians"}) == 0 ? std::numbers::pi / 180 : 1;
}

bool is_in_space(const std::optional<Value>& frame) { return frame && frame->choice({"body", "space"}) == 1; }

Start start_of(const Value& table, const Inertia& body) {
  const Section start(table, "start");
  const auto time = start.find("time"), attitude = start.find("attitude");
  return {time ? time->number() : 0,
          state_of(start, body, attitude ? attitude_of(*attitude) : Eigen::Quaterniond::Identity())};
}

}  // namespace polhode::app
