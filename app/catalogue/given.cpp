// SPDX-License-Identifier: MIT
#include "catalogue/given.hpp"

namespace polhode::app {

std::optional<double> Given::number(const std::string& name) const {
  const auto found = numbers.find(name);
  if (found == numbers.end() || found->second.size() != 1) return std::nullopt;
  return found->second[0];
}

std::optional<Eigen::Vector3d> Given::vector(const std::string& name) const {
  const auto found = numbers.find(name);
  if (found == numbers.end() || found->second.size() != 3) return std::nullopt;
  return Eigen::Vector3d(found->second[0], found->second[1], found->second[2]);
}

std::string Given::text(const std::string& name) const {
  const auto found = texts.find(name);
  return found == texts.end() || found->second.empty() ? "" : found->second[0];
}

}  // namespace polhode::app
