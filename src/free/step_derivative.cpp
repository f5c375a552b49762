// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/slopes.hpp>
#include <polhode/free/step_derivative.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/implicit_midpoint.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/runge_kutta.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <string>
#include <utility>

#include "free/flow_derivative.hpp"
#include "free/step_slopes.hpp"
#include "free/stepper_access.hpp"
#include "rotation/value_of.hpp"

namespace polhode {
namespace {

using Slope = StepSlope;

Vec3<Slope> constant(const Vec3<double>& v) { return {Slope(v.x), Slope(v.y), Slope(v.z)}; }
Vec3<double> slope_of(const Vec3<Slope>& v) { return {v.x.slope[0], v.y.slope[0], v.z.slope[0]}; }
Slope& component(Vec3<Slope>& v, Eigen::Index k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

}  // namespace

MotionJacobian exact_step_jacobian(const ExactFlow& flow, const Vec3<double>& m, double h,
                                   Vec3<double>& after, Quat<double>& r) noexcept {
  try {
    const MotionDerivative d = flow.derivative({Attitude::Identity(), to_eigen(m)}, h);
    after = from_eigen(d.state.momentum);
    r = from_eigen(d.state.attitude);
    return d.jacobian;
  } catch (const InvalidInput&) {
    after = kernel::no_vector<double>();
    r = kernel::no_quaternion<double>();
    // Not MotionJacobian::Constant, whose instantiation the linker might merge with one compiled with the
    // user's options.
    MotionJacobian unknown;
    std::fill_n(unknown.data(), unknown.size(), std::numeric_limits<double>::quiet_NaN());
    return unknown;
  }
}

namespace {

using Kernel = SlopeStep;

template <class K>
Kernel made(const Vec3<Slope>& moments) {
  return [kernel = K(moments)](const Vec3<Slope>& m, const Slope& h) { return kernel(m, h); };
}

struct Known {
  std::string_view name;
  Kernel (*make)(const Vec3<Slope>& moments);  ///< null: the exact step
};

/// The built-in methods.
constexpr std::array known{Known{"exact", nullptr},
                           Known{"dmv", made<kernel::MoserVeselov<Slope, 2>>},
                           Known{"dmv4", made<kernel::MoserVeselov<Slope, 4>>},
                           Known{"dmv6", made<kernel::MoserVeselov<Slope, 6>>},
                           Known{"dmv8", made<kernel::MoserVeselov<Slope, 8>>},
                           Known{"dmv10", made<kernel::MoserVeselov<Slope, 10>>},
                           Known{"lie_poisson_123", made<kernel::LiePoisson123<Slope>>},
                           Known{"lie_poisson_132", made<kernel::LiePoisson132<Slope>>},
                           Known{"lie_poisson_213", made<kernel::LiePoisson213<Slope>>},
                           Known{"lie_poisson_231", made<kernel::LiePoisson231<Slope>>},
                           Known{"lie_poisson_312", made<kernel::LiePoisson312<Slope>>},
                           Known{"lie_poisson_321", made<kernel::LiePoisson321<Slope>>},
                           Known{"implicit_midpoint", made<kernel::ImplicitMidpoint<Slope>>},
                           Known{"rk4", made<kernel::RungeKutta4<Slope>>}};

/// Creates a kernel from moments; empty for the exact step.
using Maker = std::function<Kernel(const Vec3<Slope>& moments)>;

/// Empty if there is no derivative. All exact methods share that of the exact step.
std::optional<Maker> find(std::string_view name) {
  const auto* at = std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.name == name; });
  if (at != known.end()) return at->make == nullptr ? Maker() : Maker(at->make);
  try {
    const FreeMethod method = free_method(name);
    if (method.prepare_slopes) return method.prepare_slopes;
    if (method.properties.momentum_order == 0 && method.properties.attitude_order == 0) return Maker();
  } catch (const InvalidInput&) {
  }
  return std::nullopt;
}

Inertia in_principal_frame(const Inertia& body) {
  const Vec3<double> i = from_eigen(body.moments());
  return Inertia::from_moments(i.x, i.y, i.z);
}

}  // namespace

StepSlopes::StepSlopes(const Inertia& body, std::string_view method)
    : body_(in_principal_frame(body)), exact_(body_), is_exact_(false) {
  const std::optional<Maker> make = find(method);
  if (!make)
    throw InvalidInput(
        "method", std::string(free_method(method).name),
        "a method whose step has a derivative (free/step_derivative.hpp), such as exact or dmv6");
  is_exact_ = !*make;
  if (is_exact_) return;
  const Vec3<Slope> moments = constant(from_eigen(body.moments()));
  plain_ = (*make)(moments);
  for (Eigen::Index i = 0; i < 3; ++i) {
    Vec3<Slope> along = moments;
    component(along, i).slope[0] = 1;
    by_moment_.push_back((*make)(along));
  }
}

bool StepSlopes::knows(std::string_view method) { return find(method).has_value(); }

void StepSlopes::add_column(const Kernel& kernel, Eigen::Index column, const Vec3<double>& m, double h,
                            Result& to) const noexcept {
  Vec3<Slope> start = constant(m);
  Slope step(h);
  if (column == block::time)
    step.slope[0] = 1;
  else if (column < block::moments)
    component(start, column - block::momentum).slope[0] = 1;
  const kernel::Increment<Slope> i = kernel(start, step);
  to.m = m + value_of(i.dm);
  to.r = {1 + i.dr.w.value, i.dr.x.value, i.dr.y.value, i.dr.z.value};
  const Quat<double> change{i.dr.w.slope[0], i.dr.x.slope[0], i.dr.y.slope[0], i.dr.z.slope[0]};
  const Vec3<double> turn = 2.0 * (to.r.conjugate() * change).vec(), dm = slope_of(start) + slope_of(i.dm);
  to.jacobian.col(column) << turn.x, turn.y, turn.z, dm.x, dm.y, dm.z;
}

StepSlopes::Result StepSlopes::operator()(const Vec3<double>& m, double h) const noexcept {
  // If nothing rotates, all methods agree, and some divide by the angle.
  Result result{};
  if (is_exact_ || h == 0 || m == Vec3<double>{}) {
    result.jacobian = exact_step_jacobian(exact_, m, h, result.m, result.r);
    return result;
  }
  for (Eigen::Index k = 0; k < 3; ++k) {
    add_column(plain_, block::momentum + k, m, h, result);
    add_column(by_moment_[static_cast<std::size_t>(k)], block::moments + k, m, h, result);
  }
  add_column(plain_, block::time, m, h, result);
  result.jacobian.leftCols<3>() << to_eigen(to_matrix(result.r)).transpose(), Eigen::Matrix3d::Zero();
  return result;
}

struct FreeStepDerivative::Prepared {
  Inertia body;
  FreeMethod method;
  StepSlopes slopes;
};

bool has_step_derivative(std::string_view method) { return StepSlopes::knows(method); }

FreeStepDerivative::FreeStepDerivative(const Inertia& body, std::string_view method)
    : prepared_(
          std::make_shared<const Prepared>(Prepared{body, free_method(method), StepSlopes(body, method)})) {}

MotionDerivative FreeStepDerivative::after(const State& start, double h, std::size_t steps) const {
  if (steps == 0) throw InvalidInput("number of steps", "0", "at least one");
  const Prepared& p = *prepared_;
  FreeStepper stepper(p.body, start, p.method);
  MotionJacobian all = MotionJacobian::Zero();
  all.leftCols<6>().setIdentity();
  for (std::size_t n = 0; n < steps; ++n) {
    const Vec3<double> m = FreeStepperAccess::instant(stepper).phase.m;
    stepper.step(h);
    const MotionJacobian one = p.slopes(m, h).jacobian;
    all = (one.leftCols<6>() * all).eval();
    all.rightCols<4>() += one.rightCols<4>();
  }
  all.col(block::time) /= static_cast<double>(steps);
  flow_derivative::turn_to_user(p.body, all);
  if (!all.allFinite())
    throw StepFailure("step", p.method.name, "a step whose derivative is finite", 0, start);
  return {{normalise_attitude(start.attitude).q, start.momentum}, stepper.state(), all};
}

}  // namespace polhode
