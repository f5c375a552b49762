// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/body/observed_angles.hpp>
#include <utility>

#include "core/number_text.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

using Quantity = std::function<double(const State& state, double time)>;

/// What an event can watch.
struct Watched {
  std::string name;
  Dimension dimension;
  std::vector<std::string> axes{};  ///< of an angle: the keys of the axes that it has
};

const std::vector<Watched>& watched() {
  static const std::vector<Watched> all = [] {
    std::vector<Watched> list;
    for (const auto& [vector, dimension] : {std::pair{"m", dimensions::momentum},
                                            {"omega", dimensions::angular_velocity},
                                            {"M", dimensions::momentum},
                                            {"Omega", dimensions::angular_velocity}})
      for (const char* component : {"_1", "_2", "_3"})
        list.push_back({std::string(vector) + component, dimension});
    list.push_back({"kinetic_energy", dimensions::energy});
    list.push_back({"momentum_length", dimensions::momentum});
    list.push_back({"angle", dimensions::angle, {"body_axis", "space_axis"}});
    list.push_back({"nutation", dimensions::angle});
    list.push_back({"momentum_angle", dimensions::angle, {"body_axis"}});
    list.push_back({"orbit_angle", dimensions::angle, {"body_axis", "orbit_axis"}});
    return list;
  }();
  return all;
}

/// Of one of those names. An angle is from 0 to a straight one.
Quantity quantity_of(const EventData& event, const Inertia& body, const State& start,
                     const OrbitFrame& orbit) {
  const std::string& name = event.quantity;
  if (name == "kinetic_energy") return [=](const State& s, double) { return kinetic_energy(body, s); };
  if (name == "momentum_length") return [](const State& s, double) { return momentum_length(s); };
  if (name == "nutation")
    return [axis = nutation_axis(body, start)](const State& s, double) {
      return angle_between(s.momentum, axis);
    };
  if (event.body_axis) {
    const Eigen::Vector3d of_body = *event.body_axis;
    if (name == "momentum_angle")
      return [=](const State& s, double) { return angle_between(s.momentum, of_body); };
    if (name == "orbit_angle")
      return [=, of_orbit = event.orbit_axis.value()](const State& s, double time) {
        return angle_between(to_space(s.attitude, of_body), orbit(time) * of_orbit);
      };
    return [=, of_space = event.space_axis.value()](const State& s, double) {
      return angle_between(to_space(s.attitude, of_body), of_space);
    };
  }
  const Eigen::Index k = name.back() - '1';
  if (name.starts_with("m_")) return [k](const State& s, double) { return s.momentum(k); };
  if (name.starts_with("M_")) return [k](const State& s, double) { return spatial_momentum(s)(k); };
  if (name.starts_with("omega_")) return [=](const State& s, double) { return angular_velocity(body, s)(k); };
  return [=](const State& s, double) { return spatial_angular_velocity(body, s)(k); };
}

/// The axes of an angle, each the third of its frame by default. Refuses those that it does not have.
void take_axes(const Section& section, const Watched& angle, EventData& event) {
  const std::pair<const char*, std::optional<Eigen::Vector3d> EventData::*> axes[] = {
      {"body_axis", &EventData::body_axis},
      {"space_axis", &EventData::space_axis},
      {"orbit_axis", &EventData::orbit_axis}};
  for (const auto& [key, axis] : axes) {
    if (std::ranges::find(angle.axes, key) == angle.axes.end()) {
      section.without({key}, fmt::format("with the quantity \"{}\"", angle.name));
      continue;
    }
    const auto given = section.find(key);
    event.*axis = given ? given->direction() : Eigen::Vector3d::UnitZ();
  }
}

EventData event_given(const Value& table, bool has_orbit) {
  const Section section(table, "event");
  const auto& names = event_quantities();
  const Value quantity =
      section.need("quantity", fmt::format("quantity, one of \"{}\"", fmt::join(names, "\", \"")));
  const Watched& what = watched()[quantity.choice(names)];
  const auto value = section.find("value");
  EventData event{what.name, what.name};
  if (what.dimension == dimensions::angle) {
    if (!value) table.refuse("no value", "the angle to be passed");
    const Measure measure = angle_measure(section, *value);
    event.value = value->number(measure);
    // At the ends of its range an angle turns back and passes nothing.
    if (!(event.value > 0 && event.value < std::numbers::pi))
      value->refuse(number_text(event.value / measure.plain),
                    "an angle greater than 0 and less than a straight angle");
    if (what.name == "orbit_angle" && !has_orbit)
      quantity.refuse("a torque that has an orbit, such as gravity_gradient_circular");
    take_axes(section, what, event);
  } else {
    section.without({"body_axis", "space_axis", "orbit_axis", "unit"}, "unless the quantity is an angle");
    if (value) event.value = value->number({what.dimension});
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
  const Quantity quantity = quantity_of(given, body, start, orbit);
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
    for (const Watched& one : watched()) all.push_back(one.name);
    return all;
  }();
  return names;
}

std::vector<EventData> events_given(const Value& array, const OrbitFrame& orbit) {
  if (!array.is_array()) array.refuse("an array of tables, each under [[event]] in double brackets");
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
