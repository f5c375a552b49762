// SPDX-License-Identifier: MIT
#include "catalogue/torque_data.hpp"

#include <type_traits>
#include <utility>
#include <variant>

#include "catalogue/torques.hpp"

namespace polhode::app {
namespace {

std::vector<double> listed(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

void put(const std::string& name, const TorqueArguments::Value& value, TorqueData& data) {
  std::visit(
      [&](const auto& of) {
        using Type = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Type, double>) {
          data.numbers[name] = {of};
        } else if constexpr (std::is_same_v<Type, Eigen::Vector3d>) {
          data.numbers[name] = listed(of);
        } else if constexpr (std::is_same_v<Type, Eigen::Matrix3d>) {
          const Eigen::Matrix3d by_rows = of.transpose();
          data.numbers[name] = {by_rows.data(), by_rows.data() + by_rows.size()};
        } else if constexpr (std::is_same_v<Type, std::string>) {
          data.texts[name] = {of};
        } else if constexpr (std::is_same_v<Type, std::vector<double>>) {
          data.numbers[name] = of;
        } else if constexpr (std::is_same_v<Type, std::vector<std::string>>) {
          data.texts[name] = of;
        } else if constexpr (std::is_same_v<Type, std::vector<Eigen::Vector3d>>) {
          std::vector<double>& all = data.numbers[name];
          for (const Eigen::Vector3d& v : of) all.insert(all.end(), v.begin(), v.end());
        } else {
          for (const auto& [key, number] : of.numbers) data.numbers[name + "." + key] = {number};
          for (const auto& [key, vector] : of.vectors) data.numbers[name + "." + key] = listed(vector);
          for (const auto& [key, vector] : of.space_vectors) data.numbers[name + "." + key] = listed(vector);
        }
      },
      value);
}

}  // namespace

std::optional<Eigen::Vector3d> TorqueData::vector(const std::string& name) const {
  const auto found = numbers.find(name);
  if (found == numbers.end() || found->second.size() != 3) return std::nullopt;
  return Eigen::Vector3d(found->second[0], found->second[1], found->second[2]);
}

TorqueData torque_data(const CatalogueTorque& kind, const TorqueArguments& arguments) {
  TorqueData data{kind.name};
  for (const TorqueParameter& parameter : kind.parameters)
    if (const TorqueArguments::Value* value = arguments.value(parameter.name))
      put(parameter.name, *value, data);
  if (const double* weight = arguments.find<double>("weight"))
    data.numbers["weight"] = listed(*weight * arguments.get<Eigen::Vector3d>("up", Eigen::Vector3d::UnitZ()));
  if (data.numbers.contains("weight")) data.numbers.erase("up");
  return data;
}

}  // namespace polhode::app
