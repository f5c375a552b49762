// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A picture as SVG text. The same calls give the same bytes.
///
/// Convention. Lengths in units of the view box, x to the right and y downwards. The picture scales with its
///             window. The ground is white: it reads the same on a light and on a dark page.

#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

struct Point {
  double x, y;
};

class Svg {
 public:
  /// Title and description are for readers who cannot see the picture.
  Svg(double width, double height, std::string_view title, std::string_view description);

  /// What is drawn while it lives belongs to one named group; the attributes hold for all of it.
  class Group {
   public:
    explicit Group(Svg& svg) : svg_(svg) {}
    ~Group() { svg_.text_ += "</g>\n"; }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

   private:
    Svg& svg_;
  };
  [[nodiscard]] Group group(std::string_view name, std::string_view attributes = {});

  void line(Point from, Point to, std::string_view attributes = {});
  void path(const std::vector<Point>& points, std::string_view attributes = {});
  void polygon(const std::vector<Point>& points, std::string_view attributes = {});
  void circle(Point centre, double radius, std::string_view attributes = {});
  void rectangle(Point corner, double width, double height, std::string_view attributes = {});
  void label(Point at, std::string_view words, std::string_view attributes = {});

  /// Something that attributes refer to by url(#...), such as a gradient.
  void definition(std::string_view element);

  /// The whole picture.
  std::string text() const;

 private:
  std::string text_;
};

}  // namespace polhode::app
