// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A result as one HTML page that needs nothing else: no network, no other file. With script the body turns
/// and the figures react to the pointer; without it all figures are shown.
///
/// Convention. Light and dark follow the reader's setting, by the classes of the figures
///             (picture/palette.hpp); on paper it is light. It fits phones and wide screens. Every text of
///             the result is escaped.

#include <string>
#include <vector>

#include "report/figures.hpp"
#include "report/solid.hpp"
#include "result/result.hpp"

namespace polhode::app {

/// A figure as HTML. `folder` is where the figures are stored as files, for links, relative to the page;
/// empty if they are not.
std::string figure_html(const ReportFigure& figure, const std::string& folder);

/// A picture of the body at one time, named "body"; empty if the result has no motion to show.
ReportFigure body_figure(const Result& result, const BodySolid& solid);

/// The page. `folder` as for figure_html. The figure named "body", if there is one, is shown where the body
/// turns.
std::string report_page(const Result& result, const std::vector<ReportFigure>& figures,
                        const std::string& folder, const BodySolid& solid);

}  // namespace polhode::app
