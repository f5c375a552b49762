// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the script of a report's page needs: the motion, the body, and the curves of the figures.

#include <string>
#include <vector>

#include "report/figures.hpp"
#include "report/motion.hpp"
#include "report/solid.hpp"
#include "result/result.hpp"

namespace polhode::app {

/// From where the body is seen, and in which frame.
struct BodyView {
  SeenFrom eye{};
  bool is_in_orbit = false;  ///< seen from the orbit's frame, with the attracting mass below
  double time = 0;           ///< of the first picture
  std::string label;         ///< for readers who cannot see it
};

/// The data as JSON, long lists of numbers as bytes in base 64. Of a long motion evenly spaced rows are
/// taken; of a long curve the extremes are kept. No text ends the element in which the JSON stands.
std::string report_data(const Result& result, const std::vector<ReportFigure>& figures, const Motion& shown,
                        const BodySolid& solid, const BodyView& view);

/// The curves alone, for a page without a motion; times from `low` to `high`.
std::string figures_data(const std::vector<ReportFigure>& figures, Range times, const std::string& time_unit);

/// Whether there is a motion to show: attitudes and momenta of at least two rows.
bool can_be_shown(const Motion& shown);

}  // namespace polhode::app
