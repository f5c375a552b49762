// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "many_track.hpp"

namespace polhode::simulation {

namespace {

/// 0, 1, ..., count - 1.
std::vector<std::size_t> first_numbers(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace

// -------------------------------------------------------------------------------------- evaluations of the torque

Evaluations::Evaluations(const Splitting& splitting, const PreparedTorque& torque)
    : of_step_(splitting.kicks.size() + static_cast<std::uint64_t>(std::ranges::count_if(
                                            splitting.gradients, [](auto g) { return g != 0; }))) {
  if (!splitting.starts_with_kick) return;
  const bool is_remembered = !torque.depends_on_momentum || torque.rate;
  if (is_remembered) {
    // The first kick of a step asks for what the last one of the step before was told.
    --of_step_;
    of_beginning_ = 1;
  } else {
    // What is pending is asked for anew.
    of_reading_ = torque.conserved ? 2 : 1;
  }
}

void Evaluations::add_step() noexcept {
  count_ += of_step_;
  if (last_ != Last::run) count_ += of_beginning_;
}

void Evaluations::add_step_of_run() noexcept {
  add_step();
  last_ = Last::run;
}

void Evaluations::add_step_of_copy() noexcept {
  add_step();
  last_ = Last::copy;
}

// -------------------------------------------------------------------------------------------------- under torque

SplitManyTrack::SplitManyTrack(const ManyProblem& problem, const Splitting& splitting, unsigned division)
    : ManyTrack(problem),
      splitting_(splitting),
      places_(first_numbers(problem.bodies.size())),
      bodies_(problem.bodies),
      cut_(problem.start_time, problem.end_time, problem.step, division),
      evaluations_(splitting, problem.prepared.front()),
      now_(made()),
      asked_(made()) {
  longest_step_ = std::abs(cut_.length());
  begin_step();
}

SplitManyTrack::Stepper SplitManyTrack::made() const {
  std::vector<State> starts;
  starts.reserve(places_.size());
  for (const std::size_t place : places_) starts.push_back(problem_.starts[place]);
  return {bodies_, batch::States<double>::from_user(starts, bodies_, problem_.summation), problem_.torque,
          splitting_, batch::SplittingOptions{.time = problem_.start_time, .drift = problem_.drift}};
}

void SplitManyTrack::begin_step() {
  asked_is_end_ = false;
  if (is_done()) {
    end_ = begin_;
    return;
  }
  const EqualSteps::Step now = cut_.step(steps_, now_.time());
  length_ = now.length;
  end_ = now.end;
}

void SplitManyTrack::next() {
  if (asked_is_end_) {
    std::swap(now_, asked_);
    evaluations_.take_copy();
  } else {
    with_survivors([this] { now_.step(length_); });
    evaluations_.add_step_of_run();
  }
  ++steps_;
  begin_ = end_;
  begin_step();
}

void SplitManyTrack::ask(double time) {
  asked_is_end_ = false;
  if (places_.empty()) return;
  // The stepper sums its times with more digits than begin_ has.
  if (is_done() || time == begin_ || time == now_.time()) {
    read(now_);
    if (steps_ > 0) evaluations_.add_reading();
    return;
  }
  const bool is_end = time == end_;
  step_copy(is_end ? length_ : time - now_.time());
  if (places_.empty()) return;
  asked_is_end_ = is_end;
  read(asked_);
  evaluations_.add_reading();
}

void SplitManyTrack::step_copy(double length) {
  with_survivors([&] {
    asked_.go_to(now_);
    asked_.step(length);
  });
  evaluations_.add_step_of_copy();
}

void SplitManyTrack::read(const Stepper& stepper) {
  batch::States<double> all = stepper.states();
  const std::vector<State> in_user_frame = all.to_user(bodies_);
  const batch::StateSpans<double> s = all.spans();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::size_t place = places_[i];
    states_[place] = in_user_frame[i];
    const auto& conserved = problem_.prepared[place].conserved;
    conserved_[place] =
        conserved
            ? conserved({{s.mx[i], s.my[i], s.mz[i]}, {s.qw[i], s.qx[i], s.qy[i], s.qz[i]}}, stepper.time())
            : std::numeric_limits<double>::quiet_NaN();
  }
}

template <class Work>
void SplitManyTrack::with_survivors(const Work& work) {
  while (!places_.empty()) try {
      work();
      return;
    } catch (const batch::BodyFailure& failure) {
      drop(failure.body());
    }
}

void SplitManyTrack::drop(std::size_t which) {
  has_failed_[places_[which]] = true;
  std::vector<std::size_t> kept = first_numbers(places_.size());
  const auto remove = [which](auto& list) { list.erase(list.begin() + static_cast<std::ptrdiff_t>(which)); };
  remove(kept);
  remove(places_);
  remove(bodies_);
  if (places_.empty()) return;
  Stepper fewer = made();
  fewer.go_to(now_, kept);
  now_ = std::move(fewer);
  asked_ = made();
}

}  // namespace polhode::simulation
