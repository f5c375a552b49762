// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A result as one HTML page that needs nothing else: no network, no script, no other file.
///
/// Convention. Light and dark follow the reader's setting, by the classes of the figures
/// (picture/palette.hpp); on paper it is light. From the
///             width of a telephone to that of any screen. Every text of the result is escaped.

#include <string>
#include <vector>

#include "report/figures.hpp"
#include "result/result.hpp"

namespace polhode::app {

/// `folder` is where the figures lie as files, for links, relative to the page; empty where they do not.
std::string report_page(const Result& result, const std::vector<ReportFigure>& figures,
                        const std::string& folder);

}  // namespace polhode::app
