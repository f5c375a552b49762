// SPDX-License-Identifier: MIT
#include <algorithm>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <utility>

#include "core/nearest.hpp"
#include "free/families.hpp"
#include "free/paper_methods.hpp"

namespace polhode {

namespace {

std::vector<FreeMethod> all_methods() {
  std::vector<FreeMethod> methods;
  for (MethodFamily* family : method_families())
    for (FreeMethod& method : family()) methods.push_back(std::move(method));
  return methods;
}

}  // namespace

const std::vector<FreeMethod>& free_methods() {
  static const std::vector<FreeMethod> methods = all_methods();
  return methods;
}

const FreeMethod& exact_method() { return free_methods().front(); }

FreeMethod free_method(std::string_view name) {
  const auto& methods = free_methods();
  const auto found =
      std::find_if(methods.begin(), methods.end(), [&](const FreeMethod& m) { return m.name == name; });
  if (found != methods.end()) return *found;
  if (const auto combined = find_paper_method(name)) return *combined;
  std::vector<std::string> names;
  for (const FreeMethod& m : methods) names.push_back(m.name);
  throw InvalidInput("method", std::string(name),
                     "a name that free_methods() lists" + suggestion(name, names));
}

}  // namespace polhode
