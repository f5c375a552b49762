// SPDX-License-Identifier: MIT
// What a step of each method for the free body costs, in units of the Moser-Veselov step of order ten, beside the ratios of the
// codes that were published with the papers.
//
//   methods [Google Benchmark's options]
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <polhode/body/inertia.hpp>
#include <polhode/free/frame_step.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/moser_veselov_explicit.hpp>
#include <polhode/free/moser_veselov_schur.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
#include "moser_veselov_variants.hpp"
#include "water.hpp"

namespace {

using namespace polhode;
using kernel::CompensatedPhase;
using kernel::Phase;

const std::vector<double> turns{0.01, 0.1, 0.5};  // h |omega|
constexpr int steps_of_a_run =
    1000;  // so few that some runs are left alone on a machine that does other work
/// The printed solvers ask for I1 + I2 > I3, which the rounded moments of the water molecule miss.
constexpr Vec3<double> solid_body{0.4, 0.7, 1.0};
const std::string unit = "dmv10", compensated_mark = ", compensated";

std::string name_of(const std::string& row, double turn) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", turn);
  return row + "/h|omega|:" + text;
}

/// Rows that are shown together, against one of them.
class Table {
 public:
  Table(std::string prefix, const Vec3<double>& moments) : prefix_(std::move(prefix)), moments_(moments) {}

  const Vec3<double>& moments() const { return moments_; }

  template <class Step, class P>
  void add(const std::string& row, const Step& step, const P& first) {
    add_made(
        row, [&step](double) { return step; }, first);
  }

  /// A kernel as its own type.
  template <class Kernel>
  void add_plain(const std::string& row, const Kernel& kernel) {
    add(row, bench::InlinedStep<Kernel>{kernel}, bench::water_start());
  }

  /// A kernel that is made for one orbit and one length of the step.
  template <class Kernel>
  void add_for_one_orbit(const std::string& row) {
    const Phase<double> p = bench::water_start();
    add_made(
        row, [&](double h) { return bench::InlinedStep<Kernel>{Kernel(moments_, p.m, h)}; }, p);
  }

  /// With plain and with compensated sums.
  template <class Kernel>
  void add_both(const std::string& row, const Kernel& kernel) {
    const Phase<double> p = bench::water_start();
    add_plain(row, kernel);
    add(row + compensated_mark, bench::InlinedStep<Kernel>{kernel},
        CompensatedPhase<double>{p.m, {}, p.q, {}});
  }

  double nanoseconds(const bench::Fastest& fastest, const std::string& row, double turn) const {
    return fastest(name_of(prefix_ + row, turn));
  }

  std::vector<double> ratios(const bench::Fastest& fastest, const std::string& row) const {
    std::vector<double> all;
    for (const double turn : turns)
      all.push_back(nanoseconds(fastest, row, turn) / nanoseconds(fastest, unit, turn));
    return all;
  }

  void print(const bench::Fastest& fastest, const char* title) const {
    std::printf("\n%s: time of a step / that of %s\n%-44s", title, unit.c_str(), "h|omega|");
    for (const double turn : turns) std::printf(" %8g", turn);
    std::printf("\n");
    std::vector<double> scale;
    for (const double turn : turns) scale.push_back(nanoseconds(fastest, unit, turn));
    bench::print_row(unit + ", nanoseconds", scale, 1);
    for (const std::string& row : rows_) bench::print_row(row, ratios(fastest, row), 2);
  }

 private:
  template <class StepFor, class P>
  void add_made(const std::string& row, const StepFor& step_for, const P& first) {
    rows_.push_back(row);
    for (const double turn : turns) {
      const double h = bench::time_to_turn(turn, moments_);
      benchmark::RegisterBenchmark(
          name_of(prefix_ + row, turn).c_str(),
          [=, step = step_for(h)](benchmark::State& state) { bench::in_a_chain(state, step, first, h); })
          ->UseRealTime()
          ->Iterations(steps_of_a_run);
    }
  }

  std::string prefix_;
  Vec3<double> moments_;
  std::vector<std::string> rows_;
};

Table by_name() {
  Table table("by name: ", bench::water);
  const Inertia body = Inertia::from_moments(bench::water.x, bench::water.y, bench::water.z);
  for (const FreeMethod& method : free_methods())
    table.add(method.name, bench::ErasedStep{method.prepare(body)}, bench::water_start());
  return table;
}

Table inlined() {
  using papers::AngleQuadrature;
  using QuaternionStep = papers::FrameStep<papers::SmallestTurnQuaternion, papers::TwoConstantMomentum>;
  Table table("inlined: ", bench::water);
  const Vec3<double>& body = table.moments();
  table.add_both("exact", kernel::Exact<double>(body));
  table.add_both("dmv", kernel::MoserVeselov<double, 2>(body));
  table.add_both(unit, kernel::MoserVeselov<double, 10>(body));
  table.add_plain("celledoni_zanna", QuaternionStep(body, AngleQuadrature::carlson()));
  table.add_plain("gauss4", QuaternionStep(body, AngleQuadrature::gauss(4)));
  return table;
}

/// The ways to solve the Moser-Veselov equation.
Table solvers() {
  Table table("solvers: ", solid_body);
  const Vec3<double>& body = table.moments();
  table.add_plain(unit, kernel::MoserVeselov<double, 10>(body));
  table.add_plain("dmv", kernel::MoserVeselov<double, 2>(body));
  table.add_plain("dmv_explicit", ExplicitMoserVeselov<double>(body));
  table.add_for_one_orbit<ExplicitMoserVeselovRootsOnce<double>>("dmv_explicit, roots once for the orbit");
  table.add_plain("dmv_schur", SchurMoserVeselov<double>(body));
  table.add_plain("as printed: eigenvectors by QR", bench::QrVariant<double>(body));
  table.add_plain("as printed: eigenvectors by LU", bench::LuVariant<double>(body));
  table.add_plain("as printed: W = X Lambda X^-1", bench::DirectVariant<double>(body));
  table.add_plain("as printed: ordered Schur form", bench::SchurVariant<double>(body));
  table.add_plain("by the polynomial of W, not corrected", bench::PolynomialVariant<double>(body));
  return table;
}

/// A published code, by its time as a multiple of the published DMV10's, and what does the same work here.
struct Published {
  const char* code;
  double ratio;
  const char* ours;
};

const std::vector<Published> all_published{{"DMV2", 0.77, "dmv"},
                                           {"exact", 14, "exact"},
                                           {"exact", 14, "celledoni_zanna"},
                                           {"Gauss, 4 nodes", 6.5, "gauss4"}};
constexpr double published_unit = 120;  // nanoseconds of the published DMV10, about

void print_against_published(const bench::Fastest& fastest, const Table& table, const char* title) {
  std::printf("\n%s against the published codes: time of a step / that of the same author's DMV10\n", title);
  std::printf("%-18s %9s  %-18s", "published", "", "ours, h|omega|");
  for (const double turn : turns) std::printf(" %8g", turn);
  std::printf("\n");
  for (const Published& p : all_published) {
    const std::vector<double> ratios = table.ratios(fastest, p.ours);
    std::printf("%-18s %9.2f  %-18s", p.code, p.ratio, p.ours);
    for (const double x : ratios) std::printf(" %8.2f", x);
    const auto better = std::count_if(ratios.begin(), ratios.end(), [&](double x) { return x < p.ratio; });
    std::printf("  better at %d of %d\n", static_cast<int>(better), static_cast<int>(ratios.size()));
  }
  std::printf("%-18s %9.0f  %-18s", "DMV10, ns, about", published_unit, (unit + ", ns").c_str());
  for (const double turn : turns) std::printf(" %8.1f", table.nanoseconds(fastest, unit, turn));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (!bench::initialize(argc, argv)) return 2;
  const Table erased = by_name(), own_types = inlined(), equation = solvers();
  bench::Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  erased.print(fastest, "Methods by name");
  own_types.print(fastest, "Kernels compiled into the loop");
  equation.print(fastest, "Solvers of the Moser-Veselov equation, I = (0.4, 0.7, 1)");
  print_against_published(fastest, erased, "Methods by name");
  print_against_published(fastest, own_types, "Kernels compiled into the loop");
  return 0;
}
