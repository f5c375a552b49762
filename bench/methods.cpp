// SPDX-License-Identifier: MIT
// What a step of each method for the free body costs, in units of the Moser-Veselov step of order ten, beside
// the ratios of the codes that were published with the papers.
//
//   methods [Google Benchmark's options]     prints tables in Markdown and writes results/methods.json
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <polhode/body/inertia.hpp>
#include <polhode/free/method.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
#include "frames/frame_step.hpp"
#include "moser_veselov/explicit.hpp"
#include "moser_veselov/schur.hpp"
#include "moser_veselov_variants.hpp"
#include "results/results.hpp"
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

std::vector<std::string> headings() {
  std::vector<std::string> all{""};
  for (const double turn : turns)
    all.push_back((all.size() == 1 ? "h|omega| = " : "") + bench::general(turn));
  return all;
}

/// Rows that are shown together, against one of them.
class Rows {
 public:
  Rows(std::string prefix, const Vec3<double>& moments) : prefix_(std::move(prefix)), moments_(moments) {}

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

  bench::Table table(const bench::Fastest& fastest, const std::string& name, const std::string& title) const {
    bench::Table all{
        name, title,
        "Below the first line each number is a time divided by that of " + unit + " at the same step.",
        headings()};
    bench::Times scale{unit, {}};
    for (const double turn : turns) scale.nanoseconds.push_back(nanoseconds(fastest, unit, turn));
    std::vector<bench::Times> rows;
    for (const std::string& row : rows_) {
      rows.push_back({row, {}});
      for (const double turn : turns) rows.back().nanoseconds.push_back(nanoseconds(fastest, row, turn));
    }
    bench::add_ratios(all, scale, rows);
    return all;
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

Rows by_name() {
  Rows table("by name: ", bench::water);
  const Inertia body = bench::water_body();
  for (const FreeMethod& method : free_methods())
    table.add(method.name, bench::ErasedStep{method.prepare(body)}, bench::water_start());
  return table;
}

Rows inlined() {
  using papers::AngleQuadrature;
  using QuaternionStep = papers::FrameStep<papers::SmallestTurnQuaternion, papers::TwoConstantMomentum>;
  Rows table("inlined: ", bench::water);
  const Vec3<double>& body = table.moments();
  table.add_both("exact", kernel::Exact<double>(body));
  table.add_both("dmv", kernel::MoserVeselov<double, 2>(body));
  table.add_both(unit, kernel::MoserVeselov<double, 10>(body));
  table.add_plain("celledoni_zanna", QuaternionStep(body, AngleQuadrature::carlson()));
  table.add_plain("gauss4", QuaternionStep(body, AngleQuadrature::gauss(4)));
  return table;
}

/// The ways to solve the Moser-Veselov equation.
Rows solvers() {
  Rows table("solvers: ", solid_body);
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

bench::Table against_published(const bench::Fastest& fastest, const Rows& rows, const std::string& name,
                               const std::string& title) {
  bench::Table table{name,
                     title + ", against the published codes",
                     "Time of a step, divided by that of the same author's DMV10.",
                     {"published", "", "ours"}};
  for (std::size_t i = 1; i < headings().size(); ++i) table.headings.push_back(headings()[i]);
  table.headings.push_back("");
  for (const Published& p : all_published) {
    const std::vector<double> ratios = rows.ratios(fastest, p.ours);
    bench::Row row{p.code, {{bench::general(p.ratio)}, {p.ours}}};
    for (const double x : ratios) row.cells.push_back({bench::fixed(x, 2), bench::not_measured, x});
    const auto better = std::count_if(ratios.begin(), ratios.end(), [&](double x) { return x < p.ratio; });
    row.cells.push_back({"better at " + std::to_string(better) + " of " + std::to_string(ratios.size())});
    table.rows.push_back(std::move(row));
  }
  bench::Row last{"DMV10: ns, about", {{bench::general(published_unit)}, {unit + ": ns"}}};
  for (const double turn : turns) {
    const double time = rows.nanoseconds(fastest, unit, turn);
    last.cells.push_back({bench::fixed(time, 1), time});
  }
  last.cells.push_back({});
  table.rows.push_back(std::move(last));
  return table;
}

}  // namespace

int main(int argc, char** argv) {
  if (!bench::initialize(argc, argv)) return 2;
  const Rows erased = by_name(), own_types = inlined(), equation = solvers();
  const bench::Fastest fastest = bench::fastest_of_all();
  bench::Results results{"methods", "Every method, against Moser-Veselov of order ten",
                         "One body in a chain, plain sums. By name costs a virtual call and the result's way "
                         "through memory. A dash: the method refuses the step.",
                         "build/bench/bench/methods", 50};
  const char *named = "Methods by name", *compiled = "Kernels compiled into the loop";
  results.tables = {
      erased.table(fastest, "by_name", named), own_types.table(fastest, "inlined", compiled),
      equation.table(fastest, "solvers", "Solvers of the Moser-Veselov equation, I = (0.4, 0.7, 1)"),
      against_published(fastest, erased, "published_by_name", named),
      against_published(fastest, own_types, "published_inlined", compiled)};
  for (const bench::Table& table : results.tables) bench::print(table);
  bench::write(results);
  return 0;
}
