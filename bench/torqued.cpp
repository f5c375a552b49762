// SPDX-License-Identifier: MIT
// Error against work for bodies under torque: splittings with the exact free motion, and general solvers of differential equations.
//
//   torqued [DIRECTORY]     writes torqued_<problem>.csv and .svg there; prints tables in Markdown
//
// Errors are those at the end, against the composition of order ten in extended precision (torqued_run.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <boost/numeric/odeint.hpp>
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
#include "torqued_peers.hpp"
#include "torqued_picture.hpp"
#include "torqued_problems.hpp"
#include "torqued_run.hpp"
#include "torqued_series.hpp"

namespace {

using namespace polhode;
using namespace polhode::bench;
using app::Pen;

constexpr int rounds = 10;
constexpr double longest = 2.5e7;  // nanoseconds of one run

// Fine enough that a table of times is not one of lucky numbers: in time a factor of 1.26 for splittings, of about 1.2 for the solvers.
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
  add("odeint, Dormand-Prince 5", {"#d55e00", "2 4"}, by_odeint<odeint::runge_kutta_dopri5, Problem>);
  add("odeint, Fehlberg 7(8)", {"#d55e00", "8 4"}, by_odeint<odeint::runge_kutta_fehlberg78, Problem>);
  add("CVODE, Adams", {"#cc79a7", "8 4"}, by_cvode<Problem>);
  add("ARKODE, Verner 6(5)", {"#e69f00", "2 4"}, by_arkode<ARKODE_VERNER_8_5_6, Problem>);
  add("ARKODE, Fehlberg 8(7)", {"#e69f00", "8 4"}, by_arkode<ARKODE_FEHLBERG_13_7_8, Problem>);
}

template <class Problem>
std::vector<Series> methods() {
  std::vector<Series> all;
  if constexpr (std::is_same_v<Problem, DampedVessel>) {
    add_ours<Problem>(all, "strang_kick", {"#999999", ""});
    add_ours<Problem>(all, "blanes_moan_s6", {"#56b4e9", ""});
    add_ours<Problem>(all, "blanes_moan_s10", {"#0072b2", ""});
    add_ours<Problem>(all, "kahan_li8", {"#009e73", ""});
    add_ours<Problem>(all, "sofroniou_spaletta10", {"#44aa99", ""});
  } else {
    add_ours<Problem>(all, "strang_kick", {"#999999", ""});
    add_ours<Problem>(all, "chin_4a", {"#882255", ""});
    add_ours<Problem>(all, "blanes_moan_srkn6b", {"#56b4e9", ""});
    add_ours<Problem>(all, "blanes_moan_srkn14a", {"#0072b2", ""});
    add_ours<Problem>(all, "kahan_li8", {"#009e73", ""});
    add_ours<Problem>(all, "sofroniou_spaletta10", {"#44aa99", ""});
    add_ours<Problem>(all, "blanes_1064", {"#332288", ""});
    add_ours<Problem>(all, "blanes_h1064", {"#000000", ""});
    add_ours<Problem>(all, "blanes_h1064", {"#777700", ""}, true);
  }
  add_peers<Problem>(all);
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

void print_times(const std::vector<Series>& all) {
  const std::vector<double> bounds{1e-3, 1e-6, 1e-9, 1e-12, 1e-13};
  fmt::print("| microseconds (torques) until the error is at most |");
  for (const double bound : bounds) fmt::print(" {:g} |", bound);
  fmt::print("\n|---|---|---|---|---|---|\n");
  for (const Series& series : all) {
    fmt::print("| {} |", series.name);
    for (const double bound : bounds)
      if (const Sample* s = fastest_within(series, bound))
        fmt::print(" {:.1f} ({}) |", s->nanoseconds / 1000, s->evaluations);
      else
        fmt::print(" - |");
    fmt::print("\n");
  }
}

struct Best {
  std::string name = "-";
  double nanoseconds = HUGE_VAL;
};

Best best_within(const std::vector<Series>& all, bool ours, double bound) {
  Best best;
  for (const Series& series : all)
    if (const Sample* s = series.is_ours == ours ? fastest_within(series, bound) : nullptr;
        s && s->nanoseconds < best.nanoseconds)
      best = {series.name, s->nanoseconds};
  return best;
}

/// At every power of ten the fastest of either kind.
void print_verdict(const std::vector<Series>& all) {
  fmt::print(
      "\n| error at most | splitting | us | general solver | us | ratio |\n|---|---|---|---|---|---|\n");
  const auto time = [](const Best& b) {
    return std::isfinite(b.nanoseconds) ? fmt::format("{:.1f}", b.nanoseconds / 1000) : "-";
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
    fmt::print("| 1e-{} | {} | {} | {} | {} | {} |\n", digits, ours.name, time(ours), peer.name, time(peer),
               std::isfinite(ratio) ? fmt::format("{:.2f}", ratio) : "-");
  }
  fmt::print(
      "\nSplittings are ahead at {} of {} accuracies; where both get there, the fastest general solver takes "
      "{:.2f} to {:.2f} times as long.",
      ahead, asked, least, most);
  if (!out_of_reach.empty()) fmt::print(" No general solver gets to {}.", out_of_reach);
  fmt::print("\n");
}

void write(app::OutputFile& file, const std::string& text, const std::filesystem::path& path) {
  file.write(text);
  file.finish();
  fmt::print("wrote {}\n", std::filesystem::absolute(path).lexically_normal().string());
}

template <class Problem>
void measure_into(const std::filesystem::path& directory) {
  const About about = Problem::about();
  const auto table = directory / ("torqued_" + about.name + ".csv"),
             drawing = directory / ("torqued_" + about.name + ".svg");
  // Opened first: where they cannot be, nobody waits for the measurement.
  app::OutputFile table_file(table.string()), drawing_file(drawing.string());
  fmt::print("\n### {}\n{}\n\n", about.title, about.words);
  std::fflush(stdout);
  const std::vector<Series> all = measured<Problem>();
  print_times(all);
  print_verdict(all);
  fmt::print("\n");
  write(table_file, csv(all), table);
  write(drawing_file, picture(about, all), drawing);
}

void measure_all(const std::filesystem::path& directory) {
  measure_into<FastTop>(directory);
  measure_into<SlowTop>(directory);
  measure_into<SpinningSatellite>(directory);
  measure_into<LibratingSatellite>(directory);
  measure_into<DampedVessel>(directory);
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
