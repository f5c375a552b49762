// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A picture as SVG text. The same calls give the same bytes.
///
/// Convention. Lengths in units of the view box, x to the right and y downwards. The picture scales with its
///             window. A picture of fixed colours has a white background, on any page. In one of classed
///             colours each element or its group has a class and, as its attribute `color`, the colour of
///             the class on a light background; strokes and fills use the current colour, so that a page
///             changes all by one rule for each class. Text of any bytes makes a well-formed picture.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

struct Point {
  double x, y;
};

/// As text of SVG or HTML, or the value of an attribute: markup is escaped; control characters and bytes that
/// are not UTF-8 become U+FFFD.
std::string escaped(std::string_view words);

/// The number of bytes of the first character, if XML allows it, else 0. The text is not empty.
std::size_t valid_character(std::string_view text);

/// A picture of classed colours as a separate file, which follows the reader's setting of light or dark; on a
/// page, the style of the page does that.
std::string with_own_style(std::string_view svg);

class Svg {
 public:
  enum class Colours { fixed, classed };

  /// Title and description are for readers who cannot see the picture.
  Svg(double width, double height, std::string_view title, std::string_view description,
      Colours colours = Colours::fixed);

  /// While it lives, all that is drawn is in one group with these attributes. The name may be empty, as it is
  /// if several pictures are on one page.
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
  /// Many lines, or filled regions, as one element, which takes far fewer bytes.
  void pieces(const std::vector<std::vector<Point>>& lines, std::string_view attributes = {});
  void regions(const std::vector<std::vector<Point>>& outlines, std::string_view attributes = {});
  void circle(Point centre, double radius, std::string_view attributes = {});
  void rectangle(Point corner, double width, double height, std::string_view attributes = {});
  void label(Point at, std::string_view words, std::string_view attributes = {});

  /// Something that attributes refer to by url(#...), such as a gradient.
  void definition(std::string_view element);

  /// The whole picture.
  std::string text() const;

 private:
  void outlines(const std::vector<std::vector<Point>>& pieces, const char* end, std::string_view attributes);

  std::string text_;
};

}  // namespace polhode::app
