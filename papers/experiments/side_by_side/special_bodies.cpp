// SPDX-License-Identifier: MIT
// Bodies, starts and steps that are hard for some methods.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>

#include "experiments/side_by_side/side_by_side.hpp"

namespace polhode::experiments::side_by_side {
namespace {

struct HardCase {
  const char* name;
  double I1, I2, I3, m1, m2, m3, h;
};

constexpr std::array<HardCase, 9> hard_cases{{{"sphere", 1, 1, 1, 0.6, 0, 0.8, 0.1},
                                              {"symmetric", 0.5, 1, 1, 0.6, 0.3, 0.7, 0.1},
                                              {"nearly symmetric", 0.5, 1 - 1e-10, 1, 0.6, 0.3, 0.7, 0.1},
                                              {"plate", 0.4, 0.6, 1, 0.5, 0.2, 0.8, 0.1},
                                              {"thin rod", 1e-6, 1, 1.0000005, 1e-7, 0.6, 0.8, 0.1},
                                              {"about the middle axis", 0.345, 0.653, 1, 0, 1, 0, 0.1},
                                              {"next to it", 0.345, 0.653, 1, 1e-8, 1, 1e-8, 0.1},
                                              {"h = 1", 0.345, 0.653, 1, 0.5, 0.2, 0.84, 1},
                                              {"h = 10", 0.345, 0.653, 1, 0.5, 0.2, 0.84, 10}}};

/// The error after ten steps against the motion as a function of time; a text where there is none.
std::string error_of(const char* method, const HardCase& c) {
  const Inertia body = Inertia::from_moments(c.I1, c.I2, c.I3);
  const State start{Eigen::Quaterniond::Identity(), {c.m1, c.m2, c.m3}};
  try {
    FreeStepper stepper(body, start, free_method(method));
    for (int n = 0; n < 10; ++n) stepper.step(c.h);
    const State found = stepper.state(), exact = FreeMotion(body, start).at(10 * c.h);
    const double error = std::max((found.momentum - exact.momentum).norm() / exact.momentum.norm(),
                                  found.attitude.angularDistance(exact.attitude));
    return std::isfinite(error) ? fmt::format("{:.0e}", error) : "not finite";
  } catch (const std::exception&) {
    return "refused";
  }
}

Outcome run_special_bodies(ExperimentOutput& output) {
  constexpr std::size_t n = compared_free_methods.size();
  std::vector<std::array<std::string, hard_cases.size()>> errors(n);
  output.in_parallel(n, [&](std::size_t k) {
    for (std::size_t c = 0; c < hard_cases.size(); ++c)
      errors[k][c] = error_of(compared_free_methods[k].name, hard_cases[c]);
  });
  std::vector<std::string> columns{"method"};
  for (const HardCase& c : hard_cases) columns.emplace_back(c.name);
  std::vector<std::vector<std::string>> lines;
  app::Series dots{.name = "", .values = {}, .colour = 0, .drawn = app::Drawn::dots};
  int refused = 0;
  for (std::size_t k = 0; k < n; ++k) {
    lines.push_back({compared_free_methods[k].name});
    for (std::size_t c = 0; c < hard_cases.size(); ++c) {
      lines.back().push_back(errors[k][c]);
      if (errors[k][c] != "refused") continue;
      ++refused;
      dots.values.push_back({static_cast<double>(c + 1), static_cast<double>(k + 1)});
    }
  }
  output.write_table("", columns, lines);
  output.write_figure(
      "",
      {.title = "Steps that are refused",
       .description = "A dot for each case, numbered as in the data from left to right, that a method, "
                      "numbered from the top of the data, refuses.",
       .panels =
           {{.heading = "", .x = {.label = "case"}, .y = {.label = "method"}, .series = {std::move(dots)}}},
       .panel_width = 680,
       .panel_height = 420});
  return {"(what bodies, starts and steps the methods of all five papers refuse)",
          fmt::format("{} of {} pairs of method and case are refused; none by exact", refused,
                      n * hard_cases.size()),
          Verdict::measured,
          "ten steps each, against the motion as a function of time; the data have the errors"};
}

}  // namespace

Experiment special_bodies() {
  return {"side-by-side-special-bodies", paper, "Nine hard bodies, starts and steps", run_special_bodies};
}

}  // namespace polhode::experiments::side_by_side
