// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What every HTML page has in common: one file, no network. Light and dark follow the reader's setting; on
/// paper it is light. Pages fit any width from that of a phone up.
///
/// Convention. The page's policy allows its own style and script by their SHA-256 and, if
///             requested, pictures beside it, and nothing else. All content can be read without script.

#include <string>
#include <string_view>

namespace polhode::app {

/// What a page has besides its content.
struct PageNeeds {
  std::string data{};         ///< JSON for the script (report/page/report.js); empty: it has none
  bool has_script = false;    ///< also without data
  bool has_pictures = false;  ///< files beside the page
};

/// A whole page. The title is plain text; the content is HTML with the classes of the style: .facts of .fact,
/// .grid of .card and figure, .list and .names tables, .warning, .dim.
std::string html_page(std::string_view title, std::string_view content, const PageNeeds& needs = {});

}  // namespace polhode::app
