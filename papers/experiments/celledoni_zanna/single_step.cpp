// SPDX-License-Identifier: MIT
#include "experiments/celledoni_zanna/single_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>

namespace polhode::experiments::celledoni_zanna {

double error_of(const kernel::Image<double>& found, const kernel::Image<long double>& exact) {
  const Vec3<long double> dm = convert<long double>(found.m) - exact.m;
  const Quat<long double> dq = convert<long double>(found.r) - exact.r;
  // A turn by a small angle is a quaternion that differs by half of it.
  const long double momentum = norm(dm) / norm(exact.m), angle = 2 * std::sqrt(dot(dq, dq));
  return std::isnan(angle) ? std::nan("") : static_cast<double>(std::max(momentum, angle));
}

Outcome drive_free_body(ExperimentOutput& output, const std::string& name, const std::string& printed,
                        const std::string& routine) {
  constexpr double eps = std::numeric_limits<double>::epsilon(), longest_drive = 10;
  const Inertia body = Inertia::from_moments(1.0, 1.5, 2.2);
  const Vec3<double> m{0.3, -0.5, 0.8};
  const FreeStep step = free_method(name).prepare(body), printed_step = free_method(printed).prepare(body);
  const auto reference =
      free_method("exact").prepare_extended(convert<long double>(from_eigen(body.moments())));

  constexpr int parts = 400;
  std::vector<std::vector<double>> rows;
  std::array<std::vector<app::Point>, 3> momentum;
  std::vector<app::Point> error;
  double worst = 0, worst_printed = 0;
  for (int i = 1; i <= parts; ++i) {
    const double t = longest_drive * i / parts;
    const kernel::Image<double> found = image_of(step, m, t);
    const auto exact = image_of(reference, convert<long double>(m), static_cast<long double>(t));
    const double off = error_of(found, exact), printed_off = error_of(image_of(printed_step, m, t), exact);
    std::vector<double> row{t, found.m.x, found.m.y, found.m.z};
    const Mat3<double> Q = to_matrix(found.r);
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) row.push_back(Q(j, k));
    row.push_back(off);
    row.push_back(printed_off);
    rows.push_back(std::move(row));
    momentum[0].push_back({t, found.m.x});
    momentum[1].push_back({t, found.m.y});
    momentum[2].push_back({t, found.m.z});
    error.push_back({t, off});
    if (!(off <= worst)) worst = off;
    if (!(printed_off <= worst_printed)) worst_printed = printed_off;
  }
  const double at_end = error.back().y;
  output.write_data("",
                    {"t", "m_1", "m_2", "m_3", "Q_11", "Q_12", "Q_13", "Q_21", "Q_22", "Q_23", "Q_31", "Q_32",
                     "Q_33", "error", "error_with_printed_momentum"},
                    rows);
  output.write_figure(
      "", {.title = "A free body, each point in one step from t = 0",
           .description = "The components of the momentum against the length of the one step that "
                          "leads there, and the error of "
                          "that step, which stays at the rounding of double.",
           .panels = {{.heading = "momentum",
                       .x = {.label = "t"},
                       .y = {.label = "m"},
                       .series = {{.name = "m1", .values = std::move(momentum[0]), .colour = 0},
                                  {.name = "m2", .values = std::move(momentum[1]), .colour = 1},
                                  {.name = "m3", .values = std::move(momentum[2]), .colour = 2}}},
                      {.heading = "error",
                       .x = {.label = "t"},
                       .y = {.label = "momentum or angle", .scale = app::Scale::logarithmic},
                       .series = {{.name = "", .values = std::move(error), .colour = 3}}}},
           .columns = 2});
  return {fmt::format("{} gives the motion in one step of length T", routine),
          fmt::format("error {:.1f} eps at T = {}, {:.1f} eps at most for shorter T; with the printed "
                      "momentum {:.1f} eps "
                      "at most",
                      at_end / eps, longest_drive, worst / eps, worst_printed / eps),
          worst < 100 * eps && worst_printed < 100 * eps ? Verdict::holds_corrected : Verdict::differs,
          "The data of this driver are not printed. Chosen: moments 1, 1.5, 2.2, m0 = (0.3, -0.5, 0.8), Q0 = "
          "1, T = 10. With the misprints of the formulas corrected (papers/docs/errata.md). The momentum is "
          "Vilmart's form with two "
          "constants; (4) and (5) as printed are in the data."};
}

}  // namespace polhode::experiments::celledoni_zanna
