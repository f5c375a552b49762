// SPDX-License-Identifier: MIT
#include "command/free_ends.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <polhode/batch/free_step.hpp>
#include <polhode/core/error.hpp>
#include <utility>

#include "command/step_walk.hpp"
#include "files/interrupt.hpp"

namespace polhode::app {
namespace {

/// One that is on its way.
struct Walker {
  std::size_t place;  ///< among those that were given
  Cut way;
  std::uint64_t steps;  ///< the last, shortened one included

  double length_of(std::uint64_t step) const noexcept {
    return step >= steps ? 0 : static_cast<double>(step) < way.steps ? way.h : way.rest;
  }
};

/// None where a FreeStepper would refuse.
std::optional<Walker> walker(std::size_t place, const FreeWay& w, std::optional<double> step) {
  try {
    check(w.body, w.start);  // also where t = 0 takes no step at all
    const Cut way = step ? cut(w.t, *step) : Cut{0, w.t, w.t};
    const double longest = std::max(way.steps > 0 ? std::abs(way.h) : 0, std::abs(way.rest));
    if (longest > longest_time(w.body, principal_momentum(w.body, w.start))) return std::nullopt;
    return Walker{place, way, static_cast<std::uint64_t>(way.steps) + (way.rest != 0 ? 1 : 0)};
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

/// All arrays of the states; those of the compensation are empty for plain sums.
std::array<std::span<double>, 14> arrays_of(batch::States<double>& states) {
  const auto s = states.spans();
  const auto c = states.compensation();
  return {s.mx, s.my, s.mz, s.qw, s.qx, s.qy, s.qz, c.mx, c.my, c.mz, c.qw, c.qx, c.qy, c.qz};
}

class Walk {
 public:
  Walk(std::span<const FreeWay> ways, const FreePace& pace)
      : ways_(ways), summation_(pace.summation), ended_(ways.size()), states_(0) {
    options_.method = pace.method;
    for (std::size_t i = 0; i < ways.size(); ++i)
      if (const auto able = walker(i, ways[i], pace.step)) walkers_.push_back(*able);
    // Those who arrive first stand last.
    std::ranges::stable_sort(walkers_, std::greater(), &Walker::steps);
    walking_ = walkers_.size();
    states_ =
        batch::States<double>::from_user(of_walkers(&FreeWay::start), of_walkers(&FreeWay::body), summation_);
  }

  void run(const std::function<void(double)>& progress) {
    if (walkers_.empty()) return;
    const auto longest = static_cast<double>(walkers_.front().steps);
    prepare(0);
    for (std::uint64_t step = 0; note_arrivals(step), walking_ > 0; ++step) {
      stop_if_interrupted();
      if (step % steps_between_reports == steps_between_reports - 1)
        progress(static_cast<double>(step) / longest);
      if (walking_ <= walkers_.size() - walkers_.size() / 8 - 1) leave_behind(step);
      shorten_last_steps(step);
      const batch::Outcome outcome =
          batch::step(*bodies_, states_, std::span<const double>(lengths_), options_);
      if (outcome.failed > 0) leave_failed(step + 1);
    }
  }

  std::vector<std::optional<State>> ends() const {
    std::vector<Inertia> bodies;
    bodies.reserve(ways_.size());
    for (const FreeWay& w : ways_) bodies.push_back(w.body);
    const std::vector<State> states = ended_.to_user(bodies);
    std::vector<std::optional<State>> ends(ways_.size());
    for (const std::size_t place : arrived_) ends[place] = states[place];
    return ends;
  }

 private:
  static constexpr std::uint64_t steps_between_reports = 64;

  template <class T>
  std::vector<T> of_walkers(T FreeWay::*part) const {
    std::vector<T> all;
    all.reserve(walkers_.size());
    for (const Walker& w : walkers_) all.push_back(ways_[w.place].*part);
    return all;
  }

  /// For the walkers that are left, at this step.
  void prepare(std::uint64_t step) {
    bodies_.emplace(batch::Bodies<double>::each(of_walkers(&FreeWay::body), options_.method));
    lengths_.clear();
    for (const Walker& w : walkers_) lengths_.push_back(w.length_of(step));
  }

  void note_arrivals(std::uint64_t step) {
    const auto from = arrays_of(states_), to = arrays_of(ended_);
    for (; walking_ > 0 && walkers_[walking_ - 1].steps == step; --walking_) {
      const std::size_t place = walkers_[walking_ - 1].place;
      for (std::size_t a = 0; a < 7; ++a) to[a][place] = from[a][walking_ - 1];
      arrived_.push_back(place);
      lengths_[walking_ - 1] = 0;
    }
  }

  void shorten_last_steps(std::uint64_t step) {
    for (std::size_t i = walking_; i > 0 && walkers_[i - 1].steps == step + 1; --i)
      lengths_[i - 1] = walkers_[i - 1].length_of(step);
  }

  void leave_behind(std::uint64_t step) {
    keep(step, [](std::size_t) { return true; });
  }

  void leave_failed(std::uint64_t step) {
    const auto arrays = arrays_of(states_);
    keep(step, [&](std::size_t i) {
      return std::all_of(arrays.begin(), arrays.begin() + 7,
                         [i](const auto& array) { return std::isfinite(array[i]); });
    });
  }

  /// Of those that are walking.
  template <class IsKept>
  void keep(std::uint64_t step, const IsKept& is_kept) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < walking_; ++i)
      if (is_kept(i)) kept.push_back(i);
    batch::States<double> fewer(kept.size(), summation_);
    const auto from = arrays_of(states_), to = arrays_of(fewer);
    std::vector<Walker> walkers;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      walkers.push_back(walkers_[kept[i]]);
      for (std::size_t a = 0; a < from.size(); ++a)
        if (!from[a].empty()) to[a][i] = from[a][kept[i]];
    }
    states_ = std::move(fewer);
    walkers_ = std::move(walkers);
    walking_ = walkers_.size();
    prepare(step);
  }

  std::span<const FreeWay> ways_;
  Summation summation_;
  std::vector<Walker> walkers_;
  std::size_t walking_ = 0;  ///< of them, the first; the others have arrived and ride along
  std::vector<std::size_t> arrived_;
  batch::States<double> ended_;  ///< by place
  std::optional<batch::Bodies<double>> bodies_;
  batch::States<double> states_;
  std::vector<double> lengths_;
  batch::Options options_;
};

}  // namespace

std::vector<std::optional<State>> free_ends(std::span<const FreeWay> ways, const FreePace& pace,
                                            const std::function<void(double)>& progress) {
  Walk walk(ways, pace);
  walk.run(progress);
  return walk.ends();
}

}  // namespace polhode::app
