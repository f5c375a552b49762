// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "catalogue/torques.hpp"
#include "exit_code.hpp"
#include "scenario/file_cache.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

TorqueRows rows_in_file(const Value& file) {
  FileCache* const files = file.context().files;
  if (files == nullptr) file.refuse("no other files here");
  try {
    return files->torques(beside(file.context().file, file.text()));
  } catch (const FileError& error) {
    file.refuse_at(error.what());
  } catch (const RefusedTable& error) {
    file.refuse_at(error.what());
  }
}

std::vector<Eigen::Vector3d> vectors_of(const Value& value, const TorqueParameter& parameter,
                                        const TorqueArguments& arguments) {
  std::vector<Eigen::Vector3d> vectors;
  for (const Value& row : value.items()) vectors.push_back(row.vector());
  const auto* others = arguments.find<std::vector<double>>(parameter.as_many_as);
  if (others && vectors.size() != others->size())
    value.refuse(fmt::format("{} {}", vectors.size(), parameter.name),
                 fmt::format("as many as {}, {}", parameter.as_many_as, others->size()));
  return vectors;
}

void read_parameter(const TorqueParameter& parameter, const Value& value, TorqueArguments& arguments) {
  const std::string& name = parameter.name;
  switch (parameter.type) {
    case ParameterType::number:
      return arguments.set(name, value.number());
    case ParameterType::positive_number:
      return arguments.set(name, value.positive());
    case ParameterType::number_not_negative:
      return arguments.set(name, value.not_negative());
    case ParameterType::vector:
      return arguments.set(name, value.vector());
    case ParameterType::direction:
      return arguments.set(name, value.direction());
    case ParameterType::number_or_vector:
      if (value.is_array()) return arguments.set(name, value.vector());
      return arguments.set(name, value.number());
    case ParameterType::matrix:
      return arguments.set(name, value.matrix());
    case ParameterType::word:
      return arguments.set(name, parameter.words[value.choice(parameter.words)]);
    case ParameterType::numbers:
      return arguments.set(name, value.numbers());
    case ParameterType::vectors:
      return arguments.set(name, vectors_of(value, parameter, arguments));
    case ParameterType::table_file: {
      TorqueRows rows = rows_in_file(value);
      arguments.set("times", std::move(rows.times));
      arguments.set("torques", std::move(rows.torques));
      return;
    }
  }
}

/// Refuses a parameter that means nothing beside another. Whether it does.
bool is_left_out(const TorqueParameter& parameter, const CatalogueTorque& torque, const Section& section) {
  const auto other = section.find(parameter.not_with);
  if (!other) return false;
  const auto type = std::ranges::find(torque.parameters, parameter.not_with, &TorqueParameter::name)->type;
  const bool may_be_number = type == ParameterType::number_or_vector;
  if (may_be_number && !other->is_array()) return false;
  section.without({parameter.name},
                  fmt::format("with a {}{}", parameter.not_with, may_be_number ? " that is a vector" : ""));
  return true;
}

TorqueArguments arguments_of(const CatalogueTorque& torque, const Section& section) {
  std::vector<std::string> alternatives;
  for (const TorqueParameter& parameter : torque.parameters)
    if (parameter.need == Need::one_of_them) alternatives.push_back(parameter.name);
  if (!alternatives.empty()) section.only_one(alternatives, torque.expected_one);
  TorqueArguments arguments;
  for (const TorqueParameter& parameter : torque.parameters) {
    if (is_left_out(parameter, torque, section)) continue;
    const auto value = parameter.need == Need::always
                           ? std::optional(section.need(parameter.name, parameter.expected))
                           : section.find(parameter.name);
    if (value) read_parameter(parameter, *value, arguments);
  }
  return arguments;
}

const CatalogueTorque& kind_of(const Value& torque) {
  if (!torque.is_table()) torque.refuse("a table with a kind");
  std::vector<std::string> names;
  for (const CatalogueTorque& known : torques()) names.push_back(known.name);
  const Node& node = torque.node();
  const auto key = std::ranges::find(node.keys, "kind");
  if (key == node.keys.end())
    torque.refuse("no kind", fmt::format("kind, one of \"{}\"", fmt::join(names, "\", \"")));
  const Value kind(node.items[static_cast<std::size_t>(key - node.keys.begin())], torque.path() + ".kind",
                   torque.context());
  const CatalogueTorque* found = kind.is_text() ? find_torque(kind.text()) : nullptr;
  return found ? *found : torques()[kind.choice(names)];
}

}  // namespace

DescribedTorque torque_of(const Value& array, const Inertia& body) {
  if (!array.is_array()) array.refuse("an array of tables, each under [[torque]] in two brackets");
  DescribedTorque sum;
  for (const Value& item : array.items()) {
    const CatalogueTorque& kind = kind_of(item);
    const Section section(item, torque_section(kind.name));
    const DescribedTorque part = item.made([&] {
      DescribedTorque made = kind.make(arguments_of(kind, section));
      if (!made.torque.is_none()) made.torque.prepare(body);  // refuses what does not suit this body
      return made;
    });
    sum.torque = sum.torque + part.torque;
    sum.words += (sum.words.empty() ? "" : "; ") + part.words;
  }
  return sum;
}

}  // namespace polhode::app
