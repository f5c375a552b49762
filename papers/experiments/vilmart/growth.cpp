// SPDX-License-Identifier: MIT
#include "experiments/vilmart/growth.hpp"

#include <fmt/format.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <polhode/rotation/convention.hpp>

#include "frames/textbook_momentum.hpp"
#include "frames/two_constant_momentum.hpp"

namespace polhode::experiments::vilmart {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

template <class Momentum>
class MomentumAlone {
 public:
  explicit MomentumAlone(const Vec3<double>& moments) noexcept : momentum_(moments) {}

  kernel::Image<double> operator()(const Vec3<double>& m, double h) const noexcept {
    const papers::MomentumArc arc = momentum_(m, h);
    return arc.lost ? kernel::failed_image<double>() : kernel::Image<double>{arc.m, Quat<double>::identity()};
  }

 private:
  Momentum momentum_;
};

/// The method of that name without its attitude.
template <class Momentum>
FreeMethod momentum_of(const char* name) {
  FreeMethod method = free_method(name);
  method.prepare = [](const Inertia& body) -> FreeStep {
    return MomentumAlone<Momentum>(from_eigen(body.moments()));
  };
  return method;
}

std::size_t index(Invariant which) { return which == Invariant::energy ? 0 : 2; }

double time_of(const RoundOffExperiment& e, std::uint64_t steps) { return e.h * static_cast<double>(steps); }

}  // namespace

FreeMethod textbook_momentum() { return momentum_of<papers::TextbookMomentum<double>>("vilmart_3_1"); }
FreeMethod extended_textbook_momentum() {
  return momentum_of<papers::TextbookMomentum<long double>>("vilmart_3_1_extended");
}
FreeMethod quadruple_textbook_momentum() {
  return momentum_of<papers::TextbookMomentum<boost::multiprecision::cpp_bin_float_quad>>(
      "vilmart_3_1_extended");
}
FreeMethod two_constant_momentum() { return momentum_of<papers::TwoConstantMomentum>("vilmart_4_1"); }

RoundOffExperiment paper_experiment(ExperimentOutput& output, const FreeMethod& method, Summation summation,
                                    double first, double last) {
  RoundOffExperiment e;  // the water molecule and the start (4)
  e.method = method;
  e.summation = summation;
  e.spread = 0.001;
  e.starts = 1000;
  e.kept = 200;
  if (output.is_quick()) {
    e.steps = 5000;
    e.starts = 128;
    e.kept = 128;
  }
  e.progress = [&output, first, last](double part) { output.progress(first + (last - first) * part); };
  return e;
}

const RoundOffOfInvariant& of(const RoundOff& r, Invariant which) { return r.invariants.at(index(which)); }

app::Panel panel(const std::string& heading, const RoundOffExperiment& e, const RoundOff& r,
                 Invariant which) {
  app::Panel p{.heading = heading,
               .x = {.label = "t", .range = app::Range{0, time_of(e, r.steps.back())}},
               .y = {.label = which == Invariant::energy ? "error of H" : "error of (Q y)_1"}};
  for (const auto& trajectory : r.trajectories) {
    app::Series line{.name = "", .values = {{0, 0}}, .colour = 0, .drawn = app::Drawn::faint_line};
    for (std::size_t k = 0; k < r.steps.size(); ++k)
      line.values.push_back({time_of(e, r.steps[k]), eps * trajectory[k][index(which)]});
    p.series.push_back(std::move(line));
  }
  app::Series mean{.name = "mean", .values = {{0, 0}}, .colour = 1},
      above{.name = "mean +- standard deviation", .values = {{0, 0}}, .colour = 2}, below = above;
  for (std::size_t k = 0; k < r.steps.size(); ++k) {
    const double t = time_of(e, r.steps[k]), m = eps * of(r, which).mean[k],
                 d = eps * of(r, which).deviation[k];
    mean.values.push_back({t, m});
    above.values.push_back({t, m + d});
    below.values.push_back({t, m - d});
  }
  p.series.push_back(std::move(mean));
  p.series.push_back(std::move(above));
  p.series.push_back(std::move(below));
  return p;
}

void write(ExperimentOutput& output, const std::string& part, const RoundOffExperiment& e, const RoundOff& r,
           Invariant which) {
  std::vector<std::string> columns{"t", "mean", "deviation"};
  for (std::size_t k = 0; k < r.trajectories.size(); ++k) columns.push_back(fmt::format("start_{}", k + 1));
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < r.steps.size(); ++k) {
    std::vector<double> row{time_of(e, r.steps[k]), eps * of(r, which).mean[k],
                            eps * of(r, which).deviation[k]};
    for (const auto& trajectory : r.trajectories) row.push_back(eps * trajectory[k][index(which)]);
    rows.push_back(std::move(row));
  }
  output.write_data(part, columns, rows);
}

double growth_tolerance(const ExperimentOutput& output) { return output.is_quick() ? 0.4 : 0.2; }

bool is_random_walk(const ExperimentOutput& output, const RoundOffOfInvariant& i) {
  return std::abs(i.slope) < 4 * i.slope_error && std::abs(i.growth - 0.5) < growth_tolerance(output);
}

}  // namespace polhode::experiments::vilmart
