// SPDX-License-Identifier: MIT
// Ensembles: how many bodies finish their motion in a second, the worst of them within a given error. Free
// fragments, and satellites and debris in a gravity gradient; in batches, and by the solvers of
// Boost.odeint, body by body and with four bodies in each number.
//
//   ensemble                     prints tables in Markdown and writes results/ensemble.json
//   ensemble satellites WORD...  prints one of them, with the rows whose names have one of the words, and writes nothing
//
// Each method runs with several tolerances or numbers of steps; the fastest run in which the true error of
// every body is small enough counts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <boost/version.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <polhode/batch/free_step.hpp>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/torque/built_in.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "four_bodies.hpp"
#include "outcome.hpp"
#include "results/results.hpp"

namespace {

using namespace polhode;
using namespace polhode::bench;
using kernel::Phase;

constexpr std::size_t bodies = 256;
const std::vector<double> bounds{1e-3, 1e-6, 1e-9, 1e-12};
constexpr double longest = 1.5;  // seconds of one run
constexpr int rounds = 5;

/// Those of the ensemble, in the ascending principal frame, which is the user's here.
struct Ensemble {
  std::string word, name;  ///< the first for links
  double end;              ///< of all motions
  double rate;             ///< of the satellites' orbit; 0 for free bodies
  double longest_step;     ///< a short part of a turn
  std::vector<Inertia> body{};
  std::vector<State> start{};
};

/// Between 0 and 1, evenly spread, a sequence for each k.
double spread(std::size_t i, int k) {
  constexpr std::array<double, 5> steps{0.8566748838545029, 0.733891856627126, 0.6287067210378087,
                                        0.5385972572236101, 0.46140274277638997};
  double whole = 0;
  return std::modf(0.5 + static_cast<double>(i) * steps[static_cast<std::size_t>(k)], &whole);
}

/// Turning by `speed` in a unit of time at the start.
Ensemble ensemble(std::string word, std::string name, double end, double rate, double speed) {
  Ensemble e{std::move(word), std::move(name), end, rate, 0.1 / speed};
  for (std::size_t i = 0; i < bodies; ++i) {
    const double b = 0.6 + 0.35 * spread(i, 0), a = 1 - b + (2 * b - 1) * (0.1 + 0.8 * spread(i, 1));
    const double z = 2 * spread(i, 2) - 1, turn = 2 * std::numbers::pi * spread(i, 3);
    const Eigen::Vector3d omega(std::sqrt(1 - z * z) * std::cos(turn), std::sqrt(1 - z * z) * std::sin(turn),
                                z);
    e.body.push_back(Inertia::from_moments(a, b, 1));
    e.start.push_back(state_from_angular_velocity(
        e.body.back(), Eigen::Quaterniond(1, spread(i, 4) - 0.5, spread(i, 1) - 0.5, 0.2).normalized(),
        speed * omega));
  }
  return e;
}

// ---- One way to the end of all motions.

using Ends = std::vector<Phase<double>>;

struct Sample {
  double accuracy, error, seconds;
};

struct Way {
  std::string name, how;
  std::vector<double> ladder;  ///< of tolerances, or of numbers of steps
  std::function<std::function<Ends()>(double)> prepare;
  std::vector<Sample> samples{};
};

Phase<double> phase_of(const State& s) {
  return {{s.momentum.x(), s.momentum.y(), s.momentum.z()},
          {s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z()}};
}

Ends ends_of(batch::States<double>& states) {
  const auto s = states.spans();
  Ends ends;
  for (std::size_t i = 0; i < s.mx.size(); ++i)
    ends.push_back({{s.mx[i], s.my[i], s.mz[i]}, {s.qw[i], s.qx[i], s.qy[i], s.qz[i]}});
  return ends;
}

/// Exact steps; starts are put into arrays within the run, bodies are prepared before.
std::function<Ends()> by_batch_steps(const Ensemble& e, double steps) {
  const auto prepared = batch::Bodies<double>::each(e.body, BuiltInMethod::exact);
  return [&e, prepared, n = static_cast<long>(steps), h = e.end / steps] {
    auto now = batch::States<double>::from_user(e.start, e.body);
    for (long i = 0; i < n; ++i) batch::step(prepared, now, h);
    return ends_of(now);
  };
}

std::function<Ends()> by_motions(const Ensemble& e) {
  return [&e] {
    Ends ends;
    for (std::size_t i = 0; i < bodies; ++i)
      ends.push_back(phase_of(FreeMotion(e.body[i], e.start[i]).at(e.end)));
    return ends;
  };
}

std::function<Ends()> by_batch_splitting(const Ensemble& e, const char* name, double steps) {
  return [&e, &method = splitting(name), n = static_cast<long>(steps), h = e.end / steps] {
    batch::SplittingStepper<double> stepper(e.body, batch::States<double>::from_user(e.start, e.body),
                                            gravity_gradient_circular(e.rate), method);
    for (long i = 0; i < n; ++i) stepper.step(h);
    batch::States<double> now = stepper.states();
    return ends_of(now);
  };
}

/// As an ensemble is computed, on one thread. With states on the way: by series.
std::function<Ends()> by_simulate_many(const Ensemble& e, double tolerance) {
  return [&e, tolerance, torque = gravity_gradient_circular(e.rate), times = std::vector{e.end}] {
    Ends ends(bodies);
    ManyMotionsSink sink;
    sink.state = [&](std::uint64_t i, double, const State& s) { ends[i] = phase_of(s); };
    sink.end = [](std::uint64_t, const SimulationReport&) {};
    const auto problem = [&](std::uint64_t i) {
      Problem p{e.body[i], e.start[i], torque, TimeSequence(times), tolerance};
      p.options.estimate_error = false;
      return std::optional(p);
    };
    simulate_many(bodies, problem, sink, {1, {}});
    return ends;
  };
}

namespace odeint = boost::numeric::odeint;

/// Bodies as many at a time as there are in a Number, by steps of one length.
template <template <class...> class Stepper, class Number>
std::function<Ends()> by_even_steps(const Ensemble& e, double steps) {
  return [&e, n = static_cast<std::size_t>(steps), h = e.end / steps] {
    Ends ends;
    for (std::size_t i = 0; i < bodies; i += width<Number>) {
      SevenOf<Number> y = gathered<Number>(std::span(e.start).subspan(i, width<Number>));
      Stepper<SevenOf<Number>, double> stepper;
      odeint::integrate_n_steps(stepper, Rates<Number>(std::span(e.body).subspan(i, width<Number>), e.rate),
                                y, 0.0, h, n);
      scatter(y, ends);
    }
    return ends;
  };
}

/// Each body by itself, with odeint's own control of the step.
template <template <class...> class Stepper>
std::function<Ends()> by_controlled_steps(const Ensemble& e, double tolerance) {
  return [&e, tolerance] {
    Ends ends;
    for (std::size_t i = 0; i < bodies; ++i) {
      SevenOf<double> y = gathered<double>(std::span(e.start).subspan(i, 1));
      odeint::integrate_adaptive(odeint::make_controlled<Stepper<SevenOf<double>>>(tolerance, tolerance),
                                 Rates<double>(std::span(e.body).subspan(i, 1), e.rate), y, 0.0, e.end,
                                 e.longest_step / 4);
      scatter(y, ends);
    }
    return ends;
  };
}

/// By Fehlberg's method in long double, with steps so short that halving them changes nothing.
std::vector<Phase<long double>> true_ends(const Ensemble& e) {
  const auto by_steps = [&](std::size_t n) {
    std::vector<Phase<long double>> ends;
    for (std::size_t i = 0; i < bodies; ++i) {
      SevenOf<long double> y = gathered<long double>(std::span(e.start).subspan(i, 1));
      odeint::runge_kutta_fehlberg78<SevenOf<long double>, long double> stepper;
      odeint::integrate_n_steps(stepper, Rates<long double>(std::span(e.body).subspan(i, 1), e.rate), y, 0.0L,
                                static_cast<long double>(e.end) / static_cast<long double>(n), n);
      ends.push_back({{y[4], y[5], y[6]}, {y[0], y[1], y[2], y[3]}});
    }
    return ends;
  };
  const auto n = static_cast<std::size_t>(std::ceil(4 * e.end / e.longest_step));
  const auto coarse = by_steps(n), fine = by_steps(2 * n);
  double change = 0;
  for (std::size_t i = 0; i < bodies; ++i) change = std::max(change, distance(coarse[i], fine[i]));
  fmt::print("{}: ends known within {:.1e}\n", e.name, change);
  return fine;
}

// ---- What is measured

double worst(const Ends& ends, const std::vector<Phase<long double>>& true_ones) {
  double error = 0;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double here = distance(ends[i], true_ones[i]);
    if (!(here <= error)) error = here;
    if (std::isnan(error)) return std::numeric_limits<double>::infinity();
  }
  return error;
}

double seconds_of(const std::function<Ends()>& run, Ends& ends) {
  const auto begin = std::chrono::steady_clock::now();
  ends = run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// More and more accurate until the error is below every bound, or the time is used up.
void measure(Way& way, const std::vector<Phase<long double>>& true_ones) {
  for (const double accuracy : way.ladder) {
    const auto run = way.prepare(accuracy);
    Sample sample{accuracy, 0, std::numeric_limits<double>::infinity()};
    Ends ends;
    for (int round = 0; round == 0 || (round < rounds && sample.seconds < longest / rounds); ++round)
      sample.seconds = std::min(sample.seconds, seconds_of(run, ends));
    sample.error = worst(ends, true_ones);
    way.samples.push_back(sample);
    if (sample.error <= bounds.back() || sample.seconds > longest) return;
  }
}

const Sample* fastest_within(const Way& way, double bound) {
  const Sample* best = nullptr;
  for (const Sample& s : way.samples)
    if (s.error <= bound && (!best || s.seconds < best->seconds)) best = &s;
  return best;
}

std::vector<double> steps_from(const Ensemble& e) {
  std::vector<double> all;
  for (int i = 0; i < 40; ++i) all.push_back(std::ceil(e.end / (16 * e.longest_step) * std::exp2(i / 2.0)));
  return all;
}

std::vector<double> tolerances() {
  std::vector<double> all;
  for (int i = 6; i <= 60; ++i) all.push_back(std::pow(10, -i / 4.0));
  return all;
}

template <template <class...> class Stepper>
void add_solver(std::vector<Way>& all, const Ensemble& e, const std::string& name) {
  all.push_back({"odeint, " + name + ", four bodies at once",
                 "steps of one length, four doubles in each number", steps_from(e),
                 [&e](double n) { return by_even_steps<Stepper, FourBodies>(e, n); }});
  all.push_back({"odeint, " + name, "steps of one length, body by body", steps_from(e),
                 [&e](double n) { return by_even_steps<Stepper, double>(e, n); }});
}
template <template <class...> class Stepper>
void add_controlled(std::vector<Way>& all, const Ensemble& e, const std::string& name) {
  all.push_back({"odeint, " + name + ", controlled", "make_controlled, body by body", tolerances(),
                 [&e](double t) { return by_controlled_steps<Stepper>(e, t); }});
}

void add_solvers(std::vector<Way>& all, const Ensemble& e) {
  add_solver<odeint::runge_kutta4>(all, e, "Runge-Kutta 4");
  add_solver<odeint::runge_kutta_fehlberg78>(all, e, "Fehlberg 7(8)");
  add_controlled<odeint::runge_kutta_fehlberg78>(all, e, "Fehlberg 7(8)");
  add_controlled<odeint::runge_kutta_dopri5>(all, e, "Dormand-Prince 5");
}

std::vector<Way> free_ways(const Ensemble& e) {
  std::vector<Way> all;
  const auto add = [&](const std::string& name, const std::string& how, double steps) {
    all.push_back({"Polhode: batch, " + name, how, {steps}, [&e](double n) { return by_batch_steps(e, n); }});
  };
  add("exact steps of 0.1", "a body each, plain sums: every state on the way", 10 * e.end);
  add("exact steps of 0.5", "the same", 2 * e.end);
  add("one exact step of length t", "each redone by the scalar step", 1);
  all.push_back({"Polhode: FreeMotion for each body", "made and asked for the end", {1}, [&e](double) {
                   return by_motions(e);
                 }});
  add_solvers(all, e);
  return all;
}

std::vector<Way> torqued_ways(const Ensemble& e) {
  std::vector<Way> all;
  for (const char* name : {"chin_4a", "blanes_moan_srkn6b", "blanes_moan_srkn14a", "sofroniou_spaletta10",
                           "blanes_1064", "blanes_h1064"})
    all.push_back({fmt::format("Polhode: batch, {}", name),
                   "batch::SplittingStepper, a body each, plain sums", steps_from(e),
                   [&e, name](double n) { return by_batch_splitting(e, name, n); }});
  all.push_back({"Polhode: simulate_many", "by series, without the error estimate", tolerances(),
                 [&e](double t) { return by_simulate_many(e, t); }});
  add_solvers(all, e);
  return all;
}

// ---- What is shown

Table table_of(const Ensemble& e, const std::vector<Way>& all, const std::string& words) {
  std::vector<std::string> headings{""};
  for (const double bound : bounds) headings.push_back(fmt::format("{:g}", bound));
  Table table{e.word, e.name, words, headings};
  for (const Way& way : all) {
    Row row{way.name, {}, way.how};
    for (const double bound : bounds) {
      const Sample* s = fastest_within(way, bound);
      if (!s) {
        row.cells.push_back({"-"});
        continue;
      }
      const double each = 1e9 * s->seconds / static_cast<double>(bodies);
      row.cells.push_back({ratio_text(1e6 / each), each, not_measured, s->error,
                           s->accuracy < 1 ? fmt::format("tolerance {:.1e}", s->accuracy)
                                           : fmt::format("{:g} steps", s->accuracy)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table measured(const Ensemble& e, std::vector<Way> all, const std::string& words) {
  const std::vector<Phase<long double>> ends = true_ends(e);
  for (Way& way : all) measure(way, ends);
  Table table = table_of(e, all, words);
  print(table);
  std::fflush(stdout);
  return table;
}

struct Family {
  Ensemble ensemble;
  std::vector<Way> (*ways)(const Ensemble&);
  std::string words;
};

std::vector<Family> families() {
  return {
      {ensemble("fragments", "Free fragments", 100, 0, 1), free_ways,
       "Thousands of bodies a second, each until t = 100 with |omega| = 1 at the start: 16 turns."},
      {ensemble("satellites", "Satellites", 6 * std::numbers::pi, 1, 4), torqued_ways,
       "Thousands of bodies a second, each through three circular orbits in the gravity gradient, with four "
       "turns in each at the start."},
      {ensemble("debris", "Debris", 2 * std::numbers::pi, 1, 40), torqued_ways,
       "Thousands of bodies a second, each through one circular orbit in the gravity gradient, with forty "
       "turns at the start."}};
}

void measure_all() {
  Results results{"ensemble", "Ensembles",
                  fmt::format("{} bodies that all differ, one thread unless the row says otherwise: "
                              "thousands of bodies that finish their motion in a second, with the "
                              "error of the worst of them at most as given. Each method has the number of "
                              "steps or the tolerance with which it is "
                              "fastest at that error. Four bodies at once: Boost.odeint over a type of "
                              "number that holds four doubles, which the compiler turns into "
                              "instructions of AVX2.",
                              bodies),
                  "build/bench/bench/ensemble", 47};
  results.peers = {{"Boost", fmt::format("{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000)}};
  for (const Family& f : families())
    results.tables.push_back(measured(f.ensemble, f.ways(f.ensemble), f.words));
  write(results);
}

void measure_some(std::string_view word, std::span<char*> names) {
  for (const Family& f : families()) {
    if (f.ensemble.word != word) continue;
    std::vector<Way> ways = f.ways(f.ensemble);
    std::erase_if(ways, [&](const Way& way) {
      return std::ranges::none_of(names,
                                  [&](const char* name) { return way.name.find(name) != way.name.npos; });
    });
    measured(f.ensemble, std::move(ways), f.words);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc > 2)
      measure_some(argv[1], {argv + 2, argv + argc});
    else
      measure_all();
  } catch (const std::exception& error) {
    fmt::print(stderr, "ensemble: {}\n", error.what());
    return 1;
  }
  return 0;
}
