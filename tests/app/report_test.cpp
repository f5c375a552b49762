// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <string>
#include <support/markup.hpp>
#include <support/refusal.hpp>
#include <utility>
#include <vector>

#include "picture/png.hpp"
#include "picture/ticks.hpp"
#include "picture/words.hpp"
#include "report/comparison.hpp"
#include "report/curves.hpp"
#include "report/data.hpp"
#include "report/figures.hpp"
#include "report/motion.hpp"
#include "report/page.hpp"
#include "report/solid.hpp"
#include "report/story.hpp"
#include "result/result.hpp"

namespace report_test {
namespace {

using namespace polhode;
using namespace polhode::app;
using test::contains;
using test::is_well_formed;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Of a user's own, which no scenario knows.
Given own_torque(const std::string& name = "some torque") { return {"function", {}, {{"name", {name}}}}; }

Given vessel_torque() {
  return {"vessel_restoring",
          {{"mass", {1}}, {"gravity", {1}}, {"longitudinal_height", {1}}, {"transverse_height", {1}}}};
}

/// A result in memory: the free motion of a body at equal times.
Result free_result(const Inertia& body, const State& start, double end, std::size_t rows,
                   const std::vector<std::string>& groups = {"m", "q", "errors"}) {
  Result result;
  Summary& s = result.summary;
  s.version = "1.2.3";
  s.title = "A title";
  s.scenario_name = "name.toml";
  s.scenario_text = "[body]\nmoments = [1, 2, 3]\n";
  s.body = body;
  s.given_body = {"moments", {{"moments", {body.moments().x(), body.moments().y(), body.moments().z()}}}};
  s.start = start;
  s.times = {0, end, 1, {}};
  s.reached_time = end;
  s.engine = "exact";
  s.trusted_digits = 15;
  s.rows = rows;
  const auto column = [&](const std::string& group, const std::string& name, auto value) {
    ResultColumn c{{group, name, ""}, {}};
    const FreeMotion motion(body, start);
    for (std::size_t k = 0; k < rows; ++k) {
      const double t = rows > 1 ? end * static_cast<double>(k) / static_cast<double>(rows - 1) : 0;
      c.values.push_back(value(t, motion.at(t)));
    }
    result.columns.push_back(std::move(c));
  };
  column("t", "t", [](double t, const State&) { return t; });
  for (const auto& group : groups) {
    for (int i = 0; i < 3 && group == "m"; ++i)
      column(group, "m_" + std::to_string(i + 1), [i](double, const State& x) { return x.momentum(i); });
    for (int i = 0; i < 3 && group == "omega"; ++i)
      column(group, "omega_" + std::to_string(i + 1),
             [&body, i](double, const State& x) { return angular_velocity(body, x)(i); });
    for (int i = 0; i < 4 && group == "q"; ++i)
      column(group, std::string("q_") + "wxyz"[i],
             [i](double, const State& x) { return i == 0 ? x.attitude.w() : x.attitude.vec()(i - 1); });
    for (int i = 0; i < 9 && group == "matrix"; ++i)
      column(group, "Q_" + std::to_string(i / 3 + 1) + std::to_string(i % 3 + 1),
             [i](double, const State& x) { return x.attitude.toRotationMatrix()(i / 3, i % 3); });
    for (int i = 0; i < 3 && group == "euler"; ++i) {
      s.euler_sequence = "ZYX";
      s.in_degrees = true;
      column(group, "euler_" + std::to_string(i + 1), [i](double, const State& x) {
        return euler_angles(EulerSequence::from_text("ZYX"), x.attitude).angles(i) * 180 / std::numbers::pi;
      });
      result.columns.back().unit = "deg";
    }
    if (group == "nutation") column(group, "nutation", [](double t, const State&) { return std::cos(t); });
    if (group == "errors") column(group, "energy_error", [](double t, const State&) { return 1e-16 * t; });
  }
  for (std::size_t k = 0; k < rows; ++k) result.rows.push_back(k);
  return result;
}

Result tumbling(std::size_t rows = 400, const std::vector<std::string>& groups = {"m", "q", "errors"}) {
  return free_result(Inertia::from_moments(1, 2, 3), {Eigen::Quaterniond::Identity(), {1, 0.5, 0.7}}, 20,
                     rows, groups);
}

std::string page_of(const Result& result, const std::string& folder = "page_files") {
  const BodySolid solid = body_solid(result.summary, std::nullopt);
  auto figures = report_figures(result);
  figures.insert(figures.begin(), body_figure(result, solid));
  return report_page(result, figures, folder, solid);
}

std::vector<std::string> drawn(const Result& result) {
  std::vector<std::string> names;
  for (const auto& figure : report_figures(result))
    if (!figure.svg.empty()) names.push_back(figure.name);
  return names;
}

/// Whether "nan" or "inf" stands in a text as a number would.
bool has_number_that_is_none(const std::string& text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z' && c != 'M' && c != 'L');
  };
  for (const char* word : {"nan", "NaN", "inf"})
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
      if ((at == 0 || !is_letter(text[at - 1])) && (at + 3 == text.size() || !is_letter(text[at + 3])))
        return true;
  return false;
}

TEST(Report, PageIsWholeAndNeedsNothingElse) {
  const Result result = tumbling();
  std::string page = test::without_scripts(page_of(result));
  EXPECT_TRUE(is_well_formed(page));
  for (const char* name :
       {"momentum", "attitude", "polhode-sphere", "polhode-ellipsoid", "herpolhode", "axes-in-space"})
    EXPECT_TRUE(contains(page, std::string("<figure id=\"") + name + "\"")) << name;
  for (const char* words :
       {"A title", "long-axis mode", "Rotation period", "Digits that can be trusted",
        "prefers-color-scheme: dark", "@media print", "page_files/herpolhode.png", "polhode 1.2.3"})
    EXPECT_TRUE(contains(page, words)) << words;
  const std::string name_space = "http://www.w3.org/2000/svg";
  for (std::size_t at; (at = page.find(name_space)) != std::string::npos;) page.erase(at, name_space.size());
  for (const char* outside : {"http:", "https:", "\"//", "(//", "<link", "@import", "url(", "src="})
    EXPECT_FALSE(contains(page, outside)) << outside;
  // Nothing but its own style and script may run, and the body is there before any does.
  EXPECT_TRUE(contains(page, "default-src 'none'; style-src 'sha256-"));
  EXPECT_TRUE(contains(page, "script-src 'sha256-"));
  EXPECT_FALSE(contains(page, "unsafe"));
  EXPECT_FALSE(contains(page, " style=\""));
  EXPECT_TRUE(contains(page, "id=\"body-view\">\n<svg "));
  // Rounding noise is a line of text.
  EXPECT_TRUE(contains(page, "rounding only; the greatest distances"));
}

TEST(Report, TheSameResultGivesTheSameBytes) { EXPECT_EQ(page_of(tumbling()), page_of(tumbling())); }

TEST(Report, CheckOfFormFindsMistakes) {
  EXPECT_TRUE(is_well_formed("<!DOCTYPE html>\n<a b=\"1\"><c/><meta d=\"\"></a>"));
  EXPECT_FALSE(is_well_formed("<a><b></a></b>"));
  EXPECT_FALSE(is_well_formed("<a b=\"1></a>"));
}

TEST(Report, ColumnsThatSayTheSameGiveTheSameMotion) {
  const Motion known = motion_of(tumbling(50));
  const Motion other = motion_of(tumbling(50, {"omega", "matrix"}));
  ASSERT_EQ(known.momenta.size(), 50U);
  ASSERT_EQ(other.momenta.size(), 50U);
  ASSERT_EQ(other.attitudes.size(), 50U);
  for (std::size_t k = 0; k < 50; ++k) {
    EXPECT_LT((known.momenta[k] - other.momenta[k]).norm(), 1e-15);
    EXPECT_GT(std::abs(known.attitudes[k].dot(other.attitudes[k])), 1 - 1e-14);
  }
}

TEST(Report, SaysThingsByTheirNamesAndInTheirUnits) {
  Result result = tumbling();
  Summary& s = result.summary;
  s.units = {"h", "I3/h", "1/h", "I3/h^2"};
  s.asked.tolerance = 1e-10;
  s.conserved_name = "energy";
  s.conserved_unit = s.units.energy;
  s.conserved_start = 0.1 + 0.2;
  const std::string page = page_of(result);
  EXPECT_TRUE(contains(page, "<td>0.3 I₃ h⁻²</td>"));  // ten digits, where 0.30000000000000004 says no more
  EXPECT_FALSE(contains(page, "Tolerance"));           // it does not matter to a free body
  EXPECT_FALSE(contains(page, "energy_error"));
  EXPECT_TRUE(contains(page, ">momentum, I₃ h⁻¹<") && contains(page, ">time, h<"));
  // Euler angles are known by their axes.
  s.euler_sequence = "ZXZ";
  for (int i = 0; i < 3; ++i)
    result.columns.push_back({{"euler", "euler_" + std::to_string(i + 1), "rad"}, result.columns[1].values});
  const std::string with_angles = page_of(result);
  for (const char* name : {">1. about z<", ">2. about x<", ">3. about z<"})
    EXPECT_TRUE(contains(with_angles, name)) << name;
  EXPECT_TRUE(contains(with_angles, "about the axes of the body as it turns"));
}

TEST(Report, AFigureWhoseColumnsAreMissingIsLeftOutWithTheReason) {
  const Result no_attitude = tumbling(100, {"m"});
  EXPECT_EQ(drawn(no_attitude),
            (std::vector<std::string>{"momentum", "polhode-sphere", "polhode-ellipsoid"}));
  const std::string page = page_of(no_attitude);
  EXPECT_TRUE(contains(page, "<b>Herpolhode</b>: the result has none of the columns q, matrix and euler."));
  EXPECT_TRUE(contains(page, "no columns of errors"));
  EXPECT_EQ(drawn(tumbling(100, {"q"})), (std::vector<std::string>{"axes-in-space", "attitude"}));
  EXPECT_TRUE(drawn(tumbling(100, {})).empty());
  EXPECT_TRUE(is_well_formed(page_of(tumbling(100, {}))));
}

TEST(Report, ResultsOfAnyLengthAreDrawn) {
  for (const std::size_t rows : {0U, 1U, 2U, 3U}) {
    const Result result = tumbling(rows);
    const std::string page = page_of(result);
    EXPECT_TRUE(is_well_formed(page)) << rows;
    for (const char* word : {"\"nan", ",nan", "inf,", "Mnan"})
      EXPECT_FALSE(contains(page, word)) << rows << word;
    for (const auto& figure : report_figures(result))
      if (!figure.svg.empty()) {
        EXPECT_NO_THROW(png_of(figure.svg, 50)) << figure.name << rows;
      }
  }
  // Rows that are far apart: the free motion is drawn instead of lines between them.
  EXPECT_TRUE(contains(page_of(tumbling(3)), "this is the free motion from the start"));
  EXPECT_FALSE(contains(page_of(tumbling(400)), "this is the free motion from the start"));
  EXPECT_LT(page_of(tumbling(20000)).size(), 2000000U);
}

TEST(Report, BodiesOfAnyKindAreDrawn) {
  struct Case {
    Inertia body;
    Eigen::Vector3d momentum;
  };
  const Eigen::Matrix3d tensor = (Eigen::Matrix3d() << 2, 0.1, 0.2, 0.1, 3, 0.3, 0.2, 0.3, 4).finished();
  for (const auto& [body, momentum] :
       {Case{Inertia::from_moments(2, 2, 2), {1, 2, 3}}, Case{Inertia::from_moments(1, 2, 2), {1, 0.2, 0}},
        Case{Inertia::from_moments(1, 1, 2), {0, 0.2, 1}}, Case{Inertia::from_moments(0, 2, 2), {0, 1, 1}},
        Case{Inertia::from_moments(1, 2, 3), {0, 0, 0}}, Case{Inertia::from_moments(1, 2, 3), {0, 1, 0}},
        Case{Inertia::from_moments(1e-9, 2, 3), {1e-9, 1, 1}}, Case{Inertia::from_tensor(tensor), {1, 1, 1}},
        Case{Inertia::from_moments(1e-150, 2e-150, 3e-150), {1e-150, 1e-150, 0}}}) {
    const std::string page = page_of(free_result(body, {Eigen::Quaterniond::Identity(), momentum}, 5, 60));
    EXPECT_TRUE(is_well_formed(page)) << body.moments().x();
    for (const char* word : {"\"nan", ",nan", "Mnan", "lnan"}) EXPECT_FALSE(contains(page, word)) << word;
  }
}

TEST(Report, ValuesThatAreMissingLeaveGaps) {
  Result result = tumbling(100);
  for (auto& column : result.columns)
    if (column.name != "t") column.values[0] = column.values[50] = nan;
  const std::string page = page_of(result);
  EXPECT_TRUE(is_well_formed(page));
  for (const char* word : {"\"nan", ",nan", "Mnan", "lnan"}) EXPECT_FALSE(contains(page, word)) << word;
}

TEST(Report, EveryTextIsEscaped) {
  Result result = tumbling(20);
  Summary& s = result.summary;
  const std::string bad = "<script>alert(\"x\")</script>&\xff";
  s.title = s.scenario_name = s.scenario_text = s.why = s.version = bad;
  s.torques = {own_torque(bad)};
  s.given_body = {"mesh", {{"mass", {1}}}, {{"file", {bad}}}};
  s.engine = "splitting";
  s.splitting = s.drift = bad;
  s.units = {bad, bad, bad, bad};
  s.warnings = {bad};
  s.watched = {{.name = bad, .quantity = bad}};
  s.events = {{0, bad, 1, s.start}};
  s.stopped = SummaryStop{1, bad};
  s.conserved_name = bad;
  for (auto& column : result.columns) column.unit = bad;
  const std::string page = page_of(result, "a \"b\" <c>_files");
  EXPECT_FALSE(contains(page, "<script>"));
  EXPECT_TRUE(is_well_formed(page));
  EXPECT_TRUE(contains(page, "href=\"a%20%22b%22%20%3Cc%3E_files/"));
}

TEST(Report, AnEnsembleShowsItsRunsAndTheirSpread) {
  Result result = tumbling(80);
  result.columns[0] = {{"run", "run", ""}, {}};
  for (int k = 0; k < 80; ++k) result.columns[0].values.push_back(k);
  Summary& s = result.summary;
  s.is_ensemble = true;
  s.runs = 82;
  s.failed_runs = {{17, "no such body"}, {18, "another reason"}};
  s.failed_run_count = 2;
  const std::string page = page_of(result);
  EXPECT_TRUE(is_well_formed(page));
  for (const char* words :
       {"Spread of the results", "Standard deviation", "no such body", "runs, 2 failed", "40 of 80 runs",
        "<figure id=\"momentum-sphere\"", ">number of runs<", ">z axis<"})
    EXPECT_TRUE(contains(page, words)) << words;
  // A few are shown one by one; runs that are all alike have no spread to draw.
  Result few = tumbling(5);
  few.summary.is_ensemble = true;
  EXPECT_FALSE(contains(page_of(few), ">number of runs<"));
  // Up to rounding they have one period.
  result.columns.push_back({{"periods", "polhode_period", "h"}, {}});
  std::vector<double>& periods = result.columns.back().values;
  for (int k = 0; k < 80; ++k) periods.push_back(264.6 * (1 + 1e-15 * k));
  EXPECT_FALSE(contains(story_of(result, motion_of(result)), "rotation period"));
  EXPECT_TRUE(contains(page_of(result), "they are the same in all runs"));
  for (int k = 0; k < 80; ++k) periods[static_cast<std::size_t>(k)] = 264.6 * (1 + 1e-3 * k);
  EXPECT_TRUE(contains(story_of(result, motion_of(result)), "rotation period"));
  for (ResultColumn& column : result.columns) column.values.assign(80, 0.5);
  EXPECT_TRUE(is_well_formed(page_of(result)));
}

TEST(Report, MomentaOfAnEnsembleAreNotThoseOfTheFirstBody) {
  Result result = tumbling(80, {"omega", "q"});
  result.summary.is_ensemble = true;
  EXPECT_EQ(motion_of(result).momenta.size(), 80U);
  for (const char* drawn_number : {"body.moments[2]", "torque[1].pivot[3]"}) {
    Result random = result;
    random.columns.push_back({{"drawn", drawn_number, ""}, std::vector<double>(80, 2.0)});
    const Motion motion = motion_of(random);
    EXPECT_TRUE(motion.momenta.empty());
    EXPECT_TRUE(contains(motion.why_no_momenta, "each run has a body of its own"));
    EXPECT_TRUE(is_well_formed(page_of(random)));
  }
  result.columns.push_back({{"drawn", "start.angular_velocity[2]", ""}, std::vector<double>(80, 2.0)});
  EXPECT_EQ(motion_of(result).momenta.size(), 80U);
}

// The circular standard deviation of angles that are nearly alike; of those that are, there is none.
TEST(Report, SpreadOfAnglesThatAreNearlyAlike) {
  Result result = tumbling(80);
  result.columns[0] = {{"run", "run", ""}, {}};
  for (int k = 0; k < 80; ++k) result.columns[0].values.push_back(k);
  result.summary.is_ensemble = true;
  ResultColumn column{{"euler", "euler_1", "rad"}, {}};
  for (int k = 0; k < 80; ++k) column.values.push_back(3.1 + (k % 2 == 0 ? 1e-9 : -1e-9));
  result.columns.push_back(column);
  EXPECT_TRUE(contains(page_of(result),
                       "euler_1 (rad)</td><td class=\"number\"></td><td class=\"number\">3.1</td><td "
                       "class=\"number\"></td><td class=\"number\">10⁻⁹</td>"));
  result.columns.back().values.assign(80, 3.1);
  EXPECT_FALSE(contains(page_of(result), "euler_1 (rad)</td>"));
}

TEST(Report, SaysFirstWhatOneAsksOfThisKindOfRun) {
  Result flips =
      free_result(Inertia::from_moments(1, 2, 3), {Eigen::Quaterniond::Identity(), {0, 2, 0.02}}, 20, 200);
  EXPECT_TRUE(contains(story_of(flips, motion_of(flips)), "the body turns over every "));
  EXPECT_EQ(traced_axis(flips.summary), 1);
  EXPECT_TRUE(contains(story_of(tumbling(), motion_of(tumbling())), "Long-axis mode"));

  // A top that stands still at 30 degrees; the weight says where up is.
  Result top = free_result(
      Inertia::from_moments(2, 2, 1),
      {Eigen::Quaterniond(std::cos(std::numbers::pi / 12), std::sin(std::numbers::pi / 12), 0, 0), {0, 0, 0}},
      1, 9);
  top.summary.is_free = false;
  const auto hang = [&](std::vector<double> weight, std::vector<double> centre) {
    top.summary.torques = {{"heavy_top", {{"weight", weight}, {"centre_of_mass", centre}}, {}}};
  };
  hang({0, 0, 2}, {0, 0, 0.1});
  EXPECT_TRUE(contains(story_of(top, motion_of(top)), "tilted by 30° to 30°"))
      << story_of(top, motion_of(top));
  EXPECT_EQ(drawn(top).front(), "tilt");
  hang({0, 2, 0}, {0, 0, 0.1});
  EXPECT_TRUE(contains(story_of(top, motion_of(top)), "tilted by 120° to 120°"));
  // What leans is the arm from the pivot to the centre of mass.
  hang({0, 0, 2}, {0.1, 0, 0});
  EXPECT_TRUE(contains(story_of(top, motion_of(top)), "tilted by 90° to 90°"));
  top.summary.torques = {{"linear_damping", {{"coefficients", {0, 0, 1}}}}, vessel_torque()};
  EXPECT_TRUE(contains(story_of(top, motion_of(top)), "rolls up to 30°"));
  EXPECT_EQ(drawn(top).front(), "roll-pitch");
}

TEST(Report, ADiscInOrbitHasNoLongAxis) {
  const auto in_orbit = [](const Inertia& body) {
    Result result = free_result(body, {Eigen::Quaterniond::Identity(), {0, 0.1, 1}}, 9, 90);
    result.summary.is_free = false;
    result.summary.torques = {{"gravity_gradient_circular", {{"mean_motion", {0.1}}}, {}}};
    return result;
  };
  for (const auto& [body, has_one] : {std::pair(Inertia::from_moments(1, 2, 2.5), true),
                                      std::pair(Inertia::from_moments(2, 2, 3), false)}) {
    const Result result = in_orbit(body);
    Motion motion = motion_of(result);
    motion.orbit_attitudes = motion.attitudes;
    EXPECT_EQ(contains(story_of(result, motion), "long axis"), has_one) << story_of(result, motion);
    EXPECT_EQ(angle_figures(result.summary, motion).empty(), !has_one);
  }
}

TEST(Report, RowsThatNoLineJoinsAreABand) {
  Result far = tumbling(300);
  far.summary.is_free = false;
  far.summary.torques = {own_torque()};
  for (ResultColumn& column : far.columns)
    if (column.group == "m" || column.group == "q")
      for (std::size_t k = 0; k < 300; ++k) column.values[k] *= k % 2 == 0 ? 1 : -1;
  const auto figures = report_figures(far);
  for (const auto& figure : figures)
    if (figure.name == "momentum") {
      EXPECT_EQ(figure.panels.at(0).series.at(0).drawn, Drawn::band);
    }
}

TEST(Report, RowsAreJoinedWhereTheMotionIsSlow) {
  // Turns ever more slowly: at first many radians from row to row, in the end hardly any.
  Result slow = tumbling(400, {"m", "q", "euler"});
  slow.summary.is_free = false;
  slow.summary.torques = {own_torque()};
  const auto at = [&](std::size_t k) { return 400 * (1 - std::exp(-0.02 * static_cast<double>(k))); };
  const FreeMotion motion(slow.summary.body, slow.summary.start);
  for (ResultColumn& column : slow.columns)
    for (std::size_t k = 0; k < 400; ++k) {
      const State state = motion.at(at(k));
      if (column.group == "t") column.values[k] = at(k);
      if (column.group == "m") column.values[k] = state.momentum(column.name[2] - '1');
      if (column.group == "q")
        column.values[k] =
            column.name == "q_w" ? state.attitude.w() : state.attitude.vec()(column.name[2] - 'x');
      if (column.group == "euler")
        column.values[k] =
            euler_angles(EulerSequence::from_text("ZYX"), state.attitude).angles(column.name[6] - '1') * 180 /
            std::numbers::pi;
    }
  int looked_at = 0;
  for (const auto& figure : report_figures(slow)) {
    if (figure.name != "momentum" && figure.name != "euler" && figure.name != "attitude") continue;
    ++looked_at;
    const auto& series = figure.panels.at(0).series;
    EXPECT_EQ(series.front().drawn, Drawn::band) << figure.name;
    EXPECT_EQ(series.back().drawn, Drawn::line) << figure.name;
    // The stretches follow one another from the first row to the last.
    EXPECT_EQ(series.front().values.front().x, slow.columns[0].values.front());
    EXPECT_EQ(series.back().values.back().x, slow.columns[0].values.back());
    double end = series.front().values.front().x;
    for (const Series& s : series) {
      if (s.name != series.front().name) break;
      EXPECT_EQ(s.values.front().x, end);
      end = s.values.back().x;
    }
    EXPECT_EQ(end, slow.columns[0].values.back());
    EXPECT_FALSE(has_number_that_is_none(figure.svg)) << figure.name;
  }
  EXPECT_EQ(looked_at, 3);
}

TEST(Report, RowsAWholeTurnApartAreNotJoined) {
  // A steady spin looked at once in each turn, and a little more: it seems to turn slowly.
  const Inertia body = Inertia::from_moments(1, 2, 3);
  Result spin =
      free_result(body, {Eigen::Quaterniond::Identity(), {0, 0, 3}}, 2 * std::numbers::pi * 1.01 * 100, 101);
  EXPECT_FALSE(motion_of(spin).attitude_is_dense);
  EXPECT_TRUE(motion_of(spin).momentum_is_dense);
  spin.summary.is_free = false;
  spin.summary.torques = {own_torque()};
  for (const auto& figure : report_figures(spin))
    if (figure.name == "attitude") {
      EXPECT_EQ(figure.panels.at(0).series.front().drawn, Drawn::band);
    }
  EXPECT_TRUE(contains(story_of(spin, motion_of(spin)), "The rows are too far apart to follow the motion"));
  EXPECT_TRUE(contains(page_of(spin), "\"joined\":\"0000"));
  // A ship that rolls by some degrees eleven times from row to row.
  const auto rolling = [&](double every) {
    Motion m;
    for (int k = 0; k < 100; ++k) {
      const double t = every * k, angle = 0.1 * std::sin(t), rate = 0.1 * std::cos(t);
      m.times.push_back(t);
      m.attitudes.emplace_back(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()));
      m.momenta.push_back(body.momentum({rate, 0, 0}));
    }
    return is_dense(steps_that_agree(body, m.times, m.attitudes, m.momenta));
  };
  EXPECT_TRUE(rolling(0.1));
  EXPECT_TRUE(rolling(1.5));
  EXPECT_FALSE(rolling(2 * std::numbers::pi * 11 + 0.1));
  EXPECT_FALSE(rolling(5));
}

TEST(Report, EveryNumberOfAPictureIsOne) {
  for (const std::vector<std::string>& groups :
       {std::vector<std::string>{"m", "q", "euler", "nutation", "errors"},
        {"euler"},
        {"m"},
        {"omega", "euler"},
        {}})
    for (const std::size_t rows : {3U, 39U, 80U})
      for (const bool is_free : {true, false}) {
        Result result = free_result(Inertia::from_moments(1, 2, 3),
                                    {Eigen::Quaterniond::Identity(), {1, 0.5, 0.7}}, 1000, rows, groups);
        result.summary.is_free = is_free;
        if (!is_free) result.summary.torques = {own_torque()};
        if (rows == 3) {
          EXPECT_FALSE(has_number_that_is_none(test::without_scripts(page_of(result, "")))) << is_free;
        }
        for (const auto& figure : report_figures(result)) {
          EXPECT_FALSE(has_number_that_is_none(figure.svg)) << figure.name << rows << is_free;
          for (const Panel& panel : figure.panels)
            for (const Series& s : panel.series)
              if (s.drawn == Drawn::band) {
                for (const Point& p : s.values) ASSERT_TRUE(std::isfinite(p.y)) << figure.name << rows;
              }
        }
      }
}

TEST(Report, TheAttitudeIsKnownFromEulerAnglesOrFromTheSummary) {
  const Motion known = motion_of(tumbling(50)), by_angles = motion_of(tumbling(50, {"omega", "euler"}));
  ASSERT_EQ(by_angles.attitudes.size(), 50U);
  for (std::size_t k = 0; k < 50; ++k)
    EXPECT_GT(std::abs(known.attitudes[k].dot(by_angles.attitudes[k])), 1 - 1e-14);
  // Columns of which none tells the motion; the summary has kept it.
  Result energy_only = tumbling(50, {"errors"});
  SummaryStates& states = energy_only.summary.states.emplace();
  for (std::size_t k = 0; k < 50; k += 2) {
    const auto& q = known.attitudes[k];
    const auto& m = known.momenta[k];
    states.times.push_back(known.times[k]);
    states.attitudes.insert(states.attitudes.end(), {q.w(), q.x(), q.y(), q.z()});
    states.momenta.insert(states.momenta.end(), {m.x(), m.y(), m.z()});
  }
  const Motion kept = motion_of(energy_only);
  ASSERT_EQ(kept.attitudes.size(), 25U);
  EXPECT_EQ(kept.attitudes[3].coeffs(), known.attitudes[6].coeffs());
  EXPECT_EQ(kept.momenta[3], known.momenta[6]);
  EXPECT_TRUE(contains(page_of(energy_only), "id=\"body-view\""));
}

TEST(Report, AVesselIsShownWhateverColumnsItHas) {
  Result vessel = tumbling(100, {"euler", "omega"});
  vessel.summary.is_free = false;
  vessel.summary.torques = {vessel_torque()};
  EXPECT_EQ(drawn(vessel).front(), "roll-pitch");
  EXPECT_TRUE(contains(page_of(vessel), "id=\"body-view\""));
  EXPECT_TRUE(contains(page_of(vessel), "<p class=\"lead\">It rolls up to"));
}

TEST(Report, TimesFarFromZeroHaveTheDigitsThatTellThemApart) {
  Summary s;
  s.times.start = 2448976.5;
  s.reached_time = s.times.end = 2448976.53;
  EXPECT_EQ(time_text(s, 2448976.5001, 4), "2448976.5001");
  EXPECT_EQ(time_text(s, s.reached_time), "2448976.53");
  s = Summary{};
  s.reached_time = s.times.end = 34272;
  EXPECT_EQ(time_text(s, 34272, 4), "34272");
  EXPECT_EQ(time_text(s, 1.23456789, 4), "1.235");
  EXPECT_EQ(time_text(s, -0.0), "0");

  Result julian = tumbling(80);
  for (double& t : julian.columns[0].values) t = 2448976.5 + 1e-3 * t;
  julian.summary.times.start = 2448976.5;
  julian.summary.times.end = julian.summary.reached_time = 2448976.52;
  julian.summary.units.time = "d";
  EXPECT_TRUE(contains(page_of(julian), "<b>2448976.5 to 2448976.52 d</b>"));
  julian.summary.is_ensemble = true;
  EXPECT_TRUE(contains(story_of(julian, motion_of(julian)), "from 2448976.5 to 2448976.52 d"));
}

TEST(Report, TheFirstSentenceSaysWhyARunEnded) {
  Result result = tumbling(100);
  result.summary.is_free = false;
  result.summary.torques = {own_torque()};
  result.summary.units.time = "s";
  result.summary.stopped = SummaryStop{12.25, "event slow", "slow"};
  EXPECT_TRUE(contains(page_of(result),
                       "<p class=\"lead\">The event “slow” ended the run at 12.25 s. The angular speed is "));
  EXPECT_FALSE(contains(page_of(result), "class=\"warning\""));
  result.summary.stopped = SummaryStop{12.25, "the torque is not finite"};
  EXPECT_TRUE(contains(page_of(result),
                       "The run stopped at 12.25 s, before its end at 20 s: the torque is not finite."));
}

TEST(Report, EveryPageHasAFirstSentence) {
  const Given top{"heavy_top", {{"weight", {0, 0, 2}}, {"centre_of_mass", {0, 0, 1}}}};
  const Given gradient{"gravity_gradient_circular", {{"mean_motion", {0.1}}}};
  for (const std::vector<Given>& torques :
       {std::vector<Given>{}, {own_torque()}, {top}, {gradient}, {vessel_torque()}})
    for (const std::size_t rows : {0U, 1U, 50U})
      for (const std::vector<std::string>& groups : {std::vector<std::string>{"m", "q"}, {"errors"}}) {
        Result result = tumbling(rows, groups);
        result.summary.is_free = torques.empty();
        result.summary.torques = torques;
        EXPECT_TRUE(contains(page_of(result), "<p class=\"lead\">"))
            << (torques.empty() ? "free" : torques[0].kind) << rows;
      }
}

TEST(Report, AComparisonClaimsNoErrorBelowThatOfItsReference) {
  Comparison c;
  c.times = {0, 1, 2};
  c.reference = "series, estimated error 2e-13";
  c.reference_error = 2e-13;
  ComparedRun fine{"exact", 0.1}, coarse{"rk4", 0.1};
  fine.greatest_error = fine.last_error = 3.4e-14;
  fine.errors = {0, 1e-14, 3.4e-14};
  coarse.greatest_error = coarse.last_error = 1e-6;
  coarse.errors = {0, 1e-7, 1e-6};
  fine.invariants = coarse.invariants = {0, 0, 0};
  c.runs = {fine, coarse};
  const std::string page = comparison_page(c);
  EXPECT_TRUE(contains(page, "below the error of the reference, 2.0 × 10⁻¹³")) << page.substr(0, 200);
  EXPECT_TRUE(contains(page, "&lt; 2.0 × 10⁻¹³") || contains(page, "< 2.0 × 10⁻¹³"));
  EXPECT_FALSE(contains(page, "3.4 × 10⁻¹⁴"));
  EXPECT_TRUE(is_well_formed(test::without_scripts(page)));
  c.reference_error = 0;
  EXPECT_TRUE(contains(comparison_page(c), "The smallest error, 3.4 × 10⁻¹⁴, is that of exact"));
}

TEST(Report, AnEnsembleSaysWhenEventsFirstOccurred) {
  Result result = tumbling(80);
  result.summary.is_ensemble = true;
  result.summary.runs = 80;
  result.summary.units.time = "s";
  result.summary.watched = {{.name = "slow", .quantity = "m_1"}};
  result.summary.events = {{0, "slow", 1.5, {Eigen::Quaterniond(1, 0, 0, 0), {1, 2, 3}}}};
  result.summary.events_found = 1;
  result.summary.event_times = {{"slow", 77, 1.25, 2.5, 3.75, 4.5, 5.25, 6.5, 7.75}};
  const std::string page = page_of(result);
  for (const char* words : {"77 of 80", ">1.25<", ">4.5<", ">7.75<", "When each event first occurred, in s"})
    EXPECT_TRUE(contains(page, words)) << words;
}

/// The lists of numbers of a page's charts, that are doubles.
std::size_t wide_lists(const std::string& page) {
  std::size_t count = 0;
  for (std::size_t at = page.find("\"lists\":"); (at = page.find("{\"f8\":", at)) != std::string::npos; ++at)
    ++count;
  return count;
}

TEST(Report, ChartsHoldNumbersOfAnySizeAndOffset) {
  const auto lists_of = [](double unit) {
    const Inertia body = Inertia::from_moments(unit, 2 * unit, 3 * unit);
    return wide_lists(
        page_of(free_result(body, state_from_momentum({1, 0, 0, 0}, {unit, 0.1 * unit, unit}), 9, 40)));
  };
  // Floats end at 3e38, and below 1e-38 they lose their digits.
  const std::size_t usual = lists_of(1);
  EXPECT_EQ(lists_of(1e41), usual + 3);
  EXPECT_EQ(lists_of(1e-46), usual + 3);
  // 1 and 1 + 1e-9 are one float.
  Result result = tumbling();
  for (ResultColumn& c : result.columns)
    if (c.name == "m_1")
      for (std::size_t k = 0; k < c.values.size(); ++k) c.values[k] = 1 + 1e-9 * static_cast<double>(k % 7);
  EXPECT_EQ(wide_lists(page_of(result)), wide_lists(page_of(tumbling())) + 1);
}

TEST(Report, AnEventHasItsAttitude) {
  Result result = tumbling(50);
  result.summary.watched = {{.name = "slow", .quantity = "m_1"}};
  result.summary.events = {{0, "slow", 1.5, {Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), {1, 2, 3}}}};
  result.summary.events_found = 1;
  EXPECT_TRUE(contains(page_of(result), "(0.5, 0.5, −0.5, 0.5)"));
}

TEST(Report, ABoxStandsForABodyOfKnownMoments) {
  Summary s;
  s.body = Inertia::from_moments(13.0 / 12, 10.0 / 12, 5.0 / 12);  // a box 1 x 2 x 3 of mass 1
  const BodySolid solid = body_solid(s, std::nullopt);
  const MassProperties found = mass_properties(solid.mesh, Matter::of_mass(1)).body;
  const auto &is = from_eigen(found.inertia.moments()), &should = from_eigen(s.body.moments());
  EXPECT_NEAR(is.x / is.z, should.x / should.z, 1e-14);
  EXPECT_NEAR(is.y / is.z, should.y / should.z, 1e-14);
  // One that the scenario describes is drawn about its centre of mass, with fewer triangles where there are very many.
  TriangleMesh other = solid.mesh;
  for (auto& v : other.vertices) v += Eigen::Vector3d(5, 0, 0);
  s.matter = SummaryMatter{1, 1, {5, 0, 0}};
  const BodySolid moved = body_solid(s, other);
  for (const auto& v : moved.mesh.vertices) EXPECT_LE(v.norm(), 1 + 1e-15);
  EXPECT_NE(moved.words, solid.words);
}

TEST(PrintedWords, NumbersAndUnitsAsOnPaper) {
  EXPECT_EQ(printed_number("-1.5e-12"), "−1.5 × 10⁻¹²");
  EXPECT_EQ(printed_number("1e+06"), "10⁶");
  EXPECT_EQ(printed_number("2e7"), "2 × 10⁷");
  EXPECT_EQ(printed_number("-0.25"), "−0.25");
  for (const char* other : {"", "not known", "-infinite", "nan"}) EXPECT_EQ(printed_number(other), other);
  EXPECT_EQ(printed_unit("kg m^2/s"), "kg m² s⁻¹");
  EXPECT_EQ(printed_unit("rad^2/h^2"), "rad² h⁻²");
  EXPECT_EQ(printed_unit("1/h"), "h⁻¹");
  EXPECT_EQ(printed_unit("I3 rad/h"), "I₃ rad h⁻¹");
  for (const char* other : {"", "J", "kg/m s", "a/b/c", "m^", "<b>"}) EXPECT_EQ(printed_unit(other), other);
  EXPECT_EQ(with_index("m", 2), "m₂");
  const Ticks angles = angle_ticks({-180, 180}, 5);
  EXPECT_EQ(angles.texts, (std::vector<std::string>{"-180", "-90", "0", "90", "180"}));
  EXPECT_EQ(angle_ticks({0, 100}, 6).values, (std::vector<double>{0, 15, 30, 45, 60, 75, 90}));
}

TEST(EncodedData, TextsAndNumbersReachTheScriptAsTheyAre) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  Panel panel{"a</script>\"\\\n\xff", {""}, {""}};
  panel.series = {{"b", {{1, 1}, {2, nan}}}};
  const std::string data = figures_data({panel_figure("c", "", "", {panel}, 100, 100)}, {nan, 1}, "s");
  EXPECT_TRUE(contains(data, "\"a\\u003c/script>\\\"\\\\\\n\xef\xbf\xbd\"")) << data;
  EXPECT_TRUE(contains(data, "{\"f8\":\"AAAAAAAA8D8AAAAAAAAAQA==\"}")) << data;
  EXPECT_TRUE(contains(data, "{\"f4\":\"AACAPwAAwH8=\"}")) << data;
  EXPECT_TRUE(contains(data, "\"range\":[null,1.0]")) << data;
}

TEST(ReportCurves, SeparatrixLiesBetweenTheRegimes) {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const auto circles = separatrix(body);
  ASSERT_EQ(circles.size(), 2U);
  for (const auto& circle : circles)
    for (const Eigen::Vector3d& m : circle) {
      EXPECT_NEAR(m.norm(), 1, 4e-16);
      const State state{Eigen::Quaterniond::Identity(), m};
      EXPECT_NEAR(2 * kinetic_energy(body, state) * body.moments().y(), 1, 1e-15);
    }
  EXPECT_TRUE(separatrix(Inertia::from_moments(1, 1, 2)).empty());
}

TEST(ReportCurves, PathsAreClosedAndLieOnTheirSurfaces) {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const auto paths = free_paths(body);
  EXPECT_EQ(paths.size(), 16U);
  const Eigen::Vector3d semi_axes = ellipsoid_axes(body);
  for (const auto& path : paths) {
    EXPECT_LT((path.front() - path.back()).norm(), 1e-13);
    for (const Eigen::Vector3d& m : path) {
      EXPECT_NEAR(m.norm(), 1, 1e-15);
      EXPECT_NEAR(on_ellipsoid(body, m).cwiseQuotient(semi_axes).norm(), 1, 1e-15);
    }
  }
}

}  // namespace
}  // namespace report_test
