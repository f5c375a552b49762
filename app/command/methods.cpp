// SPDX-License-Identifier: MIT
#include "catalogue/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "files/interrupt.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

constexpr const char* methods_help =
    R"(The first list is for free bodies. ORDER is the order of the error in the step; exact means round-off only; where they differ,
the order for the momentum comes before that for the attitude. KEEPS names what a step conserves up to round-off:
the length |m| of the momentum, the energy E, the spatial momentum Qm; over many steps round-off may still accumulate.
What is not conserved is wrong without a warning if the step is too long: rk4 beyond h|omega| = 3 or so.
A method is explicit if it consists of formulas, followed by at most a few corrections of round-off; reversible if a step
of -h undoes a step of h; symplectic if its map of momentum and attitude is.
Of the papers' algorithms, if the program was built with them, one frame, one formula for the momentum and one for the angle
can be joined by +, such as quaternion_mdot+vilmart_3_1+gauss4.

The second list is for bodies under torque: splittings, whose steps alternate free motions with kicks by the torque
alone. ORDER is p, or (n1,n2,...) if the error under a weak torque, of the size eps, is eps h^n1 + eps^2 h^n2 + ...
KICKS is the number of torque evaluations of a step. TORQUE is what the order requires: any torque, one that depends on the
attitude and the time only, or such a torque that offers the gradient of tau . I^-1 tau. A splitting that runs BACKWARDS for a
part of each step does not suit strong damping.

The third list is for `polhode compare` alone: general methods for differential equations, applied to the equations of motion,
q' = q (0, omega) / 2 and m' = m x omega + torque. They conserve nothing. STEPS are given, or controlled by a tolerance.

With --time each method takes some thousand steps of h|omega| = 0.1 on this machine, splittings and general methods on a heavy top
(dop853 with a tolerance of 1e-9); NS is the time of a step in nanoseconds.

Examples:
  polhode methods | less -S
  polhode methods --time
  polhode propagate bodies.csv --method dmv10 --step 0.01
  polhode propagate tops.csv --method blanes_moan_srkn14a --step 0.05)";

using Clock = std::chrono::steady_clock;

Inertia water() { return Inertia::from_moments(0.345, 0.653, 1.0); }

State water_start() { return {Eigen::Quaterniond::Identity(), {0.5, 0.2, std::sqrt(0.71)}}; }

double tenth_of_a_radian() { return 0.1 / water().angular_velocity(water_start().momentum).norm(); }

/// Nanoseconds of one `turn()`: the least of several short runs, because a disturbance can only make a run
/// slower.
template <class Turn>
double fastest(const Turn& turn) {
  constexpr double shortest_run = 1e-3;  // seconds
  constexpr int runs = 8;
  const auto seconds_for = [&turn](int times) {
    const auto begin = Clock::now();
    for (int n = 0; n < times; ++n) turn();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  // Calibrated by a quarter of it, since about a hundred methods are timed.
  int times = 16;
  double seconds = seconds_for(times);
  for (; seconds < shortest_run / 4; seconds = seconds_for(times)) times *= 2;
  times = static_cast<int>(std::ceil(times * std::max(1.0, shortest_run / seconds)));
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    stop_if_interrupted();
    least = std::min(least, seconds_for(times) / times);
  }
  return 1e9 * least;
}

// Nanoseconds of a step in which a water molecule turns by a tenth of a radian, plain summation; of
// splittings and general methods, for that molecule as a heavy top.

double nanoseconds_per_step(const FreeMethod& method) {
  FreeStepper stepper(water(), water_start(), method);
  return fastest([&stepper, h = tenth_of_a_radian()] { stepper.step(h); });
}

double nanoseconds_per_step(const Splitting& splitting) {
  SplittingStepper stepper(water(), water_start(), heavy_top({0, 0, 1}, {0, 0, 0.1}), splitting);
  return fastest([&stepper, h = tenth_of_a_radian()] { stepper.step(h); });
}

double nanoseconds_per_step(const GeneralMethod& method) {
  constexpr double steps = 256, tolerance = 1e-9;
  const double h = tenth_of_a_radian(), end = steps * h;
  const Torque top = heavy_top({0, 0, 1}, {0, 0, 0.1});
  double taken = 1;
  const double run = fastest([&] {
    taken = static_cast<double>(simulate_by(method, water(), water_start(), top, std::span(&end, 1),
                                            method.controls_steps ? tolerance : h)
                                    .steps);
  });
  return run / taken;
}

/// Of one evaluation of the motion at one of many times.
double nanoseconds_per_question() {
  const FreeMotion motion(water(), water_start());
  double t = 0;
  volatile double seen = 0;  // so that it is evaluated
  return fastest([&, h = tenth_of_a_radian()] { seen = motion.at(t += h).momentum.x(); });
}

using Line = std::vector<std::string>;

/// One of the three lists.
struct MethodList {
  Line names;                                          ///< of the columns
  std::vector<Line> lines{};                           ///< of the methods
  std::vector<std::function<double()>> nanoseconds{};  ///< measures what a step of each costs now

  void add(Line line, std::function<double()> time) {
    lines.push_back(std::move(line));
    nanoseconds.push_back(std::move(time));
  }
};

std::string order_text(int order) { return order == 0 ? "exact" : fmt::format("{}", order); }

std::string order_text(const MethodProperties& p) {
  return p.momentum_order == p.attitude_order
             ? order_text(p.attitude_order)
             : order_text(p.momentum_order) + "/" + order_text(p.attitude_order);
}

std::string order_text(const Splitting& s) {
  if (s.small_orders.empty()) return order_text(s.order);
  return fmt::format("({})", fmt::join(s.small_orders, ","));
}

std::string kept_text(const MethodProperties& p) {
  std::string text;
  if (p.keeps_norm) text += "|m| ";
  if (p.keeps_energy) text += "E ";
  if (p.keeps_spatial_momentum) text += "Qm ";
  if (text.empty()) return "-";
  text.pop_back();
  return text;
}

std::string yes(bool is) { return is ? "yes" : "-"; }

const char* needed_torque(const Splitting& s) {
  switch (s.need) {
    case KickNeed::any:
      return "any";
    case KickNeed::attitude_only:
      return "attitude";
    case KickNeed::gradient:
      return "gradient";
  }
  return "";
}

Line free_line(const FreeMethod& method) {
  const MethodProperties& p = method.properties;
  return {method.name,          order_text(p),        kept_text(p),   yes(p.is_explicit),
          yes(p.is_reversible), yes(p.is_symplectic), method.summary, method.reference};
}

MethodList free_list() {
  MethodList list{
      {"NAME", "ORDER", "KEEPS", "EXPLICIT", "REVERSIBLE", "SYMPLECTIC", "WHAT IT IS", "WHERE IT IS FROM"}};
  for (const FreeMethod& method : free_methods()) {
    list.add(free_line(method), [method] { return nanoseconds_per_step(method); });
    if (list.lines.size() > 1) continue;
    // The motion as a function of time differs from the default method in being evaluated, not stepped.
    Line motion = free_line(method);
    motion.front() = motion_name;
    motion[motion.size() - 2] = "the motion as a function of time: the cost does not grow with t";
    list.add(motion, nanoseconds_per_question);
  }
  return list;
}

MethodList splitting_list() {
  MethodList list{{"SPLITTING", "ORDER", "KICKS", "TORQUE", "BACKWARDS", "WHAT IT IS", "WHERE IT IS FROM"}};
  for (const Splitting& s : splittings())
    list.add({s.name, order_text(s), fmt::format("{}", s.kicks_per_step()), needed_torque(s),
              yes(s.has_negative()), s.summary, s.reference},
             [&s] { return nanoseconds_per_step(s); });
  return list;
}

MethodList general_list() {
  MethodList list{{"TO COMPARE WITH", "ORDER", "STEPS", "WHAT IT IS", "WHERE IT IS FROM"}};
  for (const GeneralMethod& m : general_methods())
    list.add({m.name, order_text(m.order), m.controls_steps ? "controlled" : "given", m.summary, m.reference},
             [&m] { return nanoseconds_per_step(m); });
  return list;
}

/// In columns; with the time of a step, measured now, after each name if `timed`.
std::string list_text(MethodList list, bool timed) {
  std::vector<Line> rows{std::move(list.names)};
  if (timed) rows[0].insert(rows[0].begin() + 1, "NS");
  for (std::size_t i = 0; i < list.lines.size(); ++i) {
    Line& row = rows.emplace_back(std::move(list.lines[i]));
    if (timed) row.insert(row.begin() + 1, fmt::format("{:.0f}", list.nanoseconds[i]()));
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (const Line& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Line& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace

Command methods_command() {
  const auto timed = std::make_shared<bool>(false);
  return {"methods",
          "the methods that --method and polhode compare accept",
          {{"--time", timed.get(), "measure the cost of a step of each method on this machine"}},
          methods_help,
          [timed] {
            write_to_standard_output(list_text(free_list(), *timed) + "\n" +
                                     list_text(splitting_list(), *timed) + "\n" +
                                     list_text(general_list(), *timed));
            return ExitCode::ok;
          }};
}

}  // namespace polhode::app
