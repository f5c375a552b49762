// SPDX-License-Identifier: MIT
#include "picture/svg.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string>

#include "files/mark.hpp"
#include "picture/palette.hpp"

namespace polhode::app {
namespace {

/// A tenth of a unit is finer than anyone sees; no "-0".
std::string length(double value) {
  const double tenths = std::round(value * 10);
  return fmt::format("{:g}", tenths == 0 ? 0.0 : tenths / 10);
}

std::string listed(const std::vector<Point>& points) {
  std::string text;
  for (const auto& [x, y] : points)
    text += fmt::format("{}{},{}", text.empty() ? "" : " ", length(x), length(y));
  return text;
}

/// As length(), for coordinates by the thousand: no zero before the point.
void append_tenths(std::string& text, long tenths) {
  if (tenths < 0) text += '-';
  const long size = tenths < 0 ? -tenths : tenths;
  if (size >= 10 || size == 0) text += std::to_string(size / 10);
  if (size % 10 != 0) {
    text += '.';
    text += static_cast<char>('0' + size % 10);
  }
}

std::string spaced(std::string_view attributes) {
  return attributes.empty() ? "" : fmt::format(" {}", attributes);
}

}  // namespace

std::size_t valid_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  unsigned code = first & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const bool is_too_long = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool is_none =
      (code >= 0xd800 && code <= 0xdfff) || code == 0xfffe || code == 0xffff || code > 0x10ffff;
  return is_too_long || is_none ? 0 : size;
}

std::string with_own_style(std::string_view svg) {
  const std::size_t place = svg.find(svg_mark);
  if (place == std::string_view::npos || svg.find("class=\"ground\"") == std::string_view::npos)
    return std::string(svg);
  return fmt::format("{}<style>svg{{{}}}\n{}@media (prefers-color-scheme: dark){{svg{{{}}}}}</style>\n{}",
                     svg.substr(0, place), light_variables(), class_rules(), dark_variables(),
                     svg.substr(place));
}

std::string escaped(std::string_view words) {
  std::string text;
  while (!words.empty()) {
    const std::size_t size = valid_character(words);
    if (size == 0)
      text += "\xef\xbf\xbd";
    else if (words[0] == '&')
      text += "&amp;";
    else if (words[0] == '<')
      text += "&lt;";
    else if (words[0] == '>')
      text += "&gt;";
    else if (words[0] == '"')
      text += "&quot;";
    else
      text += words.substr(0, size);
    words.remove_prefix(size == 0 ? 1 : size);
  }
  return text;
}

Svg::Svg(double width, double height, std::string_view title, std::string_view description, Colours colours) {
  const bool is_classed = colours == Colours::classed;
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" font-size=\"15\" "
      "{4}>\n"
      "<title>{2}</title>\n<desc>{3}</desc>\n{6}\n"
      "<rect width=\"{0}\" height=\"{1}\" {5}/>\n",
      length(width), length(height), escaped(title), escaped(description),
      is_classed ? "class=\"ink\" color=\"#222\" fill=\"currentColor\"" : "fill=\"#222\"",
      is_classed ? "class=\"ground\" color=\"#fff\" fill=\"currentColor\"" : "fill=\"#fff\"", svg_mark);
}

Svg::Group Svg::group(std::string_view name, std::string_view attributes) {
  text_ += name.empty() ? fmt::format("<g{}>\n", spaced(attributes))
                        : fmt::format("<g id=\"{}\"{}>\n", name, spaced(attributes));
  return Group(*this);
}

void Svg::line(Point from, Point to, std::string_view attributes) {
  text_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>\n", length(from.x), length(from.y),
                       length(to.x), length(to.y), spaced(attributes));
}

void Svg::path(const std::vector<Point>& points, std::string_view attributes) {
  text_ += fmt::format("<polyline points=\"{}\"{}/>\n", listed(points), spaced(attributes));
}

void Svg::polygon(const std::vector<Point>& points, std::string_view attributes) {
  text_ += fmt::format("<polygon points=\"{}\"{}/>\n", listed(points), spaced(attributes));
}

void Svg::outlines(const std::vector<std::vector<Point>>& pieces, const char* end,
                   std::string_view attributes) {
  const auto tenths = [](double value) { return std::lround(value * 10); };
  text_ += "<path d=\"";
  for (const auto& piece : pieces) {
    long x = 0, y = 0;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      const long to_x = tenths(piece[i].x), to_y = tenths(piece[i].y);
      text_ += i == 0 ? 'M' : i == 1 ? 'l' : ' ';
      append_tenths(text_, to_x - x);
      text_ += ',';
      append_tenths(text_, to_y - y);
      x = to_x;
      y = to_y;
    }
    text_ += piece.size() == 1 ? "h0" : end;
  }
  text_ += fmt::format("\"{}/>\n", spaced(attributes));
}

void Svg::pieces(const std::vector<std::vector<Point>>& lines, std::string_view attributes) {
  outlines(lines, "", attributes);
}

void Svg::regions(const std::vector<std::vector<Point>>& all, std::string_view attributes) {
  outlines(all, "z", attributes);
}

void Svg::circle(Point centre, double radius, std::string_view attributes) {
  text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", length(centre.x), length(centre.y),
                       length(radius), spaced(attributes));
}

void Svg::rectangle(Point corner, double width, double height, std::string_view attributes) {
  text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", length(corner.x),
                       length(corner.y), length(width), length(height), spaced(attributes));
}

void Svg::label(Point at, std::string_view words, std::string_view attributes) {
  text_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", length(at.x), length(at.y),
                       spaced(attributes), escaped(words));
}

void Svg::definition(std::string_view element) { text_ += fmt::format("<defs>{}</defs>\n", element); }

std::string Svg::text() const { return text_ + "</svg>\n"; }

}  // namespace polhode::app
