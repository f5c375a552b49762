// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A figure of one or more panels, described as data; figure_svg draws it. The same data give the same bytes.
///
/// Convention. Panels are laid out in rows of `columns`, in their order. A scale without a range takes that
///             of its data, a little wider. A value that is not finite, or not positive on a logarithmic
///             scale, leaves a gap in its curve; a curve beyond a given range is clipped at the frame.
///             Colours are numbers of one palette, legible on light and dark and for the colour-blind:
///             each element or its group has the class "c0" to "c7", "ink", "faint" or "ground", and its
///             light colour as the attribute `color` (svg.hpp, palette.hpp). The key is above its panel, or
///             above all panels if they share it. A long curve is drawn without its invisible points, but
///             with all extremes (pieces.hpp).

#include <optional>
#include <string>
#include <vector>

#include "picture/axes.hpp"
#include "picture/svg.hpp"
#include "picture/ticks.hpp"

namespace polhode::app {

struct Axis {
  std::string label;
  Scale scale = Scale::linear;
  std::optional<Range> range{};
  bool is_angle = false;  ///< in degrees: with ticks at 15, 30, 45, 90
  bool is_time = false;   ///< shared by the figures of a page
  std::string unit{};     ///< the end of the label, after a comma
};

/// A band extends from the least to the greatest of neighbouring values, for values that no line can join. A
/// region is the filled inside of the line through its values.
enum class Drawn { line, dots, line_and_dots, faint_line, band, region };

struct Series {
  std::string
      name;  ///< in the key; series of the same name and colour share one entry, an empty name has none
  std::vector<Point> values;
  int colour = 0;  ///< of the palette, 0 to 7; -1 for the ink of the text
  Drawn drawn = Drawn::line;
  std::string dash{};  ///< SVG's stroke-dasharray; empty for a solid line
  std::vector<double>
      times{};  ///< of each value, if x is not the time: for a page that marks the point of a time
};

/// A region filled with the colour of a value.
struct Cell {
  std::vector<Point> corners;
  double value;  ///< not finite: left blank
};

/// What the colours of the cells mean: from dark to light, with a bar beside the panel.
struct ColourScale {
  std::string label;
  Scale scale = Scale::linear;
  std::optional<Range> range{};
};

struct Panel {
  std::string heading;
  Axis x, y;
  std::vector<Series> series{};
  std::vector<Cell> cells{};
  ColourScale colours{};
  bool has_equal_scales = false;     ///< a unit has the same length on both axes: for points in a plane
  std::vector<std::string> notes{};  ///< short lines in a free corner, or below the heading if none is free
};

struct Figure {
  std::string title;        ///< above all panels; empty: none is drawn
  std::string description;  ///< for readers who cannot see it
  std::vector<Panel> panels;
  int columns = 1;
  double panel_width = 520, panel_height = 320;  ///< of the frame, without its labels
};

std::string figure_svg(const Figure& figure);

}  // namespace polhode::app
