// SPDX-License-Identifier: MIT
// Error against time for methods of the free body: a water molecule is followed to a fixed time by ever
// shorter steps.
//
//   work_precision [DIRECTORY]
//   writes work_precision.csv and work_precision.svg there, and results/work_precision.json
//
// Times are of plain sums and methods chosen by name, the least of several rounds in which all take turns.
// Errors are those at the end, against one exact step in extended precision.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/free/method.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/quat.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "files/output.hpp"
#include "picture/figure.hpp"
#include "picture/svg.hpp"
#include "picture/ticks.hpp"
#include "results/results.hpp"
#include "water.hpp"

namespace {

using namespace polhode;
using app::Point;
using app::Range;
using kernel::Phase;

constexpr double whole_turn = 20;     // |omega| T
constexpr int fewest = 0, most = 16;  // numbers of steps, as powers of two
constexpr int rounds = 40;
// Fewer steps would be lost in the reading of the clock; and where other work is done as well, no long run is
// left alone.
constexpr long fewest_timed = 512, most_timed = 4096;

/// Methods that are drawn in one colour of the palette; -1 is the ink of the text.
struct Family {
  int colour;
  std::vector<std::string> names;
};

const std::vector<Family> families{{-1, {"exact"}},
                                   {0, {"dmv", "dmv4", "dmv6", "dmv8", "dmv10"}},
                                   {1, {"dmv4_scaled", "dmv6_scaled"}},
                                   {2, {"lie_poisson_123"}},
                                   {3, {"implicit_midpoint", "rk4"}},
                                   {4, {"magnus4", "magnus8"}},
                                   {5, {"factorization8"}},
                                   {6, {"gauss4", "celledoni_zanna"}}};

struct Sample {
  long steps;
  double h, attitude_error, momentum_error;
  double nanoseconds = std::numeric_limits<double>::infinity();
};

struct Series {
  FreeMethod method;
  bench::ErasedStep step;
  int colour;
  std::vector<Sample> samples;  // without those at which the method refuses
};

Phase<double> run(const bench::ErasedStep& step, double h, long steps) {
  Phase<double> now = bench::water_start();
  bench::expose(h);
  for (long i = 0; i < steps; ++i) now = step(now, h);
  return now;
}

Phase<long double> exact_end(double time) {
  const Phase<double> start = bench::water_start();
  const kernel::Exact<long double> exact(convert<long double>(bench::water));
  const Phase<long double> wide{convert<long double>(start.m), convert<long double>(start.q)};
  return kernel::advance(wide, exact(wide.m, static_cast<long double>(time)));
}

/// The angle between two attitudes, whatever their signs and lengths.
double angle_between(const Quat<long double>& a, const Quat<long double>& b) {
  const Quat<long double> off = a.conjugate() * b;
  return static_cast<double>(2 * std::atan2(norm(off.vec()), std::abs(off.w)));
}

void add_samples(Series& series) {
  const double time = bench::time_to_turn(whole_turn);
  const Phase<long double> exact = exact_end(time);
  for (int power = fewest; power <= most; ++power) {
    const long steps = 1L << power;
    const double h = std::ldexp(time, -power);
    const Phase<double> end = run(series.step, h, steps);
    if (!bench::is_taken(end)) continue;
    series.samples.push_back(
        {steps, h, angle_between(exact.q, convert<long double>(end.q)),
         static_cast<double>(norm(convert<long double>(end.m) - exact.m) / norm(exact.m))});
  }
}

/// Short runs are repeated; of long ones the beginning is timed, and the rest taken to cost as much for a
/// step.
void time_once(const Series& series, Sample& sample) {
  using Clock = std::chrono::steady_clock;
  const long steps = std::min(sample.steps, most_timed), times = std::max(1L, fewest_timed / steps);
  const auto begin = Clock::now();
  for (long i = 0; i < times; ++i) {
    Phase<double> end = run(series.step, sample.h, steps);
    bench::expose(end);
  }
  const std::chrono::duration<double, std::nano> taken = Clock::now() - begin;
  const double share = static_cast<double>(sample.steps) / static_cast<double>(steps * times);
  sample.nanoseconds = std::min(sample.nanoseconds, taken.count() * share);
}

/// The order by which methods are told apart: that of the momentum, unless that is exact.
int order_of(const MethodProperties& p) { return p.momentum_order ? p.momentum_order : p.attitude_order; }

std::string dash_of(int order) {
  switch (order) {
    case 2:
      return "2 4";
    case 4:
      return "7 4";
    case 6:
      return "12 4 2 4";
    case 8:
      return "15 4";
    default:
      return "";
  }
}

std::vector<Series> measured() {
  const Inertia body = bench::water_body();
  std::vector<Series> all;
  for (const Family& family : families)
    for (const std::string& name : family.names) {
      FreeMethod method = free_method(name);
      bench::ErasedStep step{method.prepare(body)};
      all.push_back({std::move(method), std::move(step), family.colour, {}});
      add_samples(all.back());
    }
  for (int round = 0; round < rounds; ++round)
    for (Series& series : all)
      for (Sample& sample : series.samples) time_once(series, sample);
  return all;
}

std::string csv(const std::vector<Series>& all) {
  std::string text = "method,h,steps,ns_total,error_attitude,error_momentum\n";
  for (const Series& series : all)
    for (const Sample& s : series.samples)
      text += fmt::format("{},{:.17g},{},{:.1f},{:.3e},{:.3e}\n", series.method.name, s.h, s.steps,
                          s.nanoseconds, s.attitude_error, s.momentum_error);
  return text;
}

// ---- The picture.

using Error = double Sample::*;

constexpr Range errors{1e-16, 1};

/// From where the error is below one to where it is least: beyond that, rounding alone is seen. What is exact
/// is drawn as far as it was followed.
std::vector<Point> curve(const Series& series, Error error) {
  const auto& samples = series.samples;
  const auto less = [=](const Sample& a, const Sample& b) { return a.*error < b.*error; };
  auto begin = samples.begin(), end = samples.end();
  if (order_of(series.method.properties) != 0 && begin != end) end = std::min_element(begin, end, less) + 1;
  for (auto s = begin; s != end; ++s)
    if ((*s).*error > errors.high) begin = s + 1;
  std::vector<Point> values;
  for (auto s = begin; s != end; ++s) values.push_back({s->nanoseconds, (*s).*error});
  return values;
}

app::Panel panel_of(const std::vector<Series>& all, Error error) {
  const bool attitude = error == &Sample::attitude_error;
  app::Panel panel{attitude ? "Attitude" : "Angular momentum, for methods that do not take it exact",
                   {"microseconds, of the whole calculation", app::Scale::logarithmic},
                   {attitude ? "error at the end, radians" : "error at the end, relative",
                    app::Scale::logarithmic, errors}};
  for (const Series& series : all) {
    const MethodProperties& p = series.method.properties;
    // Those with the exact momentum would lie upon each other.
    if (!attitude && !p.momentum_order && &series != &all.front()) continue;
    std::vector<Point> values;
    for (const Point& at : curve(series, error)) values.push_back({at.x / 1000, at.y});
    panel.series.push_back(
        {series.method.name, values, series.colour, app::Drawn::line_and_dots, dash_of(order_of(p))});
  }
  return panel;
}

std::string picture(const std::vector<Series>& all) {
  const app::Figure figure{
      "Error against time, for methods of the free rigid body",
      "Two charts with logarithmic scales: the error of the attitude and of the angular momentum of a water "
      "molecule against the time of the calculation, one curve for each method, one dot for each number of "
      "steps. The exact step is at rounding for every number of steps.",
      {panel_of(all, &Sample::attitude_error), panel_of(all, &Sample::momentum_error)},
      2,
      460,
      480};
  return app::with_own_style(app::figure_svg(figure));
}

// ---- What is printed.

/// The least time in which a method came to an error of at most so much.
double time_to_reach(const Series& series, double bound) {
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const Sample& s : series.samples)
    if (s.attitude_error <= bound && !(s.nanoseconds >= least)) least = s.nanoseconds;
  return least;
}

bench::Table table_of(const std::vector<Series>& all) {
  const std::vector<double> bounds{1e-3, 1e-6, 1e-9, 1e-12};
  bench::Table table{
      "work_precision",
      "Microseconds until the error is small enough",
      fmt::format("Until |omega| T = {:g}, with an error of the attitude of at most", whole_turn),
      {""}};
  for (const double bound : bounds) table.headings.push_back(bench::general(bound));
  for (const Series& series : all) {
    table.rows.push_back({series.method.name, {}});
    for (const double bound : bounds) {
      const double time = time_to_reach(series, bound);
      table.rows.back().cells.push_back({bench::fixed(time / 1000, 2), time});
    }
  }
  return table;
}

/// One method of each family, for the page.
app::Figure figure_of(const std::vector<Series>& all) {
  app::Panel panel{"",
                   {"microseconds", app::Scale::logarithmic},
                   {"error of the attitude, radians", app::Scale::logarithmic, errors}};
  int colour = -1;
  for (const char* name :
       {"exact", "dmv", "dmv10", "lie_poisson_123", "rk4", "magnus8", "factorization8", "celledoni_zanna"})
    for (const Series& series : all)
      if (series.method.name == name) {
        std::vector<Point> values;
        for (const Point& p : curve(series, &Sample::attitude_error)) values.push_back({p.x / 1000, p.y});
        panel.series.push_back({name, values, colour++, app::Drawn::line_and_dots});
      }
  return {
      "",
      "The error of the attitude against the time of the calculation, one curve for each of eight methods.",
      {panel},
      1,
      760,
      420};
}

void save(const std::vector<Series>& all) {
  bench::Results results{"work_precision", "Error against time, for methods of the free body",
                         "A water molecule followed until |omega| T = 20 by 1, 2, 4, ..., 65536 steps, "
                         "methods by name, plain sums. The exact step needs one step, "
                         "whatever the error asked for.",
                         "build/bench/bench/work_precision build/bench", 60};
  results.tables = {table_of(all)};
  results.pictures = {
      {"bench_work_precision",
       "Error of the attitude against time of calculation; each dot doubles the number of steps.",
       figure_of(all)}};
  bench::print(results.tables.front());
  bench::write(results);
}

void write(app::OutputFile& file, const std::string& text, const std::filesystem::path& path) {
  file.write(text);
  file.finish();
  std::printf("wrote %s\n", std::filesystem::absolute(path).lexically_normal().c_str());
}

void measure_into(const std::filesystem::path& directory) {
  const auto table = directory / "work_precision.csv", drawing = directory / "work_precision.svg";
  // Opened first, so that a bad path is reported before the measurement.
  app::OutputFile table_file(app::any_place(table.string())), drawing_file(app::any_place(drawing.string()));
  const std::vector<Series> all = measured();
  save(all);
  write(table_file, csv(all), table);
  write(drawing_file, picture(all), drawing);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: work_precision [DIRECTORY]\n");
    return 2;
  }
  try {
    measure_into(argc == 2 ? argv[1] : ".");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "work_precision: %s\n", error.what());
    return 1;
  }
  return 0;
}
