// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The frame of every HTML page: no network, no script. Light and dark follow the reader's setting, on paper
/// it is light; from the width of a telephone to that of any screen.

#include <string>
#include <string_view>

namespace polhode::app {

/// A whole page. The title is plain text; the content is HTML, made of what the style knows: .facts of .fact,
/// .grid of .card and figure, .list and .names tables, .warning, .dim.
std::string html_page(std::string_view title, std::string_view content);

}  // namespace polhode::app
