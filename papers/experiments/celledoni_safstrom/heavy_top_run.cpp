// SPDX-License-Identifier: MIT
#include "experiments/celledoni_safstrom/heavy_top_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <polhode/rotation/exponential.hpp>
#include <polhode/splitting/splitting.hpp>

#include "frames/textbook_momentum.hpp"
#include "splitting/flow.hpp"

namespace polhode::experiments::celledoni_safstrom {
namespace {

/// The free step by the paper's elliptic functions, the turn by the angular velocity of the middle.
class Midpoint {
 public:
  explicit Midpoint(const Vector& moments) noexcept : momentum_(moments), inverse_inertia_(moments) {}

  kernel::Increment<double> operator()(const Vector& m, double h) const noexcept {
    const Vector middle = momentum_(m, h / 2).m, end = momentum_(m, h).m;
    return {end - m, exp_quat_minus_one(h * (inverse_inertia_ * middle))};
  }

 private:
  papers::TextbookMomentum<double> momentum_;
  torques::InverseInertia<double> inverse_inertia_;
};

template <class Free>
SplittingFlow<double, ReducedTop<double, Free>> flow_of(const Top& top, const char* splitting_name,
                                                        bool drifts_merge) {
  return {splitting(splitting_name), {Free(top.moments), top.equations(), top.start(), drifts_merge}};
}

int steps_in(double time, double h) { return static_cast<int>(std::lround(time / h)); }

}  // namespace

class HeavyTopRun::Any {
 public:
  virtual ~Any() = default;
  virtual void restart() = 0;
  virtual void steps(double h, int count) = 0;
  virtual TopPhase phase() const = 0;
};

template <class Free>
class HeavyTopRun::Split final : public Any {
 public:
  explicit Split(const Top& top) : flow_(flow_of<Free>(top, "strang_kick", false)), start_(flow_.instant()) {}
  void restart() override { flow_.back_to(start_); }
  void steps(double h, int count) override {
    for (int i = 0; i < count; ++i) flow_.step(h);
  }
  TopPhase phase() const override { return flow_.system().phase(); }

 private:
  SplittingFlow<double, ReducedTop<double, Free>> flow_;
  typename SplittingFlow<double, ReducedTop<double, Free>>::Instant start_;
};

class HeavyTopRun::RungeKutta final : public Any {
 public:
  explicit RungeKutta(const Top& top) : equations_(top.equations()), start_(top.start()), phase_(start_) {}
  void restart() override { phase_ = start_; }
  void steps(double h, int count) override {
    for (int i = 0; i < count; ++i) phase_ = runge_kutta_4(equations_, phase_, h);
  }
  TopPhase phase() const override { return phase_; }

 private:
  HeavyTopEquations<double> equations_;
  TopPhase start_, phase_;
};

HeavyTopRun::HeavyTopRun(const Top& top, Scheme scheme) {
  switch (scheme) {
    case Scheme::sej:
      run_ = std::make_unique<Split<kernel::Exact<double>>>(top);
      break;
    case Scheme::sej_midpoint:
      run_ = std::make_unique<Split<Midpoint>>(top);
      break;
    case Scheme::mr:
      run_ = std::make_unique<Split<kernel::LiePoisson123<double>>>(top);
      break;
    case Scheme::rk4:
      run_ = std::make_unique<RungeKutta>(top);
      break;
  }
}
HeavyTopRun::HeavyTopRun(HeavyTopRun&&) noexcept = default;
HeavyTopRun::~HeavyTopRun() = default;

void HeavyTopRun::restart() { run_->restart(); }
void HeavyTopRun::steps(double h, int count) { run_->steps(h, count); }
TopPhase HeavyTopRun::phase() const { return run_->phase(); }

std::string name_of(Scheme scheme) {
  switch (scheme) {
    case Scheme::sej:
      return "SEJ";
    case Scheme::sej_midpoint:
      return "SEJ by elliptic functions and midpoint";
    case Scheme::mr:
      return "MR";
    case Scheme::rk4:
      break;
  }
  return "RK4";
}

TopPhase end_of(const Top& top, Scheme scheme, double time, double h) {
  HeavyTopRun run(top, scheme);
  run.steps(h, steps_in(time, h));
  return run.phase();
}

TopPhase true_end_of(const Top& top, double time, double h) {
  auto flow = flow_of<kernel::Exact<double>>(top, "blanes_moan_srkn14a", true);
  for (int i = steps_in(time, h); i > 0; --i) flow.step(h);
  return flow.system().phase();
}

double distance(const TopPhase& a, const TopPhase& b) {
  const Vector m = a.m - b.m, u = a.u - b.u;
  return std::sqrt(dot(m, m) + dot(u, u));
}

double Trajectory::greatest_error() const {
  double greatest = 0;
  for (const double e : energy_errors) greatest = std::max(greatest, std::abs(e));
  return greatest;
}

double Trajectory::mean_error() const {
  double sum = 0;
  for (const double e : energy_errors) sum += std::abs(e);
  return sum / static_cast<double>(energy_errors.size() - 1);
}

double Trajectory::amplitude() const {
  const auto [least, greatest] = std::minmax_element(energy_errors.begin(), energy_errors.end());
  return (*greatest - *least) / 2;
}

double Trajectory::later_over_earlier() const {
  double earlier = 0, later = 0;
  for (std::size_t i = 0; i < energy_errors.size(); ++i) {
    double& half = 2 * i < energy_errors.size() ? earlier : later;
    half = std::max(half, std::abs(energy_errors[i]));
  }
  return later / earlier;
}

Trajectory trajectory_of(const Top& top, Scheme scheme, double time, double h) {
  const auto equations = top.equations();
  const double energy = equations.energy(top.start());
  HeavyTopRun run(top, scheme);
  Trajectory trajectory;
  for (int i = 0, n = steps_in(time, h); i <= n; ++i) {
    if (i > 0) run.steps(h, 1);
    trajectory.times.push_back(i * h);
    trajectory.phases.push_back(run.phase());
    trajectory.energy_errors.push_back(equations.energy(trajectory.phases.back()) - energy);
  }
  return trajectory;
}

}  // namespace polhode::experiments::celledoni_safstrom
