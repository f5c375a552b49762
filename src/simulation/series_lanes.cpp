// SPDX-License-Identifier: MIT
#include "simulation/series_lanes.hpp"

#include <algorithm>
#include <utility>

namespace polhode::simulation {

using series::lane_count;

SeriesLanes::Block& SeriesLanes::block_of(const series::Stepper& stepper) {
  // Shapes that no motion has any more would add up where each motion has its own.
  constexpr std::size_t most_blocks = 2 * enough;
  series::Shape shape = series::shape_of(*stepper.program());
  for (Block& b : blocks_)
    if (b.is_careful == stepper.is_careful() && b.shape == shape) return b;
  if (blocks_.size() >= most_blocks)
    blocks_.remove_if([this](const Block& b) {
      return std::none_of(motions_.begin(), motions_.end(), [&](const UnderWay& m) { return m.block == &b; });
    });
  return blocks_.emplace_back(std::move(shape), stepper.is_careful(), *stepper.program());
}

bool SeriesLanes::accepts(const Problem& p) const {
  const SimulationOptions& o = p.options;
  return !p.torque.is_none() && !o.splitting && !o.step && !o.free_method && o.events.empty();
}

void SeriesLanes::add(Motion motion) {
  Problem problem = motion.problem;
  problem.options = results_.watched(std::move(problem.options));
  UnderWay m{motion.number, nullptr, nullptr};
  bool is_by_series = false;
  try {
    m.simulator = std::make_unique<Simulator>(std::move(problem), results_.sink_of(motion.number));
    is_by_series = m.simulator->begin_series();
  } catch (const InvalidInput&) {
    // It is refused again, and reported, alone.
  }
  if (!is_by_series) {
    alone_.add(std::move(motion));
    return;
  }
  results_.begin(m.number);
  if (goes_on(m, nullptr)) {
    m.block = &block_of(m.simulator->series().waiting_stepper());
    motions_.push_back(std::move(m));
  }
  while (motions_.size() >= together_) step();
}

void SeriesLanes::flush() {
  while (!motions_.empty()) step();
}

SeriesLanes::Block& SeriesLanes::fullest_block() {
  Block* fullest = motions_.front().block;
  std::ptrdiff_t most = 0;
  for (Block& b : blocks_) {
    const std::ptrdiff_t count =
        std::count_if(motions_.begin(), motions_.end(), [&](const UnderWay& m) { return m.block == &b; });
    if (count <= most) continue;
    most = count;
    fullest = &b;
  }
  return *fullest;
}

/// One step of some motions.
void SeriesLanes::step() {
  results_.throw_if_abandoned();
  Block& block = fullest_block();
  chosen_.clear();
  tracks_.clear();
  for (std::size_t i = 0; i < motions_.size() && chosen_.size() < lane_count; ++i)
    if (motions_[i].block == &block) {
      chosen_.push_back(i);
      tracks_.push_back(&motions_[i].simulator->series());
    }
  expand(block, tracks_);
  bool some_are_over = false;
  for (std::size_t k = 0; k < chosen_.size(); ++k) {
    UnderWay& m = motions_[chosen_[k]];
    if (goes_on(m, tracks_[k])) continue;
    m.simulator.reset();
    some_are_over = true;
  }
  if (!some_are_over) return;
  block.lanes.forget();
  std::erase_if(motions_, [](const UnderWay& m) { return !m.simulator; });
}

void SeriesLanes::expand(Block& block, const std::vector<SeriesTrack*>& tracks) {
  if (tracks.size() == 1) {
    const series::Stepper& alone = tracks[0]->waiting_stepper();
    series::functions().coefficients(alone.program()->view(), alone.instant().time, block.is_careful);
    return;
  }
  // Each to the lane where it was, the others to those that are left.
  SeriesTrack* on[lane_count]{};
  others_.clear();
  for (SeriesTrack* t : tracks) {
    const series::Program* program = t->waiting_stepper().program().get();
    int lane = 0;
    while (lane < lane_count && block.lanes.last_on(lane) != program) ++lane;
    if (lane < lane_count)
      on[lane] = t;
    else
      others_.push_back(t);
  }
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!on[lane] && !others_.empty()) {
      on[lane] = others_.back();
      others_.pop_back();
    }
    if (!on[lane]) {
      block.lanes.put(lane, nullptr);
      continue;
    }
    const series::Stepper& stepper = on[lane]->waiting_stepper();
    block.lanes.put(lane, stepper.program().get());
    block.lanes.set_time(lane, stepper.instant().time);
  }
  coefficients_(block.lanes.ready_view(), block.is_careful);
  block.lanes.give_back_lines();
}

bool SeriesLanes::goes_on(UnderWay& m, SeriesTrack* expanded) {
  try {
    if (expanded) expanded->end_waiting();
    if (expanded && expanded->is_waiting()) return true;
    if (m.simulator->series_goes_on()) return true;
  } catch (const InvalidInput& refusal) {
    results_.refuse(m.number, refusal);
    return false;
  }
  results_.end(m.number, std::move(*m.simulator).report());
  return false;
}

}  // namespace polhode::simulation
