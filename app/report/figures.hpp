// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The figures of a result.

#include <string>
#include <vector>

#include "picture/figure.hpp"
#include "report/motion.hpp"
#include "result/result.hpp"

namespace polhode::app {

struct ReportFigure {
  std::string name;  ///< of its files
  std::string heading;
  std::string caption;
  std::string svg;              ///< empty if it is left out
  std::string why_not{};        ///< then: the reason
  std::vector<Panel> panels{};  ///< what it shows, if a page can draw it again for its own width
};

/// One panel below the other, each frame of this width and height.
ReportFigure panel_figure(std::string name, std::string heading, std::string caption,
                          std::vector<Panel> panels, double width, double height);

/// The states that figures of paths show: the rows of the result; or, if these are too far apart and nothing
/// acts, some periods from the start.
Motion motion_shown(const Result& result);

/// Those of one motion, or of an ensemble, in the order in which they are shown.
std::vector<ReportFigure> report_figures(const Result& result);

}  // namespace polhode::app
