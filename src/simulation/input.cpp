// SPDX-License-Identifier: MIT
#include "simulation/input.hpp"

#include <cmath>
#include <polhode/core/error.hpp>
#include <string>

#include "core/number_text.hpp"

namespace polhode::simulation {

namespace {

constexpr double most_steps = 1e8;

void refuse_bad_times(const TimeSequence& times, double start) {
  const auto name_of = [](std::uint64_t i) { return "time " + std::to_string(i); };
  const double last = times.is_empty() ? start : times.back();
  double before = start;
  const std::uint64_t stride = times.is_in_order() && times.size() > 1 ? times.size() - 1 : 1;
  for (std::uint64_t i = 0; i < times.size(); i += stride) {
    const double time = times[i];
    if (!std::isfinite(time)) throw InvalidInput(name_of(i), number_text(time), "a finite number");
    const bool is_forward = !(last < start);
    if (!(is_forward ? time >= before : time <= before))
      throw InvalidInput(name_of(i), number_text(time),
                         "a time not " + std::string(is_forward ? "before " : "after ") +
                             number_text(before) + ": times run from the start at " + number_text(start) +
                             " to one side");
    before = time;
  }
}

}  // namespace

State checked_start(const Inertia& body, const State& start) {
  check(body, start);
  return {normalise_attitude(start.attitude).q, start.momentum};
}

void refuse_bad_input(const TimeSequence& times, double tolerance, const SimulationOptions& options) {
  if (!(tolerance > 0 && tolerance < 1))
    throw InvalidInput("tolerance", number_text(tolerance), "a number between 0 and 1");
  if (!std::isfinite(options.start_time))
    throw InvalidInput("time of the start", number_text(options.start_time), "a finite number");
  if (options.step && !(std::isfinite(*options.step) && *options.step > 0))
    throw InvalidInput("step", number_text(*options.step), "a positive number");
  if (options.max_step) {
    if (!(*options.max_step > 0))
      throw InvalidInput("max_step", number_text(*options.max_step), "a positive number");
    const double span = times.is_empty() ? 0 : std::abs(times.back() - options.start_time);
    if (span / *options.max_step > most_steps)
      throw InvalidInput("max_step", number_text(*options.max_step),
                         "at least " + number_text(span / most_steps, 2) + ", for at most 1e8 steps");
  }
  if (options.step && options.max_step && *options.step > *options.max_step)
    throw InvalidInput("step", number_text(*options.step),
                       "at most max_step, " + number_text(*options.max_step));
  for (const Event& e : options.events) {
    if (!e.function) throw InvalidInput("event " + e.name, "no function", "a function of state and time");
    if (!(e.look_every > 0))
      throw InvalidInput("look_every of event " + e.name, number_text(e.look_every), "a positive time");
  }
  if (!options.resume_from) refuse_bad_times(times, options.start_time);
}

bool are_many_steps(double steps) noexcept { return steps > most_steps; }

void refuse_many_steps(double steps, double tolerance) {
  if (!are_many_steps(steps)) return;
  // With as many digits as show that it is more.
  int digits = 2;
  while (digits < 17 && std::stod(number_text(steps, digits)) <= most_steps) ++digits;
  throw InvalidInput("tolerance", number_text(tolerance),
                     "one that takes at most 1e8 steps: this would take some " + number_text(steps, digits) +
                         "; a larger tolerance or a shorter run takes fewer");
}

}  // namespace polhode::simulation
