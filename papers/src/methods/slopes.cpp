// SPDX-License-Identifier: MIT
#include "methods/slopes.hpp"

#include <algorithm>
#include <array>
#include <polhode/core/slopes.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/papers/exact_momentum.hpp>
#include <polhode/rotation/convention.hpp>

#include "free/flow_derivative.hpp"
#include "free/step_slopes.hpp"
#include "rotation/value_of.hpp"

namespace polhode {
namespace {

using Slope = StepSlope;

Vec3<double> slope_of(const Vec3<Slope>& v) { return {v.x.slope[0], v.y.slope[0], v.z.slope[0]}; }

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
    const MotionJacobian j = exact_step_jacobian(flow_, value_of(m), h.value, after, r);
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
#include <polhode/papers/factorization.hpp>
#include <polhode/papers/magnus.hpp>
#include <polhode/papers/moser_veselov_scaled.hpp>
#include <polhode/papers/staggered_moser_veselov.hpp>

#include "moser_veselov/interpolated.hpp"

namespace polhode::papers {

namespace {

template <class K>
SlopeStep made(const Vec3<Slope>& moments) {
  return [kernel = K(moments)](const Vec3<Slope>& m, const Slope& h) { return kernel(m, h); };
}

struct Known {
  std::string_view name;
  SlopeStep (*make)(const Vec3<Slope>& moments);
};

// Each kernel once; several names may have the same map.
constexpr auto dmv = made<kernel::MoserVeselov<Slope, 2>>;
constexpr auto scaled4 = made<kernel::ScaledMoserVeselov<Slope, 4>>;
constexpr auto scaled6 = made<kernel::ScaledMoserVeselov<Slope, 6>>;
constexpr auto magnus2 = made<kernel::Magnus<Slope, 2>>;
constexpr auto magnus4 = made<kernel::Magnus<Slope, 4>>;
constexpr auto magnus6 = made<kernel::Magnus<Slope, 6>>;
constexpr auto magnus8 = made<kernel::Magnus<Slope, 8>>;

constexpr std::array known{Known{"magnus2", magnus2},
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
                           Known{"dmv_staggered", made<kernel::StaggeredMoserVeselov<Slope>>},
                           Known{"dmv4_scaled", scaled4},
                           Known{"dmv6_scaled", scaled6},
                           Known{"dmv4_interpolated", made<InterpolatedMoserVeselov<Slope, 4>>},
                           Known{"dmv6_interpolated", made<InterpolatedMoserVeselov<Slope, 6>>},
                           Known{"dmv_explicit", dmv},
                           Known{"dmv_schur", dmv},
                           Known{"rattle", dmv},
                           Known{"rattle4_scaled", scaled4},
                           Known{"rattle6_scaled", scaled6}};

}  // namespace

std::function<SlopeStep(const Vec3<StepSlope>& moments)> slopes_of(std::string_view method) {
  const auto* at = std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.name == method; });
  if (at == known.end()) return {};
  return at->make;
}

}  // namespace polhode::papers
