// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Marks in pages and pictures that Polhode wrote, so that a later command overwrites only those.

#include <string>
#include <string_view>

namespace polhode::app {

/// In the head of an HTML page, in an SVG picture, and at the top of a text in Markdown.
constexpr std::string_view html_mark = "<meta name=\"generator\" content=\"polhode\">";
constexpr std::string_view svg_mark = "<metadata>polhode</metadata>";
constexpr std::string_view text_mark = "<!-- written by polhode -->";

/// A PNG picture with the mark added: a chunk tEXt after its header (PNG specification, 11.3.4.3).
std::string with_png_mark(std::string png);

/// Whether the file is a page, a picture or a text with its mark near its beginning. False if it cannot be
/// read.
bool carries_mark(const std::string& path);

/// The first line of a file without its line end; empty if it is longer than 64 KiB or cannot be read.
std::string first_line(const std::string& path);

}  // namespace polhode::app
