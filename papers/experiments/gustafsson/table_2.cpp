// SPDX-License-Identifier: MIT
// Mean errors at t = 10 of two implementations of each method of order 8.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/papers/factorization.hpp>
#include <polhode/papers/magnus.hpp>

#include "experiments/gustafsson/free_body.hpp"
#include "experiments/gustafsson/gustafsson.hpp"
#include "experiments/gustafsson/table_2_entries.hpp"
#include "methods/compiled_once.hpp"

namespace polhode::experiments::gustafsson {
namespace {

constexpr std::array columns{"c0 = c3 = 1/2", "c0 = 1/sqrt 2, c3 = 0", "quaternion", "matrix"};

/// The greatest factor by which an entry differs from the printed one. The factorization's entries for h =
/// 0.25 are at the rounding of the thesis's reference: ours may only be less.
double factor_from_printed(const std::array<Table2Entries, table_2_printed.size()>& found) {
  double farthest = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const double off = std::log(found[i][k] / table_2_printed[i].errors[k]);
      farthest = std::max(farthest, k < 2 && table_2_printed[i].h < 0.3 ? off : std::abs(off));
    }
  return std::exp(farthest);
}

}  // namespace

Table2Entries table_2_entries(double h, const std::vector<Start>& starts) {
  constexpr double end = 10;
  const std::array<FreeStep, columns.size()> steps{
      kernel::Factorization<double, 8>(moments), kernel::Factorization<double, 8>(moments, std::sqrt(0.5), 0),
      kernel::Magnus<double, 8>(moments), kernel::MagnusMatrix<double, 8>(moments)};
  Table2Entries mean{};
  for (const Start& start : starts) {
    const Quat<long double> exact = exact_attitude_after(start, end);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const auto distance = k < 2 ? quaternion_distance : matrix_distance;
      mean[k] +=
          distance(attitude_after(steps[k], start, end, h), exact) / static_cast<double>(starts.size());
    }
  }
  return mean;
}

namespace {

Outcome run_table_2(ExperimentOutput& output) {
  constexpr std::size_t steps = table_2_printed.size();
  const std::vector<Start> octant = random_starts(50), sphere = random_starts(50, Starts::sphere);
  std::array<Table2Entries, steps> found{}, of_sphere{};
  output.in_parallel(2 * steps, [&](std::size_t i) {
    const std::size_t k = i % steps;
    (i < steps ? found : of_sphere)[k] = table_2_entries(table_2_printed[k].h, i < steps ? octant : sphere);
  });

  std::vector<std::vector<double>> rows;
  app::Panel panel{.heading = "",
                   .x = {.label = "h", .scale = app::Scale::logarithmic},
                   .y = {.label = "mean error at t = 10", .scale = app::Scale::logarithmic}};
  for (std::size_t k = 0; k < columns.size(); ++k)
    panel.series.push_back({.name = std::string(k < 2 ? "factorization, " : "Magnus, ") + columns[k],
                            .values = {},
                            .colour = static_cast<int>(k),
                            .drawn = k % 2 == 0 ? app::Drawn::line : app::Drawn::dots});
  double apart = 0;
  for (std::size_t i = 0; i < steps; ++i) {
    const Table2Column& printed = table_2_printed[i];
    rows.push_back({printed.h});
    for (std::size_t k = 0; k < columns.size(); ++k) {
      rows.back().insert(rows.back().end(), {found[i][k], of_sphere[i][k], printed.errors[k]});
      panel.series[k].values.push_back({printed.h, found[i][k]});
    }
    apart = std::max({apart, std::abs(found[i][0] - found[i][1]), std::abs(found[i][2] - found[i][3])});
  }
  std::vector<std::string> heads{"h"};
  for (const char* name :
       {"factorization_halves", "factorization_root", "magnus_quaternion", "magnus_matrix"}) {
    heads.emplace_back(name);
    heads.push_back(std::string(name) + "_sphere");
    heads.push_back(std::string(name) + "_printed");
  }
  output.write_data("", heads, rows);
  output.write_figure(
      "", {.title = "Two implementations of each method of order 8",
           .description =
               "Mean error against the step; the two implementations of each method lie on one another.",
           .panels = {std::move(panel)}});
  const double factor = factor_from_printed(found);
  const bool holds = apart <= 4 * std::numeric_limits<double>::epsilon() && factor <= 2;
  return {
      "both factorizations have the same error, and so have quaternions and matrices, up to rounding; "
      "magnitudes as printed",
      fmt::format("the two of a pair differ by {:.1e} at most; entries within a factor of {:.2f} of the "
                  "printed ones (with starts of the whole "
                  "sphere {:.2f})",
                  apart, factor, factor_from_printed(of_sphere)),
      holds ? Verdict::holds_corrected : Verdict::differs,
      "the second row is c0 = 1/sqrt 2, c3 = 0 (its label swaps them); how starts are drawn is not printed: "
      "the positive octant chosen; where the "
      "thesis's reference rounds (factorization, h = 0.25) ours is smaller"};
}

}  // namespace

Experiment table_2() {
  return {"gustafsson-table-2", "Gustafsson 2010", "Table 2: two implementations of each method of order 8",
          run_table_2};
}

}  // namespace polhode::experiments::gustafsson
