// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <memory>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/splitting_derivative.hpp>
#include <polhode/splitting/stepper.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "body/principal_attitude.hpp"
#include "core/number_text.hpp"
#include "free/step_slopes.hpp"
#include "rotation/value_of.hpp"
#include "simulation/changing_formula.hpp"
#include "simulation/tangent_series.hpp"
#include "splitting/flow.hpp"
#include "splitting/kick.hpp"
#include "splitting/split_body.hpp"

namespace polhode {
namespace {

using simulation::Tangent;
using simulation::tangent_directions;
using simulation::TangentSeries;
using simulation::TangentTorque;
using Phase = kernel::Phase<Tangent>;

constexpr std::size_t directions = tangent_directions;

/// The recorded torque as a kernel. Copies share one series.
class SlopeTorque {
 public:
  SlopeTorque(std::shared_ptr<TangentSeries> series, const PreparedTorque& prepared,
              const kernel::Phase<double>& somewhere, double time)
      : series_(std::move(series)) {
    if (!prepared.rate) return;
    // A linear torque: its matrix is known, and how that changes comes from the formula's changes.
    const auto at = [&](const Vec3<double>& m) {
      return series_->torque_at(simulation::constant_phase(m, somewhere.q), Tangent(time));
    };
    const Vec3<Tangent> without = at({});
    const std::array<Vec3<Tangent>, 3> along{at({1, 0, 0}), at({0, 1, 0}), at({0, 0, 1})};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3<Tangent> column = along[k] - without;
      const std::array<Tangent, 3> parts{column.x, column.y, column.z};
      for (std::size_t i = 0; i < 3; ++i) {
        Tangent& entry = rate_.entries[3 * i + k];
        entry = parts[i];
        entry.value = prepared.rate->entries[3 * i + k];
      }
    }
  }

  Vec3<Tangent> operator()(const Phase& p, const Tangent& t) const noexcept {
    return series_->torque_at(p, t);
  }
  Mat3<Tangent> rate() const noexcept { return rate_; }
  Vec3<Tangent> forcing(const Quat<Tangent>& q, const Tangent& t) const noexcept {
    return series_->torque_at({{}, q}, t);
  }

 private:
  std::shared_ptr<TangentSeries> series_;
  Mat3<Tangent> rate_{};
};

using Collocation = CollocationKick<Tangent, SlopeTorque>;

/// As ErasedKick chooses, but for a torque's own flow, which is refused.
class TangentKick {
 public:
  TangentKick(const SlopeTorque& torque, const PreparedTorque& prepared, int order)
      : kick_(chosen(torque, prepared, order)) {
    is_flow = std::visit([](const auto& k) { return k.is_flow; }, kick_);
  }

  Vec3<Tangent> operator()(const Phase& p, const Tangent& t, const Tangent& h, const Tangent& c) noexcept {
    return std::visit([&](auto& k) { return k(p, t, h, c); }, kick_);
  }

  bool is_flow = true;

 private:
  using Kick =
      std::variant<AttitudeKick<Tangent, SlopeTorque>, LinearKick<Tangent, SlopeTorque>, Collocation>;

  static Kick chosen(const SlopeTorque& torque, const PreparedTorque& prepared, int order) {
    if (!prepared.depends_on_momentum) return AttitudeKick<Tangent, SlopeTorque>(torque);
    if (prepared.rate) return LinearKick<Tangent, SlopeTorque>(torque);
    return Collocation(torque, (order + 1) / 2);
  }

  Kick kick_;
};

/// The free step with slopes in all directions, from its derivative.
class TangentDrift {
 public:
  TangentDrift(std::shared_ptr<const StepSlopes> step, bool with_moments)
      : step_(std::move(step)), with_moments_(with_moments) {}

  kernel::Image<Tangent> operator()(const Vec3<Tangent>& m, const Tangent& h) const noexcept {
    const StepSlopes::Result s = (*step_)(value_of(m), h.value);
    kernel::Image<Tangent> image{{Tangent(s.m.x), Tangent(s.m.y), Tangent(s.m.z)},
                                 {Tangent(s.r.w), Tangent(s.r.x), Tangent(s.r.y), Tangent(s.r.z)}};
    for (std::size_t i = 0; i < directions; ++i) {
      StateChange c = s.jacobian.middleCols<3>(block::momentum) *
                          Eigen::Vector3d(m.x.slope[i], m.y.slope[i], m.z.slope[i]) +
                      s.jacobian.col(block::time) * h.slope[i];
      if (with_moments_ && i >= 6) c += s.jacobian.col(static_cast<Eigen::Index>(i));
      const Quat<double> turn = s.r * Quat<double>{0, c(0) / 2, c(1) / 2, c(2) / 2};
      image.m.x.slope[i] = c(3);
      image.m.y.slope[i] = c(4);
      image.m.z.slope[i] = c(5);
      image.r.w.slope[i] = turn.w;
      image.r.x.slope[i] = turn.x;
      image.r.y.slope[i] = turn.y;
      image.r.z.slope[i] = turn.z;
    }
    return image;
  }

 private:
  std::shared_ptr<const StepSlopes> step_;
  bool with_moments_;
};

using Body = SplitBody<Tangent, TangentDrift, TangentKick>;

void refuse_unsuited(const Torque& torque, const Splitting& splitting, const SplittingSteps& steps) {
  if (steps.count == 0) throw InvalidInput("number of steps", "0", "at least one");
  if (splitting.need == KickNeed::gradient)
    throw InvalidInput("splitting", splitting.name, "one without gradients, of which there is no derivative");
  if (!torque.breakpoints().empty() || !torque.impulses().empty())
    throw InvalidInput(
        "torque", torque.name(),
        "one without breakpoints and impulses; simulate_derivative has the derivative of those");
}

}  // namespace

TorquedDerivative splitting_derivative(const Inertia& body, const State& start, const TorqueFamily& family,
                                       const Splitting& splitting, const SplittingSteps& steps) {
  const Torque torque = family.torque(family.parameters);
  refuse_unsuited(torque, splitting, steps);
  const FreeMethod method = free_method(steps.free_method);
  SplittingOptions options;
  options.start_time = steps.start_time;
  options.free_method = method;
  SplittingStepper stepper(body, start, torque, splitting, options);
  const auto drift = std::make_shared<const StepSlopes>(body, steps.free_method);
  simulation::ChangingFormula formula(body, torque);
  for (std::size_t n = 0; n < steps.count; ++n) stepper.step(steps.length);

  const kernel::Phase<double> own{from_eigen(principal_momentum(body, start)),
                                  PrincipalAttitude(body).from_user(start.attitude)};
  const PreparedTorque prepared = torque.prepare(body);
  if (prepared.depends_on_momentum && !prepared.rate && prepared.flow)
    throw InvalidInput("torque", torque.name(),
                       "one without a flow of its own, of which there is no formula");
  const bool is_linear = body.is_linear();
  const bool merges = method.properties.momentum_order == 0 && method.properties.attitude_order == 0;
  // One run of all steps with nine directions.
  const auto followed = [&](const TangentTorque& changes, const Phase& from, bool with_moments,
                            double by_time) {
    const Vec3<double> i = from_eigen(body.moments());
    const auto series = std::make_shared<TangentSeries>(
        changes, Vec3<Tangent>{Tangent(i.x), Tangent(i.y), Tangent(i.z)}, 1.0, 1.0);
    const SlopeTorque recorded(series, prepared, own, steps.start_time);
    SplittingFlow<Tangent, Body> flow(splitting,
                                      Body(TangentDrift(drift, with_moments),
                                           TangentKick(recorded, prepared, splitting.order), from, merges),
                                      Tangent(steps.start_time));
    Tangent h(steps.length);
    h.slope[0] = by_time / static_cast<double>(steps.count);
    for (std::size_t n = 0; n < steps.count; ++n) flow.step(h);
    return flow.system().phase();
  };

  TangentTorque base{&formula.tape(), formula.torque(), {}}, first = base;
  if (!torque.is_none() && !is_linear)
    for (int axis = 0; axis < 3; ++axis)
      first.change[static_cast<std::size_t>(6 + axis)] = formula.by_moment(torque, axis);
  const std::size_t count = family.parameters.size();
  // The time, then the parameters.
  std::vector<TangentTorque> others{base};
  const double end = steps.start_time + static_cast<double>(steps.count) * steps.length;
  for (std::size_t p = 0; p < count; ++p) {
    if ((p + 1) % directions == 0) others.push_back(base);
    others.back().change[(p + 1) % directions] =
        formula.by_parameter(family, p, own, {steps.start_time, (steps.start_time + end) / 2, end});
  }

  TorquedDerivative result;
  result.time = stepper.time();
  result.motion.start = {normalise_attitude(start.attitude).q, start.momentum};
  result.motion.state = stepper.state();
  MotionJacobian& j = result.motion.jacobian;
  const Phase at_end = followed(first, simulation::begun_tangent(own.m, own.q, is_linear), !is_linear, 0);
  for (std::size_t i = 0; i < directions; ++i)
    j.col(static_cast<Eigen::Index>(i)) = simulation::column_of(body, at_end, i);
  // Attitude and momentum of the start in the user's frame too.
  for (const Eigen::Index block : {block::attitude, block::momentum})
    j.middleCols<3>(block) = (j.middleCols<3>(block) * body.axes().transpose()).eval();
  result.by_parameters.resize(count);
  for (std::size_t n = 0; n < others.size(); ++n) {
    const Phase p = followed(others[n], simulation::constant_phase(own.m, own.q), false, n == 0 ? 1 : 0);
    for (std::size_t i = 0; i < directions; ++i) {
      const std::size_t input = n * directions + i;
      if (input == 0)
        j.col(block::time) = simulation::column_of(body, p, i);
      else if (input <= count)
        result.by_parameters[input - 1] = simulation::column_of(body, p, i);
    }
  }
  if (!j.allFinite())
    throw StepFailure("steps of " + splitting.name, number_text(steps.length),
                      "steps whose derivative is finite", steps.start_time, start);
  return result;
}

TorquedDerivative splitting_derivative(const Inertia& body, const State& start, const Torque& torque,
                                       const Splitting& splitting, const SplittingSteps& steps) {
  return splitting_derivative(body, start, TorqueFamily{[&](std::span<const double>) { return torque; }, {}},
                              splitting, steps);
}

}  // namespace polhode
