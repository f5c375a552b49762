// SPDX-License-Identifier: MIT
#include "experiments/mclachlan_zanna/cost_lines.hpp"

#include <utility>

namespace polhode::experiments::mclachlan_zanna {

CostLine cost_line(std::string label, const std::function<Cost(double h)>& cost) {
  CostLine line{std::move(label), {}};
  for (const Number h : figure_steps) line.costs.push_back(cost(static_cast<double>(h)));
  return line;
}

std::vector<CostLine> cost_lines(ExperimentOutput& output, Roots roots) {
  const auto dmv = [roots](int order) {
    return [roots, order](double h) { return cost_of_dmv(order, h, roots); };
  };
  std::vector<CostLine> lines{cost_line("LP2", cost_of_lp2), cost_line("IMR", cost_of_midpoint)};
  output.progress(0.1);
  lines.push_back(cost_line("DMV", dmv(2)));
  output.progress(0.3);
  lines.push_back(cost_line("DMV4", dmv(4)));
  output.progress(0.5);
  lines.push_back(cost_line("DMV6", dmv(6)));
  output.progress(0.7);
  return lines;
}

}  // namespace polhode::experiments::mclachlan_zanna
