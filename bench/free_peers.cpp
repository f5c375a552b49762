// SPDX-License-Identifier: MIT
// The free body by other programs: general solvers, a Runge-Kutta method by hand, and the textbook's
// exact solution with the elliptic functions of Boost.Math and GSL. The time in which each reaches an error
// of 1e-6, 1e-9 and 1e-12 at t = 1, 100 and 10000.
//
//   free_peers     prints tables in Markdown and writes results/free_peers.json
//
// Every solver runs with several tolerances (or numbers of steps), and of those runs whose true error at
// the end is small enough the fastest counts: no solver is charged for a badly chosen tolerance.
#include <fmt/format.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>
#include <sundials/sundials_version.h>

#include <Eigen/Dense>
#include <algorithm>
#include <boost/numeric/odeint.hpp>
#include <boost/version.hpp>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "free_problem.hpp"
#include "general_solvers.hpp"
#include "outcome.hpp"
#include "peers/vectorised.hpp"
#include "results/results.hpp"
#include "series.hpp"
#include "textbook.hpp"
#include "water.hpp"

namespace {

using namespace polhode;
using namespace polhode::bench;
using kernel::CompensatedPhase;
using kernel::Phase;

const std::vector<double> bounds{1e-6, 1e-9, 1e-12};
constexpr double longest = 2e9;      // nanoseconds of one run
constexpr double often_below = 2e7;  // runs that are shorter are all timed again
constexpr int rounds = 8, few_rounds = 2;

// ---- GSL

template <class Problem>
class Gsl {
 public:
  explicit Gsl(double tolerance)
      : equations_(equations_of<Problem>()),
        start_(numbers(Problem::template setting<double>().start)),
        system_{rate, nullptr, start_.size(), this},
        driver_(gsl_odeiv2_driver_alloc_y_new(&system_, gsl_odeiv2_step_rk8pd, first_step<Problem>(),
                                              tolerance, tolerance),
                gsl_odeiv2_driver_free) {
    if (!driver_) throw std::runtime_error("GSL gives no driver");
  }
  Gsl(const Gsl&) = delete;  // GSL keeps its address
  Gsl& operator=(const Gsl&) = delete;

  Outcome run() {
    SevenNumbers y = start_;
    double t = 0;
    evaluations_.begin();
    gsl_odeiv2_driver_reset_hstart(driver_.get(), first_step<Problem>());
    const int status = gsl_odeiv2_driver_apply(driver_.get(), &t, Problem::end, y.data());
    return {status == GSL_SUCCESS ? phase(y.data()) : no_phase(), evaluations_.count()};
  }

 private:
  static int rate(double t, const double* y, double* rate_of_y, void* self) {
    auto& gsl = *static_cast<Gsl*>(self);
    gsl.equations_(y, rate_of_y, t);
    return gsl.evaluations_.next() ? GSL_SUCCESS : GSL_EBADFUNC;
  }

  decltype(equations_of<Problem>()) equations_;
  SevenNumbers start_;
  gsl_odeiv2_system system_;
  std::unique_ptr<gsl_odeiv2_driver, decltype(&gsl_odeiv2_driver_free)> driver_;
  Evaluations evaluations_;
};

template <class Problem>
Run by_gsl(double tolerance) {
  return [solver = std::make_shared<Gsl<Problem>>(tolerance)] { return solver->run(); };
}

// ---- Exact solutions: all that they need is prepared within the run, or before.

template <class Functions, class Problem>
Run by_textbook(bool is_prepared) {
  const auto setting = Problem::template setting<double>();
  const auto make = [setting] { return TextbookMotion<Functions>(setting.moments, setting.start); };
  if (is_prepared) return [motion = make()]() -> Outcome { return {motion.at(Problem::end), 0}; };
  return [make]() -> Outcome { return {make().at(Problem::end), 0}; };
}

template <class Problem>
Run by_motion(bool is_prepared) {
  const auto setting = Problem::template setting<double>();
  const auto make = [setting] {
    const auto& [I, none, p] = setting;
    return FreeMotion(Inertia::from_moments(I.x, I.y, I.z),
                      state_from_momentum({p.q.w, p.q.x, p.q.y, p.q.z}, {p.m.x, p.m.y, p.m.z}));
  };
  const auto asked = [](const FreeMotion& motion) -> Outcome {
    const State s = motion.at(Problem::end);
    return {{{s.momentum.x(), s.momentum.y(), s.momentum.z()},
             {s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z()}},
            0};
  };
  if (is_prepared) return [motion = make(), asked] { return asked(motion); };
  return [make, asked] { return asked(make()); };
}

/// Exact steps all the way, P plain or compensated.
template <class P, class Problem>
Run by_steps(long steps) {
  return [steps, h = Problem::end / static_cast<double>(steps)]() mutable -> Outcome {
    const auto setting = Problem::template setting<double>();
    const kernel::Exact<double> exact(setting.moments);
    P now{};
    now.m = setting.start.m;
    now.q = setting.start.q;
    expose(h);
    for (long i = 0; i < steps; ++i) now = kernel::advance(now, exact(now.m, h));
    return {{now.m, now.q}, 0};
  };
}

// ---- What is measured

struct Contender {
  Series series;
  std::string how;
  int colour;
  std::string dash{};
};

/// Four in each power of ten; two where runs are long, and none so coarse that they blow up.
std::vector<double> tolerances(double time) {
  const int in_a_decade = time > 1000 ? 2 : 4;
  std::vector<double> all;
  for (int i = time > 1000 ? 4 * in_a_decade : 3 * in_a_decade / 2; 2 * i <= 31 * in_a_decade; ++i)
    all.push_back(std::pow(10, -double(i) / in_a_decade));
  return all;
}

std::vector<double> numbers_of_steps(double time) {
  std::vector<double> all;
  for (int i = 0; i < 160; ++i) all.push_back(std::ceil(4 * time * std::exp2(i / 4.0)));
  return all;
}

template <class Problem>
std::vector<Contender> contenders() {
  namespace odeint = boost::numeric::odeint;
  std::vector<Contender> all;
  const auto add = [&](const char* name, const char* how, int colour, const char* dash,
                       std::vector<double> accuracies, std::function<Run(double)> prepare) {
    all.push_back({{name, colour < 0, {}, std::move(accuracies), std::move(prepare)}, how, colour, dash});
  };
  const auto once = [&](const char* name, const char* how, int colour, const char* dash, const Run& run) {
    add(name, how, colour, dash, {1}, [run](double) { return run; });
  };
  const long steps = std::lround(std::ceil(10 * Problem::end));
  once("Polhode: FreeMotion, made and asked", "from body and start to the state at t", -1, "",
       by_motion<Problem>(false));
  once("Polhode: FreeMotion, asked again", "the same, made before", -1, "", by_motion<Problem>(true));
  once("Polhode: one exact step of length t", "kernel::exact_step, constants made within the run", -1, "",
       by_steps<Phase<double>, Problem>(1));
  once("Polhode: exact steps of 0.1", "h|omega| = 0.17, plain sums: every state on the way", -1, "",
       by_steps<Phase<double>, Problem>(steps));
  once("Polhode: exact steps of 0.1, compensated", "the same, compensated sums", -1, "",
       by_steps<CompensatedPhase<double>, Problem>(steps));
  once("textbook, Boost.Math", "jacobi_elliptic and ellint_3, default policy: in long double; made and asked",
       0, "", by_textbook<BoostFunctions<>, Problem>(false));
  once("textbook, Boost.Math, asked again", "the same, made before", 0, "",
       by_textbook<BoostFunctions<>, Problem>(true));
  once("textbook, Boost.Math in double", "promote_double<false>; made and asked", 5, "",
       by_textbook<BoostInDouble, Problem>(false));
  once("textbook, GSL", "gsl_sf_elljac_e and gsl_sf_ellint_P; made and asked", 1, "",
       by_textbook<GslFunctions, Problem>(false));
  once("textbook, GSL, asked again", "the same, made before", 1, "",
       by_textbook<GslFunctions, Problem>(true));
  add("odeint, Dormand-Prince 5", "make_controlled<runge_kutta_dopri5>", 2, "2 4", tolerances(Problem::end),
      by_odeint<odeint::runge_kutta_dopri5, Problem>);
  add("odeint, Fehlberg 7(8)", "make_controlled<runge_kutta_fehlberg78>", 2, "", tolerances(Problem::end),
      by_fehlberg78<static_cast<int>(Problem::end)>);
  add("odeint, Bulirsch-Stoer", "bulirsch_stoer", 3, "", tolerances(Problem::end),
      by_bulirsch_stoer<Problem>);
  add("CVODE, Adams", "CV_ADAMS to order 12, functional iteration", 4, "", tolerances(Problem::end),
      by_cvode<Problem>);
  add("ARKODE, Verner 6(5)", "ARKStep, ARKODE_VERNER_8_5_6", 6, "2 4", tolerances(Problem::end),
      by_arkode<ARKODE_VERNER_8_5_6, Problem>);
  add("ARKODE, Fehlberg 8(7)", "ARKStep, ARKODE_FEHLBERG_13_7_8", 6, "", tolerances(Problem::end),
      by_arkode<ARKODE_FEHLBERG_13_7_8, Problem>);
  add("GSL, rk8pd", "gsl_odeiv2_driver_alloc_y_new", 1, "7 4", tolerances(Problem::end), by_gsl<Problem>);
  add("Runge-Kutta 4, Eigen", "fixed step, Eigen::Quaterniond and Vector3d", 7, "",
      numbers_of_steps(Problem::end), by_eigen<static_cast<int>(Problem::end)>);
  return all;
}

template <class Problem>
std::vector<Contender> measured() {
  std::vector<Contender> all = contenders<Problem>();
  for (Contender& c : all) add_samples(c.series, Problem::known_end(), longest);
  for (int round = 0; round < rounds; ++round)
    for (Contender& c : all)
      for (Sample& sample : c.series.samples)
        if (sample.nanoseconds < often_below ? is_timed_in(round, sample)
                                             : round < few_rounds && is_candidate(c.series, sample, bounds))
          time_once(sample);
  return all;
}

// ---- What is shown

std::string setting_text(const Contender& c, const Sample& s) {
  if (c.series.accuracies.size() == 1) return "";
  return s.accuracy < 1 ? fmt::format("tolerance {:.1e}, {} evaluations", s.accuracy, s.evaluations)
                        : fmt::format("{} steps", s.accuracy);
}

double least_error(const Series& series) {
  double least = HUGE_VAL;
  for (const Sample& s : series.samples) least = std::min(least, s.error);
  return least;
}

Table table_of(const std::vector<Contender>& all, double time) {
  const double unit = all.front().series.samples.front().nanoseconds;
  Table table{fmt::format("t{:g}", time),
              fmt::format("The free body until t = {:g}", time),
              fmt::format("Time until the error at the end is at most so much, divided by that of the first "
                          "line ({}). A dash: not "
                          "reached, by rounding or within {:g} s.",
                          time_text(unit), longest / 1e9),
              {"", "1e-6", "1e-9", "1e-12", "least error"}};
  for (const Contender& c : all) {
    Row row{c.series.name, {}, c.how};
    for (const double bound : bounds)
      if (const Sample* s = fastest_within(c.series, bound))
        row.cells.push_back({ratio_text(s->nanoseconds / unit), s->nanoseconds, s->nanoseconds / unit,
                             s->error, setting_text(c, *s)});
      else
        row.cells.push_back({"-"});
    const double least = least_error(c.series);
    row.cells.push_back({error_text(least), not_measured, not_measured, least});
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// From the coarsest to where the error is least: beyond that, rounding alone is seen.
std::vector<app::Point> curve(const Series& series) {
  std::vector<app::Point> values;
  double least = HUGE_VAL;
  for (const Sample& s : series.samples)
    if (s.error <= 1 && s.error < least) {
      least = s.error;
      values.push_back({s.nanoseconds / 1000, s.error});
    }
  return values;
}

app::Panel panel_of(const std::vector<Contender>& all, double time) {
  app::Panel panel{fmt::format("t = {:g}", time),
                   {"microseconds", app::Scale::logarithmic},
                   {"error at the end", app::Scale::logarithmic, app::Range{1e-16, 1}}};
  for (const Contender& c : all) {
    const std::string& name = c.series.name;
    if (name.ends_with("asked again") || name.ends_with("of length t")) continue;  // upon others
    const bool is_dot = c.series.accuracies.size() == 1;
    panel.series.push_back({c.colour < 0 ? "Polhode (dots: FreeMotion, steps)" : name, curve(c.series),
                            c.colour, is_dot ? app::Drawn::dots : app::Drawn::line, c.dash});
  }
  return panel;
}

// ---- Where the textbook's formulas lose digits

struct Place {
  const char* what;
  Vec3<double> moments, m;
};

const std::vector<Place> places{
    {"the water molecule", water, {0.5, 0.2, 0.84}},
    {"close to axis 3: m = (1e-6, 1e-6, 1)", water, {1e-6, 1e-6, 1}},
    {"closer: m = (1e-8, 1e-8, 1)", water, {1e-8, 1e-8, 1}},
    {"close to the separatrix: m = (1e-5, 1, 2e-5)", water, {1e-5, 1, 2e-5}},
    {"nearly symmetric: I2 - I1 = 1e-9 I1", {0.5, 0.5 * (1 + 1e-9), 1}, {0.5, 0.2, 0.84}}};

double error_of(const Phase<double>& p, const Phase<long double>& from) {
  return is_taken(p) ? distance(p, from) : HUGE_VAL;
}

Table losses() {
  constexpr double time = 100;
  Table table{
      "losses",
      "What the textbook's formulas lose",
      "Error at t = 100, of the attitude (radians) or of the momentum (relative), against the exact step in "
      "long double. The "
      "motion itself magnifies a change of the start: by 100 or more, close to the separatrix by far more.",
      {"", "FreeMotion", "Boost.Math", "Boost.Math in double", "GSL"}};
  for (const Place& place : places) {
    const Phase<double> start{place.m, Quat<double>::identity()};
    const Phase<long double> wide{convert<long double>(start.m), convert<long double>(start.q)};
    const kernel::Exact<long double> exact(convert<long double>(place.moments));
    const Phase<long double> end = kernel::advance(wide, exact(wide.m, static_cast<long double>(time)));
    const auto& [I, m] = std::pair(place.moments, place.m);
    const State s = FreeMotion(Inertia::from_moments(I.x, I.y, I.z),
                               state_from_momentum(Eigen::Quaterniond::Identity(), {m.x, m.y, m.z}))
                        .at(time);
    Row row{place.what, {}};
    const auto add = [&](const Phase<double>& p) {
      const double error = error_of(p, end);
      row.cells.push_back(
          {std::isfinite(error) ? error_text(error) : "fails", not_measured, not_measured, error});
    };
    const auto add_textbook = [&](auto functions) {
      try {
        add(TextbookMotion<decltype(functions)>(place.moments, start).at(time));
      } catch (const std::exception&) {
        row.cells.push_back({"fails"});
      }
    };
    add({{s.momentum.x(), s.momentum.y(), s.momentum.z()},
         {s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z()}});
    add_textbook(BoostFunctions<>{});
    add_textbook(BoostInDouble{});
    add_textbook(GslFunctions{});
    table.rows.push_back(std::move(row));
  }
  return table;
}

template <int Time>
void measure(Results& results, app::Figure& figure) {
  const std::vector<Contender> all = measured<FreeWater<Time>>();
  results.tables.push_back(table_of(all, Time));
  print(results.tables.back());
  std::fflush(stdout);
  figure.panels.push_back(panel_of(all, Time));
}

void measure_all() {
  Results results{
      "free_peers", "The free body, against other programs",
      "A water molecule, I = (0.345, 0.653, 1), m = (0.5, 0.2, 0.843), |omega| = 1.70: momentum and attitude "
      "at t = 1, 100 and 10000. "
      "Errors are true ones, against ends known with 36 digits: the angle between the attitudes or the "
      "relative error of the "
      "momentum, whichever is greater. Each solver has the tolerance (or number of steps), of two or four "
      "in each "
      "power of ten, with which it is fastest at that error. Solvers give states on the way as well; so do "
      "our exact steps of 0.1.",
      "build/bench/bench/free_peers", 10};
  results.peers = {
      {"Boost", fmt::format("{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000)},
      {"SUNDIALS", SUNDIALS_VERSION},
      {"GSL", GSL_VERSION},
      {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)}};
  app::Figure figure{"",
                     "Three charts with logarithmic scales: the error at the end against the time of the "
                     "calculation, for three times.",
                     {},
                     3,
                     400,
                     380};
  measure<1>(results, figure);
  measure<100>(results, figure);
  measure<10000>(results, figure);
  results.tables.push_back(losses());
  print(results.tables.back());
  results.pictures.push_back({"bench_free_peers",
                              "Error at the end against time of calculation, for the free water molecule "
                              "until t = 1, 100 and 10000.",
                              figure});
  write(results);
}

}  // namespace

int main() {
  gsl_set_error_handler_off();
  try {
    measure_all();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "free_peers: %s\n", error.what());
    return 1;
  }
  return 0;
}
