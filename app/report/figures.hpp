// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The pictures of a result.

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
  std::string svg;              ///< empty where it is left out
  std::string why_not{};        ///< then: the reason
  std::vector<Panel> panels{};  ///< what it shows, where a page can draw it again for its width
};

/// The states that pictures of paths show: the rows of the result; or, where these are too far apart and
/// nothing acts, some periods from the start.
Motion motion_shown(const Result& result);

/// Those of one motion, or of an ensemble, in the order in which they are shown.
std::vector<ReportFigure> report_figures(const Result& result);

}  // namespace polhode::app
