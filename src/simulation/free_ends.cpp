// SPDX-License-Identifier: MIT
#include "simulation/free_ends.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/stepper.hpp>
#include <utility>

#include "batch/state_arrays.hpp"
#include "simulation/input.hpp"
#include "simulation/steps_of_piece.hpp"

namespace polhode::simulation {

namespace {

/// A body that has not arrived yet.
struct Member {
  std::size_t place;  ///< among the given motions
  FixedSteps steps;
};

/// None if simulate() would refuse it.
std::optional<Member> member(std::size_t place, const Problem& p) {
  try {
    refuse_bad_input(p.times, p.tolerance, p.options);
    check(p.body, p.start);
    const double from = p.options.start_time, to = p.times.back(),
                 h = std::copysign(*p.options.step, to - from);
    const double longest = std::min(*p.options.step, std::abs(to - from));
    if (longest > longest_time(p.body, principal_momentum(p.body, p.start))) return std::nullopt;
    return Member{place, FixedSteps(from, to, h)};
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

/// Motions by one method with one kind of summation.
class FreeEndBatch {
 public:
  explicit FreeEndBatch(std::span<const Motion> motions)
      : motions_(motions),
        summation_(motions.front().problem.options.summation),
        ended_(motions.size()),
        states_(0) {
    options_.free_method = *method_of(motions.front().problem.options).prepare.built_in();
    for (std::size_t i = 0; i < motions.size(); ++i)
      if (const auto able = member(i, motions[i].problem)) members_.push_back(*able);
    // Those with the fewest steps last, so that the ones under way are always the first.
    std::ranges::stable_sort(members_, std::greater(), [](const Member& m) { return m.steps.size(); });
    under_way_ = members_.size();
    std::vector<State> starts;
    for (const Member& m : members_) {
      const State& start = motions[m.place].problem.start;
      starts.push_back({normalise_attitude(start.attitude).q, start.momentum});
    }
    states_ = batch::States<double>::from_user(starts, bodies_of_members(), summation_);
  }

  void run(const std::function<void(double)>& progress) {
    if (members_.empty()) return;
    const auto most = static_cast<double>(members_.front().steps.size());
    prepare(0);
    for (std::uint64_t step = 0; note_arrivals(step), under_way_ > 0; ++step) {
      if (step % steps_between_reports == steps_between_reports - 1)
        progress(static_cast<double>(step) / most);
      if (under_way_ <= members_.size() - members_.size() / 8 - 1) remove_arrived(step);
      set_last_lengths(step);
      const batch::Outcome outcome =
          batch::step(*bodies_, states_, std::span<const double>(lengths_), options_);
      if (outcome.failed > 0) remove_failed(step + 1);
    }
  }

  /// Delivers those that have arrived, and passes the others on.
  void deliver(Results& results, Strategy& alone) const {
    std::vector<Inertia> bodies;
    bodies.reserve(motions_.size());
    for (const Motion& m : motions_) bodies.push_back(m.problem.body);
    const std::vector<State> states = ended_.to_user(bodies);
    std::vector<const Member*> arrived(motions_.size());
    for (const Member& m : arrived_) arrived[m.place] = &m;
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      const auto& [number, problem] = motions_[i];
      if (!arrived[i]) {
        alone.add(motions_[i]);
        continue;
      }
      results.begin(number);
      results.give(number, problem.times.back(), states[i]);
      results.end(number, report(*arrived[i], states[i]));
    }
  }

 private:
  static constexpr std::uint64_t steps_between_reports = 64;

  std::vector<Inertia> bodies_of_members() const {
    std::vector<Inertia> all;
    all.reserve(members_.size());
    for (const Member& m : members_) all.push_back(motions_[m.place].problem.body);
    return all;
  }

  SimulationReport report(const Member& m, const State& end) const {
    const Problem& p = motions_[m.place].problem;
    SimulationReport r{};
    r.engine = "exact";
    r.why = no_torque;
    r.free_method = method_of(p.options).name;
    r.summation = summation_;
    r.steps = m.steps.size();
    r.step = r.steps > 1 ? *p.options.step : std::abs(m.steps[0].length);
    r.error_estimate = std::numeric_limits<double>::quiet_NaN();
    r.conserved_name = "energy";
    r.conserved_start = kinetic_energy(p.body, p.start);
    r.conserved_excursion = std::abs(kinetic_energy(p.body, end) - r.conserved_start);
    return r;
  }

  /// For the members that are left, at this step.
  void prepare(std::uint64_t step) {
    bodies_.emplace(batch::Bodies<double>::each(bodies_of_members(), options_.free_method));
    lengths_.clear();
    for (const Member& m : members_) lengths_.push_back(m.steps[step].length);
  }

  void note_arrivals(std::uint64_t step) {
    const auto from = arrays_of(states_), to = arrays_of(ended_);
    for (; under_way_ > 0 && members_[under_way_ - 1].steps.size() == step; --under_way_) {
      const std::size_t last = under_way_ - 1;
      for (std::size_t a = 0; a < batch::components; ++a) to[a][members_[last].place] = from[a][last];
      arrived_.push_back(members_[last]);
      lengths_[last] = 0;
    }
  }

  void set_last_lengths(std::uint64_t step) {
    for (std::size_t i = under_way_; i > 0 && members_[i - 1].steps.size() == step + 1; --i)
      lengths_[i - 1] = members_[i - 1].steps[step].length;
  }

  void remove_arrived(std::uint64_t step) {
    keep(step, [](std::size_t) { return true; });
  }

  void remove_failed(std::uint64_t step) {
    const auto arrays = arrays_of(states_);
    keep(step, [&](std::size_t i) {
      return std::all_of(arrays.begin(), arrays.begin() + batch::components,
                         [i](const auto& array) { return std::isfinite(array[i]); });
    });
  }

  /// Keeps some of those that are under way.
  template <class IsKept>
  void keep(std::uint64_t step, const IsKept& is_kept) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < under_way_; ++i)
      if (is_kept(i)) kept.push_back(i);
    batch::States<double> fewer(kept.size(), summation_);
    batch::copy_bodies(states_, fewer, [&](std::size_t i) { return kept[i]; });
    std::vector<Member> members;
    for (const std::size_t i : kept) members.push_back(members_[i]);
    states_ = std::move(fewer);
    members_ = std::move(members);
    under_way_ = members_.size();
    prepare(step);
  }

  std::span<const Motion> motions_;
  Summation summation_;
  std::vector<Member> members_;
  std::size_t under_way_ = 0;  ///< the first so many members; the others have arrived
  std::vector<Member> arrived_;
  batch::States<double> ended_;  ///< by place
  std::optional<batch::Bodies<double>> bodies_;
  batch::States<double> states_;
  std::vector<double> lengths_;
  batch::Options options_;
};

}  // namespace

bool FreeEnds::accepts(const Problem& p) const {
  const SimulationOptions& o = p.options;
  return p.torque.is_none() && p.torque.impulses().empty() && !o.splitting && o.step && !o.estimate_error &&
         o.events.empty() && p.times.size() == 1 && method_of(o).prepare.built_in().has_value();
}

void FreeEnds::add(Motion motion) {
  waiting_.push_back(std::move(motion));
  if (waiting_.size() == together_) flush();
}

void FreeEnds::flush() {
  std::vector<Motion> motions = std::exchange(waiting_, {});
  const auto kind_of = [](const Motion& m) {
    return std::pair(*method_of(m.problem.options).prepare.built_in(), m.problem.options.summation);
  };
  // Motions are large, and as a rule all of one kind: to sort them would move each several times.
  if (!std::ranges::is_sorted(motions, {}, kind_of)) std::ranges::stable_sort(motions, {}, kind_of);
  for (auto first = motions.begin(); first != motions.end();) {
    const auto last =
        std::find_if(first, motions.end(), [&](const Motion& m) { return kind_of(m) != kind_of(*first); });
    FreeEndBatch batch({first, last});
    batch.run([&](double fraction) { results_.tell_progress(fraction * static_cast<double>(last - first)); });
    batch.deliver(results_, alone_);
    first = last;
  }
}

}  // namespace polhode::simulation
