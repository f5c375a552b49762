// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The sections of a scenario, each made of its table. All refuse what docs/scenario.md does not allow.

#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/mass_properties.hpp>
#include <polhode/body/state.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

#include "catalogue/torques.hpp"
#include "scenario/scenario.hpp"
#include "scenario/value.hpp"

namespace polhode::app {

/// The point to which the moments or the tensor of a body refer.
enum class GivenAbout { unsaid, centre_of_mass, pivot };

struct DescribedBody {
  Inertia inertia;  ///< as given: about the centre of mass unless `about` is pivot or unsaid
  Given given{};
  std::optional<MassProperties> matter{};  ///< if mass and centre are known
  /// The mass alone, of a body given by moments or a tensor.
  std::optional<double> mass{};
  GivenAbout about = GivenAbout::centre_of_mass;
  std::optional<double> reach{};  ///< the greatest distance of any part from the centre; none if not known
};

DescribedBody body_of(const Value& table);

/// The rotation that a table such as [start.attitude] describes.
Eigen::Quaterniond attitude_of(const Value& value);

struct Start {
  double time;
  State state;
};

Start start_of(const Value& table, const Inertia& body);

/// A warning if a satellite starts in an unstable Earth-pointing attitude; none for a stable one, and for
/// other bodies.
std::optional<std::string> unstable_pointing(const Inertia& body, const Start& start,
                                             const OrbitFrame& orbit);

/// The fixed point that a heavy top in an array of torques names; refuses two different ones.
std::optional<Eigen::Vector3d> pivot_of(const Value& array);

/// The sum of an array of torques on a body; `turning` is its inertia about the pivot, if there is one. Warns
/// of what acts only during a part of the times.
DescribedTorque torque_of(const Value& array, const DescribedBody& body, const Inertia& turning,
                          const OutputTimes& times);

/// The torque of the catalogue that a scenario names, by name. Refuses refuses other names.
const CatalogueTorque& kind_of(const Value& torque);

OutputTimes times_of(const Value& table, double start);

/// A name is that of a free method or, under torque, of a splitting.
MethodSettings method_of(const std::optional<Value>& table, const Inertia& body, const State& start,
                         const Torque& torque);

/// What an event can watch: "m_1", ..., "angle".
const std::vector<std::string>& event_quantities();
std::vector<EventData> events_given(const Value& array, const OrbitFrame& orbit);
std::vector<Event> events_of(const std::vector<EventData>& given, const Inertia& body, const State& start,
                             const OrbitFrame& orbit);

OutputChoice output_of(const std::optional<Value>& table);
/// Refuses output.divergence of an ensemble, and of a motion that has none.
void check_divergence(const Value& output, const Inertia& body, const Torque& torque, bool is_ensemble);

Units units_of(const Value& table);

/// The unit of an angle: from the key `unit` of the section, which is needed unless every number has its own
/// unit.
Measure angle_measure(const Section& section, const Value& value);

/// Whether `frame` is "space"; the default is "body".
bool is_in_space(const std::optional<Value>& frame);

}  // namespace polhode::app
