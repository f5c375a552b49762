// SPDX-License-Identifier: MIT
#include "experiments/mclachlan_zanna/eigenvalues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/papers/moser_veselov_field.hpp>

#include "moser_veselov/explicit.hpp"

namespace polhode::experiments::mclachlan_zanna {

Number Spectrum::scaling(Number h) const {
  const kernel::MoserVeselovField<Number> field(moments());
  const Number third = h * h * field.tau3(start()), fifth = h * h * h * h * field.tau5(start());
  return order == 2 ? 1 : order == 4 ? 1 + third : 1 + third + (fifth - 2 * third * third);
}

std::array<std::complex<Number>, 3> Spectrum::operator()(Number h) const {
  const Vec3<Number> J = inertia_entries(), y = (h / scaling(h)) * start();
  const Vec3<Number> JJ{J.x * J.x, J.y * J.y, J.z * J.z}, yy{y.x * y.x, y.y * y.y, y.z * y.z};
  const Number sum = JJ.x + JJ.y + JJ.z - (yy.x + yy.y + yy.z);
  const Number pairs = JJ.x * JJ.y + JJ.z * (JJ.x + JJ.y) - dot(JJ, yy);
  const Number product = JJ.x * JJ.y * JJ.z;
  const Number single = moser_veselov::separate_root(-sum, pairs, -product);
  // The other two are the roots of mu^2 - b mu + c. The one that is larger in size first: the smaller by
  // their product.
  const Number b = sum - single, c = product / single, under = b * b / 4 - c;
  std::array<std::complex<Number>, 3> mu{single, 0, 0};
  if (under < 0) {
    mu[1] = {b / 2, std::sqrt(-under)};
    mu[2] = std::conj(mu[1]);
  } else {
    const Number larger = b / 2 + std::copysign(std::sqrt(under), b);
    mu[1] = larger;
    mu[2] = c / larger;
  }
  std::ranges::sort(mu, [](const auto& p, const auto& q) {
    return std::pair(p.real(), p.imag()) > std::pair(q.real(), q.imag());
  });
  return {std::sqrt(mu[0]), std::sqrt(mu[1]), std::sqrt(mu[2])};
}

bool Spectrum::is_split(Number h) const {
  const Number rounding = 64 * std::numeric_limits<Number>::epsilon();
  return std::ranges::all_of(
      (*this)(h), [rounding](const std::complex<Number>& l) { return l.real() > rounding * std::abs(l); });
}

void draw_spectra(ExperimentOutput& output, const std::vector<Number>& steps, const app::Axis& x,
                  const std::string& title) {
  constexpr std::array<Spectrum, 3> spectra{{{2}, {4}, {6}}};
  const std::array<std::string, 3> names{"DMV", "DMV4", "DMV6"}, dashes{"2 3", "8 3 2 3", "6 4"};
  app::Panel real{.heading = "real parts", .x = x, .y = {.label = "Re lambda"}};
  app::Panel imaginary{.heading = "imaginary parts", .x = x, .y = {.label = "Im lambda"}};
  std::vector<std::string> columns{"h"};
  std::vector<std::vector<double>> rows(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) rows[i].push_back(static_cast<double>(steps[i]));
  for (std::size_t k = 0; k < spectra.size(); ++k)
    for (std::size_t root = 0; root < 3; ++root) {
      // The three with their opposites: the spectrum is symmetric.
      std::array<std::vector<app::Point>, 2> re, im;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::complex<Number> l = spectra[k](steps[i])[root];
        const double h = rows[i][0], a = static_cast<double>(l.real()), b = static_cast<double>(l.imag());
        rows[i].insert(rows[i].end(), {a, b});
        re[0].push_back({h, a});
        re[1].push_back({h, -a});
        im[0].push_back({h, std::abs(b)});
        im[1].push_back({h, -std::abs(b)});
      }
      columns.push_back(fmt::format("re_{}_{}", names[k], root + 1));
      columns.push_back(fmt::format("im_{}_{}", names[k], root + 1));
      for (std::size_t side = 0; side < 2; ++side) {
        const auto series = [&](std::vector<app::Point>& values) {
          return app::Series{.name = names[k],
                             .values = std::move(values),
                             .colour = static_cast<int>(k),
                             .dash = dashes[k]};
        };
        real.series.push_back(series(re[side]));
        imaginary.series.push_back(series(im[side]));
      }
    }
  // DMV's go off with h, and DMV6's where its divisor is next to zero.
  real.y.range = app::Range{-1.5, 1.5};
  imaginary.y.range = app::Range{-1.5, 1.5};
  output.write_data("", columns, rows);
  output.write_figure(
      "", {.title = title,
           .description =
               "Real and imaginary parts of the six eigenvalues of the Moser-Veselov equation against "
               "the step, for the discrete Moser-Veselov method and its scaled forms of orders 4 and 6.",
           .panels = {std::move(real), std::move(imaginary)},
           .panel_width = 760,
           .panel_height = 280});
}

}  // namespace polhode::experiments::mclachlan_zanna
