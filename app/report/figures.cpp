// SPDX-License-Identifier: MIT
#include "report/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/body/observed_angles.hpp>
#include <polhode/free/rounding_effect.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>

#include "picture/figure.hpp"
#include "picture/ticks.hpp"
#include "picture/words.hpp"
#include "report/curves.hpp"
#include "report/motion.hpp"
#include "report/story.hpp"
#include "report/surface.hpp"

namespace polhode::app {
namespace {

constexpr double panel_width = 420, panel_height = 250;

std::string label_with_unit(const std::string& words, const std::string& unit) {
  return unit.empty() ? words : fmt::format("{}, {}", words, printed_unit(unit));
}

Axis scale_of(const std::string& words, const std::string& unit, Scale scale = Scale::linear) {
  return {label_with_unit(words, unit), scale, std::nullopt, false, false, printed_unit(unit)};
}

Axis angle_scale(bool in_degrees) {
  Axis axis = scale_of("angle", in_degrees ? "degrees" : "radians");
  axis.is_angle = in_degrees;
  return axis;
}

std::vector<SurfaceAxis> axes_of_space() {
  return {{"x", -1, {1, 0, 0}}, {"y", -1, {0, 1, 0}}, {"z", -1, {0, 0, 1}}};
}

ReportFigure left_out(std::string name, std::string heading, std::string why) {
  return {std::move(name), std::move(heading), "", "", std::move(why)};
}

ReportFigure surface_figure(std::string name, std::string heading, std::string caption, Surface surface) {
  surface.title = heading;
  surface.description = caption;
  return {std::move(name), std::move(heading), std::move(caption), surface_svg(surface)};
}

/// One result, and what its figures share.
class Drawer {
 public:
  explicit Drawer(const Result& result)
      : result_(result),
        summary_(result.summary),
        body_(summary_.body),
        motion_(motion_of(result)),
        shown_(motion_) {
    if (const ResultColumn* rows = result.find(summary_.is_ensemble ? "run" : "t")) row_times_ = rows->values;
    if (summary_.is_ensemble || shown_is_dense() || motion_.times.size() < 2) return;
    if (summary_.is_free)
      show_free_motion();
    else
      remark_ = motion_.times.size() < fewest_of_band
                    ? " The rows are too far apart to be joined by lines."
                    : " Where the rows are too far apart to be joined by a line, a band reaches from the "
                      "least to the greatest of neighbouring values.";
  }

  const Motion& shown() const { return shown_; }

  std::vector<ReportFigure> of_motion() const {
    std::vector<ReportFigure> figures;
    for (const AngleFigure& f : angle_figures(summary_, motion_)) figures.push_back(angle_figure(f));
    if (has_group("orbit_angles")) figures.push_back(orbit_angles());
    // A free motion shows best in its momentum, one under torque in its attitude.
    if (summary_.is_free) figures.push_back(momentum());
    if (has_group("nutation")) figures.push_back(nutation());
    if (!summary_.is_free) figures.push_back(axes_in_space());
    if (!summary_.is_free) figures.push_back(momentum());
    figures.push_back(sphere());
    if (summary_.is_free) {
      figures.push_back(ellipsoid());
      figures.push_back(herpolhode());
      figures.push_back(axes_in_space());
    } else {
      figures.push_back(energy());
    }
    if (has_group("euler") && kind_of(summary_) != MotionKind::vessel) figures.push_back(euler());
    figures.push_back(attitude());
    if (!summary_.error_curve.empty()) figures.push_back(digits());
    figures.push_back(errors());
    return figures;
  }

  std::vector<ReportFigure> of_ensemble() const {
    std::vector<ReportFigure> figures;
    // Named by their number: text of a file is never part of a path.
    for (const SummaryFan& one : summary_.fans)
      figures.push_back(fan(one, fmt::format("fan-{}", figures.size() + 1)));
    if (has_group("periods")) figures.push_back(periods());
    figures.push_back(final_momenta());
    figures.push_back(final_sphere());
    figures.push_back(final_attitudes());
    figures.push_back(errors());
    return figures;
  }

 private:
  // ---- Common parts

  bool shown_is_dense() const { return shown_.momentum_is_dense && shown_.attitude_is_dense; }

  /// If the rows are too far apart to show the path: some periods from the start, computed by the library.
  void show_free_motion() {
    const TumblingDescription d = describe(body_, summary_.start);
    const double period = std::isfinite(d.polhode_period) ? d.polhode_period : d.precession_period;
    if (!std::isfinite(period)) return;
    constexpr int steps = 3200;
    constexpr double periods = 8;
    const double whole = summary_.reached_time - summary_.times.start;
    const double shown = std::copysign(std::min(periods * period, std::abs(whole)), whole);
    shown_.times.clear();
    const auto states = free_states(body_, summary_.start, shown, steps);
    for (int k = 0; k <= steps; ++k) shown_.times.push_back(summary_.times.start + shown * k / steps);
    if (!shown_.momenta.empty()) {
      shown_.momenta.clear();
      for (const State& s : states) shown_.momenta.push_back(s.momentum);
    }
    if (!shown_.attitudes.empty()) {
      shown_.attitudes.clear();
      for (const State& s : states) shown_.attitudes.push_back(s.attitude);
    }
    shown_.momentum_is_dense = shown_.attitude_is_dense = true;
    shown_.momentum_steps_are_short.assign(steps, true);
    shown_.attitude_steps_are_short.assign(steps, true);
    remark_ = fmt::format(
        " The rows are too far apart to show the path; this is the free motion from the start to t = {}.",
        printed_number(time_text(summary_, shown_.times.back(), 6)));
  }

  /// The page's time is that of what is shown; rows that extend far beyond have a scale of their own.
  Axis time_axis(bool is_of_rows = false) const {
    if (summary_.is_ensemble) return {"run"};
    Axis axis = scale_of("time", summary_.units.time);
    axis.is_time = !is_of_rows || remark_.empty() || !summary_.is_free;
    return axis;
  }

  std::string how_many_rows() const {
    return result_.size() < summary_.rows
               ? fmt::format(" Of {} rows {} are shown, evenly spaced.", summary_.rows, result_.size())
               : "";
  }

  /// What a caption says of the rows that the figure shows.
  std::string of_rows() const {
    return remark_.empty() || !summary_.is_free ? remark_ + how_many_rows() : remark_;
  }

  /// Fewer values than these, if no line joins them, are dots.
  static constexpr std::size_t fewest_of_band = 40;

  /// The same for surfaces, where such rows are dots.
  std::string of_dots() const {
    return remark_.empty() || summary_.is_free
               ? of_rows()
               : " The rows are too far apart to be joined by lines." + how_many_rows();
  }

  Series series(const std::string& name, const std::vector<double>& times, const std::vector<double>& values,
                int colour, Drawn drawn = Drawn::line) const {
    const bool is_dotted = summary_.is_ensemble || values.size() == 1;
    Series s{name, {}, colour, is_dotted ? Drawn::dots : drawn};
    for (std::size_t k = 0; k < std::min(values.size(), times.size()); ++k)
      s.values.push_back({times[k], values[k]});
    return s;
  }

  /// Adds a quantity at the rows, in stretches: a line where the steps between rows are short, a band where
  /// they are not. `wraps`: an angle that continues at the other end of its range.
  void add_stretches(Panel& panel, const Series& whole, const std::vector<bool>& steps_are_short,
                     bool wraps = false) const {
    const auto add = [&](std::size_t from, std::size_t to, Drawn drawn) {
      Series& s = panel.series.emplace_back(whole);
      s.drawn = drawn;
      s.values.assign(whole.values.begin() + static_cast<std::ptrdiff_t>(from),
                      whole.values.begin() + static_cast<std::ptrdiff_t>(to + 1));
      if (wraps && drawn == Drawn::line) break_at_wraps(s);
    };
    const std::size_t rows = whole.values.size();
    if (rows < 2 || whole.drawn == Drawn::dots) {
      panel.series.push_back(whole);
      return;
    }
    const std::size_t last = rows - 1;
    // If the rows are not those of the states, what holds for nearly all is taken to hold for each.
    const bool is_joined = is_dense(steps_are_short);
    if (is_joined || steps_are_short.size() != last)
      return add(0, last, is_joined ? Drawn::line : Drawn::band);
    if (rows < fewest_of_band) return add(0, last, Drawn::dots);
    const std::size_t shortest_line = std::max<std::size_t>(8, rows / 100);
    std::size_t begun = 0;  // of a band
    for (std::size_t k = 0; k < last;) {
      std::size_t end = k;
      while (end < last && steps_are_short[end]) ++end;
      if (end - k >= shortest_line) {
        if (begun < k) add(begun, k, Drawn::band);
        add(k, end, Drawn::line);
        begun = end;
      }
      k = end + 1;
    }
    if (begun < last) add(begun, last, Drawn::band);
  }

  /// Adds a quantity of the states that are shown.
  template <typename Value>
  void add_shown(Panel& panel, const std::string& name, int colour, const Value& value,
                 const std::string& dash = "", bool wraps = false) const {
    std::vector<double> values;
    for (std::size_t k = 0; k < shown_.times.size(); ++k) values.push_back(value(k));
    Series whole = series(name, shown_.times, values, colour);
    whole.dash = dash;
    std::vector<bool> both = shown_.momentum_steps_are_short;
    if (both.empty()) both = shown_.attitude_steps_are_short;
    for (std::size_t k = 0; k < std::min(both.size(), shown_.attitude_steps_are_short.size()); ++k)
      both[k] = both[k] && shown_.attitude_steps_are_short[k];
    add_stretches(panel, whole, shown_is_dense() ? std::vector<bool>(both.size(), true) : both, wraps);
  }

  /// The panel and, if it shows too many oscillations to be followed, its beginning below.
  static std::vector<Panel> with_beginning(Panel whole) {
    constexpr std::size_t many = 160, some = 24;
    double end = 0;
    std::size_t most = 0;
    for (const Series& s : whole.series) {
      std::size_t turns = 0;
      double at = 0;
      if (s.drawn != Drawn::line) continue;
      for (std::size_t k = 2; k < s.values.size(); ++k)
        if ((s.values[k].y - s.values[k - 1].y) * (s.values[k - 1].y - s.values[k - 2].y) < 0 &&
            ++turns == some)
          at = s.values[k].x;
      if (turns > most) {
        most = turns;
        end = at;
      }
    }
    if (most < many) return {std::move(whole)};
    Panel beginning = whole;
    beginning.heading = "The beginning";
    beginning.x.is_time = false;
    const double from = beginning.series.front().values.front().x;
    for (Series& s : beginning.series)
      std::erase_if(s.values, [&](const Point& p) { return std::abs(p.x - from) > std::abs(end - from); });
    std::erase_if(beginning.series, [](const Series& s) { return s.values.empty(); });
    whole.x.label.clear();
    return {std::move(whole), std::move(beginning)};
  }

  static ReportFigure chart(std::string name, std::string heading, std::string caption, Panel panel,
                            bool is_followed = true) {
    auto panels = is_followed ? with_beginning(std::move(panel)) : std::vector<Panel>{std::move(panel)};
    const double height = panels.size() > 1 ? 0.6 * panel_height : panel_height;
    return panel_figure(std::move(name), std::move(heading), std::move(caption), std::move(panels),
                        panel_width, height);
  }

  bool has_group(const std::string& group) const {
    return std::any_of(result_.columns.begin(), result_.columns.end(),
                       [&](const ResultColumn& c) { return c.group == group; });
  }

  Eigen::Vector3d principal(const Eigen::Vector3d& v) const { return body_.to_principal(v); }

  /// Axes of equal moments are not distinguished, and not named.
  std::vector<SurfaceAxis> principal_axes() const {
    const auto& [i1, i2, i3] = from_eigen(body_.moments());
    std::vector<SurfaceAxis> axes;
    if (i1 != i2) axes.push_back(principal_axis("long axis", 0));
    if (i1 != i2 && i2 != i3) axes.push_back(principal_axis("intermediate", 1));
    if (i2 != i3) axes.push_back(principal_axis("short axis", 2));
    return axes;
  }

  /// With the letter and the colour of the axis of the body's frame along which it lies, if it does.
  SurfaceAxis principal_axis(const std::string& name, int k) const {
    for (int i = 0; i < 3; ++i)
      if (const double along = body_.axes()(i, k); std::abs(along) == 1)
        return {fmt::format("{}, {}{}", name, along < 0 ? "−" : "", "xyz"[i]), axis_colour(i),
                Eigen::Vector3d::Unit(k)};
    return {name, -1, Eigen::Vector3d::Unit(k)};
  }

  // ---- Against time

  ReportFigure momentum() const {
    const std::string name = "momentum", heading = "Angular momentum in the body";
    if (motion_.momenta.empty()) return left_out(name, heading, motion_.why_no_momenta);
    Panel panel{"", time_axis(), scale_of("momentum", summary_.units.momentum)};
    for (int i = 0; i < 3; ++i)
      add_shown(panel, with_index("m", i + 1), axis_colour(i),
                [&](std::size_t k) { return shown_.momenta[k](i); });
    return chart(name, heading, "The components along the axes x, y and z of the body's frame." + of_rows(),
                 panel);
  }

  ReportFigure attitude() const {
    const std::string name = "attitude", heading = "Attitude";
    if (motion_.attitudes.empty()) return left_out(name, heading, motion_.why_no_attitudes);
    Panel panel{"", time_axis(), {"quaternion"}};
    const auto part = [&](Eigen::Index i) {
      return [this, i](std::size_t k) { return shown_.attitudes[k].coeffs()(i); };
    };
    add_shown(panel, "w", 7, part(3));
    for (int i = 0; i < 3; ++i) add_shown(panel, std::string(1, "xyz"[i]), axis_colour(i), part(i));
    return chart(name, heading,
                 "The quaternion that takes vectors of the body to space, scalar w." + of_rows(), panel);
  }

  /// Whether the exact free motion is shown in place of rows that are too far apart.
  bool is_computed() const { return summary_.is_free && !remark_.empty(); }

  ReportFigure euler() const {
    Panel panel{"", time_axis(), angle_scale(summary_.in_degrees)};
    const auto sequence = EulerSequence::from_text(summary_.euler_sequence);
    const double unit = summary_.in_degrees ? 180 / std::numbers::pi : 1;
    std::size_t place = 0;
    for (const ResultColumn& column : result_.columns)
      if (column.group == "euler" && place < 3) {
        const std::string name = fmt::format("{}. about {}", place + 1, "xyz"[sequence.axes()[place]]);
        const int colour = axis_colour(static_cast<int>(sequence.axes()[place]));
        // Where the first and the last turn are about axes of one name, a dash tells them apart.
        const std::string dash = place == 2 && sequence.is_proper() ? "5 3" : "";
        if (is_computed() && !shown_.attitudes.empty()) {
          const auto angle = [&](std::size_t k) {
            return unit *
                   euler_angles(sequence, shown_.attitudes[k]).angles(static_cast<Eigen::Index>(place));
          };
          add_shown(panel, name, colour, angle, dash, true);
        } else {
          Series whole = series(name, row_times_, column.values, colour);
          whole.dash = dash;
          add_stretches(panel, whole, motion_.attitude_steps_are_short, true);
        }
        ++place;
      }
    return chart(
        "euler", "Euler angles",
        fmt::format("In the sequence {}: about the axes of {}, in this order.", summary_.euler_sequence,
                    sequence.turns() == EulerTurns::intrinsic ? "the body as it turns" : "space") +
            of_rows(),
        panel);
  }

  /// An angle that passes the end of its range continues at the other end: no line joins the two.
  void break_at_wraps(Series& s) const {
    const double half_turn = summary_.in_degrees ? 180 : std::numbers::pi;
    std::vector<Point> broken;
    for (const Point& p : s.values) {
      if (!broken.empty() && std::abs(p.y - broken.back().y) > half_turn)
        broken.push_back({p.x, std::numeric_limits<double>::quiet_NaN()});
      broken.push_back(p);
    }
    s.values = std::move(broken);
  }

  ReportFigure nutation() const {
    Panel panel{"", time_axis(), angle_scale(summary_.in_degrees)};
    const double unit = summary_.in_degrees ? 180 / std::numbers::pi : 1;
    if (is_computed() && !shown_.momenta.empty()) {
      const Eigen::Vector3d axis = nutation_axis(body_, summary_.start);
      add_shown(panel, "nutation", 3,
                [&](std::size_t k) { return unit * angle_between(shown_.momenta[k], axis); });
    } else {
      add_stretches(panel, series("nutation", row_times_, result_.find("nutation")->values, 3),
                    motion_.momentum_steps_are_short);
    }
    return chart("nutation", "Nutation",
                 "The angle from the angular momentum to the axis that it circles at the start." + of_rows(),
                 panel);
  }

  ReportFigure orbit_angles() const {
    Panel panel{"", time_axis(true), angle_scale(summary_.in_degrees)};
    int place = 0;
    for (const ResultColumn& column : result_.columns)
      if (column.group == "orbit_angles")
        add_stretches(panel, series(column.name, row_times_, column.values, axis_colour(place++ % 3)),
                      motion_.attitude_steps_are_short, true);
    return chart(
        "orbit_angles", "Attitude in the orbit's frame",
        "Roll, pitch and yaw: from the direction of flight, the normal of the orbit turned round, and the "
        "direction to the attracting mass, in the sequence ZYX." +
            remark_ + how_many_rows(),
        panel);
  }

  /// The angle that matters most for this kind of motion.
  ReportFigure angle_figure(const AngleFigure& f) const {
    Panel panel{"", time_axis(true), angle_scale(true)};
    for (const NamedAngle& angle : f.angles)
      add_stretches(panel, series(angle.name, motion_.times, angle.degrees, angle.colour),
                    motion_.attitude_steps_are_short);
    return chart(f.name, f.heading, f.caption + how_many_rows() + (summary_.is_free ? "" : remark_), panel);
  }

  /// Digits that can be trusted against time, and where they end.
  ReportFigure digits() const {
    const double most = 16;
    const auto left = [most](double error) { return std::clamp(-std::log10(error), 0.0, most); };
    std::vector<double> times, values;
    for (const SummaryError& at : summary_.error_curve) {
      times.push_back(at.time);
      values.push_back(left(at.error));
    }
    Panel panel{"", time_axis(true), {"digits", Scale::linear, Range{0, most}}};
    std::string caption =
        "Digits of momentum and attitude that the error of the method and the rounding of the inputs (start, "
        "moments, time, numbers of the torques) leave.";
    const double start = summary_.times.start, whole = summary_.reached_time - start;
    if (summary_.is_free && summary_.steps == 0 && std::isfinite(summary_.horizon) && whole != 0) {
      // The exact motion is known beyond its end: from the first radian to where no digit is left.
      const RoundingEffect effect(body_, summary_.start, start);
      const double last = 30 * std::max(std::abs(summary_.horizon - start), std::abs(whole));
      const double first = std::min(std::abs(whole) / 10, 1 / angular_velocity(body_, summary_.start).norm());
      constexpr int steps = 240;
      Series growth{"rounding of the inputs", {}, 7};
      double worst = 0;
      for (int k = 0; k <= steps; ++k) {
        const double after = first * std::pow(last / first, static_cast<double>(k) / steps);
        worst = std::max(worst, effect.at(start + std::copysign(after, whole)));
        growth.values.push_back({after, left(worst)});
      }
      panel.x = scale_of("time since the start", summary_.units.time, Scale::logarithmic);
      panel.series = {std::move(growth),
                      {"end of the run", {{std::abs(whole), values.back()}}, 3, Drawn::dots},
                      {"less than one", {{std::abs(summary_.horizon - start), 1}}, -1, Drawn::dots}};
      caption =
          "Digits of momentum and attitude that the rounding of the inputs (moments, momentum, time) leaves.";
    } else {
      panel.series.push_back(series("digits", times, values, 7));
    }
    if (std::isfinite(summary_.horizon))
      caption += fmt::format(" Less than one digit is left from t = {} on.",
                             printed_number(time_text(summary_, summary_.horizon, 3)));
    return chart("digits", "Digits that can be trusted", caption, panel, false);
  }

  ReportFigure energy() const {
    const std::string name = "energy", heading = "Kinetic energy and length of the momentum";
    if (motion_.momenta.empty()) return left_out(name, heading, motion_.why_no_momenta);
    std::vector<double> energies, lengths;
    for (std::size_t k = 0; k < motion_.momenta.size(); ++k) {
      const State at{Eigen::Quaterniond::Identity(), motion_.momenta[k]};
      energies.push_back(kinetic_energy(body_, at));
      lengths.push_back(momentum_length(at));
    }
    Panel above{"", time_axis(), scale_of("energy", summary_.units.energy)};
    above.x.label.clear();
    add_stretches(above, series("kinetic energy", motion_.times, energies, 7),
                  motion_.momentum_steps_are_short);
    Panel below{"", time_axis(), scale_of("|m|", summary_.units.momentum)};
    add_stretches(below, series("length of the momentum", motion_.times, lengths, -1),
                  motion_.momentum_steps_are_short);
    return panel_figure(name, heading,
                        "Above the kinetic energy, below the length of the angular momentum." + of_rows(),
                        {std::move(above), std::move(below)}, panel_width, panel_height / 2);
  }

  /// The conserved quantity of a column of errors.
  std::string kept_in(const ResultColumn& column) const {
    if (column.name == "energy_error") return "energy";
    if (column.name == "norm_error") return "length of m";
    if (column.name == "spatial_momentum_error") return "momentum in space";
    return summary_.conserved_name.empty() ? column.name : summary_.conserved_name;
  }

  /// Relative errors below this are round-off.
  static constexpr double rounding_noise = 1e-12;

  ReportFigure errors() const {
    const std::string name = "errors", heading = "Errors of what is conserved";
    Panel panel{"", time_axis(true), {summary_.is_free ? "error, relative" : "error", Scale::logarithmic}};
    // Round-off alone is not joined by lines.
    const bool is_joined = !(summary_.error_estimate == 0 && summary_.steps == 0);
    constexpr int greys[] = {7, -1, 6};
    std::size_t place = 0;
    bool is_zero = true, is_noise = true;
    std::string noise;
    for (const ResultColumn& column : result_.columns) {
      if (column.group != "errors") continue;
      std::vector<double> sizes;
      double most = 0;
      for (const double v : column.values) {
        sizes.push_back(std::abs(v));
        if (sizes.back() > most) most = sizes.back();
      }
      const double whole = summary_.is_free ? 1 : std::abs(summary_.conserved_start);
      is_noise = is_noise && most <= rounding_noise * whole;
      noise += fmt::format("{}{} {}", noise.empty() ? "" : ", ", kept_in(column),
                           whole > 0 && most > 0 ? printed_number(fmt::format("{:.1e}", most / whole)) : "0");
      is_zero = is_zero && std::all_of(sizes.begin(), sizes.end(), [](double v) { return !(v > 0); });
      panel.series.push_back(series(kept_in(column), row_times_, sizes, greys[place++ % 3],
                                    is_joined ? Drawn::line : Drawn::band));
      if (!summary_.is_free) panel.y.label = label_with_unit("error", column.unit);
    }
    if (panel.series.empty())
      return left_out(name, heading,
                      summary_.conserved_name.empty() && !summary_.is_free
                          ? "nothing is known to be conserved under these torques"
                          : "the result has no columns of errors");
    if (is_zero) return left_out(name, heading, "all are zero to the last digit");
    if (is_noise)
      return left_out(name, heading,
                      "rounding only; the greatest distances from the start, relative to it, are: " + noise);
    return chart(
        name, heading,
        fmt::format(
            "Distance of what is conserved from its value at the start{}. What is exactly zero is not drawn.",
            summary_.is_free ? ", in parts of that" : "") +
            how_many_rows(),
        panel, false);
  }

  // ---- On surfaces

  /// The path of the momentum's direction, in principal axes.
  Curve directions() const {
    Curve points;
    for (const auto& m : shown_.momenta) points.push_back(principal(m).normalized());
    return points;
  }

  bool is_dotted() const { return !shown_is_dense() || shown_.times.size() == 1; }

  std::string of_free_body() const { return summary_.is_free ? "" : " if it were free"; }

  /// The sphere of the momentum's directions, with paths of the body if it is free.
  Surface momentum_sphere() const {
    Surface surface;
    surface.faint = free_paths(body_);
    surface.borders = separatrix(body_);
    surface.axes = principal_axes();
    return surface;
  }

  ReportFigure sphere() const {
    const std::string name = "polhode-sphere", heading = "Polhode on the momentum sphere";
    if (motion_.momenta.empty()) return left_out(name, heading, motion_.why_no_momenta);
    const Curve path = directions();
    if (std::none_of(path.begin(), path.end(), [](const auto& v) { return v.allFinite(); }))
      return left_out(name, heading, "the body is at rest: its momentum has no direction");
    Surface surface = momentum_sphere();
    surface.paths.push_back({"this motion", 3, path, is_dotted()});
    return surface_figure(
        name, heading,
        fmt::format("The direction of the angular momentum seen from the body, in principal axes. The dot is "
                    "the start; dashes are on the far side. Thin lines: paths of this body{}.{}",
                    of_free_body(), of_dots()),
        std::move(surface));
  }

  ReportFigure ellipsoid() const {
    const std::string name = "polhode-ellipsoid", heading = "Polhode on the inertia ellipsoid";
    if (motion_.momenta.empty()) return left_out(name, heading, motion_.why_no_momenta);
    if (body_.is_linear())
      return left_out(name, heading, "a linear body has none: one moment of inertia is zero");
    const Eigen::Vector3d semi_axes = ellipsoid_axes(body_);
    const double longest = semi_axes.maxCoeff();
    if (!(semi_axes.minCoeff() > 1e-3 * longest))
      return left_out(name, heading, "it is too thin to be drawn: the moments differ by more than a million");
    const Curve path = directions();
    if (std::none_of(path.begin(), path.end(), [](const auto& v) { return v.allFinite(); }))
      return left_out(name, heading, "the body is at rest: its momentum has no direction");
    const auto mapped = [&](const Curve& curve) {
      Curve on;
      for (const auto& m : curve) on.push_back(on_ellipsoid(body_, m) / longest);
      return on;
    };
    Surface surface = momentum_sphere();
    surface.semi_axes = semi_axes / longest;
    for (auto* curves : {&surface.faint, &surface.borders})
      for (Curve& curve : *curves) curve = mapped(curve);
    surface.paths.push_back({"this motion", 3, mapped(path), is_dotted()});
    return surface_figure(
        name, heading,
        fmt::format(
            "Poinsot's picture: the angular velocity on the ellipsoid of constant energy, which rolls "
            "on the invariable plane of a free body. Thin lines: paths of this body{}.{}",
            of_free_body(), of_dots()),
        std::move(surface));
  }

  ReportFigure axes_in_space() const {
    const std::string name = "axes-in-space", heading = "The body's axes in space";
    if (motion_.attitudes.empty()) return left_out(name, heading, motion_.why_no_attitudes);
    const auto& [i1, i2, i3] = from_eigen(body_.moments());
    Surface surface;
    surface.axes = axes_of_space();
    const auto add = [&](const std::string& axis, int i) {
      const SurfaceAxis named = principal_axis(axis, i);
      SurfacePath path{named.name, named.colour < 0 ? 4 + i : named.colour, {}, is_dotted()};
      for (const auto& q : shown_.attitudes) path.points.push_back(to_space(q, body_.axes().col(i)));
      surface.paths.push_back(std::move(path));
    };
    // A body with two equal moments is shown by its axis of symmetry, a sphere by any one axis.
    if (i1 == i3) add("axis", 0);
    if (i1 != i2) add("long axis", 0);
    if (i2 != i3) add("short axis", 2);
    const std::string caption =
        fmt::format("Where {} in space; dots are the start.{}",
                    surface.paths.size() == 2
                        ? "the long axis (least moment of inertia) and the short axis (greatest) point"
                    : i1 == i3 ? "one axis of the body points"
                               : "the axis of symmetry points",
                    of_dots());
    return surface_figure(name, heading, caption, std::move(surface));
  }

  // ---- In the invariable plane

  ReportFigure herpolhode() const {
    const std::string name = "herpolhode", heading = "Herpolhode";
    if (motion_.momenta.empty()) return left_out(name, heading, motion_.why_no_momenta);
    if (motion_.attitudes.empty()) return left_out(name, heading, motion_.why_no_attitudes);
    const Eigen::Vector3d pole = spatial_momentum(summary_.start).normalized();
    if (!(pole.norm() > 0.5))
      return left_out(name, heading,
                      "the body is at rest at the start: there is no plane across its momentum");

    const Eigen::Vector3d across = pole.unitOrthogonal(), up = pole.cross(across);
    const std::string unit = summary_.units.angular_velocity;
    // No direction in the plane is distinguished.
    Panel panel{"", scale_of("angular velocity", unit), scale_of("at right angles", unit)};
    panel.has_equal_scales = true;
    Series path{"", {}, 3, is_dotted() ? Drawn::dots : Drawn::line, "", shown_.times},
        start{"start", {}, 3, Drawn::dots}, centre{"direction of the momentum", {{0, 0}}, -1, Drawn::dots};
    for (std::size_t k = 0; k < shown_.times.size(); ++k) {
      const Eigen::Vector3d omega =
          spatial_angular_velocity(body_, State{shown_.attitudes[k], shown_.momenta[k]});
      path.values.push_back({omega.dot(across), omega.dot(up)});
    }
    if (!path.values.empty()) start.values.push_back(path.values.front());
    panel.series = {std::move(path), std::move(start), std::move(centre)};
    const std::string caption =
        (summary_.is_free ? "The angular velocity in space, on the invariable plane: the path of the point "
                            "where the ellipsoid touches the plane."
                          : "The angular velocity in space, seen along the angular momentum of the start. "
                            "Under torque there is no invariable plane.") +
        of_dots();
    return panel_figure(name, heading, caption, {std::move(panel)}, panel_width, panel_width);
  }

  // ---- Of an ensemble

  /// Fewer runs than these are shown individually.
  static constexpr std::size_t many_runs = 20;

  /// A histogram as the outline of its bars.
  static Series histogram(const std::string& name, const std::vector<double>& values, Range range,
                          int colour) {
    const auto parts = static_cast<std::size_t>(
        std::clamp(std::round(std::sqrt(static_cast<double>(values.size()))), 5.0, 40.0));
    const double width = (range.high - range.low) / static_cast<double>(parts);
    std::vector<double> counts(parts);
    for (const double v : values)
      if (std::isfinite(v))
        ++counts[static_cast<std::size_t>(
            std::clamp((v - range.low) / width, 0.0, static_cast<double>(parts - 1)))];
    Series s{name, {{range.low, 0}}, colour};
    for (std::size_t k = 0; k < parts; ++k)
      for (const std::size_t side : {k, k + 1})
        s.values.push_back({range.low + width * static_cast<double>(side), counts[k]});
    s.values.push_back({range.high, 0});
    return s;
  }

  ReportFigure final_momenta() const {
    const std::string heading = "Angular momentum of each run at its end";
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const auto& m : motion_.momenta)
      if (m.allFinite()) {
        low = std::min(low, m.minCoeff());
        high = std::max(high, m.maxCoeff());
      }
    if (motion_.momenta.size() < many_runs || !(low < high)) {
      auto figure = momentum();
      figure.heading = heading;
      return figure;
    }
    Panel panel{"", scale_of("momentum", summary_.units.momentum), {"number of runs"}};
    for (int i = 0; i < 3; ++i) {
      std::vector<double> values;
      for (const auto& m : motion_.momenta) values.push_back(m(i));
      panel.series.push_back(histogram(with_index("m", i + 1), values, {low, high}, axis_colour(i)));
    }
    return chart(
        "momentum", heading,
        "How many runs end with such a component along an axis of the body's frame." + how_many_rows(), panel,
        false);
  }

  ReportFigure periods() const {
    const std::string name = "periods", heading = "Periods of the runs";
    Panel panel{"", scale_of("period", summary_.units.time), {"number of runs"}};
    std::vector<Panel> panels;
    for (const ResultColumn& column : result_.columns) {
      if (column.group != "periods") continue;
      std::vector<double> values;
      for (const double v : column.values)
        if (std::isfinite(v)) values.push_back(v);
      const std::string label = column.name == "polhode_period" ? "rotation period" : "precession period";
      const auto [low, high] = std::minmax_element(values.begin(), values.end());
      // They may be equal up to round-off.
      constexpr double rounding = 1e-12;
      if (values.size() < 2 || !(*high - *low > rounding * *high)) continue;
      panel.series = {histogram("", values, {*low, *high}, 3)};
      panel.x.label = label_with_unit(label, summary_.units.time);
      panels.push_back(panel);
    }
    if (panels.empty()) return left_out(name, heading, "they are the same in all runs, or infinite");
    return panel_figure(name, heading,
                        "How many runs have such a period: of the momentum in the body, and of the axis that "
                        "it circles about the momentum." +
                            how_many_rows(),
                        std::move(panels), panel_width, panel_height / 2);
  }

  /// How a column spreads with time: the median of the runs, and two bands about it.
  ReportFigure fan(const SummaryFan& f, const std::string& file_name) const {
    const bool is_momentum = f.column == "m_1" || f.column == "m_2" || f.column == "m_3";
    const std::string named = is_momentum ? with_index("m", f.column[2] - '0') : f.column;
    Panel panel{"", scale_of("time", summary_.units.time), scale_of(named, f.unit)};
    panel.x.is_time = true;
    panel.y.is_angle = f.unit == "deg";
    const auto between = [&](const std::string& name, const std::vector<double>& low,
                             const std::vector<double>& high) {
      // Out along the lower edge and back along the upper one.
      Series s{name, {}, 3, Drawn::region};
      const std::size_t count = std::min({low.size(), high.size(), f.times.size()});
      for (std::size_t k = 0; k < count; ++k) s.values.push_back({f.times[k], low[k]});
      for (std::size_t k = count; k-- > 0;) s.values.push_back({f.times[k], high[k]});
      panel.series.push_back(std::move(s));
    };
    between("nine of ten runs", f.lowest, f.highest);
    between("half of the runs", f.low, f.high);
    Series middle{"median", {}, 3};
    for (std::size_t k = 0; k < std::min(f.middle.size(), f.times.size()); ++k)
      middle.values.push_back({f.times[k], f.middle[k]});
    panel.series.push_back(std::move(middle));
    std::string caption =
        "At each time: the median of the runs, and between which values half of them lie, and nine of ten.";
    if (!f.runs.empty() && f.runs.back() != f.runs.front())
      caption += fmt::format(
          " Runs that have ended, or have no such value, are left out: at first these are {} runs, at last "
          "{}.",
          f.runs.front(), f.runs.back());
    return chart(file_name, "Spread of " + named + " with time", caption, panel, false);
  }

  ReportFigure final_sphere() const {
    const std::string name = "momentum-sphere", heading = "Direction of the momentum of each run at its end";
    if (motion_.momenta.empty()) return left_out(name, heading, motion_.why_no_momenta);
    Surface surface = momentum_sphere();
    SurfacePath& ends = surface.paths.emplace_back(SurfacePath{"", 3, {}, true});
    for (const auto& m : motion_.momenta) ends.points.push_back(principal(m).normalized());
    return surface_figure(
        name, heading,
        fmt::format("Seen from the body, in the principal axes of the first run's body. Thin "
                    "lines: paths of that body{}.{}",
                    of_free_body(), how_many_rows()),
        std::move(surface));
  }

  ReportFigure final_attitudes() const {
    const std::string name = "attitude", heading = "Attitude of each run at its end";
    if (motion_.attitudes.empty()) return left_out(name, heading, motion_.why_no_attitudes);
    Surface surface;
    surface.axes = axes_of_space();
    for (const int i : {0, 2}) {
      SurfacePath& ends =
          surface.paths.emplace_back(SurfacePath{i == 0 ? "x axis" : "z axis", axis_colour(i), {}, true});
      for (const auto& q : motion_.attitudes) ends.points.push_back(to_space(q, Eigen::Vector3d::Unit(i)));
    }
    return surface_figure(
        name, heading,
        "Where the axes x and z of the body's frame point in space; those on the far side are paler." +
            how_many_rows(),
        std::move(surface));
  }

  const Result& result_;
  const Summary& summary_;
  const Inertia& body_;
  Motion motion_;  // the rows
  Motion shown_;   // what pictures of paths show
  std::vector<double> row_times_;
  std::string remark_;
};

}  // namespace

ReportFigure panel_figure(std::string name, std::string heading, std::string caption,
                          std::vector<Panel> panels, double width, double height) {
  auto svg = figure_svg({"", fmt::format("{}. {}", heading, caption), panels, 1, width, height});
  return {std::move(name), std::move(heading), std::move(caption), std::move(svg), {}, std::move(panels)};
}

Motion motion_shown(const Result& result) { return Drawer(result).shown(); }

std::vector<ReportFigure> report_figures(const Result& result) {
  const Drawer drawer(result);
  return result.summary.is_ensemble ? drawer.of_ensemble() : drawer.of_motion();
}

}  // namespace polhode::app
