// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
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

/// An axis, the third of its frame where nothing is said.
Eigen::Vector3d axis_of(const std::optional<Value>& value) {
  return value ? value->direction() : Eigen::Vector3d::UnitZ();
}

/// An angle, from 0 to a straight one.
Quantity angle_of(const std::string& name, const Section& section, const Value& quantity, const Inertia& body,
                  const State& start, const OrbitFrame& orbit) {
  const auto only = [&](std::initializer_list<const char*> allowed) {
    for (const char* key : {"body_axis", "space_axis", "orbit_axis"})
      if (std::ranges::find(allowed, std::string_view(key)) == allowed.end())
        section.without({key}, fmt::format("with the quantity \"{}\"", name));
  };
  if (name == nutation_name) {
    only({});
    return [axis = nutation_axis(body, start)](const State& state, double) {
      return angle_between(state.momentum, axis);
    };
  }
  const Eigen::Vector3d of_body = axis_of(section.find("body_axis"));
  if (name == momentum_angle_name) {
    only({"body_axis"});
    return [of_body](const State& state, double) { return angle_between(state.momentum, of_body); };
  }
  if (name == orbit_angle_name) {
    only({"body_axis", "orbit_axis"});
    if (!orbit) quantity.refuse("a torque that knows an orbit beside it, such as gravity_gradient_circular");
    return [=, of_orbit = axis_of(section.find("orbit_axis"))](const State& state, double time) {
      return angle_between(to_space(state.attitude, of_body), orbit(time) * of_orbit);
    };
  }
  only({"body_axis", "space_axis"});
  return [of_body, of_space = axis_of(section.find("space_axis"))](const State& state, double) {
    return angle_between(to_space(state.attitude, of_body), of_space);
  };
}

Event event_of(const Value& table, const Inertia& body, const State& start, const OrbitFrame& orbit) {
  const Section section(table, "event");
  const auto& names = event_quantities();
  const Value quantity_value =
      section.need("quantity", fmt::format("quantity, one of \"{}\"", fmt::join(names, "\", \"")));
  const std::size_t number = quantity_value.choice(names);
  const bool is_angle = number >= 3 * std::size(vector_quantities) + 2;
  const auto value = section.find("value");

  Quantity quantity;
  double threshold = 0;
  if (is_angle) {
    if (!value) table.refuse("no value", "the angle to be passed");
    const Measure measure = angle_measure(section, *value);
    threshold = value->number(measure);
    // At the ends of its range an angle turns back and passes nothing.
    if (!(threshold > 0 && threshold < std::numbers::pi))
      value->refuse(number_text(threshold / measure.plain),
                    "an angle between 0 and a straight one, neither of the two");
    quantity = angle_of(names[number], section, quantity_value, body, start, orbit);
  } else {
    section.without({"body_axis", "space_axis", "orbit_axis", "unit"}, "unless the quantity is an angle");
    if (value) threshold = value->number({dimension_of(number)});
    quantity = quantity_of(number, body);
  }

  Event event{names[number],
              [=](const State& state, double time) { return quantity(state, time) - threshold; }};
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
    all.insert(all.end(), {"kinetic_energy", "momentum_length", angle_name, nutation_name,
                           momentum_angle_name, orbit_angle_name});
    return all;
  }();
  return names;
}

std::vector<Event> events_of(const Value& array, const Inertia& body, const State& start,
                             const OrbitFrame& orbit) {
  if (!array.is_array()) array.refuse("an array of tables, each under [[event]] in two brackets");
  std::vector<Event> events;
  for (const Value& item : array.items()) events.push_back(event_of(item, body, start, orbit));
  return events;
}

}  // namespace polhode::app
