// SPDX-License-Identifier: MIT
// Splittings of a body under a potential torque are symplectic if their free flow is; the exact flow is.
// (Celledoni and Safstrom 2006 say of their splitting with the exact flow that it is "symmetric, but not
// symplectic".) Seen on one step, by differences, in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/free/method.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/splitting/splitting.hpp>

#include "splitting/flow.hpp"
#include "splitting/kick.hpp"
#include "splitting/split_body.hpp"
#include "torque/heavy_top.hpp"
#include "torque/linear_damping.hpp"
#include "torque/vessel_restoring.hpp"

namespace symplectic_splitting_test {
namespace {

using namespace polhode;
using L = long double;
using Vector = Vec3<L>;
using Phase = kernel::Phase<L>;
using Map = std::function<Phase(const Phase&)>;

const Vector moments{0.6L, 0.8L, 1};
const Phase start{{0.5L, -0.7L, 0.6L}, {0.8L, 0.36L, -0.48L, 0}};
constexpr L h = 0.5L;  // h |omega| is about 0.7

/// What the differences leave is about eps^(4/5), 6e-16.
constexpr double noise = 1e-14, broken = 1e-9;

// ---- On T*SO(3)

/// A turn of the body, seen from it, and a change of its momentum.
struct Variation {
  Vector turn, dm;
};

/// In body coordinates, as in support/kernel_checks.hpp, where the step knows no attitude.
L form(const Vector& m, const Variation& a, const Variation& b) {
  return dot(b.dm, a.turn) - dot(a.dm, b.turn) + dot(m, cross(a.turn, b.turn));
}

Vector axis(std::size_t k) { return {L(k == 0), L(k == 1), L(k == 2)}; }

/// The first three turn, the others change the momentum.
Phase varied(const Phase& p, std::size_t direction, L by) {
  const Vector a = axis(direction % 3);
  if (direction >= 3) return {p.m + by * a, p.q};
  const L s = std::sin(by / 2);
  return {p.m, p.q * Quat<L>{std::cos(by / 2), s * a.x, s * a.y, s * a.z}};
}

/// f'(0) by differences of fourth order, for any f whose values can be added.
template <class F>
auto derivative(const F& f) {
  const L d = std::pow(std::numeric_limits<L>::epsilon(), 0.2L);
  return (1 / (12 * d)) * (L(8) * (f(d) - f(-d)) - (f(2 * d) - f(-2 * d)));
}

/// How much of the form is left by a map, beside `factor` times what was there: 0 for a symplectic map and
/// factor 1.
double defect(const Map& map, L factor = 1) {
  const Phase end = map(start);
  std::array<Variation, 6> before{}, after{};
  for (std::size_t k = 0; k < 6; ++k) {
    (k < 3 ? before[k].turn : before[k].dm) = axis(k % 3);
    after[k].dm = derivative([&](L by) { return map(varied(start, k, by)).m; });
    const Quat<L> dq = derivative([&](L by) { return map(varied(start, k, by)).q; });
    after[k].turn = L(2) * (end.q.conjugate() * dq).vec();
  }
  L worst = 0;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      worst = std::max(
          worst, std::abs(form(end.m, after[i], after[j]) - factor * form(start.m, before[i], before[j])));
  return static_cast<double>(worst);
}

/// One step of a splitting, with a free method by its name.
template <class Torque>
Map step_of(const char* name, const char* free, const Torque& torque) {
  const FreeStepOf<L> drift = free_method(free).prepare_extended(moments);
  const auto kick = make_kick<L>(torque, splitting(name).order);
  using Body = SplitBody<L, FreeStepOf<L>, std::remove_const_t<decltype(kick)>>;
  return [=](const Phase& p) {
    SplittingFlow<L, Body> flow(splitting(name), Body(drift, kick, p, false));
    flow.step(h);
    return flow.system().phase();
  };
}

const torques::HeavyTop<L> top({0, 0, 1}, {0.3L, -0.2L, 0.9L}, moments);

double printed(const char* name, const char* free, double found) {
  std::printf("  %-20s %-18s %.1e\n", name, free, found);
  return found;
}

double defect_with_top(const char* name, const char* free) {
  return printed(name, free, defect(step_of(name, free, top)));
}

TEST(SymplecticSplitting, IsWhatASymplecticFlowAndAPotentialMake) {
  for (const char* name : {"strang_kick", "strang_drift", "blanes_moan_srkn14a", "chin_4a"})
    for (const char* free : {"exact", "dmv", "lie_poisson_123"})
      EXPECT_LE(defect_with_top(name, free), noise) << name << ' ' << free;
}

// With the momentum exact but the attitude by a quadrature (they evaluate the elliptic functions at the
// step's middle and its end) the splitting is indeed not symplectic.
TEST(SymplecticSplitting, IsNotWhatAnApproximateAttitudeMakes) {
  for (const char* free : {"magnus2", "magnus4", "factorization4"})
    EXPECT_GE(defect_with_top("strang_kick", free), broken) << free;
}

TEST(SymplecticSplitting, IsNotWhatOtherFreeMethodsMake) {
  for (const char* free : {"dmv4", "implicit_midpoint", "rk4"})
    EXPECT_GE(defect_with_top("strang_kick", free), broken) << free;
}

// ---- Dissipation

torques::Vessel<L> vessel() {
  torques::Vessel<L> v;
  v.mass = 1;
  v.gravity = 1;
  v.longitudinal_height = 0.9L;
  v.transverse_height = 0.4L;
  v.moments = moments;
  return v;
}

/// A vessel with damping, as one torque that is linear in the momentum.
class DampedVessel {
 public:
  static constexpr bool depends_on_momentum = true, is_dissipative = true;

  explicit DampedVessel(const Vector& d)
      : restoring_(vessel()), damping_(torques::LinearDamping<L>::about_principal_axes(d, moments)) {}

  Vector operator()(const Phase& p, const L& t) const noexcept { return restoring_(p, t) + damping_(p, t); }
  Mat3<L> rate() const noexcept { return damping_.rate(); }
  Vector forcing(const Quat<L>& q, const L& t) const noexcept { return restoring_({{}, q}, t); }

 private:
  torques::VesselRestoring<L> restoring_;
  torques::LinearDamping<L> damping_;
};

TEST(SymplecticSplitting, EndsWithDamping) {
  const auto afloat = [](const Vector& d) { return step_of("strang_kick", "exact", DampedVessel(d)); };
  EXPECT_LE(printed("vessel", "undamped",
                    defect(step_of("strang_kick", "exact", torques::VesselRestoring<L>(vessel())))),
            noise);
  EXPECT_LE(printed("vessel", "damping of zero", defect(afloat({}))), noise);
  EXPECT_GE(printed("vessel", "damped", defect(afloat({0.3L, 0.2L, 0.1L}))), 0.05);
  // D = k I takes the same part from every momentum: the form is multiplied by exp(-k h), no more and no
  // less.
  const L k = 0.25L;
  const Map evenly = afloat(k * moments);
  EXPECT_GE(printed("vessel", "damped evenly", defect(evenly)), 0.05);
  EXPECT_LE(printed("vessel", "but for exp(-k h)", defect(evenly, std::exp(-k * h))), noise);
}

}  // namespace
}  // namespace symplectic_splitting_test
