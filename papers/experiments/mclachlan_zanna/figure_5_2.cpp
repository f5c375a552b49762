// SPDX-License-Identifier: MIT
// Figure 5.2: the eigenvalues for ever longer steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <polhode/core/norm.hpp>

#include "experiments/mclachlan_zanna/eigenvalues.hpp"
#include "experiments/mclachlan_zanna/mclachlan_zanna.hpp"

namespace polhode::experiments::mclachlan_zanna {

namespace {

/// The farthest of the eigenvalues from the entries of J, which they are at h = 0.
Number distance_from_rest(int order, Number h) {
  const Vec3<Number> J = inertia_entries();
  const auto spectrum = Spectrum{order}(h);
  return std::max({std::abs(spectrum[0] - J.x), std::abs(spectrum[1] - J.y), std::abs(spectrum[2] - J.z)});
}

Outcome run_figure_5_2(ExperimentOutput& output) {
  std::vector<Number> steps;
  constexpr int parts = 400;
  for (int i = 0; i <= parts; ++i) steps.push_back(std::pow(10.0L, -1 + 4 * static_cast<Number>(i) / parts));
  draw_spectra(output, steps, {.label = "h", .scale = app::Scale::logarithmic},
               "Eigenvalues of the Moser-Veselov equation for long steps");

  constexpr Number h = 1e6L;
  const Number fourth = distance_from_rest(4, h), sixth = distance_from_rest(6, h);
  // DMV: one real pair, which goes to +-sqrt(H2)/|m|; one imaginary pair that grows as h |m|; one that
  // shrinks.
  const auto dmv = Spectrum{2}(h);
  const Vec3<Number> J = inertia_entries(), m = start();
  const Number h2 = J.x * J.x * m.x * m.x + J.y * J.y * m.y * m.y + J.z * J.z * m.z * m.z;
  int real = 0;
  Number smallest = h, largest = 0;
  for (const auto& l : dmv) {
    if (l.real() > 0.5L * std::abs(l)) {
      real += std::abs(l.real() - std::sqrt(h2)) < 1e-3L ? 1 : 0;
      continue;
    }
    smallest = std::min(smallest, std::abs(l));
    largest = std::max(largest, std::abs(l));
  }
  const bool agrees = fourth < 1e-3L && sixth < 1e-3L && real == 1 && smallest < 1e-3L && largest > 0.9L * h;
  return {
      "as h grows DMV's eigenvalues end as two real ones, two imaginary ones at infinity and two at zero; "
      "those of DMV4 and "
      "DMV6 return to where they are at h = 0",
      fmt::format(
          "h = 1e6: DMV +-{:.4f}, +-{:.1e} i, +-{:.1e} i; DMV4 within {:.0e} of h = 0, DMV6 within {:.0e}",
          static_cast<double>(std::sqrt(h2)), static_cast<double>(largest), static_cast<double>(smallest),
          static_cast<double>(fourth), static_cast<double>(sixth)),
      agrees ? Verdict::holds_corrected : Verdict::differs,
      "With H2 = Delta H - C_J |m|^2, H as in (3.1): the quotient printed in section 5 is wrong. The "
      "unrounded data of table 4."};
}

}  // namespace

Experiment figure_5_2() {
  return {"mclachlan-zanna-figure-5-2", paper, "Figure 5.2: eigenvalues for long steps", run_figure_5_2};
}

}  // namespace polhode::experiments::mclachlan_zanna
