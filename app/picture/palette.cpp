// SPDX-License-Identifier: MIT
#include "picture/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace polhode::app {
namespace {

struct Colour {
  const char *name, *light, *dark;
};

constexpr std::array<Colour, palette_size> palette{{{"c0", "#0072b2", "#56a9e0"},
                                                    {"c1", "#d55e00", "#ff8a4c"},
                                                    {"c2", "#009e73", "#3ecfa0"},
                                                    {"c3", "#8b1a89", "#d994d8"},
                                                    {"c4", "#cc8400", "#f0b43c"},
                                                    {"c5", "#56b4e9", "#a3d9fa"},
                                                    {"c6", "#7a5230", "#c9a06a"},
                                                    {"c7", "#7f7f7f", "#a0a8b0"}}};
constexpr Colour ink{"ink", "#222", "#e4e7ea"}, faint{"faint", "#dfe3e8", "#363e47"},
    ground{"ground", "#fff", "#101418"};

std::string attributes(const Colour& c) { return fmt::format("class=\"{}\" color=\"{}\"", c.name, c.light); }

/// Of what marks events and the way of a motion: the fourth of the palette.
constexpr int accent = 3;

std::string class_rule(const Colour& c) { return fmt::format(".{0}{{color:var(--{0})}}\n", c.name); }

std::string variables(const char* Colour::*tone) {
  std::string text;
  for (const Colour& c : {ink, faint, ground}) text += fmt::format("--{}:{};", c.name, c.*tone);
  for (const Colour& c : palette) text += fmt::format("--{}:{};", c.name, c.*tone);
  return text + fmt::format("--accent:{};", palette[accent].*tone);
}

}  // namespace

std::string coloured(int number) {
  return number < 0 ? coloured_ink() : attributes(palette[static_cast<std::size_t>(number % palette_size)]);
}

std::string coloured_ink() { return attributes(ink); }
std::string coloured_faint() { return attributes(faint); }
std::string coloured_ground() { return attributes(ground); }

std::string class_rules() {
  std::string rules = class_rule(ink) + class_rule(faint) + class_rule(ground);
  for (const Colour& colour : palette) rules += class_rule(colour);
  return rules;
}

std::string light_variables() { return variables(&Colour::light); }
std::string dark_variables() { return variables(&Colour::dark); }

std::string shade(double share) {
  using Rgb = std::array<double, 3>;
  constexpr std::array<Rgb, 9> stops{{{68, 1, 84},
                                      {71, 44, 122},
                                      {59, 81, 139},
                                      {44, 113, 142},
                                      {33, 144, 141},
                                      {39, 173, 129},
                                      {92, 200, 99},
                                      {170, 220, 50},
                                      {253, 231, 37}}};
  const double place = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double part = place - static_cast<double>(below);
  const auto mixed = [&](std::size_t i) {
    return std::lround(stops[below][i] + part * (stops[below + 1][i] - stops[below][i]));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

}  // namespace polhode::app
