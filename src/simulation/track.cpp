// SPDX-License-Identifier: MIT
#include "track.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/number_text.hpp>
#include <utility>

namespace polhode::simulation {

namespace {

/// Forwards the impulses after `from` up to `to` act; backwards those up to `from` and after `to` are taken back, the last
/// first.
std::vector<Impulse> impulses_of(const Torque& torque, double from, double to) {
  std::vector<Impulse> all;
  for (const Impulse& i : torque.impulses())
    if (from <= to ? from < i.time && i.time <= to : to < i.time && i.time <= from) all.push_back(i);
  if (to < from) {
    std::reverse(all.begin(), all.end());
    for (Impulse& i : all) i.momentum = -i.momentum;
  }
  return all;
}

/// Of the pieces that are not longer than h; a piece that is longer by rounding alone counts as one.
std::uint64_t steps_for(double length, double h) {
  if (length == 0) return 0;
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(std::abs(length) / h * (1 - 1e-13))));
}

}  // namespace

std::vector<Cut> cuts_of(const Problem& p) {
  std::vector<Cut> cuts;
  for (const Impulse& i : impulses_of(p.torque, p.start_time, p.end_time)) {
    if (cuts.empty() || cuts.back().time != i.time) cuts.push_back({i.time, {}});
    cuts.back().impulses.push_back(i);
  }
  const auto [low, high] = std::minmax(p.start_time, p.end_time);
  for (const double time : p.torque.breakpoints())
    if (low < time && time < high) cuts.push_back({time, {}});
  const double direction = p.direction();
  std::stable_sort(cuts.begin(), cuts.end(),
                   [&](const Cut& a, const Cut& b) { return direction * a.time < direction * b.time; });
  // Of those at one time the first is the one with impulses, if there are any.
  cuts.erase(
      std::unique(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.time == b.time; }),
      cuts.end());
  if (cuts.empty() || cuts.back().time != p.end_time) cuts.push_back({p.end_time, {}});
  return cuts;
}

double fastest_turning(const Inertia& body, const State& state) {
  const Vec3<double> i = body.moments(), m = body.to_principal(state.momentum);
  // A linear body has no momentum about its axis.
  const double least = i.x > 0 ? i.x : i.y, along = i.x > 0 ? m.x / std::sqrt(i.x) : 0;
  return norm(Vec3<double>{along, m.y / std::sqrt(i.y), m.z / std::sqrt(i.z)}) / std::sqrt(least);
}

// ---------------------------------------------------------------------------------------------- under torque

SplitTrack::SplitTrack(const Problem& problem, const Splitting& splitting, double h, unsigned division)
    : cuts_(cuts_of(problem)),
      has_breakpoints_(!problem.torque.breakpoints().empty()),
      h_(h),
      division_(division),
      stepper_(problem.body, problem.start, counted(problem), splitting,
               {problem.summation, problem.start_time, problem.drift}),
      asked_(stepper_),
      begin_(problem.start_time) {
  begin_piece();
}

Torque SplitTrack::counted(const Problem& problem) const {
  const auto prepare = [torque = problem.torque, count = evaluations_](const Inertia& body) {
    PreparedTorque t = torque.prepare(body);
    const auto watch = [&](auto& function) {
      if (!function) return;
      function = [inner = std::move(function), count](const auto& p, double time, auto... length) {
        ++*count;
        return inner(p, time, length...);
      };
    };
    watch(t.torque);
    watch(t.gradient);
    watch(t.forcing);
    watch(t.flow);
    return t;
  };
  return Torque(problem.torque.name(), prepare);
}

void SplitTrack::begin_piece() {
  const double to = cuts_[piece_].time, length = to - begin_;
  if (has_breakpoints_) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    // Also does what is pending, still with the torque of the piece before.
    stepper_.ask_torque_within(std::nextafter(std::min(begin_, to), infinity),
                               std::nextafter(std::max(begin_, to), -infinity));
  }
  steps_in_piece_ = division_ * steps_for(length, h_);
  usual_length_ = steps_in_piece_ == 0 ? 0 : length / static_cast<double>(steps_in_piece_);
  longest_step_ = std::max(longest_step_, std::abs(usual_length_));
  step_ = 0;
  begin_step();
}

void SplitTrack::begin_step() {
  const double to = cuts_[piece_].time;
  const bool is_last = step_ + 1 >= steps_in_piece_;
  // The last step also makes up for the rounding of the others.
  length_ = is_last && steps_in_piece_ > 1 ? to - stepper_.time() : usual_length_;
  end_ = is_last ? to : stepper_.time() + usual_length_;
  asked_is_end_ = false;
}

/// Impulses included. True if there were any.
bool SplitTrack::end_piece() {
  const Cut& cut = cuts_[piece_];
  for (const Impulse& i : cut.impulses) stepper_.apply(i);
  ++piece_;
  return !cut.impulses.empty();
}

bool SplitTrack::next() {
  bool is_hit = false;
  if (steps_in_piece_ > 0) {
    if (asked_is_end_) {
      std::swap(stepper_, asked_);
    } else {
      stepper_.step(length_);
    }
    ++step_;
    ++steps_;
    begin_ = end_;
  }
  if (step_ < steps_in_piece_) {
    begin_step();
    return is_hit;
  }
  do {
    is_hit = end_piece() || is_hit;
    if (is_done()) break;
    begin_piece();
  } while (steps_in_piece_ == 0);
  if (is_done()) end_ = begin_;
  asked_is_end_ = false;
  return is_hit;
}

State SplitTrack::at(double time) {
  asked_ = stepper_;
  asked_is_end_ = false;
  if (time == end_ && !is_done() && steps_in_piece_ > 0) {
    asked_.step(length_);
    asked_is_end_ = true;
  } else if (time != begin_) {
    asked_.step(time - stepper_.time());
  }
  return asked_.state();
}

// ---------------------------------------------------------------------------------------------------- free

FreeTrack::FreeTrack(const Problem& problem, bool short_steps)
    : body_(problem.body), cuts_(cuts_of(problem)), short_steps_(short_steps), asked_(problem.start) {
  begin_piece(problem.start, problem.start_time);
}

void FreeTrack::begin_piece(const State& state, double time) {
  motion_.emplace(body_, state, time);
  const double length = cuts_[piece_].time - time;
  constexpr double steps_per_turn = 16;
  const double steps =
      std::abs(length) * fastest_turning(body_, state) * (steps_per_turn / (2 * std::numbers::pi));
  steps_in_piece_ = length == 0 ? 0 : short_steps_ ? std::max(1.0, std::ceil(steps)) : 1;
  piece_begin_ = begin_ = time;
  step_ = 0;
  begin_step();
}

void FreeTrack::begin_step() {
  const double to = cuts_[piece_].time;
  end_ = step_ + 1 >= steps_in_piece_ ? to
                                      : piece_begin_ + (to - piece_begin_) * ((step_ + 1) / steps_in_piece_);
}

bool FreeTrack::end_piece() {
  const Cut& cut = cuts_[piece_++];
  State state = motion_->at(cut.time);
  for (const Impulse& i : cut.impulses)
    state.momentum += i.in_space ? to_body(state.attitude, i.momentum) : i.momentum;
  if (!is_done()) {
    begin_piece(state, cut.time);
  } else {
    if (!cut.impulses.empty()) motion_.emplace(body_, state, cut.time);
    begin_ = end_ = cut.time;
  }
  return !cut.impulses.empty();
}

bool FreeTrack::next() {
  begin_ = end_;
  step_ += 1;
  if (step_ < steps_in_piece_) {
    begin_step();
    return false;
  }
  bool is_hit = end_piece();
  while (!is_done() && steps_in_piece_ == 0) is_hit = end_piece() || is_hit;
  return is_hit;
}

State FreeTrack::at(double time) { return asked_ = motion_->at(time); }

double FreeTrack::conserved() const { return kinetic_energy(body_, asked_); }

}  // namespace polhode::simulation
