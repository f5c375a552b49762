// SPDX-License-Identifier: MIT
#include <polhode/papers/methods.hpp>
#include <utility>

#include "methods/families.hpp"
#include "methods/frames.hpp"
#include "methods/slopes.hpp"

namespace polhode::papers {

namespace {

std::vector<FreeMethod> all_methods() {
  std::vector<FreeMethod> methods;
  for (const auto family :
       {frame_methods, magnus_methods, factorization_methods, moser_veselov_methods, rattle_methods})
    for (FreeMethod& method : family()) {
      method.prepare_slopes = slopes_of(method.name);
      methods.push_back(std::move(method));
    }
  return methods;
}

}  // namespace

const std::vector<FreeMethod>& methods() {
  static const std::vector<FreeMethod> all = all_methods();
  return all;
}

void register_methods() {
  [[maybe_unused]] static const bool done = [] {
    register_free_methods(methods(), find_frame_method);
    return true;
  }();
}

}  // namespace polhode::papers
