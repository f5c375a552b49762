// SPDX-License-Identifier: MIT
#include "simulation/torqued_ends.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <polhode/batch/target.hpp>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <utility>
#include <variant>

#include "simulation/input.hpp"
#include "simulation/runge_kutta/bodies_on_lanes.hpp"
#include "simulation/runge_kutta/step_control.hpp"
#include "simulation/track.hpp"
#include "simulation/waiting_motion.hpp"
#include "torque/kernel_list.hpp"

namespace polhode::simulation {

namespace {

using runge_kutta::BodiesOnLanes;

/// Below this rounding counts, which series keep smaller.
constexpr double least_tolerance_of_ends = 1e-12;
constexpr double most_lane_steps = 1e6;
/// Of moments, momenta and rates, between 1 over this and this: nothing leaves the range.
constexpr double largest_on_lanes = 1e60;

/// Kernels with their numbers, as lanes take them.
struct EndKernel {
  batch::TorqueForm form;
  std::vector<double> numbers;
};

/// A body that is to go, or goes.
struct EndMember {
  std::size_t place;  ///< among the given problems
  PreparedTorque torque;
  std::vector<EndKernel> kernels;
  kernel::Phase<double> start;  ///< in space
  Vec3<double> turning;         ///< of the frame
  double h;
};

/// The attitude of a frame that turns, at a time.
Quat<double> frame_of(const Vec3<double>& turning, double time) {
  const double rate = norm(turning);
  if (rate == 0) return {1, 0, 0, 0};
  const Vec3<double> v = (std::sin(rate * time / 2) / rate) * turning;
  return {std::cos(rate * time / 2), v.x, v.y, v.z};
}

bool is_within(double x) { return x >= 1 / largest_on_lanes && x <= largest_on_lanes; }

/// None where they do not stand still in the frame, or are too many.
std::optional<std::vector<EndKernel>> standing_kernels(const PreparedTorque& torque) {
  if (!torque.kernels || torque.depends_on_momentum ||
      torque.kernels->all.size() > BodiesOnLanes::most_kernels)
    return std::nullopt;
  std::vector<EndKernel> all;
  for (const torques::ListedKernel& listed : torque.kernels->all) {
    const auto form = static_cast<batch::TorqueForm>(listed.kernel.index());
    const bool turns = static_cast<bool>(listed.direction);
    // In a frame that turns, that of space does not stand still; and directions that move in another way have
    // none.
    if (torque.turning ? !turns && form != batch::TorqueForm::steady_in_body : turns) return std::nullopt;
    EndKernel k{form, {}};
    k.numbers.reserve(BodiesOnLanes::most_numbers);
    auto kernel = listed.kernel;
    std::visit(
        [&](auto& of_a_kind) { for_each_number(of_a_kind, [&](double& x) { k.numbers.push_back(x); }); },
        kernel);
    if (turns) {
      const Vec3<double> d = listed.direction(0);
      k.numbers[0] = d.x, k.numbers[1] = d.y, k.numbers[2] = d.z;
    }
    all.push_back(std::move(k));
  }
  return all;
}

/// None where it does not go on lanes, or simulate() would refuse.
std::optional<EndMember> end_member(std::size_t place, const Problem& p) {
  try {
    refuse_bad_input(p.times, p.tolerance, p.options);
    check(p.body, p.start);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
  if (p.body.is_linear()) return std::nullopt;
  EndMember m{place, p.torque.prepare(p.body), {}, {}, {}, 0};
  auto kernels = standing_kernels(m.torque);
  if (!kernels) return std::nullopt;
  m.kernels = *std::move(kernels);
  if (m.torque.turning) m.turning = m.torque.turning->angular_velocity;
  const State unit{normalise_attitude(p.start.attitude).q, p.start.momentum};
  m.start = {principal_momentum(p.body, unit), PrincipalAttitude(p.body).from_user(unit.attitude)};
  const Vec3<double> i = p.body.moments();
  const double from = p.options.start_time, span = std::abs(p.times.back() - from),
               force = norm(m.torque.torque(m.start, from)),
               rate = std::max(fastest_turning(p.body, unit), std::sqrt(force / i.z));
  if (!is_within(i.x) || !is_within(i.z) || !is_within(rate) || !is_within(span) ||
      !is_within(std::max(norm(m.start.m), i.z * rate)))
    return std::nullopt;
  m.h = runge_kutta::first_part *
        std::pow(std::max(p.tolerance / span / rate, runge_kutta::least_error), runge_kutta::first_power) /
        rate;
  if (span / m.h > most_lane_steps) return std::nullopt;
  return m;
}

const runge_kutta::LaneFunctions& lane_functions() noexcept {
#ifdef __x86_64__
  if (batch::best_target() == batch::Target::avx512) return runge_kutta::avx512_lane_functions();
  if (batch::best_target() == batch::Target::avx2) return runge_kutta::avx2_lane_functions();
#endif
  return runge_kutta::sse2_lane_functions();
}

/// Bodies whose torques are of one kind.
class TorquedEnds {
 public:
  TorquedEnds(std::span<const Problem* const> problems, std::deque<EndMember> members,
              std::vector<std::optional<MotionEnd>>& ends)
      : problems_(problems),
        members_(std::move(members)),
        ends_(ends),
        functions_(lane_functions()),
        run_(std::make_unique<BodiesOnLanes>()) {
    const std::vector<EndKernel>& kernels = members_.front().kernels;
    run_->kernel_count = kernels.size();
    for (std::size_t k = 0; k < kernels.size(); ++k) run_->forms[k] = kernels[k].form;
    // A lane without a body rests, with an attitude of length one.
    std::fill_n(run_->now[0], BodiesOnLanes::most, 1.0);
  }

  /// Calls progress with how many are over.
  void run(const std::function<void(std::size_t)>& progress) {
    constexpr int trials = 1000;
    for (std::size_t lane = 0; lane < functions_.width; ++lane) fill(lane);
    std::size_t over = 0;
    while (std::any_of(on_, on_ + BodiesOnLanes::most, [](const auto& m) { return m.has_value(); })) {
      const unsigned failed = functions_.run(*run_, trials);
      for (std::size_t lane = 0; lane < functions_.width; ++lane) {
        const bool has_failed = (failed >> lane & 1u) != 0;
        if (!on_[lane] ||
            (!has_failed && run_->time[lane] != run_->end[lane] && run_->trials[lane] <= most_lane_steps))
          continue;
        if (!has_failed && run_->time[lane] == run_->end[lane]) ends_[on_[lane]->place] = end_on(lane);
        ++over;
        fill(lane);
      }
      progress(over);
    }
  }

 private:
  /// The next body, or none.
  void fill(std::size_t lane) {
    BodiesOnLanes& r = *run_;
    if (members_.empty()) {
      on_[lane].reset();
      r.time[lane] = r.end[lane];
      return;
    }
    on_[lane] = std::move(members_.front());
    members_.pop_front();
    const EndMember& m = *on_[lane];
    const Problem& p = *problems_[m.place];
    const double from = p.options.start_time, to = p.times.back();
    const Quat<double> q = frame_of(m.turning, from).conjugate() * m.start.q;
    const double state[] = {q.w, q.x, q.y, q.z, m.start.m.x, m.start.m.y, m.start.m.z};
    for (std::size_t c = 0; c < 7; ++c) {
      r.now[c][lane] = state[c];
      r.lost[c][lane] = 0;
    }
    const torques::InverseInertia<double> inverse(p.body.moments());
    const auto set = [lane](BodiesOnLanes::Numbers* three, const Vec3<double>& v) {
      three[0][lane] = v.x, three[1][lane] = v.y, three[2][lane] = v.z;
    };
    set(r.half_inverse, 0.5 * inverse.inverse());
    set(r.gap, inverse.gap());
    set(r.half_turning, 0.5 * m.turning);
    r.time[lane] = from;
    r.end[lane] = to;
    r.direction[lane] = to < from ? -1 : 1;
    r.h[lane] = m.h;
    r.error_rate[lane] = p.tolerance / std::abs(to - from);
    r.largest[lane] = r.was_too_long[lane] = r.steps[lane] = r.trials[lane] = r.longest_step[lane] = 0;
    for (std::size_t k = 0; k < m.kernels.size(); ++k)
      for (std::size_t n = 0; n < m.kernels[k].numbers.size(); ++n)
        r.numbers[k][n][lane] = m.kernels[k].numbers[n];
  }

  MotionEnd end_on(std::size_t lane) const {
    const BodiesOnLanes& r = *run_;
    const EndMember& m = *on_[lane];
    const Problem& p = *problems_[m.place];
    const auto at = [&](std::size_t c) { return r.now[c][lane]; };
    const Quat<double> q = frame_of(m.turning, r.end[lane]) * Quat<double>{at(0), at(1), at(2), at(3)};
    const kernel::Phase<double> end{{at(4), at(5), at(6)}, normalised(q)};
    SimulationReport report{};
    report.engine = "runge-kutta";
    report.why = "many bodies side by side of which the ends are asked for";
    report.order = runge_kutta::order;
    report.summation = Summation::compensated;
    report.step = r.longest_step[lane];
    report.steps = static_cast<std::uint64_t>(r.steps[lane]);
    constexpr double evaluations_of_a_trial = 12;
    report.torque_evaluations = static_cast<std::uint64_t>(evaluations_of_a_trial * r.trials[lane]);
    report.error_estimate = nan;
    report.conserved_name = m.torque.conserved_name;
    report.conserved_start = report.conserved_excursion = nan;
    if (m.torque.conserved) {
      report.conserved_start = m.torque.conserved(m.start, p.options.start_time);
      report.conserved_excursion = std::abs(m.torque.conserved(end, r.end[lane]) - report.conserved_start);
    }
    report.warnings = m.torque.warnings;
    return {{PrincipalAttitude(p.body).to_user(end.q), p.body.from_principal(end.m)}, std::move(report)};
  }

  std::span<const Problem* const> problems_;
  std::deque<EndMember> members_;
  std::vector<std::optional<MotionEnd>>& ends_;
  const runge_kutta::LaneFunctions& functions_;
  std::unique_ptr<BodiesOnLanes> run_;
  std::optional<EndMember> on_[BodiesOnLanes::most];
};

}  // namespace

bool may_be_torqued_end(const Problem& p) {
  return may_wait(p.torque, p.options) && !p.options.estimates_error && p.times.size() == 1 &&
         p.torque.impulses().empty() && p.torque.breakpoints().empty() && !p.options.max_step &&
         p.tolerance >= least_tolerance_of_ends;
}

std::vector<std::optional<MotionEnd>> torqued_ends(std::span<const Problem* const> problems,
                                                   const std::function<void(double)>& progress) {
  std::vector<std::optional<MotionEnd>> ends(problems.size());
  std::map<std::vector<batch::TorqueForm>, std::deque<EndMember>> kinds;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    auto member = end_member(i, *problems[i]);
    if (!member) continue;
    std::vector<batch::TorqueForm> forms;
    for (const EndKernel& k : member->kernels) forms.push_back(k.form);
    kinds[forms].push_back(*std::move(member));
  }
  std::size_t before = 0;
  for (auto& [forms, members] : kinds) {
    const std::size_t count = members.size();
    TorquedEnds(problems, std::move(members), ends).run([&](std::size_t over) {
      progress(static_cast<double>(before + over) / static_cast<double>(problems.size()));
    });
    before += count;
  }
  return ends;
}

}  // namespace polhode::simulation
