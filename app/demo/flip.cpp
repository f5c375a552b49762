// SPDX-License-Identifier: MIT
#include "demo/flip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/shortest_turn.hpp>

namespace polhode::app {
namespace {

State start_of(const THandle& handle, double turns_per_second, double disturbance) {
  const double spin = 2 * std::numbers::pi * turns_per_second;
  const Inertia body = handle.inertia();
  const Eigen::Vector3d momentum = body.momentum({0, spin, disturbance * spin});
  return state_from_momentum(shortest_turn(momentum, Eigen::Vector3d::UnitZ()), momentum);
}

double degrees_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b)) * 180 / std::numbers::pi;
}

}  // namespace

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

Flip::Flip()
    : start(start_of(handle, turns_per_second, disturbance)),
      motion(handle.inertia(), start),
      description(describe(motion.body(), start)) {
  const double between = description.polhode_period / 2;
  for (double t = description.next_flip; t <= seconds; t += between) flip_times.push_back(t);
}

std::string flip_table(const Flip& flip) {
  constexpr int rows = 20;
  const Inertia& body = flip.motion.body();
  const double energy = kinetic_energy(body, flip.start);
  const double length = momentum_length(flip.start);
  const Eigen::Vector3d momentum = spatial_momentum(flip.start);
  std::string text =
      "   time   momentum / |momentum| along           stem to     relative error of\n"
      "      s   crossbar       stem     normal   momentum, deg   energy    momentum\n";
  for (int row = 0; row <= rows; ++row) {
    const double t = flip.seconds * row / rows;
    const State state = flip.motion.at(t);
    const Eigen::Vector3d m = state.momentum / length;
    const double angle = degrees_between(to_space(state.attitude, Eigen::Vector3d::UnitY()), momentum);
    text += fmt::format("{:7.3f} {:10.6f} {:10.6f} {:10.6f} {:15.3f} {:8.1e}    {:8.1e}\n", t, m.x(), m.y(),
                        m.z(), angle, std::abs(kinetic_energy(body, state) - energy) / energy,
                        (spatial_momentum(state) - momentum).norm() / length);
  }
  return text;
}

std::string flip_summary(const Flip& flip) {
  const auto& [x, y, z] = from_eigen(flip.motion.body().moments());
  std::string times;
  for (const double t : flip.flip_times) times += fmt::format("{}{:.4f}", times.empty() ? "" : ", ", t);
  return fmt::format(
      "body            T-handle of two steel rods, {:.0f} mm thick: crossbar {:.0f} mm, stem {:.0f} mm; "
      "{:.0f} g\n"
      "moments         {:.4e} (crossbar), {:.4e} (stem), {:.4e} (normal) kg m^2\n"
      "spin            {:g} turns a second about the stem, disturbed by {:g} % about the normal\n"
      "regime          {}\n"
      "polhode period  {:.6f} s\n"
      "between flips   {:.6f} s\n"
      "next flip       {:.6f} s after the start; flips at {} s\n",
      2000 * flip.handle.radius, 1000 * flip.handle.bar_length, 1000 * flip.handle.stem_length,
      1000 * flip.handle.mass(), x, y, z, flip.turns_per_second, 100 * flip.disturbance,
      name(flip.description.regime), flip.description.polhode_period, flip.description.polhode_period / 2,
      flip.description.next_flip, times);
}

}  // namespace polhode::app
