// SPDX-License-Identifier: MIT
#include "report/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <polhode/body/invariants.hpp>
#include <polhode/body/observed_angles.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <string_view>

#include "picture/words.hpp"
#include "result/quantile.hpp"

namespace polhode::app {
namespace {

constexpr double degree = 180 / std::numbers::pi;

std::string quoted(double value, const std::string& unit = "") { return with_unit(printed(value, 4), unit); }

std::string in_degrees(double value) { return printed(value, 3) + "°"; }

/// A parameter of the first torque of that kind that has it, unless it is zero.
std::optional<Eigen::Vector3d> torque_vector(const Summary& s, std::string_view kind,
                                             const std::string& parameter) {
  for (const Given& torque : s.torques) {
    if (torque.kind != kind) continue;
    if (const auto v = torque.vector(parameter); v && v->norm() > 0 && v->allFinite()) return v->normalized();
  }
  return std::nullopt;
}

/// The axis whose tilt is shown: from the pivot to the centre of mass, else that of symmetry, else the third.
Eigen::Vector3d leaning_axis(const Summary& s) {
  if (const auto arm = torque_vector(s, "heavy_top", "centre_of_mass")) return *arm;
  const auto& [i1, i2, i3] = from_eigen(s.body.moments());
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
  if (i1 == i2 && i2 != i3) axis = s.body.axes().col(2);
  if (i2 == i3 && i1 != i2) axis = s.body.axes().col(0);
  Eigen::Index most = 0;
  axis.cwiseAbs().maxCoeff(&most);
  return axis(most) < 0 ? Eigen::Vector3d(-axis) : axis;
}

/// Against the weight.
Eigen::Vector3d upwards(const Summary& s) {
  return torque_vector(s, "heavy_top", "weight").value_or(Eigen::Vector3d::UnitZ());
}

AxisLean lean_of(const Summary& s, const Motion& motion) {
  return axis_lean(motion.attitudes, leaning_axis(s), upwards(s));
}

std::vector<double> degrees(std::vector<double> radians) {
  for (double& one : radians) one *= degree;
  return radians;
}

struct Extent {
  double low = HUGE_VAL, high = -HUGE_VAL;
};

Extent extent_of(const std::vector<double>& values) {
  Extent e;
  for (const double v : values)
    if (std::isfinite(v)) e = {std::min(e.low, v), std::max(e.high, v)};
  return e;
}

/// An oblate body has no distinguished axis of least inertia.
bool has_long_axis(const Inertia& body) { return body.moments().x() != body.moments().y(); }

Libration libration_of(const Summary& s, const Motion& motion) {
  return libration(motion.orbit_attitudes, s.body.axes().col(0));
}

struct RollAndPitch {
  std::vector<double> roll, pitch;
};

RollAndPitch roll_and_pitch(const Motion& motion) {
  RollAndPitch both;
  for (const Attitude& q : motion.attitudes) {
    const Eigen::Vector3d angles = roll_pitch_yaw(q) * degree;
    both.roll.push_back(angles(0));
    both.pitch.push_back(angles(1));
  }
  return both;
}

std::string free_story(const Summary& s) {
  const TumblingDescription d = describe(s.body, s.start);
  const auto& axes = s.body.axes();
  const auto letter = [&](Eigen::Index k) {
    const std::string l = axis_letter(axes.col(k));
    return l.empty() ? "" : " (" + l + ")";
  };
  const Eigen::Index circled = d.axis == BodyAxis::long_axis ? 0 : d.axis == BodyAxis::intermediate ? 1 : 2;
  const std::string axis =
      d.axis == BodyAxis::any ? "initial axis" : std::string(name(d.axis)) + " axis" + letter(circled);
  const std::string& unit = s.units.time;
  if (momentum_length(s.start) == 0) return "The body is at rest and stays at rest.";
  if (d.regime == Regime::separatrix)
    return "On the separatrix: the body flips at most once and then approaches rotation about its "
           "intermediate "
           "axis" +
           letter(1) + ".";
  if (!std::isfinite(d.polhode_period))
    return fmt::format("Pure rotation about the {}: once in {}.", axis, quoted(d.precession_period, unit));
  const Eigen::Vector3d start = s.body.to_principal(s.start.momentum).normalized();
  std::string text;
  if (std::abs(start(1)) > 0.8 && std::isfinite(d.next_flip))
    text = fmt::format("Spun about its intermediate axis{}, the body turns over every {}. ", letter(1),
                       quoted(d.polhode_period / 2, unit));
  return text +
         fmt::format(
             "{}: seen from the body, the momentum circles the {} once in {}; in space this axis precesses "
             "about the momentum once in {}, tilted by {} to {}.",
             d.regime == Regime::long_axis_mode ? "Long-axis mode" : "Short-axis mode", axis,
             quoted(d.polhode_period, unit), quoted(d.precession_period, unit),
             in_degrees(d.smallest_nutation * degree), in_degrees(d.largest_nutation * degree));
}

std::string top_story(const Summary& s, const Motion& motion) {
  const AxisLean lean = lean_of(s, motion);
  const Extent tilt = extent_of(degrees(lean.tilt));
  if (!(tilt.low <= tilt.high) || motion.times.size() < 2) return "";
  std::string text = fmt::format("The axis is tilted by {} to {} from the vertical", in_degrees(tilt.low),
                                 in_degrees(tilt.high));
  constexpr double least_turn = 30, least_lean = 0.5;
  const double whole = std::abs(lean.azimuth.back() - lean.azimuth.front()) * degree;
  const auto period = precession_period(motion.times, lean);
  if (motion.attitude_is_dense && period && whole > least_turn && tilt.low > least_lean &&
      tilt.high < 180 - least_lean)
    text += fmt::format(" and precesses once in {} on average", quoted(*period, s.units.time));
  return text + ".";
}

std::string satellite_story(const Summary& s, const Motion& motion) {
  if (!has_long_axis(s.body)) return "";
  const Libration swing = libration_of(s, motion);
  const Extent e = extent_of(degrees(swing.angle));
  if (!(e.low <= e.high)) return "";
  constexpr double held = 60;
  if (e.high >= held)
    return fmt::format(
        "The long axis is not captured: its angle to the direction of the centre of attraction varies from "
        "{} to {}.",
        in_degrees(e.low), in_degrees(e.high));
  std::string text = fmt::format("The long axis stays within {} of the direction to the centre of attraction",
                                 in_degrees(e.high));
  if (const auto swinging = oscillation(motion.times, swing.in_plane); swinging && motion.way_is_known)
    text += fmt::format("; it librates in the plane of the orbit with the period {}",
                        quoted(swinging->period, s.units.time));
  return text + ".";
}

std::string vessel_story(const Summary& s, const Motion& motion) {
  const RollAndPitch both = roll_and_pitch(motion);
  const Extent roll = extent_of(both.roll), pitch = extent_of(both.pitch);
  if (!(roll.low <= roll.high)) return "";
  std::string text =
      fmt::format("It rolls up to {} and pitches up to {}", in_degrees(std::max(-roll.low, roll.high)),
                  in_degrees(std::max(-pitch.low, pitch.high)));
  if (const auto rolling = oscillation(motion.times, both.roll); rolling && motion.way_is_known)
    text += fmt::format(", with the roll period {}", quoted(rolling->period, s.units.time));
  return text + fmt::format("; at the end it heels by {}.", in_degrees(std::abs(both.roll.back())));
}

/// For motions of no special kind: how fast the body turns at first and at last.
std::string spin_story(const Summary& s, const Motion& motion) {
  if (motion.momenta.empty()) return "";
  const auto rate = [&](const Eigen::Vector3d& m) { return s.body.angular_velocity(m).norm(); };
  const double first = rate(s.start.momentum), last = rate(motion.momenta.back());
  if (!std::isfinite(first) || !std::isfinite(last)) return "";
  double most = first;
  for (const Eigen::Vector3d& m : motion.momenta) most = std::max(most, rate(m));
  const std::string unit = s.units.time.empty() ? "radians per unit of time" : "rad/" + s.units.time;
  return fmt::format("The angular speed is {} at the start, {} at most and {} at the end.",
                     quoted(first, unit), quoted(most, unit), quoted(last, unit));
}

/// How many there are and how far they spread: in their periods, and at the end in the component that
/// spreads most.
std::string ensemble_story(const Result& result) {
  const Summary& s = result.summary;
  std::string text =
      fmt::format("{} motions{}, from {} to {}.", s.runs,
                  s.failed_run_count > 0 ? fmt::format(", of which {} failed", s.failed_run_count) : "",
                  printed_number(time_text(s, s.times.start, 4)), timed(s, s.reached_time, 4));
  for (const ResultColumn& column : result.columns) {
    if (column.name != "polhode_period") continue;
    std::vector<double> values;
    for (const double v : column.values)
      if (std::isfinite(v)) values.push_back(v);
    constexpr std::size_t few = 10;
    if (values.size() < few) continue;
    std::sort(values.begin(), values.end());
    constexpr double rounding = 1e-12;
    if (values.back() - values.front() > rounding * values.back())
      text += fmt::format(
          " The median rotation period is {}; in nine of ten runs it is from {} to {}{}.",
          quoted(quantile(values, 0.5), s.units.time), quoted(quantile(values, 0.05)),
          quoted(quantile(values, 0.95), s.units.time),
          result.size() < s.rows ? fmt::format(" (of {} runs, evenly spaced)", values.size()) : "");
  }
  const SummaryFan* widest = nullptr;
  const auto width = [](const SummaryFan& f) { return f.highest.back() - f.lowest.back(); };
  for (const SummaryFan& f : s.fans) {
    const bool is_momentum = f.column == "m_1" || f.column == "m_2" || f.column == "m_3";
    if (!is_momentum || f.lowest.empty() || f.highest.empty() || !(width(f) > 0)) continue;
    if (widest == nullptr || width(f) > width(*widest)) widest = &f;
  }
  if (widest != nullptr) {
    const bool all_go_on = widest->runs.empty() || widest->runs.back() == widest->runs.front();
    text += fmt::format(
        " {} {} is between {} and {} in nine of ten{}.",
        all_go_on ? std::string("At the end")
                  : fmt::format("At {}, which {} of {} runs reach,", timed(s, widest->times.back(), 4),
                                widest->runs.back(), widest->runs.front()),
        with_index("m", widest->column[2] - '0'), quoted(widest->lowest.back()),
        quoted(widest->highest.back(), widest->unit), all_go_on ? "" : " of these");
  }
  return text;
}

/// That the run has ended before its last time, and why.
std::string end_story(const Summary& s) {
  const SummaryStop& stop = *s.stopped;
  const std::string at = timed(s, stop.time, 6);
  if (!stop.event.empty()) return fmt::format("The event “{}” ended the run at {}.", stop.event, at);
  return fmt::format("The run stopped at {}, before its end at {}: {}.", at, timed(s, s.times.back(), 4),
                     stop.reason);
}

std::string story_of_kind(const Summary& s, const Motion& motion) {
  switch (kind_of(s)) {
    case MotionKind::free:
      return free_story(s);
    case MotionKind::top:
      return top_story(s, motion);
    case MotionKind::satellite:
      return satellite_story(s, motion);
    case MotionKind::vessel:
      return vessel_story(s, motion);
    default:
      return spin_story(s, motion);
  }
}

/// Every page has a first sentence, whatever is known of its motion.
std::string what_happens(const Summary& s, const Motion& motion) {
  std::string text = story_of_kind(s, motion);
  if (text.empty()) text = spin_story(s, motion);
  if (text.empty())
    text = s.rows == 0 ? "No state was computed."
                       : fmt::format("The motion from {} to {}, in {} rows.",
                                     printed_number(time_text(s, s.times.start, 4)),
                                     timed(s, s.reached_time, 4), s.rows);
  if (!s.is_free && !motion.way_is_known)
    text += " The rows are too far apart to follow the motion; these numbers are of the rows alone.";
  return text;
}

}  // namespace

MotionKind kind_of(const Summary& s) {
  const auto has = [&](std::string_view kind) {
    return std::ranges::find(s.torques, kind, &Given::kind) != s.torques.end();
  };
  if (s.is_free) return MotionKind::free;
  if (has("heavy_top")) return MotionKind::top;
  if (has("gravity_gradient_circular") || has("gravity_gradient_elliptic")) return MotionKind::satellite;
  return has("vessel_restoring") ? MotionKind::vessel : MotionKind::torqued;
}

std::string timed(const Summary& s, double time, int digits) {
  return with_unit(printed_number(time_text(s, time, digits)), s.units.time);
}

int axis_colour(int axis) {
  constexpr int colours[] = {1, 2, 0};
  return colours[axis];
}

std::string axis_letter(const Eigen::Vector3d& direction) {
  for (int i = 0; i < 3; ++i)
    if (std::abs(direction(i)) == 1) return std::string(1, "xyz"[i]);
  return "";
}

int traced_axis(const Summary& s) {
  Eigen::Vector3d axis;
  switch (kind_of(s)) {
    case MotionKind::top:
      axis = leaning_axis(s);
      break;
    case MotionKind::satellite:
      axis = s.body.axes().col(0);
      break;
    case MotionKind::vessel:
      axis = Eigen::Vector3d::UnitZ();
      break;
    default:
      axis = angular_velocity(s.body, s.start);
  }
  Eigen::Index most = 2;
  if (axis.allFinite() && axis.norm() > 0) axis.cwiseAbs().maxCoeff(&most);
  return static_cast<int>(most);
}

std::vector<AngleFigure> angle_figures(const Summary& s, const Motion& motion) {
  std::vector<AngleFigure> figures;
  if (motion.attitudes.empty() && kind_of(s) != MotionKind::free) return figures;
  switch (kind_of(s)) {
    case MotionKind::top: {
      AxisLean lean = lean_of(s, motion);
      figures.push_back({"tilt",
                         "Tilt of the axis",
                         "The angle from the vertical to the axis of the top.",
                         {{"tilt", axis_colour(traced_axis(s)), degrees(std::move(lean.tilt))}}});
      if (motion.attitude_is_dense && lean.azimuth_is_known)
        figures.push_back({"precession",
                           "Precession",
                           "The angle through which the axis has precessed about the vertical.",
                           {{"azimuth", axis_colour(traced_axis(s)), degrees(std::move(lean.azimuth))}}});
      break;
    }
    case MotionKind::satellite:
      if (Libration swing = libration_of(s, motion); has_long_axis(s.body) && !swing.angle.empty())
        figures.push_back(
            {"angle-to-centre",
             "Angle to the centre of attraction",
             "From the axis of least inertia, its nearer end, to the direction of the attracting mass.",
             {{"long axis", axis_colour(traced_axis(s)), degrees(std::move(swing.angle))}}});
      break;
    case MotionKind::vessel: {
      RollAndPitch both = roll_and_pitch(motion);
      figures.push_back({"roll-pitch",
                         "Roll and pitch",
                         "About the ship's length and about its breadth, in the sequence yaw, pitch, roll.",
                         {{"roll", axis_colour(0), std::move(both.roll)},
                          {"pitch", axis_colour(1), std::move(both.pitch)}}});
      break;
    }
    default:
      break;
  }
  return figures;
}

std::string story_of(const Result& result, const Motion& motion) {
  const Summary& s = result.summary;
  if (s.is_ensemble) return ensemble_story(result);
  const std::string what = what_happens(s, motion);
  return s.stopped ? end_story(s) + " " + what : what;
}

}  // namespace polhode::app
