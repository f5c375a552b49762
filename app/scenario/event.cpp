// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <polhode/body/invariants.hpp>

#include "core/number_text.hpp"
#include "scenario/event_quantity.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

constexpr const char* angle_name = "angle";

using Quantity = std::function<double(const State& state)>;
using VectorOf = Eigen::Vector3d (*)(const Inertia& body, const State& state);

struct VectorQuantity {
  const char* name;
  VectorOf vector;
};

constexpr VectorQuantity vector_quantities[] = {
    {"m", [](const Inertia&, const State& s) -> Eigen::Vector3d { return s.momentum; }},
    {"omega",
     [](const Inertia& body, const State& s) -> Eigen::Vector3d { return angular_velocity(body, s); }},
    {"M", [](const Inertia&, const State& s) -> Eigen::Vector3d { return spatial_momentum(s); }},
    {"Omega",
     [](const Inertia& body, const State& s) -> Eigen::Vector3d {
       return spatial_angular_velocity(body, s);
     }},
};

/// Of the names but "angle", which needs two axes.
Quantity quantity_of(std::size_t number, const Inertia& body) {
  const std::size_t components = 3 * std::size(vector_quantities);
  if (number < components) {
    const VectorOf vector = vector_quantities[number / 3].vector;
    const auto k = static_cast<Eigen::Index>(number % 3);
    return [=](const State& state) { return vector(body, state)(k); };
  }
  if (number == components) return [=](const State& state) { return kinetic_energy(body, state); };
  return [](const State& state) { return momentum_length(state); };
}

/// An axis, the third of its frame where nothing is said.
Eigen::Vector3d axis_of(const std::optional<Value>& value) {
  return value ? value->direction() : Eigen::Vector3d::UnitZ();
}

double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

Event event_of(const Value& table, const Inertia& body) {
  const Section section(table, "event");
  const auto& names = event_quantities();
  const Value quantity_value =
      section.need("quantity", fmt::format("quantity, one of \"{}\"", fmt::join(names, "\", \"")));
  const std::size_t number = quantity_value.choice(names);
  const bool is_angle = names[number] == angle_name;
  const auto value = section.find("value");

  Quantity quantity;
  double threshold = value ? value->number() : 0;
  if (is_angle) {
    const double unit = radians_in(section.need("unit", "unit = \"degrees\" or \"radians\" with an angle"));
    if (!value) table.refuse("no value", "the angle to be passed");
    threshold *= unit;
    // At the ends of its range an angle turns back and passes nothing.
    if (!(threshold > 0 && threshold < std::numbers::pi))
      value->refuse(number_text(threshold / unit),
                    "an angle between 0 and a straight one, neither of the two");
    quantity = [of_body = axis_of(section.find("body_axis")), of_space = axis_of(section.find("space_axis"))](
                   const State& state) { return angle_between(to_space(state.attitude, of_body), of_space); };
  } else {
    section.without({"body_axis", "space_axis", "unit"}, "unless the quantity is \"angle\"");
    quantity = quantity_of(number, body);
  }

  Event event{names[number], [=](const State& state, double) { return quantity(state) - threshold; }};
  if (const auto name = section.find("name")) event.name = name->text();
  if (const auto direction = section.find("direction")) {
    constexpr Crossing crossings[] = {Crossing::rising, Crossing::falling, Crossing::either};
    event.crossing = crossings[direction->choice({"rising", "falling", "either"})];
  }
  if (const auto stop = section.find("stop")) event.stops = stop->flag();
  return event;
}

}  // namespace

const std::vector<std::string>& event_quantities() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const VectorQuantity& vector : vector_quantities)
      for (const char* component : {"_1", "_2", "_3"}) all.push_back(std::string(vector.name) + component);
    all.insert(all.end(), {"kinetic_energy", "momentum_length", angle_name});
    return all;
  }();
  return names;
}

std::vector<Event> events_of(const Value& array, const Inertia& body) {
  if (!array.is_array()) array.refuse("an array of tables, each under [[event]] in two brackets");
  std::vector<Event> events;
  for (const Value& item : array.items()) events.push_back(event_of(item, body));
  return events;
}

}  // namespace polhode::app
