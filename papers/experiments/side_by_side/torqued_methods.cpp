// SPDX-License-Identifier: MIT
// The papers' own bodies under torque: how long each method takes to an error.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>
#include <polhode/simulation/simulate.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>

#include "experiments/gustafsson/vessel.hpp"
#include "experiments/side_by_side/side_by_side.hpp"

namespace polhode::experiments::side_by_side {
namespace {

struct TorquedProblem {
  const char* name;
  Inertia body;
  State start;
  Torque torque;
  double end, first_step;
};

std::vector<TorquedProblem> torqued_problems() {
  const Inertia small = Inertia::from_moments(1, 5, 6);
  return {{"small heavy top (Celledoni, Safstrom)",
           small,
           {Eigen::Quaterniond::Identity(), {10, 50, 60}},
           heavy_top(Eigen::Vector3d(0, 0, 1), Eigen::Vector3d::UnitZ()),
           10,
           0.2},
          {"perturbed body (Celledoni, Zanna)",
           Inertia::from_moments(1.0, 1.0126869887825154, 3.3062374224730378),
           {Eigen::Quaterniond::Identity(),
            {-3.4790957088547336e-01, -1.9822914599675923e-01, -9.1633189192763642e-01}},
           heavy_top(Eigen::Vector3d(9.5586303547238536e-05, 4.8777318247201465e-04, -8.6772148817192390e-04),
                     Eigen::Vector3d::UnitZ()),
           48,
           2},
          {"damped vessel (Gustafsson)", gustafsson::vessel(), gustafsson::vessel_start(),
           gustafsson::restoring() + gustafsson::damping(), gustafsson::vessel_time, 5}};
}

struct TorquedMethod {
  const char *name, *splitting, *drift;
};
constexpr std::array<TorquedMethod, 6> torqued_compared{
    {{"SEJ: Strang, exact drift", "strang_kick", "exact"},
     {"MR: Strang, five rotations", "strang_kick", "lie_poisson_123"},
     {"Strang, Magnus 2", "strang_kick", "magnus2"},
     {"order 6, exact drift", "blanes_moan_s10", "exact"},
     {"order 6, DMV6 drift", "blanes_moan_s10", "dmv6"},
     {"order 6, Magnus 4 drift", "blanes_moan_s10", "magnus4"}}};

double distance_of_states(const State& a, const State& b) {
  return std::max((a.momentum - b.momentum).norm() / b.momentum.norm(),
                  a.attitude.angularDistance(b.attitude));
}

struct TimeAndError {
  double seconds, error;
};

template <class Run>
TimeAndError timed(const State& truth, int rounds, const Run& run) {
  TimeAndError best{std::numeric_limits<double>::infinity(), 0};
  for (int i = 0; i < rounds; ++i) {
    const std::clock_t begin = std::clock();
    const State end = run();
    best.seconds =
        std::min(best.seconds, std::max(1.0, double(std::clock() - begin)) / double(CLOCKS_PER_SEC));
    best.error = distance_of_states(end, truth);
  }
  return best;
}

/// The least time with an error of at most this; NaN if there is none.
double time_to(const std::vector<TimeAndError>& all, double error) {
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const TimeAndError& t : all)
    if (t.error <= error && !(t.seconds >= least)) least = t.seconds;
  return least;
}

Outcome run_torqued(ExperimentOutput& output) {
  const int rounds = output.is_quick() ? 1 : 5, halvings = output.is_quick() ? 7 : 14;
  std::vector<std::vector<std::string>> lines;
  app::Figure figure{.title = "Bodies under torque: time against error",
                     .description =
                         "For three bodies of the papers the time against the error at the end, both "
                         "logarithmic, by six splittings and by simulate.",
                     .panels = {},
                     .columns = 1,
                     .panel_width = 680,
                     .panel_height = 360};
  std::string summary;
  bool exceeds = false;
  const auto problems = torqued_problems();
  for (const TorquedProblem& p : problems) {
    const double times[] = {p.end};
    const State truth = simulate(p.body, p.start, p.torque, times, 1e-13).states.at(0);
    app::Panel panel{.heading = p.name,
                     .x = {.label = "error of momentum or angle", .scale = app::Scale::logarithmic},
                     .y = {.label = "time, s", .scale = app::Scale::logarithmic}};
    const auto add = [&](const char* name, const std::vector<TimeAndError>& all) {
      app::Series series{.name = name,
                         .values = {},
                         .colour = static_cast<int>(panel.series.size()),
                         .drawn = app::Drawn::line_and_dots};
      for (const TimeAndError& t : all)
        if (t.error > 0) series.values.push_back({t.error, t.seconds});
      panel.series.push_back(std::move(series));
      const auto cell = [&](double error) {
        const double t = time_to(all, error);
        return std::isnan(t) ? std::string() : fmt::format("{:.2g}", 1e6 * t);
      };
      lines.push_back({p.name, name, cell(1e-3), cell(1e-6), cell(1e-9)});
    };
    for (const TorquedMethod& m : torqued_compared) {
      std::vector<TimeAndError> all;
      const double end = p.end;
      for (int k = 0; k < halvings; ++k) {
        const int steps = static_cast<int>(std::lround(end / p.first_step)) << k;
        try {
          all.push_back(timed(truth, rounds, [&] {
            SplittingStepper stepper(p.body, p.start, p.torque, splitting(m.splitting),
                                     {.free_method = free_method(m.drift)});
            for (int n = 0; n < steps; ++n) stepper.step(end / steps);
            return stepper.state();
          }));
        } catch (const StepFailure&) {
          // Too long a step for this drift: the next one is shorter.
        }
      }
      add(m.name, all);
    }
    // As it is called: to the error of the column.
    std::vector<std::string> asked{p.name, "simulate, to that tolerance"};
    app::Series ours{.name = "simulate, to a tolerance",
                     .values = {},
                     .colour = static_cast<int>(panel.series.size()),
                     .drawn = app::Drawn::line_and_dots};
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      SimulationOptions options;
      options.estimate_error = false;
      const TimeAndError t = timed(truth, rounds, [&] {
        return simulate(p.body, p.start, p.torque, times, tolerance, options).states.at(0);
      });
      asked.push_back(fmt::format("{:.2g}", 1e6 * t.seconds));
      if (t.error > 0) ours.values.push_back({t.error, t.seconds});
      exceeds = exceeds || t.error > 3 * tolerance;
    }
    lines.push_back(std::move(asked));
    panel.series.push_back(std::move(ours));
    figure.panels.push_back(std::move(panel));
    summary += fmt::format("{}{}: {} us by simulate", summary.empty() ? "" : "; ", p.name, lines.back()[3]);
    output.progress(static_cast<double>(figure.panels.size()) / static_cast<double>(problems.size()));
  }
  output.write_table("", {"problem", "method", "1e-3", "1e-6", "1e-9"}, lines);
  output.write_figure("", figure);
  return {"(the papers' bodies under torque, by their splittings and by what a user calls)",
          fmt::format("processor time to an error of 1e-6: {}", summary), Verdict::measured,
          fmt::format("steps halved from the longest; the data have microseconds to errors of 1e-3, 1e-6, "
                      "1e-9; empty: not "
                      "reached; the error of simulate is {} three times its tolerance",
                      exceeds ? "once more than" : "never more than")};
}

}  // namespace

Experiment torqued_methods() {
  return {"side-by-side-torque", paper, "Three bodies under torque by seven methods", run_torqued, true};
}

}  // namespace polhode::experiments::side_by_side
