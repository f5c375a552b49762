// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The pictures of a result.

#include <string>
#include <vector>

#include "result/result.hpp"

namespace polhode::app {

struct ReportFigure {
  std::string name;  ///< of its files
  std::string heading;
  std::string caption;
  std::string svg;        ///< empty where it is left out
  std::string why_not{};  ///< then: the reason
};

/// Those of one motion, or of an ensemble, in the order in which they are shown.
std::vector<ReportFigure> report_figures(const Result& result);

}  // namespace polhode::app
