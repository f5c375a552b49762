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

/// About which point the moments or the tensor of a body were said to be.
enum class GivenAbout { unsaid, centre_of_mass, pivot };

struct DescribedBody {
  Inertia inertia;  ///< as given: about the centre of mass unless `about` is pivot or unsaid
  Given given{};
  std::optional<MassProperties> matter{};  ///< where mass and centre are known
  /// The mass alone, of a body given by moments or a tensor.
  std::optional<double> mass{};
  GivenAbout about = GivenAbout::centre_of_mass;
  std::optional<double>
      reach{};  ///< no part of it lies farther from its centre; none where that is not known
};

DescribedBody body_of(const Value& table);

/// The rotation that a table such as [start.attitude] describes.
Eigen::Quaterniond attitude_of(const Value& value);

struct Start {
  double time;
  State state;
};

Start start_of(const Value& table, const Inertia& body);

/// Why a satellite that begins pointing to the mass that it goes round would not stay so; none for one that
/// would, and for other bodies.
std::optional<std::string> unstable_pointing(const Inertia& body, const Start& start,
                                             const OrbitFrame& orbit);

/// The fixed point that a heavy top in an array of torques names; refuses two different ones.
std::optional<Eigen::Vector3d> pivot_of(const Value& array);

/// The sum of an array of torques on a body that turns about the pivot, if there is one, and has this inertia
/// about it. Warns of what does not act in the whole of the times.
DescribedTorque torque_of(const Value& array, const DescribedBody& body, const Inertia& turning,
                          const OutputTimes& times);

/// A torque of the catalogue in a scenario, by its name or an alias. Refuses what is none.
const CatalogueTorque& kind_of(const Value& torque);

OutputTimes times_of(const Value& table, double start);

/// What acts on the body decides what a name means: a free method, or a splitting.
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

/// What an angle is measured in: by the key `unit` of the section, which is needed unless every number of the
/// value carries its own.
Measure angle_measure(const Section& section, const Value& value);

/// "body" or "space", body where nothing is said.
bool is_in_space(const std::optional<Value>& frame);

}  // namespace polhode::app
