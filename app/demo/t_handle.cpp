// SPDX-License-Identifier: MIT
#include "demo/t_handle.hpp"

#include <numbers>

namespace polhode::app {

double THandle::bar_mass() const noexcept {
  return density * std::numbers::pi * radius * radius * bar_length;
}

double THandle::stem_mass() const noexcept {
  return density * std::numbers::pi * radius * radius * stem_length;
}

double THandle::bar_place() const noexcept { return -(radius + stem_length / 2) * stem_mass() / mass(); }

Inertia THandle::inertia() const {
  const auto about_own_axis = [this](double m) { return m * radius * radius / 2; };
  const auto across = [this](double m, double length) {
    return m * (3 * radius * radius + length * length) / 12;
  };
  const double centres = radius + stem_length / 2;
  const double apart = bar_mass() * stem_mass() / mass() * centres * centres;  // the centres' own moment
  return Inertia::from_moments(about_own_axis(bar_mass()) + across(stem_mass(), stem_length) + apart,
                               across(bar_mass(), bar_length) + about_own_axis(stem_mass()),
                               across(bar_mass(), bar_length) + across(stem_mass(), stem_length) + apart);
}

}  // namespace polhode::app
