// SPDX-License-Identifier: MIT
#include "picture/svg.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace polhode::app {
namespace {

/// A tenth of a unit is finer than anyone sees; no "-0".
std::string length(double value) {
  const double tenths = std::round(value * 10);
  return fmt::format("{:g}", tenths == 0 ? 0.0 : tenths / 10);
}

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (c == '&')
      text += "&amp;";
    else if (c == '<')
      text += "&lt;";
    else if (c == '>')
      text += "&gt;";
    else if (c == '"')
      text += "&quot;";
    else
      text += c;
  }
  return text;
}

std::string listed(const std::vector<Point>& points) {
  std::string text;
  for (const auto& [x, y] : points)
    text += fmt::format("{}{},{}", text.empty() ? "" : " ", length(x), length(y));
  return text;
}

std::string spaced(std::string_view attributes) {
  return attributes.empty() ? "" : fmt::format(" {}", attributes);
}

}  // namespace

Svg::Svg(double width, double height, std::string_view title, std::string_view description) {
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" font-size=\"15\" "
      "fill=\"#222\">\n"
      "<title>{2}</title>\n<desc>{3}</desc>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      length(width), length(height), escaped(title), escaped(description));
}

Svg::Group Svg::group(std::string_view name, std::string_view attributes) {
  text_ += fmt::format("<g id=\"{}\"{}>\n", name, spaced(attributes));
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
