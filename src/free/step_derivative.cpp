// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/core/slopes.hpp>
#include <polhode/free/step_derivative.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/exact_momentum.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <string>
#include <utility>

#include "free/flow_derivative.hpp"
#include "free/step_slopes.hpp"
#include "rotation/value_of.hpp"

namespace polhode {
namespace {

using Slope = StepSlopes::Slope;

Vec3<Slope> constant(const Vec3<double>& v) { return {Slope(v.x), Slope(v.y), Slope(v.z)}; }
Vec3<double> slope_of(const Vec3<Slope>& v) { return {v.x.slope[0], v.y.slope[0], v.z.slope[0]}; }
Slope& component(Vec3<Slope>& v, Eigen::Index k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

/// The derivative of an exact step, all NaN where there is none.
MotionJacobian exact_jacobian(const ExactFlow& flow, const Vec3<double>& m, double h, Vec3<double>& after,
                              Quat<double>& r) noexcept {
  try {
    const MotionDerivative d = flow.derivative({Attitude::Identity(), to_eigen(m)}, h);
    after = from_eigen(d.state.momentum);
    r = from_eigen(d.state.attitude);
    return d.jacobian;
  } catch (const InvalidInput&) {
    after = kernel::no_vector<double>();
    r = kernel::no_quaternion<double>();
    // By hand: of MotionJacobian::Constant Eigen would leave a function that a user's may be mixed with.
    MotionJacobian unknown;
    std::fill_n(unknown.data(), unknown.size(), std::numeric_limits<double>::quiet_NaN());
    return unknown;
  }
}

}  // namespace

namespace kernel {

/// The exact momentum of numbers with a slope, by the derivative of the exact step: the same functions as the
/// template's, which compiled with slopes would take minutes.
template <>
class ExactMomentum<Slope> {
 public:
  explicit ExactMomentum(const Vec3<Slope>& moments)
      : moments_(moments),
        flow_(Inertia::from_moments(moments.x.value, moments.y.value, moments.z.value)),
        constants_(exact_constants(value_of(moments))) {}

  Vec3<Slope> velocity(const Vec3<Slope>& v) const noexcept {
    return {v.x / moments_.x, v.y / moments_.y, v.z / moments_.z};
  }
  Slope greatest_square_velocity(const Orbit<Slope>& o) const noexcept {
    return o.d1 / (moments_.x * moments_.x) + o.d3 / (moments_.z * moments_.z);
  }

  template <std::size_t N>
  MomentumPath<Slope, N> operator()(const Vec3<Slope>& m, const Slope& h,
                                    const std::array<Slope, N>& fractions) const noexcept {
    MomentumPath<Slope, N> p{m, {}, {}, {}, h, 0};
    const Orbit<double> o = orbit_of(constants_, value_of(m));
    p.orbit.d1 = Slope(o.d1);
    p.orbit.d3 = Slope(o.d3);
    p.orbit.gg = dot(m, m);
    for (std::size_t i = 0; i < N; ++i) p.within[i] = change(m, fractions[i] * h);
    p.change = change(m, h);
    return p;
  }

 private:
  Vec3<Slope> change(const Vec3<Slope>& m, const Slope& h) const noexcept {
    Vec3<double> after;
    Quat<double> r;
    const MotionJacobian j = exact_jacobian(flow_, value_of(m), h.value, after, r);
    const Eigen::Vector3d slope =
        j.block<3, 3>(block::momentum, block::momentum) * to_eigen(slope_of(m)) +
        j.block<3, 3>(block::momentum, block::moments) * to_eigen(slope_of(moments_)) +
        j.block<3, 1>(block::momentum, block::time) * h.slope[0];
    const Vec3<double> dm = after - value_of(m);
    return Vec3<Slope>{Slope(dm.x, {slope(0)}), Slope(dm.y, {slope(1)}), Slope(dm.z, {slope(2)})} -
           Vec3<Slope>{Slope(0, {m.x.slope[0]}), Slope(0, {m.y.slope[0]}), Slope(0, {m.z.slope[0]})};
  }

  Vec3<Slope> moments_;
  ExactFlow flow_;
  ExactConstants<double> constants_;
};

}  // namespace kernel
}  // namespace polhode

// What compiles them comes after their exact momentum.
#include <polhode/kernel/factorization.hpp>
#include <polhode/kernel/implicit_midpoint.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <polhode/kernel/magnus.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/moser_veselov_scaled.hpp>
#include <polhode/kernel/runge_kutta.hpp>

#include "free/moser_veselov_interpolated.hpp"

namespace polhode {
namespace {

using Kernel = StepSlopes::Kernel;

template <class K>
Kernel made(const Vec3<Slope>& moments) {
  return [kernel = K(moments)](const Vec3<Slope>& m, const Slope& h) { return kernel(m, h); };
}

struct Known {
  std::string_view name;
  Kernel (*make)(const Vec3<Slope>& moments);  ///< none: the exact step
};

// Each kernel once; several names may have the same map.
constexpr auto dmv = made<kernel::MoserVeselov<Slope, 2>>;
constexpr auto scaled4 = made<kernel::ScaledMoserVeselov<Slope, 4>>;
constexpr auto scaled6 = made<kernel::ScaledMoserVeselov<Slope, 6>>;
constexpr auto magnus2 = made<kernel::Magnus<Slope, 2>>;
constexpr auto magnus4 = made<kernel::Magnus<Slope, 4>>;
constexpr auto magnus6 = made<kernel::Magnus<Slope, 6>>;
constexpr auto magnus8 = made<kernel::Magnus<Slope, 8>>;

constexpr std::array known{Known{"exact", nullptr},
                           Known{"magnus2", magnus2},
                           Known{"magnus4", magnus4},
                           Known{"magnus6", magnus6},
                           Known{"magnus8", magnus8},
                           Known{"magnus2_matrix", magnus2},
                           Known{"magnus4_matrix", magnus4},
                           Known{"magnus6_matrix", magnus6},
                           Known{"magnus8_matrix", magnus8},
                           Known{"factorization2", made<kernel::Factorization<Slope, 2>>},
                           Known{"factorization4", made<kernel::Factorization<Slope, 4>>},
                           Known{"factorization6", made<kernel::Factorization<Slope, 6>>},
                           Known{"factorization8", made<kernel::Factorization<Slope, 8>>},
                           Known{"dmv", dmv},
                           Known{"dmv4", made<kernel::MoserVeselov<Slope, 4>>},
                           Known{"dmv6", made<kernel::MoserVeselov<Slope, 6>>},
                           Known{"dmv8", made<kernel::MoserVeselov<Slope, 8>>},
                           Known{"dmv10", made<kernel::MoserVeselov<Slope, 10>>},
                           Known{"dmv_staggered", made<kernel::StaggeredMoserVeselov<Slope>>},
                           Known{"dmv4_scaled", scaled4},
                           Known{"dmv6_scaled", scaled6},
                           Known{"dmv4_interpolated", made<InterpolatedMoserVeselov<Slope, 4>>},
                           Known{"dmv6_interpolated", made<InterpolatedMoserVeselov<Slope, 6>>},
                           Known{"dmv_explicit", dmv},
                           Known{"dmv_schur", dmv},
                           Known{"rattle", dmv},
                           Known{"rattle4_scaled", scaled4},
                           Known{"rattle6_scaled", scaled6},
                           Known{"lie_poisson_123", made<kernel::LiePoisson123<Slope>>},
                           Known{"lie_poisson_132", made<kernel::LiePoisson132<Slope>>},
                           Known{"lie_poisson_213", made<kernel::LiePoisson213<Slope>>},
                           Known{"lie_poisson_231", made<kernel::LiePoisson231<Slope>>},
                           Known{"lie_poisson_312", made<kernel::LiePoisson312<Slope>>},
                           Known{"lie_poisson_321", made<kernel::LiePoisson321<Slope>>},
                           Known{"implicit_midpoint", made<kernel::ImplicitMidpoint<Slope>>},
                           Known{"rk4", made<kernel::RungeKutta4<Slope>>}};

/// Any exact method of the papers has the exact step's.
const Known* find(std::string_view method) {
  const auto* at = std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.name == method; });
  if (at != known.end()) return at;
  try {
    const MethodProperties properties = free_method(method).properties;
    return properties.momentum_order == 0 && properties.attitude_order == 0 ? known.data() : nullptr;
  } catch (const InvalidInput&) {
    return nullptr;
  }
}

Inertia in_principal_frame(const Inertia& body) {
  const Vec3<double> i = body.moments();
  return Inertia::from_moments(i.x, i.y, i.z);
}

}  // namespace

StepSlopes::StepSlopes(const Inertia& body, std::string_view method)
    : body_(in_principal_frame(body)), exact_(body_), is_exact_(false) {
  const Known* k = find(method);
  if (k == nullptr)
    throw InvalidInput("method", std::string(free_method(method).name),
                       "one whose step has a derivative (free/step_derivative.hpp), such as exact or dmv6");
  is_exact_ = k->make == nullptr;
  if (is_exact_) return;
  const Vec3<Slope> moments = constant(body.moments());
  plain_ = k->make(moments);
  for (Eigen::Index i = 0; i < 3; ++i) {
    Vec3<Slope> along = moments;
    component(along, i).slope[0] = 1;
    by_moment_.push_back(k->make(along));
  }
}

bool StepSlopes::knows(std::string_view method) { return find(method) != nullptr; }

StepSlopes::Result StepSlopes::by_exact_flow(const Vec3<double>& m, double h) const noexcept {
  Result result{};
  result.jacobian = exact_jacobian(exact_, m, h, result.m, result.r);
  return result;
}

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
  // Where nothing turns all methods do the same, and some divide by the angle.
  if (is_exact_ || h == 0 || m == Vec3<double>{}) return by_exact_flow(m, h);
  Result result{};
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
    const Vec3<double> m = stepper.instant().phase.m;
    stepper.step(h);
    const MotionJacobian one = p.slopes(m, h).jacobian;
    all = (one.leftCols<6>() * all).eval();
    all.rightCols<4>() += one.rightCols<4>();
  }
  all.col(block::time) /= static_cast<double>(steps);
  flow_derivative::turn_to_user(p.body, all);
  if (!all.allFinite()) throw InvalidInput("step", p.method.name, "one whose derivative is finite here");
  return {{normalise_attitude(start.attitude).q, start.momentum}, stepper.state(), all};
}

}  // namespace polhode
