// SPDX-License-Identifier: MIT
// The vessel on [0, 15]: free, righted, righted and damped; momentum and attitude by the Magnus method of
// order 8.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <polhode/free/stepper.hpp>
#include <polhode/free/tumbling.hpp>

#include "experiments/gustafsson/gustafsson.hpp"
#include "experiments/gustafsson/vessel.hpp"

namespace polhode::experiments::gustafsson {
namespace {

struct Moment {
  double time;
  State state;
};

/// From the start to the end, each step of h.
template <class Stepper>
std::vector<Moment> motion_of(Stepper stepper, double end, double h) {
  std::vector<Moment> motion{{0, stepper.state()}};
  for (int i = 1, n = static_cast<int>(std::lround(end / h)); i <= n; ++i) {
    stepper.step(h);
    motion.push_back({i * h, stepper.state()});
  }
  return motion;
}

/// Half of the way from the least to the greatest value of a component.
double amplitude(const std::vector<Moment>& motion, int component) {
  double least = motion[0].state.momentum[component], greatest = least;
  for (const Moment& m : motion) {
    least = std::min(least, m.state.momentum[component]);
    greatest = std::max(greatest, m.state.momentum[component]);
  }
  return (greatest - least) / 2;
}

void add_panels(app::Figure& figure, const std::string& name, const std::vector<Moment>& motion) {
  app::Panel momentum{
      .heading = name + ": momentum", .x = {.label = "t, s"}, .y = {.label = "m, 1e9 kg m^2/s"}};
  app::Panel attitude{.heading = name + ": attitude", .x = {.label = "t, s"}, .y = {.label = "q"}};
  for (int c = 0; c < 3; ++c) {
    app::Series series{.name = fmt::format("m{}", c + 1), .values = {}, .colour = c};
    for (const Moment& m : motion) series.values.push_back({m.time, 1e-9 * m.state.momentum[c]});
    momentum.series.push_back(std::move(series));
  }
  for (int c = 0; c < 4; ++c) {
    app::Series series{.name = fmt::format("q{}", c), .values = {}, .colour = c == 0 ? 3 : c - 1};
    for (const Moment& m : motion) {
      const Eigen::Quaterniond& q = m.state.attitude;
      series.values.push_back({m.time, c == 0 ? q.w() : q.vec()[c - 1]});
    }
    attitude.series.push_back(std::move(series));
  }
  figure.panels.push_back(std::move(momentum));
  figure.panels.push_back(std::move(attitude));
}

Outcome run_figure_4(ExperimentOutput& output) {
  const double h = output.is_quick() ? 0.1 : 0.0125, longer = 120;
  const FreeMethod magnus = free_method("magnus8");
  const std::array names{"free", "righted", "righted and damped"};
  const std::array columns_of{"free", "righted", "damped"};
  const std::array motions{motion_of(FreeStepper(vessel(), vessel_start(), magnus), vessel_time, h),
                           motion_of(vessel_by(magnus, restoring()), vessel_time, h),
                           motion_of(vessel_by(magnus, restoring() + damping()), vessel_time, h)};

  app::Figure figure{
      .title = "A vessel: momentum and attitude",
      .description =
          "Momentum and attitude quaternion against time for the free vessel, the one righted by its weight, "
          "and the one that is damped as well.",
      .panels = {},
      .columns = 2,
      .panel_width = 400,
      .panel_height = 240};
  std::vector<std::string> columns{"t"};
  std::vector<std::vector<double>> rows;
  for (const Moment& m : motions[0]) rows.push_back({m.time});
  for (std::size_t k = 0; k < motions.size(); ++k) {
    add_panels(figure, names[k], motions[k]);
    for (const char* c : {"m1", "m2", "m3", "q0", "q1", "q2", "q3"})
      columns.push_back(fmt::format("{}_{}", columns_of[k], c));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& [attitude, momentum] = motions[k][i].state;
      rows[i].insert(rows[i].end(), {momentum.x(), momentum.y(), momentum.z(), attitude.w(), attitude.x(),
                                     attitude.y(), attitude.z()});
    }
  }
  output.write_data("", columns, rows);
  output.write_figure("", figure);

  const auto& [free, righted, damped] = motions;
  const Eigen::Quaterniond rest =
      motion_of(vessel_by(magnus, restoring() + damping()), longer, h).back().state.attitude;
  const double left = damped.back().state.momentum.norm() / damped.front().state.momentum.norm();
  const double lasting = righted.back().state.momentum.norm() / righted.front().state.momentum.norm();
  const double stability = amplitude(free, 0) / amplitude(free, 2);
  const double righting =
      std::max(amplitude(righted, 1) / amplitude(free, 1), amplitude(righted, 2) / amplitude(free, 2));
  const bool shows_effects = stability <= 0.1 && righting < 1 && lasting >= 0.5 && left <= 0.1;
  const bool returns = rest.vec().norm() <= 0.01 && rest.w() < 0;
  const double beyond = 2 * std::asin(rest.vec().norm()) * 180 / std::numbers::pi;
  return {
      "free: m1 is stable, m2 and m3 oscillate; righted: they oscillate less, but do not stop; damped: the "
      "oscillations die out and q tends to "
      "(-1, 0), the original configuration",
      fmt::format("free: m1 swings by {:.0f} % of m3; righted: m2 and m3 by {:.0f} % of the free at most, m1 "
                  "by {:.0f} %; "
                  "damped: {:.0f} % of |m| left after "
                  "15 s, q tends to ({:.3f}, 0, 0, {:.3f}), {:.0f} degrees from the original",
                  100 * stability, 100 * righting, 100 * amplitude(righted, 0) / amplitude(free, 0),
                  100 * left, rest.w(), rest.z(), beyond),
      shows_effects && returns ? Verdict::holds : Verdict::differs,
      fmt::format(
          "{}h is not printed: {:g} s chosen; the text speaks of a period close to 15 s, the free vessel's "
          "momentum has {:.2f} s",
          shows_effects && !returns
              ? "all but the last holds: nothing rights the heading, so it comes to rest wherever it is; "
              : "",
          h, describe(vessel(), vessel_start()).polhode_period)};
}

}  // namespace

Experiment figure_4() {
  return {"gustafsson-figure-4", "Gustafsson 2010", "Figure 4: a vessel, free, righted and damped",
          run_figure_4};
}

}  // namespace polhode::experiments::gustafsson
