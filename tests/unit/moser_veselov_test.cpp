// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <string>
#include <support/kernel_checks.hpp>
#include <support/random_motion.hpp>
#include <support/taylor_motion.hpp>
#include <support/wide.hpp>
#include <support/worst.hpp>

namespace moser_veselov_test {
namespace {

using namespace polhode;
using kernel::Increment;
using kernel::MoserVeselov;
using test::Wide;

constexpr double eps = 0x1p-52;
const Vec3<double> water{0.345, 0.653, 1}, start{0.5, 0.2, 0.84};

template <class T>
Vec3<T> angular_velocity(const Vec3<T>& moments, const Vec3<T>& m) {
  return {m.x / moments.x, m.y / moments.y, m.z / moments.z};
}

double spin(const Vec3<double>& moments, const Vec3<double>& m) { return norm(angular_velocity(moments, m)); }

bool refused(const Increment<double>& i) {
  const bool some = std::isnan(i.dm.x), all = some && std::isnan(i.dm.y) && std::isnan(i.dm.z) &&
                                              std::isnan(i.dr.w) && std::isnan(i.dr.x) &&
                                              std::isnan(i.dr.y) && std::isnan(i.dr.z);
  EXPECT_EQ(some, all);
  return some;
}

/// What one step leaves of the invariants and of the way back, in eps.
template <int Order>
void expect_conserved() {
  test::RandomMotions motions(Order);
  test::Worst worst("of one step of order " + std::to_string(Order) +
                    ": energy, |m|, q m, |r|, way back (eps)");
  for (int n = 0; n < 500; ++n) {
    const test::RandomMotion motion = motions.next();
    const Vec3<double>&moments = motion.moments, &m = motion.m;
    const double h = motions.uniform(-0.5, 0.5) / spin(moments, m);
    const MoserVeselov<double, Order> method(moments);
    const Increment<double> i = method(m, h);
    using L = long double;
    const Vec3<L> before = convert<L>(m), dm = convert<L>(i.dm), after = before + dm,
                  mean = before + L(0.5) * dm;
    const Quat<L> r = Quat<L>::identity() + convert<L>(i.dr);
    const Vec3<L> omega = angular_velocity(convert<L>(moments), mean);
    const Vec3<L> turned = rotate(r, after) - before;
    const Increment<double> back = method(m + i.dm, -h);
    const Vec3<double> returned = m + i.dm + back.dm - m;
    const auto where = [&] { return "h|omega| " + std::to_string(h * spin(moments, m)); };
    worst.add(static_cast<double>(std::abs(dot(dm, omega)) / dot(before, omega)) / eps, where);
    worst.add(static_cast<double>(std::abs(dot(dm, mean)) / dot(before, before)) / eps, where);
    worst.add(static_cast<double>(norm(turned) / norm(before)) / eps, where);
    worst.add(static_cast<double>(std::abs(dot(r, r) - 1)) / eps, where);
    worst.add(norm(returned) / norm(m) / eps, where);
  }
  worst.expect_at_most(1.5);
}

TEST(MoserVeselov, ConservesToRoundingAndLeadsBack) {
  expect_conserved<2>();
  expect_conserved<6>();
  expect_conserved<10>();
}

TEST(MoserVeselov, StandsStillWhereNothingMoves) {
  const MoserVeselov<double, 10> method(water);
  for (const auto& i : {method(start, 0.0), method({0, 0, 0}, 0.1)}) {
    EXPECT_EQ(i.dm, (Vec3<double>{}));
    EXPECT_EQ(i.dr, (Quat<double>{}));
  }
}

/// A sphere only turns, and a body on an axis stays there.
TEST(MoserVeselov, TakesSpheresAndAxes) {
  EXPECT_EQ((MoserVeselov<double, 10>({0.7, 0.7, 0.7})(start, 0.1).dm), (Vec3<double>{}));
  EXPECT_EQ((MoserVeselov<double, 10>(water)({0, 1, 0}, 0.1).dm), (Vec3<double>{}));
  const Increment<double> turn = MoserVeselov<double, 10>({2, 2, 2})({0, 0, 3}, 0.1);
  EXPECT_NEAR(turn.dr.z, std::sin(0.075), eps * 0.075);
}

TEST(MoserVeselov, KnowsNoScale) {
  const Increment<double> a = MoserVeselov<double, 10>(water)(start, 0.1);
  for (const int e : {-330, 330}) {
    const Increment<double> b =
        MoserVeselov<double, 10>(scaled(water, e))(scaled(start, -e), std::ldexp(0.1, 2 * e));
    EXPECT_EQ(scaled(b.dm, e), a.dm);
    EXPECT_EQ(b.dr, a.dr);
    const Increment<double> c = MoserVeselov<double, 10>(water)(scaled(start, e), std::ldexp(0.1, -e));
    EXPECT_EQ(scaled(c.dm, -e), a.dm);
    EXPECT_EQ(c.dr, a.dr);
  }
}

/// The solution of the Moser-Veselov equation with its spectrum in the right half plane, from the roots of
/// (1.8), without iterating on the rotation: W^2 - M W = J^2 and W^3 - e1 W^2 + e2 W - e3 = 0 give (M^2 + J^2
/// - e1 M + e2) W = e1 J^2 + e3 - M J^2.
class DenseSolution {
 public:
  using L = long double;
  using Matrix = std::array<std::array<L, 3>, 3>;

  DenseSolution(const Vec3<double>& moments, const Vec3<double>& hm) {
    const Vec3<L> i = convert<L>(moments), m = convert<L>(hm);
    const std::array<L, 3> j{(i.y + i.z - i.x) / 2, (i.z + i.x - i.y) / 2, (i.x + i.y - i.z) / 2};
    const Matrix M{{{0, -m.z, m.y}, {m.z, 0, -m.x}, {-m.y, m.x, 0}}};
    roots(j, m);
    const std::complex<L> a = lambda_[0], b = lambda_[1], c = lambda_[2];
    const L e1 = (a + b + c).real(), e2 = (a * b + b * c + c * a).real(), e3 = (a * b * c).real();
    Matrix left{}, right{};
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t s = 0; s < 3; ++s) {
        for (std::size_t t = 0; t < 3; ++t) left[r][s] += M[r][t] * M[t][s];
        left[r][s] += (r == s ? j[r] * j[r] + e2 : 0) - e1 * M[r][s];
        right[r][s] = (r == s ? e1 * j[r] * j[r] + e3 : 0) - M[r][s] * j[s] * j[s];
      }
    const Matrix inverse = inverted(left);
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t s = 0; s < 3; ++s) {
        for (std::size_t t = 0; t < 3; ++t) rotation_[r][s] += inverse[r][t] * right[t][s];
        rotation_[r][s] /= j[s];
      }
  }

  /// How far the eigenvalues are from the imaginary axis, the smallest against the largest.
  double margin() const {
    L least = 1e30L, most = 0;
    for (const auto& x : lambda_) {
      least = std::min(least, x.real());
      most = std::max(most, std::abs(x));
    }
    return static_cast<double>(least / most);
  }

  double distance_to(const Quat<double>& r) const {
    const Quat<L> q = convert<L>(r);
    L worst = 0;
    const std::array<Vec3<L>, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (std::size_t s = 0; s < 3; ++s) {
      const Vec3<L> column = rotate(q, axes[s]);
      worst = std::max({worst, std::abs(column.x - rotation_[0][s]), std::abs(column.y - rotation_[1][s]),
                        std::abs(column.z - rotation_[2][s])});
    }
    return static_cast<double>(worst);
  }

 private:
  /// lambda^2 by the method of Durand and Kerner, lambda with a positive real part.
  void roots(const std::array<L, 3>& j, const Vec3<L>& m) {
    const L x = j[0] * j[0], y = j[1] * j[1], z = j[2] * j[2];
    const L p = x + y + z - dot(m, m),
            r = x * y + y * z + z * x - (x * m.x * m.x + y * m.y * m.y + z * m.z * m.z), e = x * y * z;
    std::array<std::complex<L>, 3> mu{{{0.4L, 0.9L}, {-0.65L, 0.72L}, {-0.9L, 0.3L}}};
    for (int n = 0; n < 100; ++n)
      for (std::size_t i = 0; i < 3; ++i) {
        const std::complex<L> at = mu[i];
        mu[i] -= (((at - p) * at + r) * at - e) / ((at - mu[(i + 1) % 3]) * (at - mu[(i + 2) % 3]));
      }
    for (std::size_t i = 0; i < 3; ++i) lambda_[i] = std::sqrt(mu[i]);
  }

  static Matrix inverted(const Matrix& a) {
    Matrix n{};
    L det = 0;
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t s = 0; s < 3; ++s)
        n[s][r] = a[(r + 1) % 3][(s + 1) % 3] * a[(r + 2) % 3][(s + 2) % 3] -
                  a[(r + 1) % 3][(s + 2) % 3] * a[(r + 2) % 3][(s + 1) % 3];
    for (std::size_t s = 0; s < 3; ++s) det += a[0][s] * n[s][0];
    for (auto& row : n)
      for (L& x : row) x /= det;
    return n;
  }

  std::array<std::complex<L>, 3> lambda_{};
  Matrix rotation_{};
};

/// Up to the end of the solution: taken exactly where there is one, and then that one.
TEST(MoserVeselov, IsTheDenseSolutionUpToItsEnd) {
  test::RandomMotions motions(4);
  int taken = 0, ended = 0, lost = 0;
  test::Worst worst("against the dense solution (eps / margin^2)");
  for (int n = 0; n < 2000; ++n) {
    const test::RandomMotion motion = motions.next();
    const Vec3<double>& m = motion.m;
    Vec3<double> moments = motion.moments;
    moments.z = std::min(moments.z, 0.97 * (moments.x + moments.y));  // J3 is divided by
    const double h = motions.uniform(0.3, 2) / spin(moments, m);
    const DenseSolution dense(moments, h * m);
    const MoserVeselov<double, 2> method(moments);
    const Increment<double> i = method(m, h);
    const bool exists = dense.margin() > 1e-6;
    if (refused(i)) {
      if (exists) ++lost;
      if (!exists) ++ended;
      EXPECT_EQ(method.why(m, h),
                exists ? kernel::Failure::no_convergence : kernel::Failure::no_unique_solution);
      continue;
    }
    ++taken;
    EXPECT_TRUE(exists) << "h|omega| " << h * spin(moments, m);
    const double margin = dense.margin();
    worst.add(dense.distance_to(Quat<double>::identity() + i.dr) * margin * margin / eps,
              [&] { return "h|omega| " + std::to_string(h * spin(moments, m)); });
  }
  std::printf("  taken %d, ended %d, lost %d\n", taken, ended, lost);
  worst.expect_at_most(1);
  EXPECT_GT(taken, 500);
  EXPECT_GT(ended, 500);
  EXPECT_EQ(lost, 0);
}

TEST(MoserVeselov, RefusesWhatIsNotFinite) {
  const MoserVeselov<double, 4> method(water);
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(refused(method(start, infinite)));
  EXPECT_TRUE(refused(method({infinite, 0, 0}, 0.1)));
  EXPECT_EQ(method.why(start, infinite), kernel::Failure::out_of_range);
}

TEST(MoserVeselov, RefusesLongStepsAtEveryOrder) {
  for (const double h : {3.0, 30.0, 3e10}) {
    const auto expect_refusal = [h](const auto& method, kernel::Failure expected) {
      EXPECT_TRUE(refused(method(start, h)));
      EXPECT_EQ(method.why(start, h), expected) << h;
    };
    expect_refusal(MoserVeselov<double, 2>(water), kernel::Failure::no_unique_solution);
    expect_refusal(MoserVeselov<double, 4>(water), kernel::Failure::beyond_series);
    expect_refusal(MoserVeselov<double, 10>(water), kernel::Failure::beyond_series);
  }
}

/// The plain method is. A step that depends on m by its invariants, as in the modified moments, is not, though
/// the map of the momentum alone is still a Poisson map; the defect has the order of the method.
TEST(MoserVeselov, IsSymplecticWithItsOwnMomentsAlone) {
  const Vec3<Wide> moments = convert<Wide>(water), m = convert<Wide>(start);
  const Wide h = Wide(1) / 10;
  const double plain = test::symplectic_defect(MoserVeselov<Wide, 2>(moments), m, h),
               order4 = test::symplectic_defect(MoserVeselov<Wide, 4>(moments), m, h),
               order4_half = test::symplectic_defect(MoserVeselov<Wide, 4>(moments), m, h / 2),
               order10 = test::symplectic_defect(MoserVeselov<Wide, 10>(moments), m, h);
  std::printf("  symplectic defect, h = 0.1: dmv %.2g, dmv4 %.2g (h/2: %.2g), dmv10 %.2g\n", plain, order4,
              order4_half, order10);
  EXPECT_LE(plain, 1e-20);
  EXPECT_GE(order10, 1e-16);
  EXPECT_NEAR(std::log2(order4 / order4_half), 5, 0.1);
}

/// Products with 1/0.6 do not round at random; were they applied to m as a whole, |m|^2/2 would gain 2.5e-4
/// eps a step here. (Brouwer's law for more bodies and steps: tests/laws/round_off_test.cpp.)
TEST(SlowMoserVeselov, DoesNotDriftForABodyOfShortFractions) {
  using L = long double;
  constexpr int starts = 50, steps = 20000;
  const MoserVeselov<double, 10> method({0.4, 0.6, 1});
  const double h = 0.359;
  test::RandomMotions near(1);
  double sum = 0, squares = 0;
  for (int n = 0; n < starts; ++n) {
    const auto by = [&near] { return near.uniform(-0.03, 0.03); };
    Vec3<double> m{0.3 + by(), -0.5 + by(), 0.8 + by()};
    L gained = 0;
    for (int k = 0; k < steps; ++k) {
      const Vec3<double> dm = method(m, h).dm;
      gained += dot(convert<L>(dm), convert<L>(m) + L(0.5) * convert<L>(dm));
      m = m + dm;
    }
    const double a_step = static_cast<double>(gained) / steps / eps;
    sum += a_step;
    squares += a_step * a_step;
  }
  const double mean = sum / starts, error = std::sqrt((squares / starts - mean * mean) / (starts - 1));
  std::printf("  |m|^2/2 gains %.2g +- %.2g eps a step\n", mean, error);
  EXPECT_LE(std::abs(mean), 3 * error);
  EXPECT_LE(error, 6e-5);
}

}  // namespace
}  // namespace moser_veselov_test
