// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The sections of a scenario, each made of its table. All refuse what docs/scenario.md does not allow.

#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

#include "catalogue/torques.hpp"
#include "scenario/scenario.hpp"
#include "scenario/value.hpp"

namespace polhode::app {

struct DescribedBody {
  Inertia inertia;
  std::string words;
};

DescribedBody body_of(const Value& table);

struct Start {
  double time;
  State state;
};

Start start_of(const Value& table, const Inertia& body);

/// The sum of an array of torques.
DescribedTorque torque_of(const Value& array, const Inertia& body);

OutputTimes times_of(const Value& table, double start);

/// What acts on the body decides what a name means: a free method, or a splitting.
MethodSettings method_of(const std::optional<Value>& table, const Inertia& body, const State& start,
                         const Torque& torque);

std::vector<Event> events_of(const Value& array, const Inertia& body);

OutputChoice output_of(const std::optional<Value>& table);

Units units_of(const Value& table);

/// The factor that makes radians of an angle in "degrees" or "radians".
double radians_in(const Value& unit);

/// "body" or "space", body where nothing is said.
bool is_in_space(const std::optional<Value>& frame);

}  // namespace polhode::app
