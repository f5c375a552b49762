// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/body/observed_angles.hpp>

#include "core/number_text.hpp"
#include "scenario/event_quantity.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

constexpr const char* angle_name = "angle";
constexpr const char* nutation_name = "nutation";
constexpr const char* momentum_angle_name = "momentum_angle";
constexpr const char* orbit_angle_name = "orbit_angle";

using Quantity = std::function<double(const State& state, double time)>;
using VectorOf = Eigen::Vector3d (*)(const Inertia& body, const State& state);

struct VectorQuantity {
  const char* name;
  VectorOf vector;
  Dimension dimension;
};

constexpr VectorQuantity vector_quantities[] = {
    {"m", [](const Inertia&, const State& s) -> Eigen::Vector3d { return s.momentum; }, dimensions::momentum},
    {"omega",
     [](const Inertia& body, const State& s) -> Eigen::Vector3d { return angular_velocity(body, s); },
     dimensions::angular_velocity},
    {"M", [](const Inertia&, const State& s) -> Eigen::Vector3d { return spatial_momentum(s); },
     dimensions::momentum},
    {"Omega",
     [](const Inertia& body, const State& s) -> Eigen::Vector3d { return spatial_angular_velocity(body, s); },
     dimensions::angular_velocity},
};

Dimension dimension_of(std::size_t number) {
  const std::size_t components = 3 * std::size(vector_quantities);
  if (number < components) return vector_quantities[number / 3].dimension;
  return number == components ? dimensions::energy : dimensions::momentum;
}

bool is_angle(std::size_t number) { return number >= 3 * std::size(vector_quantities) + 2; }

/// Of the names but those of angles.
Quantity quantity_of(std::size_t number, const Inertia& body) {
  const std::size_t components = 3 * std::size(vector_quantities);
  if (number < components) {
    const VectorOf vector = vector_quantities[number / 3].vector;
    const auto k = static_cast<Eigen::Index>(number % 3);
    return [=](const State& state, double) { return vector(body, state)(k); };
  }
  if (number == components) return [=](const State& state, double) { return kinetic_energy(body, state); };
  return [](const State& state, double) { return momentum_length(state); };
}

/// An angle, from 0 to a straight one.
Quantity angle_of(const EventData& event, const Inertia& body, const State& start, const OrbitFrame& orbit) {
  if (event.quantity == nutation_name)
    return [axis = nutation_axis(body, start)](const State& state, double) {
      return angle_between(state.momentum, axis);
    };
  const Eigen::Vector3d of_body = event.body_axis.value();
  if (event.quantity == momentum_angle_name)
    return [of_body](const State& state, double) { return angle_between(state.momentum, of_body); };
  if (event.quantity == orbit_angle_name)
    return [=, of_orbit = event.orbit_axis.value()](const State& state, double time) {
      return angle_between(to_space(state.attitude, of_body), orbit(time) * of_orbit);
    };
  return [of_body, of_space = event.space_axis.value()](const State& state, double) {
    return angle_between(to_space(state.attitude, of_body), of_space);
  };
}

/// The axes that an angle has: the third of their frames where nothing is said. Refuses the others.
void take_axes(const Section& section, const Value& quantity, bool has_orbit, EventData& event) {
  const struct {
    const char* key;
    std::optional<Eigen::Vector3d> EventData::*axis;
    bool is_of_it;
  } axes[] = {{"body_axis", &EventData::body_axis, event.quantity != nutation_name},
              {"space_axis", &EventData::space_axis, event.quantity == angle_name},
              {"orbit_axis", &EventData::orbit_axis, event.quantity == orbit_angle_name}};
  for (const auto& [key, axis, is_of_it] : axes)
    if (!is_of_it) section.without({key}, fmt::format("with the quantity \"{}\"", event.quantity));
  if (event.quantity == orbit_angle_name && !has_orbit)
    quantity.refuse("a torque that knows an orbit beside it, such as gravity_gradient_circular");
  for (const auto& [key, axis, is_of_it] : axes) {
    if (!is_of_it) continue;
    const auto given = section.find(key);
    event.*axis = given ? given->direction() : Eigen::Vector3d::UnitZ();
  }
}

EventData event_given(const Value& table, bool has_orbit) {
  const Section section(table, "event");
  const auto& names = event_quantities();
  const Value quantity =
      section.need("quantity", fmt::format("quantity, one of \"{}\"", fmt::join(names, "\", \"")));
  const std::size_t number = quantity.choice(names);
  const auto value = section.find("value");
  EventData event{names[number], names[number]};
  if (is_angle(number)) {
    if (!value) table.refuse("no value", "the angle to be passed");
    const Measure measure = angle_measure(section, *value);
    event.value = value->number(measure);
    // At the ends of its range an angle turns back and passes nothing.
    if (!(event.value > 0 && event.value < std::numbers::pi))
      value->refuse(number_text(event.value / measure.plain),
                    "an angle between 0 and a straight one, neither of the two");
    take_axes(section, quantity, has_orbit, event);
  } else {
    section.without({"body_axis", "space_axis", "orbit_axis", "unit"}, "unless the quantity is an angle");
    if (value) event.value = value->number({dimension_of(number)});
  }
  if (const auto name = section.find("name")) event.name = name->text();
  if (const auto crossing = section.find("crossing")) {
    crossing->choice({"rising", "falling", "either"});
    event.crossing = crossing->text();
  }
  if (const auto stops = section.find("stops")) event.stops = stops->flag();
  return event;
}

Event event_of(const EventData& given, const Inertia& body, const State& start, const OrbitFrame& orbit) {
  const auto& names = event_quantities();
  const auto number = static_cast<std::size_t>(std::ranges::find(names, given.quantity) - names.begin());
  const Quantity quantity =
      is_angle(number) ? angle_of(given, body, start, orbit) : quantity_of(number, body);
  Event event{given.name, [quantity, value = given.value](const State& state, double time) {
                return quantity(state, time) - value;
              }};
  event.crossing = given.crossing == "rising"    ? Crossing::rising
                   : given.crossing == "falling" ? Crossing::falling
                                                 : Crossing::either;
  event.stops = given.stops;
  return event;
}

}  // namespace

const std::vector<std::string>& event_quantities() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const VectorQuantity& vector : vector_quantities)
      for (const char* component : {"_1", "_2", "_3"}) all.push_back(std::string(vector.name) + component);
    all.insert(all.end(), {"kinetic_energy", "momentum_length", angle_name, nutation_name,
                           momentum_angle_name, orbit_angle_name});
    return all;
  }();
  return names;
}

std::vector<EventData> events_given(const Value& array, const OrbitFrame& orbit) {
  if (!array.is_array()) array.refuse("an array of tables, each under [[event]] in two brackets");
  std::vector<EventData> events;
  for (const Value& item : array.items()) events.push_back(event_given(item, static_cast<bool>(orbit)));
  return events;
}

std::vector<Event> events_of(const std::vector<EventData>& given, const Inertia& body, const State& start,
                             const OrbitFrame& orbit) {
  std::vector<Event> events;
  for (const EventData& event : given) events.push_back(event_of(event, body, start, orbit));
  return events;
}

}  // namespace polhode::app
