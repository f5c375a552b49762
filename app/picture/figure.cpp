// SPDX-License-Identifier: MIT
#include "picture/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>

#include "picture/palette.hpp"
#include "picture/pieces.hpp"
#include "picture/words.hpp"

namespace polhode::app {
namespace {

constexpr double text_size = 15, small_size = 13.5, title_size = 19;
constexpr double line_height = 20, title_height = 27;
constexpr double edge = 14;  // around all
constexpr double region_opacity = 0.3;

/// An upper estimate for most texts in most fonts.
double width_of(const std::string& text, double size) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  return 0.58 * size * static_cast<double>(letters);
}

double widest(const std::vector<std::string>& texts, double size) {
  double width = 0;
  for (const auto& text : texts) width = std::max(width, width_of(text, size));
  return width;
}

/// Broken between words into lines of at most that width.
std::vector<std::string> lines_of(const std::string& text, double size, double width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const auto longer = line.empty() ? text.substr(at, end - at) : line + text.substr(at - 1, end - at + 1);
    if (!line.empty() && width_of(longer, size) > width) {
      lines.push_back(line);
      line = text.substr(at, end - at);
    } else {
      line = longer;
    }
    at = end + 1;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

// ---- Scales

struct Extent {
  double low = HUGE_VAL, high = -HUGE_VAL;
  void take(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
};

bool has_place(double value, Scale scale) {
  return std::isfinite(value) && (scale == Scale::linear || value > 0);
}

bool is_usable(const Range& range, Scale scale) {
  return has_place(range.low, scale) && has_place(range.high, scale) && range.low < range.high;
}

/// Wider than the data by a part of their extent; constant data are centred.
Range widened(const Extent& data, Scale scale, double part) {
  constexpr double eps = std::numeric_limits<double>::epsilon(), least = 1e-300;
  constexpr double most = std::numeric_limits<double>::max();
  const auto [low, high] = data;
  if (low > high) return scale == Scale::linear ? Range{0, 1} : Range{1, 10};
  if (scale == Scale::logarithmic) {
    const double from = std::log10(low), to = std::log10(high);
    const double more = low == high ? 0.5 : part * (to - from);
    return {std::max(std::pow(10, from - more), std::numeric_limits<double>::denorm_min()),
            std::min(std::pow(10, to + more), most)};
  }
  const double size = std::max(std::abs(low), std::abs(high));
  const double half = high / 2 - low / 2;
  // Rounded numbers have steps of eps; ticks between too few of them would not be evenly spaced.
  constexpr double steps = 4096;
  const double more = low == high                     ? (size == 0 ? 1 : std::max(size / 20, least))
                      : half * 2 < steps * eps * size ? steps / 2 * eps * size
                                                      : std::max(2 * part * half, least);
  return {std::max(low - more, -most), std::min(high + more, most)};
}

struct View {
  Range x, y;
  Scale x_scale, y_scale;
  double width, height;
  bool x_is_angle = false;

  bool has(Point v) const { return has_place(v.x, x_scale) && has_place(v.y, y_scale); }
  Point at(Point v) const { return {width * share(v.x, x, x_scale), height * (1 - share(v.y, y, y_scale))}; }
  Frame frame() const { return {0, 0, width, height}; }

  static double share(double value, Range range, Scale scale) {
    return scale == Scale::linear ? linear_share(value, range) : logarithmic_share(value, range);
  }
};

template <typename Take>
void for_each_value(const Panel& panel, const Take& take) {
  for (const Series& series : panel.series)
    for (const Point& v : series.values) take(v);
  for (const Cell& cell : panel.cells)
    for (const Point& v : cell.corners) take(v);
}

/// Extends one range so that a unit has the same length on both axes.
void make_equal(View& view) {
  const double across = (view.x.high - view.x.low) / view.width,
               up = (view.y.high - view.y.low) / view.height;
  if (!(std::isfinite(across) && std::isfinite(up))) return;
  Range& range = across < up ? view.x : view.y;
  const double more = across < up ? (up - across) * view.width / 2 : (across - up) * view.height / 2;
  range.low -= more;
  range.high += more;
}

View view_of(const Panel& panel, double width, double height) {
  View view{{0, 1}, {0, 1}, panel.x.scale, panel.y.scale, width, height, panel.x.is_angle};
  const bool x_given = panel.x.range && is_usable(*panel.x.range, panel.x.scale);
  const bool y_given = panel.y.range && is_usable(*panel.y.range, panel.y.scale);
  Extent x, y;
  for_each_value(panel, [&](Point v) {
    if (!view.has(v)) return;
    if (!y_given || (v.y >= panel.y.range->low && v.y <= panel.y.range->high)) x.take(v.x);
    if (!x_given || (v.x >= panel.x.range->low && v.x <= panel.x.range->high)) y.take(v.y);
  });
  view.x = x_given ? *panel.x.range : widened(x, panel.x.scale, panel.cells.empty() ? 0.015 : 0);
  view.y = y_given ? *panel.y.range : widened(y, panel.y.scale, panel.cells.empty() ? 0.05 : 0);
  if (panel.has_equal_scales && panel.x.scale == Scale::linear && panel.y.scale == Scale::linear)
    make_equal(view);
  return view;
}

/// Written as they are printed.
Ticks printed(Ticks ticks) {
  for (std::string& text : ticks.texts) text = printed_number(text);
  return ticks;
}

/// As many ticks as fit below the frame.
Ticks ticks_across(const View& view) {
  constexpr double gap = 14;
  for (int about = std::max(2, static_cast<int>(view.width / 60));; --about) {
    Ticks ticks =
        printed(view.x_is_angle ? angle_ticks(view.x, about) : ticks_of(view.x, view.x_scale, about));
    const double needed = (widest(ticks.texts, small_size) + gap) * static_cast<double>(ticks.texts.size());
    if (about <= 2 || needed <= view.width) return ticks;
  }
}

Ticks ticks_up(Range range, Scale scale, double height, bool is_angle = false) {
  const int about = std::max(3, static_cast<int>(height / (scale == Scale::linear ? 45 : 28)));
  return printed(is_angle ? angle_ticks(range, about) : ticks_of(range, scale, about));
}

// ---- What is drawn in a frame, its top left corner being (0, 0)

struct Drawing {
  Pieces lines;
  std::vector<Point> dots;
  Pieces bands{};
};

bool has_line(Drawn drawn) { return drawn != Drawn::dots && drawn != Drawn::band && drawn != Drawn::region; }
bool has_dots(Drawn drawn) { return drawn == Drawn::dots || drawn == Drawn::line_and_dots; }

/// From the least to the greatest of the neighbours on both sides of each few points, from the first point to
/// the last.
std::vector<Point> band_of(const std::vector<Point>& points) {
  constexpr std::size_t parts = 90;
  const std::size_t last = points.size() - 1, each = std::max<std::size_t>(2, (last + parts - 1) / parts);
  std::vector<Point> above, below;
  for (std::size_t at = 0;; at = std::min(last, at + each)) {
    const auto from = points.begin() + static_cast<std::ptrdiff_t>(at > each ? at - each : 0);
    const auto to = points.begin() + static_cast<std::ptrdiff_t>(std::min(last, at + each) + 1);
    const auto [high, low] =
        std::minmax_element(from, to, [](const Point& a, const Point& b) { return a.y < b.y; });
    above.push_back({points[at].x, high->y});
    below.push_back({points[at].x, low->y});
    if (at == last) break;
  }
  above.insert(above.end(), below.rbegin(), below.rend());
  return above;
}

Drawing drawing_of(const Series& series, const View& view, double column) {
  Drawing drawing;
  std::vector<Point> run, all;
  const auto end_run = [&] {
    if (run.size() > 1 && series.drawn == Drawn::band) drawing.bands.push_back(band_of(run));
    if (run.size() > 2 && series.drawn == Drawn::region) drawing.bands.push_back(run);
    if (!run.empty() && has_line(series.drawn))
      for (auto& piece : visible_pieces(run, view.frame(), column)) drawing.lines.push_back(std::move(piece));
    run.clear();
  };
  for (const Point& v : series.values) {
    if (!view.has(v)) {
      end_run();
      continue;
    }
    run.push_back(view.at(v));
    if (has_dots(series.drawn)) all.push_back(run.back());
  }
  end_run();
  drawing.dots = visible_dots(all, view.frame());
  return drawing;
}

/// Cells of one colour together.
constexpr int shades = 96;

struct Colouring {
  std::map<int, Pieces> regions;
  Range range{0, 1};
};

Colouring colouring_of(const Panel& panel, const View& view) {
  Colouring colouring;
  if (panel.cells.empty()) return colouring;
  const Scale scale = panel.colours.scale;
  Extent values;
  for (const Cell& cell : panel.cells)
    if (has_place(cell.value, scale)) values.take(cell.value);
  colouring.range = panel.colours.range && is_usable(*panel.colours.range, scale) ? *panel.colours.range
                                                                                  : widened(values, scale, 0);
  for (const Cell& cell : panel.cells) {
    const bool is_placed =
        std::all_of(cell.corners.begin(), cell.corners.end(), [&](Point v) { return view.has(v); });
    if (!has_place(cell.value, scale) || !is_placed) continue;
    std::vector<Point> corners;
    for (const Point& v : cell.corners) corners.push_back(view.at(v));
    corners = cut_region(view.frame(), std::move(corners));
    if (corners.empty()) continue;
    const double share = std::clamp(View::share(cell.value, colouring.range, scale), 0.0, 1.0);
    colouring.regions[static_cast<int>(std::lround(share * (shades - 1)))].push_back(std::move(corners));
  }
  return colouring;
}

// ---- Keys

struct KeyEntry {
  std::string name;
  int colour;
  Drawn drawn;
  std::string dash;
  /// Regions overlap, each darker by those below it.
  int below = 0;
  /// By what a reader distinguishes; a panel with lines and one with dots share an entry.
  bool operator==(const KeyEntry& other) const {
    return name == other.name && colour == other.colour && dash == other.dash;
  }
};

using Key = std::vector<KeyEntry>;

Key key_of(const Panel& panel) {
  Key key;
  std::map<int, int> regions;  // of each colour, so far
  for (const Series& s : panel.series) {
    const auto is_same = [&](const KeyEntry& e) { return e.name == s.name && e.colour == s.colour; };
    if (!s.name.empty() && std::none_of(key.begin(), key.end(), is_same))
      key.push_back({s.name, s.colour, s.drawn, s.dash, s.drawn == Drawn::region ? regions[s.colour]++ : 0});
  }
  return key;
}

constexpr double sample = 26, after_sample = 7, between_entries = 20;

/// The position of each entry, in lines of that width.
std::vector<Point> key_places(const Key& key, double width) {
  std::vector<Point> places;
  Point now{0, 0};
  for (const KeyEntry& entry : key) {
    const double needed = sample + after_sample + width_of(entry.name, small_size);
    if (now.x > 0 && now.x + needed > width) now = {0, now.y + line_height};
    places.push_back(now);
    now.x += needed + between_entries;
  }
  return places;
}

double key_height(const Key& key, double width) {
  return key.empty() ? 0 : key_places(key, width).back().y + line_height;
}

std::string pen_of(Drawn drawn, const std::string& dash) {
  std::string pen = drawn == Drawn::faint_line ? "stroke-width=\"0.8\" stroke-opacity=\"0.45\""
                    : drawn == Drawn::line     ? "stroke-width=\"1.8\""
                                               : "stroke-width=\"1.5\"";
  if (!dash.empty()) pen += fmt::format(" stroke-dasharray=\"{}\"", escaped(dash));
  return pen;
}

double dot_size(std::size_t count) { return count > 5000 ? 1.6 : count > 400 ? 2.4 : count > 80 ? 3.6 : 5; }

std::string dot_of(std::size_t count) {
  return fmt::format("stroke-width=\"{:g}\" stroke-linecap=\"round\"", dot_size(count));
}

void draw_key(Svg& svg, Point corner, const Key& key, double width) {
  const auto places = key_places(key, width);
  const auto group = svg.group({}, fmt::format("font-size=\"{:g}\"", small_size));
  for (std::size_t i = 0; i < key.size(); ++i) {
    const Point at{corner.x + places[i].x, corner.y + places[i].y + 14};
    const auto pen = coloured(key[i].colour) + " stroke=\"currentColor\" ";
    // A faint line shows its colour only if it is drawn stronger.
    const Drawn drawn = key[i].drawn == Drawn::faint_line ? Drawn::line : key[i].drawn;
    if (has_line(drawn))
      svg.line({at.x, at.y - 5}, {at.x + sample, at.y - 5}, pen + pen_of(drawn, key[i].dash));
    if (has_dots(drawn)) svg.pieces({{{at.x + sample / 2, at.y - 5}}}, pen + dot_of(1));
    if (drawn == Drawn::band || drawn == Drawn::region)
      svg.rectangle(
          {at.x, at.y - 10}, sample, 10,
          coloured(key[i].colour) + fmt::format(" fill=\"currentColor\" fill-opacity=\"{:.2f}\"",
                                                1 - std::pow(1 - region_opacity, key[i].below + 1)));
    svg.label({at.x + sample + after_sample, at.y}, key[i].name);
  }
}

// ---- One panel, laid out

struct Laid {
  const Panel* panel;
  View view;
  Ticks across, up, bar;
  std::vector<Drawing> drawings;
  Colouring colouring;
  Key key;  // empty if the figure has one for all panels
  std::vector<std::string> heading, notes_above;
  std::optional<Point> notes_at{};  // in the frame, of the top left corner

  double left() const { return 14 + widest(up.texts, small_size) + (y_label().empty() ? 0 : 20); }
  double bottom() const { return 26 + (x_label().empty() ? 0 : 24); }
  double top() const {
    return static_cast<double>(heading.size() + notes_above.size()) * line_height +
           key_height(key, view.width) + 10;
  }
  bool has_bar() const { return !colouring.regions.empty(); }
  double right() const {
    return has_bar() ? 52 + widest(bar.texts, small_size) + (panel->colours.label.empty() ? 0 : 22) : 12;
  }
  std::string x_label() const { return joined(panel->x.label, across.shift); }
  std::string y_label() const { return joined(panel->y.label, up.shift); }
  static std::string joined(const std::string& label, const std::string& shift) {
    return label.empty() || shift.empty() ? label + shift : label + " " + shift;
  }
};

bool is_free(const Frame& box, const Laid& laid) {
  for (const Drawing& drawing : laid.drawings) {
    if (!drawing.bands.empty()) return false;
    for (const Point& p : drawing.dots)
      if (box.holds(p)) return false;
    for (const auto& piece : drawing.lines) {
      if (piece.size() == 1 && box.holds(piece[0])) return false;
      for (std::size_t i = 0; i + 1 < piece.size(); ++i) {
        Point a = piece[i], b = piece[i + 1];
        if (cut_line(box, a, b)) return false;
      }
    }
  }
  for (const auto& [number, regions] : laid.colouring.regions)
    for (const auto& region : regions)
      if (!cut_region(box, region).empty()) return false;
  return true;
}

constexpr double note_height = 17, note_gap = 9;

void place_notes(Laid& laid) {
  const auto& notes = laid.panel->notes;
  if (notes.empty()) return;
  const double width = widest(notes, small_size), height = note_height * static_cast<double>(notes.size());
  const double right = laid.view.width - note_gap - width, bottom = laid.view.height - note_gap - height;
  if (right >= 0 && bottom >= 0)
    for (const auto& [x, y] :
         {Point{right, note_gap}, Point{note_gap, note_gap}, Point{right, bottom}, Point{note_gap, bottom}})
      if (is_free({x - note_gap / 2, y - note_gap / 2, x + width + note_gap / 2, y + height + note_gap / 2},
                  laid)) {
        laid.notes_at = {x, y};
        return;
      }
  for (const auto& note : notes)
    for (const auto& line : lines_of(note, small_size, laid.view.width)) laid.notes_above.push_back(line);
}

Laid laid_out(const Panel& panel, double width, double height) {
  // If there are very many curves, each has fewer points, to keep the file small.
  constexpr double most_points = 1e5, finest_column = 0.6;
  Laid laid{&panel, view_of(panel, width, height), {}, {}, {}, {}, {}, {}, {}, {}};
  const double column =
      std::max(finest_column, 4 * width * static_cast<double>(panel.series.size()) / most_points);
  for (const Series& series : panel.series) laid.drawings.push_back(drawing_of(series, laid.view, column));
  laid.colouring = colouring_of(panel, laid.view);
  laid.across = ticks_across(laid.view);
  laid.up = ticks_up(laid.view.y, panel.y.scale, height, panel.y.is_angle);
  if (laid.has_bar()) laid.bar = ticks_up(laid.colouring.range, panel.colours.scale, height);
  laid.heading = lines_of(panel.heading, text_size, width);
  place_notes(laid);
  return laid;
}

// ---- Drawing

constexpr const char* stroked = " stroke=\"currentColor\" fill=\"none\"";

/// Beside a vertical scale, small enough to fit along it.
void draw_upright_label(Svg& svg, Point middle, const std::string& label, double length) {
  const double fitting = text_size * std::min(1.0, length / std::max(1.0, width_of(label, text_size)));
  svg.label(middle, label,
            fmt::format("text-anchor=\"middle\" font-size=\"{:.3g}\" transform=\"rotate(-90 {:.1f} {:.1f})\"",
                        std::max(9.0, fitting), middle.x, middle.y));
}

void draw_grid(Svg& svg, const Laid& laid) {
  const View& view = laid.view;
  const auto group = svg.group({}, coloured_faint() + " stroke=\"currentColor\"");
  Pieces lines;
  for (const double v : laid.across.values) {
    const double x = view.at({v, view.y.low}).x;
    lines.push_back({{x, 0}, {x, view.height}});
  }
  for (const double v : laid.up.values) {
    const double y = view.at({view.x.low, v}).y;
    lines.push_back({{0, y}, {view.width, y}});
  }
  if (!lines.empty()) svg.pieces(lines);
}

void draw_frame(Svg& svg, const Laid& laid, Point corner) {
  constexpr double tick = 5;
  const View& view = laid.view;
  Pieces ticks;
  const auto group = svg.group({}, fmt::format("font-size=\"{:g}\"", small_size));
  for (std::size_t i = 0; i < laid.across.values.size(); ++i) {
    const double x = corner.x + view.at({laid.across.values[i], view.y.low}).x, y = corner.y + view.height;
    ticks.push_back({{x, y}, {x, y + tick}});
    svg.label({x, y + 20}, laid.across.texts[i], "text-anchor=\"middle\"");
  }
  for (std::size_t i = 0; i < laid.up.values.size(); ++i) {
    const double y = corner.y + view.at({view.x.low, laid.up.values[i]}).y;
    ticks.push_back({{corner.x - tick, y}, {corner.x, y}});
    svg.label({corner.x - 9, y + 5}, laid.up.texts[i], "text-anchor=\"end\"");
  }
  const auto lines = svg.group({}, "stroke=\"currentColor\" fill=\"none\"");
  if (!ticks.empty()) svg.pieces(ticks);
  svg.rectangle(corner, view.width, view.height);
}

void draw_labels(Svg& svg, const Laid& laid, Point corner) {
  const View& view = laid.view;
  if (const auto label = laid.x_label(); !label.empty())
    svg.label({corner.x + view.width / 2, corner.y + view.height + 44}, label, "text-anchor=\"middle\"");
  if (const auto label = laid.y_label(); !label.empty())
    draw_upright_label(svg, {corner.x - laid.left() + 16, corner.y + view.height / 2}, label,
                       view.height + 40);
}

void draw_bar(Svg& svg, const Laid& laid, Point corner) {
  constexpr double gap = 16, width = 16, tick = 4;
  const double height = laid.view.height, x = corner.x + laid.view.width + gap;
  for (int i = shades - 1; i >= 0; --i) {  // each extends to the bottom, so that no seam shows
    const double top = height * (shades - 1 - i) / shades;
    svg.rectangle({x, corner.y + top}, width, height - top,
                  fmt::format("fill=\"{}\"", shade(static_cast<double>(i) / (shades - 1))));
  }
  const auto group = svg.group({}, fmt::format("font-size=\"{:g}\"", small_size));
  svg.rectangle({x, corner.y}, width, height, "fill=\"none\" stroke=\"currentColor\"");
  for (std::size_t i = 0; i < laid.bar.values.size(); ++i) {
    const double share = View::share(laid.bar.values[i], laid.colouring.range, laid.panel->colours.scale);
    const double y = corner.y + height * (1 - share);
    svg.line({x + width, y}, {x + width + tick, y}, "stroke=\"currentColor\"");
    svg.label({x + width + tick + 4, y + 5}, laid.bar.texts[i]);
  }
  const auto label = Laid::joined(laid.panel->colours.label, laid.bar.shift);
  if (!label.empty())
    draw_upright_label(svg,
                       {x + width + tick + 22 + widest(laid.bar.texts, small_size), corner.y + height / 2},
                       label, height + 40);
}

void draw_cells(Svg& svg, const Laid& laid) {
  if (laid.colouring.regions.empty()) return;
  const auto group = svg.group({}, "shape-rendering=\"crispEdges\"");  // else the seams between cells show
  for (const auto& [number, regions] : laid.colouring.regions)
    svg.regions(regions, fmt::format("fill=\"{}\"", shade(static_cast<double>(number) / (shades - 1))));
}

void draw_series(Svg& svg, const Series& series, const Drawing& drawing) {
  if (drawing.lines.empty() && drawing.dots.empty() && drawing.bands.empty()) return;
  const auto group = svg.group({}, coloured(series.colour) + stroked);
  if (!drawing.bands.empty())
    svg.regions(drawing.bands, fmt::format("fill=\"currentColor\" fill-opacity=\"{}\"", region_opacity));
  Pieces lines, lone;  // a value between two gaps is a dot
  for (const auto& piece : drawing.lines) (piece.size() == 1 ? lone : lines).push_back(piece);
  if (!lines.empty()) svg.pieces(lines, pen_of(series.drawn, series.dash) + " stroke-linejoin=\"round\"");
  if (!lone.empty() && !has_dots(series.drawn))
    svg.pieces(lone, "stroke-width=\"3\" stroke-linecap=\"round\"");
  Pieces dots;
  for (const Point& p : drawing.dots) dots.push_back({p});
  if (!dots.empty()) svg.pieces(dots, dot_of(dots.size()));
}

void draw_notes(Svg& svg, const Laid& laid) {
  if (!laid.notes_at) return;
  Point at = *laid.notes_at;
  const auto group = svg.group({}, fmt::format("font-size=\"{:g}\"", small_size));
  for (const auto& note : laid.panel->notes) svg.label({at.x, (at.y += note_height) - 4}, note);
}

/// `corner` is that of the frame; heading and key take the `above` units above it.
void draw_panel(Svg& svg, const Laid& laid, Point corner, double above) {
  Point now{corner.x, corner.y - above};
  for (const auto& line : laid.heading)
    svg.label({now.x, (now.y += line_height) - 5}, line, "font-weight=\"bold\"");
  for (const auto& line : laid.notes_above)
    svg.label({now.x, (now.y += line_height) - 5}, line, fmt::format("font-size=\"{:g}\"", small_size));
  draw_key(svg, now, laid.key, laid.view.width);
  {
    const auto group =
        svg.group({}, fmt::format("transform=\"translate({:.1f} {:.1f})\"", corner.x, corner.y));
    draw_grid(svg, laid);
    draw_cells(svg, laid);
    for (std::size_t i = 0; i < laid.drawings.size(); ++i)
      draw_series(svg, laid.panel->series[i], laid.drawings[i]);
    draw_notes(svg, laid);
  }
  draw_frame(svg, laid, corner);
  draw_labels(svg, laid, corner);
  if (laid.has_bar()) draw_bar(svg, laid, corner);
}

/// The key that all panels with a key share; none where they differ or there is one panel.
Key common_key(const std::vector<Panel>& panels) {
  Key common;
  int count = 0;
  for (const Panel& panel : panels) {
    const Key key = key_of(panel);
    if (key.empty()) continue;
    if (++count > 1 && key != common) return {};
    common = key;
  }
  return count > 1 ? common : Key{};
}

}  // namespace

std::string figure_svg(const Figure& figure) {
  const auto columns = static_cast<std::size_t>(
      std::clamp(figure.columns, 1, std::max(1, static_cast<int>(figure.panels.size()))));
  const std::size_t rows = (figure.panels.size() + columns - 1) / columns;
  const double frame_width = std::max(80.0, figure.panel_width),
               frame_height = std::max(60.0, figure.panel_height);

  const Key common = common_key(figure.panels);
  std::vector<Laid> all;
  std::vector<double> left(columns, 0), right(columns, 0), top(rows, 0), bottom(rows, 0);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    Laid& laid = all.emplace_back(laid_out(figure.panels[i], frame_width, frame_height));
    if (common.empty()) laid.key = key_of(figure.panels[i]);
    left[i % columns] = std::max(left[i % columns], laid.left());
    right[i % columns] = std::max(right[i % columns], laid.right());
    top[i / columns] = std::max(top[i / columns], laid.top());
    bottom[i / columns] = std::max(bottom[i / columns], laid.bottom());
  }

  double width = edge, height = edge;
  std::vector<double> frame_x, frame_y;
  for (std::size_t c = 0; c < columns; ++c) {
    frame_x.push_back(width + left[c]);
    width += left[c] + frame_width + right[c];
  }
  width += edge;
  const auto title = lines_of(figure.title, title_size, width - 2 * edge);
  const double title_top = height;
  height += title_height * static_cast<double>(title.size()) + (title.empty() ? 0 : 4);
  const double key_top = height;
  height += key_height(common, width - 2 * edge);
  for (std::size_t r = 0; r < rows; ++r) {
    frame_y.push_back(height + top[r]);
    height += top[r] + frame_height + bottom[r];
  }
  height += edge;

  // For readers who cannot see it, a picture has a title even if none is drawn.
  const auto& spoken = figure.title.empty() ? figure.description : figure.title;
  Svg svg(width, height, spoken.substr(0, spoken.find('.')), figure.description, Svg::Colours::classed);
  for (std::size_t i = 0; i < title.size(); ++i)
    svg.label({edge, title_top + title_height * static_cast<double>(i) + 20}, title[i],
              fmt::format("font-size=\"{:g}\" font-weight=\"bold\"", title_size));
  draw_key(svg, {edge, key_top}, common, width - 2 * edge);
  for (std::size_t i = 0; i < all.size(); ++i) {
    // The headings of a row begin at the same height.
    const double above = top[i / columns];
    draw_panel(svg, all[i], {frame_x[i % columns], frame_y[i / columns]}, above);
  }
  return svg.text();
}

}  // namespace polhode::app
