// SPDX-License-Identifier: MIT
// Error against work for bodies under torque: splittings with the exact free motion, and general solvers of
// differential equations.
//
//   torqued [DIRECTORY]
//   writes torqued_<problem>.csv and .svg there, and results/torqued.json; prints tables in Markdown
//
// Errors are those at the end, against the composition of order ten in extended precision (torqued_run.hpp).
#include <fmt/format.h>
#include <sundials/sundials_version.h>

#include <algorithm>
#include <boost/numeric/odeint.hpp>
#include <boost/version.hpp>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <polhode/kernel/advance.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "files/output.hpp"
#include "general_solvers.hpp"
#include "results/results.hpp"
#include "series.hpp"
#include "series_run.hpp"
#include "simulate_problems.hpp"
#include "torqued_picture.hpp"
#include "torqued_problems.hpp"
#include "torqued_run.hpp"

namespace {

using namespace polhode;
using namespace polhode::bench;

constexpr int rounds = 10;
constexpr double longest = 2.5e7;  // nanoseconds of one run

// Fine enough that a table of times is not one of lucky numbers: in time a factor of 1.26 for splittings, of
// about 1.2 for the solvers.
std::vector<double> step_counts(double fewest) {
  std::vector<double> counts;
  for (int i = 0; i < 60; ++i) counts.push_back(std::round(fewest * std::exp2(i / 3.0)));
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

std::vector<double> tolerances() {
  std::vector<double> all;
  for (int i = 2; i <= 31; ++i) all.push_back(std::pow(10, -i / 2.0));
  return all;
}

template <class Problem>
void add_ours(std::vector<Series>& all, const std::string& name, const Pen& pen, bool compensated = false) {
  using kernel::CompensatedPhase, kernel::Phase;
  const Splitting& s = splitting(name);
  // About one kick in ten radians, which is too few for anything.
  const double fewest = std::max(1.0, Problem::end / 10 / s.kicks_per_step());
  all.push_back({compensated ? name + ", compensated" : name, true, pen, step_counts(fewest),
                 [&s, compensated](double steps) {
                   const long n = static_cast<long>(steps);
                   return compensated ? by_splitting<CompensatedPhase<double>, Problem>(s, n)
                                      : by_splitting<Phase<double>, Problem>(s, n);
                 }});
}

template <class Problem>
void add_peers(std::vector<Series>& all) {
  namespace odeint = boost::numeric::odeint;
  const auto add = [&](const char* name, const Pen& pen, Run (*prepare)(double)) {
    all.push_back({name, false, pen, tolerances(), prepare});
  };
  add("odeint, Dormand-Prince 5", {5, "2 4"}, by_odeint<odeint::runge_kutta_dopri5, Problem>);
  add("odeint, Fehlberg 7(8)", {5, "8 4"}, by_odeint<odeint::runge_kutta_fehlberg78, Problem>);
  add("CVODE, Adams", {7, "8 4"}, by_cvode<Problem>);
  add("ARKODE, Verner 6(5)", {1, "2 4"}, by_arkode<ARKODE_VERNER_8_5_6, Problem>);
  add("ARKODE, Fehlberg 8(7)", {1, "8 4"}, by_arkode<ARKODE_FEHLBERG_13_7_8, Problem>);
}

template <class Problem>
std::vector<Series> methods() {
  std::vector<Series> all;
  if constexpr (std::is_base_of_v<DampedVessel, Problem>) {
    add_ours<Problem>(all, "strang_kick", {0});
    add_ours<Problem>(all, "blanes_moan_s6", {1});
    add_ours<Problem>(all, "blanes_moan_s10", {2});
    add_ours<Problem>(all, "kahan_li8", {4});
    add_ours<Problem>(all, "sofroniou_spaletta10", {6});
  } else {
    add_ours<Problem>(all, "strang_kick", {0});
    add_ours<Problem>(all, "chin_4a", {7});
    add_ours<Problem>(all, "blanes_moan_srkn6b", {1});
    add_ours<Problem>(all, "blanes_moan_srkn14a", {2});
    add_ours<Problem>(all, "kahan_li8", {4});
    add_ours<Problem>(all, "sofroniou_spaletta10", {6});
    add_ours<Problem>(all, "blanes_1064", {3});
    add_ours<Problem>(all, "blanes_h1064", {-1});
    add_ours<Problem>(all, "blanes_h1064", {5}, true);
  }
  add_peers<Problem>(all);
  all.push_back({"power series", false, {-1, "2 2"}, tolerances(), by_series<Problem>, {}, true});
  return all;
}

template <class Problem>
concept HasKnownEnd = requires {
  Problem::known_end();
};

template <class Problem>
std::vector<Series> measured() {
  const ReferenceEnd reference = reference_end<Problem>();
  std::printf("Reference: %ld steps; from half as many it differs by %.1e", reference.steps,
              reference.change);
  if constexpr (HasKnownEnd<Problem>)
    std::printf(", from the end known with 36 digits by %.1e", distance(reference.end, Problem::known_end()));
  std::printf("\n\n");
  std::vector<Series> all = methods<Problem>();
  for (Series& series : all) add_samples(series, reference.end, longest);
  for (int round = 0; round < rounds; ++round)
    for (Series& series : all)
      for (Sample& sample : series.samples)
        if (is_timed_in(round, sample)) time_once(sample);
  return all;
}

std::string csv(const std::vector<Series>& all) {
  std::string text = "method,steps_or_tolerance,ns_total,torques,error\n";
  for (const Series& series : all)
    for (const Sample& s : series.samples)
      text += fmt::format("\"{}\",{:g},{:.1f},{},{:.3e}\n", series.name, s.accuracy, s.nanoseconds,
                          s.evaluations, s.error);
  return text;
}

Table times_of(const About& about, const std::vector<Series>& all) {
  const std::vector<double> bounds{1e-3, 1e-6, 1e-9, 1e-12, 1e-13};
  Table table{about.name, about.title, about.words, {"microseconds (torques) until the error is at most"}};
  for (const double bound : bounds) table.headings.push_back(general(bound));
  for (const Series& series : all) {
    table.rows.push_back({series.name, {}});
    for (const double bound : bounds)
      if (const Sample* s = fastest_within(series, bound))
        table.rows.back().cells.push_back(
            {fmt::format("{:.1f} ({})", s->nanoseconds / 1000, s->evaluations), s->nanoseconds, not_measured,
             s->error,
             series.is_ours ? general(s->accuracy) + " steps" : "tolerance " + error_text(s->accuracy)});
      else
        table.rows.back().cells.push_back({"-"});
  }
  return table;
}

struct Best {
  std::string name = "-";
  double nanoseconds = HUGE_VAL;
};

Best best_within(const std::vector<Series>& all, bool ours, double bound) {
  Best best;
  for (const Series& series : all)
    if (const Sample* s =
            series.is_ours == ours && !series.is_engine ? fastest_within(series, bound) : nullptr;
        s && s->nanoseconds < best.nanoseconds)
      best = {series.name, s->nanoseconds};
  return best;
}

/// How many times as long as the engine of simulate() the fastest general solver takes.
Row engine_against_solvers(const About& about, const std::vector<Series>& all) {
  Row row{about.title, {}};
  const auto engine =
      std::find_if(all.begin(), all.end(), [](const Series& series) { return series.is_engine; });
  for (int digits = 3; digits <= 13; ++digits) {
    const double bound = std::pow(10, -digits);
    const Best peer = best_within(all, false, bound);
    const Sample* s = fastest_within(*engine, bound);
    if (s && std::isfinite(peer.nanoseconds)) {
      const double ratio = peer.nanoseconds / s->nanoseconds;
      row.cells.push_back(
          {fmt::format("{:.2f} ({:.0f})", ratio, s->nanoseconds / 1000), s->nanoseconds, ratio});
    } else {
      row.cells.push_back(s ? Cell{fmt::format("- ({:.0f})", s->nanoseconds / 1000), s->nanoseconds}
                            : Cell{"-"});
    }
  }
  return row;
}

/// At every power of ten the fastest of either kind.
struct Verdict {
  Table table;
  std::string sentence, ahead_at, ratios;
};

Verdict verdict_on(const About& about, const std::vector<Series>& all) {
  Verdict verdict{{about.name + "_verdict",
                   about.title + ": the fastest of either kind",
                   "",
                   {"error at most", "splitting", "us", "general solver", "us", "ratio"}},
                  "",
                  "",
                  ""};
  const auto time = [](const Best& b) -> Cell {
    return std::isfinite(b.nanoseconds) ? Cell{fmt::format("{:.1f}", b.nanoseconds / 1000), b.nanoseconds}
                                        : Cell{"-"};
  };
  int ahead = 0, asked = 0;
  std::string out_of_reach;
  double least = HUGE_VAL, most = 0;
  for (int digits = 3; digits <= 13; ++digits) {
    const double bound = std::pow(10, -digits);
    const Best ours = best_within(all, true, bound), peer = best_within(all, false, bound);
    const double ratio = peer.nanoseconds / ours.nanoseconds;
    ++asked;
    if (!std::isfinite(peer.nanoseconds))
      out_of_reach += fmt::format("{}1e-{}", out_of_reach.empty() ? "" : ", ", digits);
    if (ours.nanoseconds < peer.nanoseconds) ++ahead;
    if (std::isfinite(ratio)) {
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
    verdict.table.rows.push_back(
        {fmt::format("1e-{}", digits),
         {{ours.name}, time(ours), {peer.name}, time(peer), {fixed(ratio, 2), not_measured, ratio}}});
  }
  verdict.ahead_at = fmt::format("{} of {}", ahead, asked);
  verdict.ratios = fmt::format("{:.2f} to {:.2f}", least, most);
  verdict.sentence = fmt::format(
      "Splittings are ahead at {} accuracies; where both get there, the fastest general solver takes {} "
      "times as long.",
      verdict.ahead_at, verdict.ratios);
  if (!out_of_reach.empty()) verdict.sentence += fmt::format(" No general solver gets to {}.", out_of_reach);
  return verdict;
}

/// The least time of all these methods for each error that one of them reached.
std::vector<app::Point> best_of(const std::vector<Series>& all) {
  std::vector<app::Point> values;
  for (int half_digits = 2; half_digits <= 28; ++half_digits) {
    const double bound = std::pow(10, -half_digits / 2.0);
    const Best best = best_within(all, true, bound);
    if (std::isfinite(best.nanoseconds)) values.push_back({best.nanoseconds / 1000, bound});
  }
  return values;
}

app::Panel panel_of(const About& about, const std::vector<Series>& all) {
  app::Panel panel{about.title,
                   {"microseconds", app::Scale::logarithmic},
                   {"error at the end", app::Scale::logarithmic, app::Range{1e-15, 1}}};
  panel.series.push_back({"splittings, the fastest at each error", best_of(all), -1});
  int colour = 0;
  for (const Series& series : all)
    if (!series.is_ours) {
      std::vector<app::Point> values;
      for (const app::Point& p : curve(series, [](const Sample& s) { return s.nanoseconds / 1000; }))
        values.push_back(p);
      panel.series.push_back({series.name, values, colour++});
    }
  return panel;
}

void write(app::OutputFile& file, const std::string& text, const std::filesystem::path& path) {
  file.write(text);
  file.finish();
  fmt::print("wrote {}\n", std::filesystem::absolute(path).lexically_normal().string());
}

struct Report {
  Results results;
  Table summary, engine;
  app::Figure figure;
};

template <class Problem>
void measure_into(const std::filesystem::path& directory, Report& report) {
  const About about = Problem::about();
  const auto table = directory / ("torqued_" + about.name + ".csv"),
             drawing = directory / ("torqued_" + about.name + ".svg");
  // Opened first, so that a bad path is reported before the measurement.
  app::OutputFile table_file(app::any_place(table.string())), drawing_file(app::any_place(drawing.string()));
  const std::vector<Series> all = measured<Problem>();
  const Table times = times_of(about, all);
  const Verdict verdict = verdict_on(about, all);
  print(times);
  print(verdict.table);
  fmt::print("\n{}\n\n", verdict.sentence);
  write(table_file, csv(all), table);
  write(drawing_file, app::with_own_style(app::figure_svg(picture(about, all))), drawing);
  std::fflush(stdout);
  report.summary.rows.push_back({about.title, {{verdict.ahead_at}, {verdict.ratios}}});
  report.engine.rows.push_back(engine_against_solvers(about, all));
  report.results.tables.push_back(times);
  report.results.tables.push_back(verdict.table);
  report.results.findings.push_back(about.title + ". " + verdict.sentence);
  report.figure.panels.push_back(panel_of(about, all));
}

void measure_all(const std::filesystem::path& directory) {
  Report report{{"torqued", "Bodies under torque, against general solvers",
                 "Splittings with the exact free motion, and general solvers of differential equations with "
                 "the same torque inlined. Errors at the end: "
                 "of the attitude (radians) or of the momentum (relative), the greater one. "
                 "docs/performance-torqued.md says how they were chosen.",
                 "build/bench/bench/torqued build/bench", 30},
                {"torqued_summary",
                 "In short",
                 "At how many of the errors 1e-3, 1e-4, ..., 1e-13 a splitting is the first to get there, "
                 "and the time of the fastest general solver, "
                 "divided by that of the fastest splitting.",
                 {"", "ahead at", "ratio, where both get there"}},
                {"torqued_engine",
                 "The engine of simulate() itself",
                 "Power series, without output and error estimate: the time of the fastest general solver "
                 "divided by its own "
                 "(in microseconds) for errors of at most 1e-3, 1e-4, ..., 1e-13.",
                 {""}},
                {"",
                 "Five charts with logarithmic scales: error at the end against time of calculation, the "
                 "fastest splitting, five general solvers and power series.",
                 {},
                 3,
                 400,
                 340}};
  report.results.peers = {{"Boost", fmt::format("{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000)},
                          {"SUNDIALS", SUNDIALS_VERSION}};
  for (int digits = 3; digits <= 13; ++digits) report.engine.headings.push_back(fmt::format("1e-{}", digits));
  measure_into<called::FastTop>(directory, report);
  measure_into<called::SlowTop>(directory, report);
  measure_into<called::SpinningSatellite>(directory, report);
  measure_into<called::LibratingSatellite>(directory, report);
  measure_into<called::DampedVessel>(directory, report);
  print(report.engine);
  report.results.tables.insert(report.results.tables.begin(), report.engine);
  report.results.tables.insert(report.results.tables.begin(), report.summary);
  report.results.pictures.push_back({"bench_torqued",
                                     "Error at the end against time of calculation: the fastest splitting at "
                                     "each error, and general solvers.",
                                     report.figure});
  bench::write(report.results);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: torqued [DIRECTORY]\n");
    return 2;
  }
  try {
    measure_all(argc == 2 ? argv[1] : ".");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "torqued: %s\n", error.what());
    return 1;
  }
  return 0;
}
