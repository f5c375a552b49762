// SPDX-License-Identifier: MIT
#include "picture/figure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "picture/palette.hpp"
#include "picture/pieces.hpp"
#include "picture/png.hpp"

namespace figure_test {
namespace {

using namespace polhode::app;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

bool contains(const std::string& text, const std::string& part) { return count(text, part) > 0; }

/// What an attribute of the only element that has this text in its tag says.
std::string path_of(const std::string& svg, const std::string& tag_part) {
  const std::size_t at = svg.find(tag_part);
  const std::size_t begin = svg.rfind("<path d=\"", at) + 9;
  return at == std::string::npos ? "" : svg.substr(begin, svg.find('"', begin) - begin);
}

Panel panel_of(std::vector<Point> values, Scale y = Scale::linear) {
  Panel panel{"", {"x"}, {"y", y}};
  panel.series.push_back({"", std::move(values)});
  return panel;
}

std::string svg_of(const Panel& panel) { return figure_svg({"", "", {panel}}); }

/// The path of the one line in a figure of one panel.
std::string line_of(const Panel& panel) { return path_of(svg_of(panel), "stroke-width=\"1.8\""); }

TEST(Figure, TheSameDataGiveTheSameBytes) {
  const Panel panel = panel_of({{0, 1}, {1, 3}, {2, 2}});
  EXPECT_EQ(svg_of(panel), svg_of(panel));
  EXPECT_FALSE(svg_of(panel) == svg_of(panel_of({{0, 1}, {1, 3}, {2, 2.5}})));
}

TEST(Figure, AValueThatIsNotFiniteLeavesAGap) {
  EXPECT_EQ(count(line_of(panel_of({{0, 1}, {1, 2}, {2, 1}, {3, 2}, {4, 1}})), "M"), 1U);
  EXPECT_EQ(count(line_of(panel_of({{0, 1}, {1, 2}, {2, nan}, {3, 2}, {4, 1}})), "M"), 2U);
  EXPECT_EQ(count(line_of(panel_of({{0, 1}, {1, 2}, {2, HUGE_VAL}, {nan, 2}, {3, 2}, {4, 1}})), "M"), 2U);
}

TEST(Figure, WhatIsNotPositiveLeavesAGapOnALogarithmicScale) {
  const std::vector<Point> values{{0, 1}, {1, 1e-5}, {2, 0}, {3, -1}, {4, 1e-5}, {5, 1}};
  EXPECT_EQ(count(line_of(panel_of(values, Scale::logarithmic)), "M"), 2U);
  EXPECT_EQ(count(line_of(panel_of(values)), "M"), 1U);
}

TEST(Figure, AValueBetweenGapsIsADot) {
  const auto svg = svg_of(panel_of({{0, 1}, {1, 2}, {2, nan}, {3, 2}, {4, nan}, {5, 1}, {6, 1}}));
  EXPECT_EQ(count(path_of(svg, "stroke-width=\"3\""), "h0"), 1U);
}

TEST(Figure, CurvesAreCutAtARangeThatWasGiven) {
  Panel panel = panel_of({{0, 0}, {1, 10}, {2, 0}});
  panel.x.range = Range{0, 2};
  panel.y.range = Range{-1, 5};
  EXPECT_EQ(count(line_of(panel), "M"), 2U);  // up to the edge, and back from it
  EXPECT_TRUE(contains(svg_of(panel), ">5</text>"));
  EXPECT_FALSE(contains(svg_of(panel), ">6</text>"));
}

TEST(Figure, SeriesOfOneNameAndColourShareAnEntryOfTheKey) {
  Panel panel = panel_of({{0, 1}, {1, 2}});
  panel.series = {
      {"first", {{0, 1}, {1, 2}}, 0}, {"first", {{0, 2}, {1, 3}}, 0}, {"second", {{0, 0}, {1, 1}}, 1}};
  const auto one = svg_of(panel);
  EXPECT_EQ(count(one, ">first</text>"), 1U);
  EXPECT_EQ(count(one, ">second</text>"), 1U);

  Figure figure{"", "", {panel, panel}};
  EXPECT_EQ(count(figure_svg(figure), ">first</text>"), 1U) << "one key for panels that share it";
  figure.panels[1].series.pop_back();
  EXPECT_EQ(count(figure_svg(figure), ">first</text>"), 2U) << "a key each for panels that differ";
}

TEST(Figure, TextsAreEscapedWhateverTheirBytes) {
  Panel panel = panel_of({{0, 1}, {1, 2}});
  panel.heading = "a < b & \"c\"";
  panel.notes = {std::string("bad \xff byte, \x01 control, good \xc2\xb5")};
  panel.series[0].dash = "4 \"><script>";
  const auto svg = svg_of(panel);
  EXPECT_TRUE(contains(svg, "a &lt; b &amp; &quot;c&quot;"));
  EXPECT_TRUE(contains(svg, "bad \xef\xbf\xbd byte, \xef\xbf\xbd control, good \xc2\xb5"));
  EXPECT_FALSE(contains(svg, "<script>"));
  EXPECT_NO_THROW(png_of(svg, 100)) << "a strict reader of XML accepts it";
}

TEST(Figure, EscapesWhatIsNotUtf8) {
  const std::string replacement = "\xef\xbf\xbd";
  EXPECT_EQ(escaped("\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e"), "\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e");
  EXPECT_EQ(escaped("\xc0\xaf"), replacement + replacement);                    // too long a form
  EXPECT_EQ(escaped("\xed\xa0\x80"), replacement + replacement + replacement);  // half of a pair
  EXPECT_EQ(escaped("\xe2\x82"), replacement + replacement);                    // cut off
}

TEST(Figure, DrawsWhatHasNothingToShow) {
  for (const Panel& panel : {Panel{}, panel_of({}), panel_of({{nan, nan}}), panel_of({{1, 1}}),
                             panel_of({{0, -1}, {1, -2}}, Scale::logarithmic)}) {
    const auto svg = svg_of(panel);
    EXPECT_FALSE(contains(svg, "nan"));
    EXPECT_FALSE(contains(svg, "inf"));
    EXPECT_NO_THROW(png_of(svg, 100));
  }
  EXPECT_NO_THROW(png_of(figure_svg({"nothing", "", {}}), 100));
}

TEST(Figure, DrawsConstantsAndAnyRange) {
  constexpr double huge = std::numeric_limits<double>::max(),
                   tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<std::vector<Point>> all{{{0, 3}, {1, 3}},
                                            {{0, 0}, {1, 0}},
                                            {{0, -huge}, {1, huge}},
                                            {{-huge, huge}, {huge, huge}},
                                            {{0, tiny}, {1, 3 * tiny}},
                                            {{0, 1}, {1, std::nextafter(1.0, 2.0)}},
                                            {{1e300, 1e-300}, {2e300, 2e-300}},
                                            {{0, tiny}, {1, huge}}};
  for (const auto& values : all)
    for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
      const auto svg = svg_of(panel_of(values, scale));
      EXPECT_FALSE(contains(svg, "nan")) << svg;
      EXPECT_FALSE(contains(svg, "inf")) << svg;
      const bool has_place = scale == Scale::linear || values[0].y > 0;
      EXPECT_NE(has_place, line_of(panel_of(values, scale)).empty()) << values[0].y;
    }
}

TEST(Figure, NumbersAtTicksCanBeRead) {
  const auto texts = [](Range range, Scale scale = Scale::linear) { return ticks_of(range, scale, 5).texts; };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts({0, 1}), (Texts{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(texts({-1e-12, 1e-12}), (Texts{"-1.0e-12", "-0.5e-12", "0", "0.5e-12", "1.0e-12"}));
  EXPECT_EQ(texts({0, 5e7}), (Texts{"0", "1e7", "2e7", "3e7", "4e7", "5e7"}));
  EXPECT_EQ(texts({1e-12, 1e-3}, Scale::logarithmic), (Texts{"1e-12", "1e-10", "1e-8", "1e-6", "1e-4"}));
  EXPECT_EQ(texts({1.5, 30}, Scale::logarithmic), (Texts{"2", "5", "10", "20"}));

  EXPECT_EQ(texts({1000000, 1000100}),
            (Texts{"1000000", "1000020", "1000040", "1000060", "1000080", "1000100"}));

  const Ticks near = ticks_of({1.0000001, 1.0000002}, Scale::linear, 5);
  EXPECT_EQ(near.shift, "(minus 1)");
  EXPECT_EQ(near.texts, (Texts{"1.0e-7", "1.2e-7", "1.4e-7", "1.6e-7", "1.8e-7", "2.0e-7"}));
  const Ticks below = ticks_of({-20000003, -20000001}, Scale::linear, 2);
  EXPECT_EQ(below.shift, "(plus 20000000)");
  EXPECT_EQ(below.texts, (Texts{"-3", "-2", "-1"}));
  const Ticks odd = ticks_of({12.3456781, 12.3456782}, Scale::linear, 2);
  EXPECT_EQ(odd.shift, "(minus 12.345678)");
}

/// The digits of a number as it is printed, without its power of ten, which all of a scale share.
double printed_value(std::string text) {
  const std::string minus = "−", power = "10⁻";
  double sign = 1;
  if (text.starts_with(minus)) {
    sign = -1;
    text.erase(0, minus.size());
  }
  return sign * (text.starts_with(power) ? 1 : std::strtod(text.c_str(), nullptr));
}

TEST(Figure, RoundingNoiseHasEvenTicks) {
  // Values of which only the last places differ: ticks between too few doubles read 5e-15, 1e-15, -4e-15.
  for (const double value : {0.0210920834, 1.0, 3.7e8}) {
    const double step = std::nextafter(value, 2 * value) - value;
    const auto svg = svg_of(panel_of({{0, value}, {1, value + 3 * step}, {2, value - 17 * step}}));
    // Read back from the picture: what stands at the left of the frame.
    std::vector<double> ticks;
    for (std::size_t at = svg.find("text-anchor=\"end\""); at != std::string::npos;
         at = svg.find("text-anchor=\"end\"", at + 1))
      ticks.push_back(printed_value(svg.c_str() + svg.find('>', at) + 1));
    ASSERT_GT(ticks.size(), 2U) << svg;
    const double distance = ticks[1] - ticks[0];
    for (std::size_t i = 2; i < ticks.size(); ++i)
      EXPECT_NEAR((ticks[i] - ticks[i - 1]) / distance, 1, 1e-6) << value << ": " << ticks[i];
  }
}

TEST(Figure, AMillionPointsKeepTheirExtremesInASmallFile) {
  std::vector<Point> values;
  for (int i = 0; i < 1000000; ++i) values.push_back({double(i), std::sin(0.1 * i) + 1e-6 * i});
  values[654321].y = 40;
  values[765432].y = -40;
  const auto svg = svg_of(panel_of(values));
  EXPECT_LT(svg.size(), 60000U);
  // The same curve with only its extremes: the scale, and with it the numbers at the ticks, is the same.
  values = {{0, 0}, {654321, 40}, {765432, -40}, {999999, 0}};
  const auto few = svg_of(panel_of(values));
  for (const char* tick : {">40</text>", ">−40</text>"}) {
    EXPECT_TRUE(contains(svg, tick));
    EXPECT_TRUE(contains(few, tick));
  }
  const Frame frame{0, 0, 520, 320};
  std::vector<Point> curve;
  for (int i = 0; i < 1000000; ++i) curve.push_back({520e-6 * i, 160 + 100 * std::sin(1e-4 * i)});
  curve[654321].y = 10;
  double highest = 320;
  for (const auto& piece : visible_pieces(curve, frame, 0.6))
    for (const Point& p : piece) highest = std::min(highest, p.y);
  EXPECT_EQ(highest, 10);
}

TEST(Figure, ACurveThatFillsThePlaneStaysSmall) {
  std::vector<Point> values;
  for (int i = 0; i < 400000; ++i) {
    const double r = 1 + 0.3 * std::cos(0.7548777 * i);
    values.push_back({r * std::cos(0.41 * i), r * std::sin(0.41 * i)});
  }
  Panel panel = panel_of(values);
  panel.has_equal_scales = true;
  EXPECT_LT(svg_of(panel).size(), 300000U);
  panel.series[0].drawn = Drawn::dots;
  EXPECT_LT(svg_of(panel).size(), 300000U);
}

TEST(Figure, AUnitIsAsLongAcrossAsUpWhereThatIsWanted) {
  Panel panel = panel_of({{-1, 0}, {0, 1}, {1, 0}});
  panel.has_equal_scales = true;
  panel.series[0].drawn = Drawn::dots;
  const auto path = path_of(svg_of(panel), "stroke-linecap");
  double x[3], y[3];
  ASSERT_EQ(
      std::sscanf(path.c_str(), "M%lf,%lfh0M%lf,%lfh0M%lf,%lf", &x[0], &y[0], &x[1], &y[1], &x[2], &y[2]), 6);
  EXPECT_NEAR(x[1] - x[0], y[0] - y[1], 0.15);  // written in tenths
}

TEST(Figure, CellsAreColouredFromDarkToLightWithABar) {
  Panel panel{"", {"x"}, {"y"}};
  panel.colours.label = "how much";
  for (int i = 0; i < 3; ++i) {
    const double x = i;
    panel.cells.push_back({{{x, 0}, {x + 1, 0}, {x + 1, 1}, {x, 1}}, i == 2 ? nan : x});
  }
  const auto svg = svg_of(panel);
  EXPECT_TRUE(contains(svg, "how much"));
  EXPECT_EQ(count(svg, "z\" fill="), 2U) << "the one that is not finite is left blank";
  EXPECT_TRUE(contains(svg, "z\" fill=\"" + shade(0)));
  EXPECT_TRUE(contains(svg, "z\" fill=\"" + shade(1)));
}

TEST(Figure, NotesStandWhereNothingIsDrawn) {
  Panel panel = panel_of({{0, 0}, {1, 1}});
  panel.notes = {"a note"};
  const auto in_corner = svg_of(panel);
  panel.cells.push_back({{{-1, -1}, {2, -1}, {2, 2}, {-1, 2}}, 1});
  const auto above = svg_of(panel);
  EXPECT_EQ(count(in_corner, ">a note</text>"), 1U);
  EXPECT_EQ(count(above, ">a note</text>"), 1U);
  EXPECT_LT(in_corner.find("translate"), in_corner.find(">a note<"));
  EXPECT_GT(above.find("translate"), above.find(">a note<"));
}

TEST(Png, HasItsSignatureAndSize) {
  const auto png = png_of(svg_of(panel_of({{0, 1}, {1, 2}})), 640);
  ASSERT_GT(png.size(), 24U);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png.substr(16, 4), std::string("\0\0\x02\x80", 4));
}

TEST(Png, RefusesWhatIsNoPicture) {
  EXPECT_THROW(png_of("no picture"), FileError);
  EXPECT_THROW(png_of("<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>"), FileError);
}

}  // namespace
}  // namespace figure_test
