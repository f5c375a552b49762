// SPDX-License-Identifier: MIT
// Section 2 for N x N matrices: the expansion of the step, and whether it is a change of time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <polhode/papers/general_moser_veselov.hpp>
#include <random>

#include "experiments/mclachlan_zanna/example.hpp"
#include "experiments/mclachlan_zanna/expansion.hpp"
#include "experiments/mclachlan_zanna/mclachlan_zanna.hpp"

namespace polhode::experiments::mclachlan_zanna {

namespace {

struct GeneralBody {
  Eigen::VectorXd J;
  Square M;
};

/// J between 1 and 2, Omega with entries between -1 and 1.
GeneralBody random_body(Eigen::Index n, std::mt19937_64& engine) {
  const auto number = [&] { return 0x1p-53 * static_cast<double>(engine() >> 11); };
  GeneralBody b{Eigen::VectorXd(n), Square::Zero(n, n)};
  for (Eigen::Index i = 0; i < n; ++i) b.J(i) = 1 + number();
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = i + 1; j < n; ++j) {
      const double omega = 2 * number() - 1;
      b.M(i, j) = omega * (b.J(i) + b.J(j));
      b.M(j, i) = -b.M(i, j);
    }
  return b;
}

/// The flow of f, with the terms up to h^(terms - 1), over one step h: by Runge-Kutta steps so short that their
/// error is not seen.
Square modified_flow(const GeneralBody& b, double h, int terms) {
  const auto field = [&](const Square& M) {
    const MoserVeselovExpansion e(M, b.J);
    Square rate = e.f();
    if (terms >= 3) rate += h * h * e.f_3();
    if (terms >= 5) rate += h * h * h * h * e.f_5();
    return rate;
  };
  constexpr int parts = 100;
  const double k = h / parts;
  Square M = b.M;
  for (int i = 0; i < parts; ++i) {
    const Square a = field(M), c = field(M + k / 2 * a), d = field(M + k / 2 * c), e = field(M + k * d);
    M += k / 6 * (a + 2 * c + 2 * d + e);
  }
  return M;
}

/// M_1 by (2.12), up to h^5.
Square by_coefficients(const GeneralBody& b, double h) {
  const MoserVeselovExpansion e(b.M, b.J);
  Square M = b.M;
  double power = 1;
  for (int i = 1; i <= 5; ++i) M += (power *= h) * e.d(i);
  return M;
}

constexpr std::array dimensions{3, 4, 5};
constexpr std::array lengths{0.1, 0.05};
/// What is compared with the step itself, and the order of what is left out.
struct Truncation {
  const char* name;
  int terms, order;
};
constexpr std::array<Truncation, 4> truncations{
    {{"f", 1, 3}, {"f + h^2 f3", 3, 5}, {"f + h^2 f3 + h^4 f5", 5, 7}, {"sum of h^i d_i, i <= 5", 0, 6}}};

Outcome run_expansion(ExperimentOutput& output) {
  std::mt19937_64 engine(1);
  const int bodies = output.is_quick() ? 2 : 20;
  std::vector<std::vector<double>> rows;
  app::Figure figure{.title = "One step of Moser and Veselov against its expansion",
                     .description =
                         "For matrices of three, four and five dimensions, the distance of one step from the "
                         "flows of the modified fields and from the sum (2.12), against h.",
                     .panels = {},
                     .columns = 3,
                     .panel_width = 300,
                     .panel_height = 320};
  double farthest = 0;
  for (const int n : dimensions) {
    std::vector<GeneralBody> all;
    for (int i = 0; i < bodies; ++i) all.push_back(random_body(n, engine));
    app::Panel panel{.heading = fmt::format("N = {}", n),
                     .x = {.label = "h", .scale = app::Scale::logarithmic},
                     .y = {.label = "distance", .scale = app::Scale::logarithmic}};
    for (std::size_t k = 0; k < truncations.size(); ++k) {
      app::Series series{.name = truncations[k].name,
                         .values = {},
                         .colour = static_cast<int>(k),
                         .drawn = app::Drawn::line_and_dots};
      for (const double h : lengths) {
        double log_sum = 0;
        for (const GeneralBody& b : all) {
          const Square exact = papers::GeneralMoserVeselov(b.J).step(b.M, h).M;
          const Square found =
              truncations[k].terms > 0 ? modified_flow(b, h, truncations[k].terms) : by_coefficients(b, h);
          log_sum += std::log((found - exact).norm() / b.M.norm());
        }
        const double error = std::exp(log_sum / bodies);
        series.values.push_back({h, error});
        rows.push_back({double(n), double(k), h, error});
      }
      const double order = std::log2(series.values[0].y / series.values[1].y);
      farthest = std::max(farthest, std::abs(order - truncations[k].order));
      panel.series.push_back(std::move(series));
    }
    figure.panels.push_back(std::move(panel));
  }
  output.write_data("", {"N", "truncation", "h", "error"}, rows);
  output.write_figure("", figure);
  return {
      "for any N: omega by Omega_0 to Omega_4, M_1 by (2.12), the modified field by (2.13) and (2.15), f_2 = "
      "f_4 = 0",
      fmt::format(
          "N = 3, 4, 5: errors of one step of orders 3, 5, 7 without f3, with f3, with f3 and f5, and 6 for "
          "(2.12); off by {:.2f} at most",
          farthest),
      farthest < 0.3 ? Verdict::holds : Verdict::differs,
      fmt::format(
          "{} random bodies for each N, J from 1 to 2, |Omega_ij| up to 1, h = 0.1 and 0.05; the step by an "
          "ordered Schur form",
          bodies)};
}

Outcome run_change_of_time(ExperimentOutput& output) {
  std::mt19937_64 engine(1);
  const int bodies = output.is_quick() ? 20 : 1000;
  std::vector<std::vector<double>> rows;
  app::Panel panel{
      .heading = "",
      .x = {.label = "N"},
      .y = {.label = "sine of the angle between f3 and [M, Omega]", .scale = app::Scale::logarithmic}};
  std::array<double, dimensions.size()> least{}, most{};
  for (std::size_t k = 0; k < dimensions.size(); ++k) {
    app::Series dots{.name = "", .values = {}, .colour = static_cast<int>(k), .drawn = app::Drawn::dots};
    least[k] = 1;
    for (int i = 0; i < bodies; ++i) {
      const GeneralBody b = random_body(dimensions[k], engine);
      const double sine = sine_between_f3_and_f(b.M, b.J);
      least[k] = std::min(least[k], sine);
      most[k] = std::max(most[k], sine);
      rows.push_back({double(dimensions[k]), sine});
      dots.values.push_back({dimensions[k] + 0.5 * i / bodies - 0.25, sine});
    }
    panel.series.push_back(std::move(dots));
  }
  output.write_data("", {"N", "sine"}, rows);
  output.write_figure(
      "", {.title = "Is the discrete motion a change of time?",
           .description = "For random bodies in three, four and five dimensions, how far the first term of "
                          "the modified field is off the direction of the motion.",
           .panels = {std::move(panel)},
           .panel_width = 680,
           .panel_height = 420});
  const bool holds = *std::ranges::max_element(most) < 1e-12;
  return {
      "for general N the discrete motion solves M' = (1 + h^2 tau_3 + ...) [M, Omega]: it is a change of "
      "time",
      fmt::format("sine of the angle between f3 and [M, Omega]: at most {:.0e} for N = 3; {:.1e} to {:.2f} "
                  "for N = 4; "
                  "{:.1e} to {:.2f} for N = 5",
                  most[0], least[1], most[1], least[2], most[2]),
      holds ? Verdict::holds : Verdict::differs,
      "A map that keeps all integrals moves along their tori, and these are circles for N = 3 only. A "
      "counterexample "
      "in whole numbers for N = 4 is in papers/docs/errata.md. What is said and used for N = 3 holds."};
}

}  // namespace

Experiment expansion() {
  return {"mclachlan-zanna-expansion", paper, "Section 2: the expansion of the step for N x N matrices",
          run_expansion};
}

Experiment change_of_time() {
  return {"mclachlan-zanna-change-of-time", paper, "End of section 2: a change of time for general N",
          run_change_of_time};
}

}  // namespace polhode::experiments::mclachlan_zanna
