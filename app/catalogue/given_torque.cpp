// SPDX-License-Identifier: MIT
// Torques as data, both ways.
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "catalogue/torques.hpp"

namespace polhode::app {
namespace {

using Eigen::Vector3d;

std::vector<double> listed(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

void put(const std::string& name, const TorqueArguments::Value& value, Given& given) {
  std::visit(
      [&](const auto& of) {
        using Kind = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Kind, double>) {
          given.numbers[name] = {of};
        } else if constexpr (std::is_same_v<Kind, Vector3d>) {
          given.numbers[name] = listed(of);
        } else if constexpr (std::is_same_v<Kind, Eigen::Matrix3d>) {
          const Eigen::Matrix3d by_rows = of.transpose();
          given.numbers[name] = {by_rows.data(), by_rows.data() + by_rows.size()};
        } else if constexpr (std::is_same_v<Kind, std::string>) {
          given.texts[name] = {of};
        } else if constexpr (std::is_same_v<Kind, std::vector<double>>) {
          given.numbers[name] = of;
        } else if constexpr (std::is_same_v<Kind, std::vector<std::string>>) {
          given.texts[name] = of;
        } else if constexpr (std::is_same_v<Kind, std::vector<Vector3d>>) {
          std::vector<double>& all = given.numbers[name];
          for (const Vector3d& v : of) all.insert(all.end(), v.begin(), v.end());
        } else {
          for (const auto& [key, number] : of.numbers) given.numbers[name + "." + key] = {number};
          for (const auto& [key, vector] : of.vectors) given.numbers[name + "." + key] = listed(vector);
          for (const auto& [key, vector] : of.space_vectors) given.numbers[name + "." + key] = listed(vector);
        }
      },
      value);
}

std::vector<Vector3d> vectors_in(const std::vector<double>& numbers) {
  std::vector<Vector3d> all;
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    all.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  return all;
}

/// The numbers and vectors whose names begin with that of the parameter and a full stop.
FormulaNames names_in(const TorqueParameter& parameter, const Given& given) {
  FormulaNames names;
  const std::string before = parameter.name + ".";
  auto& vectors = parameter.type == ParameterType::named_vectors ? names.space_vectors : names.vectors;
  for (const auto& [key, values] : given.numbers) {
    if (!std::string_view(key).starts_with(before)) continue;
    const std::string name = key.substr(before.size());
    if (values.size() == 3)
      vectors.emplace(name, Vector3d(values[0], values[1], values[2]));
    else if (values.size() == 1)
      names.numbers.emplace(name, values[0]);
  }
  return names;
}

void take_numbers(const TorqueParameter& parameter, const std::vector<double>& values,
                  TorqueArguments& arguments) {
  if (parameter.type == ParameterType::numbers) return arguments.set(parameter.name, values);
  if (parameter.type == ParameterType::vectors) return arguments.set(parameter.name, vectors_in(values));
  if (values.size() == 1) return arguments.set(parameter.name, values[0]);
  if (values.size() == 3) return arguments.set(parameter.name, Vector3d(values[0], values[1], values[2]));
  if (values.size() != 9) return;
  Eigen::Matrix3d matrix;
  for (int i = 0; i < 9; ++i) matrix(i / 3, i % 3) = values[static_cast<std::size_t>(i)];
  arguments.set(parameter.name, matrix);
}

}  // namespace

Given given_torque(const CatalogueTorque& kind, const TorqueArguments& arguments) {
  Given given{kind.name};
  for (const TorqueParameter& parameter : kind.parameters)
    if (const TorqueArguments::Value* value = arguments.value(parameter.name))
      put(parameter.name, *value, given);
  if (const double* weight = arguments.find<double>("weight"))
    given.numbers["weight"] = listed(*weight * arguments.get<Vector3d>("up", Vector3d::UnitZ()));
  if (given.numbers.contains("weight")) given.numbers.erase("up");
  return given;
}

TorqueArguments arguments_of(const CatalogueTorque& kind, const Given& given) {
  TorqueArguments arguments;
  for (const TorqueParameter& parameter : kind.parameters) {
    if (parameter.type == ParameterType::named_constants || parameter.type == ParameterType::named_vectors) {
      arguments.set(parameter.name, names_in(parameter, given));
      continue;
    }
    if (const auto found = given.numbers.find(parameter.name); found != given.numbers.end())
      take_numbers(parameter, found->second, arguments);
    if (const auto found = given.texts.find(parameter.name); found != given.texts.end()) {
      if (parameter.type == ParameterType::vector_formula)
        arguments.set(parameter.name, found->second);
      else if (!found->second.empty())
        arguments.set(parameter.name, found->second.front());
    }
  }
  return arguments;
}

std::string torque_words(const std::vector<Given>& torques) {
  std::string words;
  for (const Given& given : torques) {
    if (!words.empty()) words += "; ";
    const CatalogueTorque* kind = find_torque(given.kind);
    // A function of a user's has a name alone.
    words += kind ? kind->words(arguments_of(*kind, given)) : given.text("name");
  }
  return words;
}

}  // namespace polhode::app
