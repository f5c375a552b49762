// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A result as one HTML page that needs nothing else: no network, no other file. With script the body turns
/// and the figures answer to the pointer; without it all figures are there.
///
/// Convention. Light and dark follow the reader's setting, by the classes of the figures
///             (picture/palette.hpp); on paper it is light. From the width of a telephone to that of any
///             screen. Every text of the result is escaped.

#include <string>
#include <vector>

#include "report/figures.hpp"
#include "report/solid.hpp"
#include "result/result.hpp"

namespace polhode::app {

/// A picture of the body at one time, named "body"; empty where the result has no motion to show.
ReportFigure body_figure(const Result& result, const BodySolid& solid);

/// `folder` is where the figures lie as files, for links, relative to the page; empty where they do not. The
/// figure named "body", if there is one, stands where the body turns.
std::string report_page(const Result& result, const std::vector<ReportFigure>& figures,
                        const std::string& folder, const BodySolid& solid);

}  // namespace polhode::app
