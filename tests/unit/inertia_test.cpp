// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <random>
#include <string>
#include <vector>

#include "body/wide_axes.hpp"
#include "core/number_text.hpp"
#include "support/refusal.hpp"
#include "support/text.hpp"
#include "support/wide.hpp"
#include "support/worst.hpp"

namespace inertia_test {
namespace {

using polhode::from_eigen;
using polhode::Inertia;
using polhode::Mat3;
using polhode::PointMass;
using polhode::Quat;
using polhode::to_eigen;
using polhode::Vec3;
using polhode::test::contains;
using polhode::test::refusal;
using polhode::test::text;
using polhode::test::Wide;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();

Mat3<Wide> random_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const Quat<double> q{normal(random), normal(random), normal(random), normal(random)};
  return to_matrix(polhode::convert<Wide>(q));
}

/// R diag(moments) R^T, rounded once: exactly symmetric.
Eigen::Matrix3d rotated_tensor(const Mat3<Wide>& r, const Vec3<double>& moments) {
  const Mat3<Wide> d{{Wide(moments.x), 0, 0, 0, Wide(moments.y), 0, 0, 0, Wide(moments.z)}};
  return polhode::to_eigen(polhode::convert<double>(r * d * r.transpose()));
}

/// Eigenvalues of a symmetric matrix, ascending, by the trigonometric solution of the cubic: in fifty digits
/// it is good to twenty-five even for equal ones.
std::array<Wide, 3> eigenvalues(const Mat3<Wide>& a) {
  const Wide mean = (a(0, 0) + a(1, 1) + a(2, 2)) / 3;
  Mat3<Wide> b = a;
  for (std::size_t i = 0; i < 3; ++i) b(i, i) -= mean;
  Wide square = 0;
  for (const Wide& x : b.entries) square += x * x;
  const Wide radius = sqrt(square / 6);
  if (radius == 0) return {mean, mean, mean};
  const Vec3<Wide> x{b(0, 0), b(1, 0), b(2, 0)}, y{b(0, 1), b(1, 1), b(2, 1)}, z{b(0, 2), b(1, 2), b(2, 2)};
  Wide cosine = dot(x, cross(y, z)) / (2 * radius * radius * radius);
  cosine = std::clamp(cosine, Wide(-1), Wide(1));
  const Wide angle = acos(cosine) / 3, third = 2 * acos(Wide(-1)) / 3;
  std::array<Wide, 3> values{mean + 2 * radius * cos(angle), mean + 2 * radius * cos(angle + third),
                             mean + 2 * radius * cos(angle - third)};
  std::sort(values.begin(), values.end());
  return values;
}

/// Moments of every kind that a body may have: apart, nearly equal in pairs or all three, thin, unphysical.
Vec3<double> random_moments(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0.1, 1), tiny(-16, -1);
  std::uniform_int_distribution<int> kind(0, 5);
  const double a = uniform(random), d = std::pow(10.0, tiny(random)), e = std::pow(10.0, tiny(random));
  switch (kind(random)) {
    case 0:
      return {a, uniform(random), uniform(random)};
    case 1:
      return {a, a * (1 + d), 2 * a};
    case 2:
      return {a / 2, a, a * (1 + d)};
    case 3:
      return {a, a * (1 + d), a * (1 + d + e)};
    case 4:
      return {a, a, uniform(random)};
    default:
      return {1e-3 * a, a, 3 * a};
  }
}

TEST(InertiaFromMoments, AnyOrderGivesAscendingMomentsAndAProperSignedPermutation) {
  std::array<double, 3> i{1, 2, 4};
  do {
    const Inertia body = Inertia::from_moments(i[0], i[1], i[2]);
    EXPECT_EQ(from_eigen(body.moments()), (Vec3<double>{1, 2, 4}));
    EXPECT_EQ(body.axes().determinant(), 1);
    EXPECT_EQ(body.axes().cwiseAbs().rowwise().sum(), Eigen::Vector3d::Ones());
    EXPECT_EQ(body.tensor(), Eigen::Matrix3d(Eigen::Vector3d(i[0], i[1], i[2]).asDiagonal()));
    const Eigen::Vector3d v(0.1, -1e-170, 3e200);
    EXPECT_EQ(body.from_principal(body.to_principal(v)), v);
    EXPECT_EQ(body.angular_velocity(v), Eigen::Vector3d(v.x() / i[0], v.y() / i[1], v.z() / i[2]));
    EXPECT_EQ(body.momentum(v), Eigen::Vector3d(v.x() * i[0], v.y() * i[1], v.z() * i[2]));
    // A rotation keeps the cross product: m x omega may be taken in either frame.
    const Vec3<double> p = from_eigen(body.to_principal({1, 2, 3})),
                       q = from_eigen(body.to_principal({5, -7, 11}));
    EXPECT_EQ(body.from_principal(to_eigen(cross(p, q))),
              Eigen::Vector3d(1, 2, 3).cross(Eigen::Vector3d(5, -7, 11)));
  } while (std::next_permutation(i.begin(), i.end()));
}

TEST(InertiaFromMoments, AscendingMomentsKeepTheUsersFrame) {
  for (const Vec3<double>& i :
       {Vec3<double>{1, 2, 3}, {1, 1, 2}, {1, 2, 2}, {2, 2, 2}, {0, 2, 2}, {1e-290, 1, 1}})
    EXPECT_EQ(Inertia::from_moments(i.x, i.y, i.z).axes(), Eigen::Matrix3d::Identity());
}

TEST(InertiaFromMoments, RefusesAndSaysWhatAndWhy) {
  const auto say = [](double a, double b, double c) {
    return refusal([=] { Inertia::from_moments(a, b, c); });
  };
  EXPECT_EQ(say(1, -2.5, 3), "body: moment of inertia 2: found -2.5, expected a number that is not negative");
  EXPECT_EQ(say(1, 2, infinite), "body: moment of inertia 3: found inf, expected a finite number");
  EXPECT_TRUE(contains(say(std::nan(""), 2, 3), "moment of inertia 1: found nan"));
  EXPECT_TRUE(contains(say(0, 2, 3), "(0, 2, 3), expected equal second and third"));
  EXPECT_TRUE(contains(say(0, 2, 0), "(0, 2, 0), expected at most one zero"));
  EXPECT_TRUE(contains(say(0, 0, 0), "expected at most one zero"));
  EXPECT_EQ(say(1e-299, 2, 3), "accepted");
  EXPECT_TRUE(contains(say(5e-324, 2, 3), "1e-300 of the greatest"));
  EXPECT_EQ(say(3, -0.0, 3), "accepted");
}

TEST(InertiaFromMoments, LinearBody) {
  const Inertia rod = Inertia::from_moments(3, 0, 3);
  EXPECT_TRUE(rod.is_linear());
  EXPECT_TRUE(rod.satisfies_triangle_inequality());
  EXPECT_EQ(rod.angular_velocity({6, 5, -3}), Eigen::Vector3d(2, 0, -1));
  EXPECT_FALSE(Inertia::from_moments(3, 1e-290, 3).is_linear());
}

TEST(InertiaFromMoments, TriangleInequality) {
  EXPECT_TRUE(Inertia::from_moments(3, 1, 2).satisfies_triangle_inequality());  // flat
  EXPECT_TRUE(Inertia::from_moments(0.1, 0.2, 0.1 + 0.2).satisfies_triangle_inequality());
  EXPECT_FALSE(Inertia::from_moments(1, 2, 3.0001).satisfies_triangle_inequality());
  EXPECT_TRUE(Inertia::from_moments(1e308, 1e308, 1.5e308).satisfies_triangle_inequality());
}

TEST(InertiaFromTensor, NearlyEqualMomentsStayAccurate) {
  std::mt19937_64 random(1);
  Worst moments("from_tensor, moments [eps I3]"), rebuilt("from_tensor, A I A^T - tensor [eps I3]"),
      orthogonal("from_tensor, A^T A - 1 [eps]"), axes("from_tensor, axes [eps (I3-I1) / gap]");
  for (int n = 0; n < 3000; ++n) {
    const Vec3<double> given = random_moments(random);
    const Eigen::Matrix3d tensor = rotated_tensor(random_rotation(random), given);
    const Inertia body = Inertia::from_tensor(tensor);
    const auto where = [&] { return text(given); };
    const Mat3<Wide> t = polhode::convert<Wide>(polhode::from_eigen(tensor)),
                     a = polhode::convert<Wide>(polhode::from_eigen(body.axes()));
    const std::array<Wide, 3> exact = eigenvalues(t);
    const Vec3<double> found = from_eigen(body.moments());
    const std::array<double, 3> values{found.x, found.y, found.z};
    EXPECT_LE(found.x, found.y);
    EXPECT_LE(found.y, found.z);
    EXPECT_NEAR(body.axes().determinant(), 1, 4 * eps);

    const Mat3<Wide> gram = a.transpose() * a;
    Mat3<Wide> scaled_axes = a;
    for (std::size_t k = 0; k < 3; ++k) {
      moments.add(static_cast<double>(abs(Wide(values[k]) - exact[k]) / exact[2]) / eps, where);
      for (std::size_t i = 0; i < 3; ++i) scaled_axes(i, k) *= Wide(values[k]);
    }
    const Mat3<Wide> product = scaled_axes * a.transpose();
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        rebuilt.add(static_cast<double>(abs(product(i, j) - t(i, j)) / exact[2]) / eps, where);
        orthogonal.add(static_cast<double>(abs(gram(i, j) - (i == j ? 1 : 0))) / eps, where);
      }
    // a_j . (T - I_i) a_i = (I_j - I_i) times the angle by which the axes are off in their plane.
    const Mat3<Wide> turned = a.transpose() * t * a;
    const Wide spread = exact[2] - exact[0];
    if (spread > 1e-13)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          if (i != j)
            axes.add(static_cast<double>(abs(turned(j, i) - exact[i] * gram(j, i)) / spread) / eps, where);
  }
  moments.expect_at_most(0.51);  // correctly rounded, but for the long double's own rounding
  rebuilt.expect_at_most(1.5);
  orthogonal.expect_at_most(1);
  axes.expect_at_most(1);
}

TEST(InertiaFromTensor, ScalingByPowersOfTwoChangesNoDigit) {
  std::mt19937_64 random(2);
  for (int n = 0; n < 200; ++n) {
    const Eigen::Matrix3d tensor = rotated_tensor(random_rotation(random), random_moments(random));
    const Inertia body = Inertia::from_tensor(tensor);
    for (const int e : {-900, -500, 500, 1000}) {
      const Inertia scaled = Inertia::from_tensor(std::ldexp(1.0, e) * tensor);
      EXPECT_EQ(scaled.axes(), body.axes());
      EXPECT_EQ(from_eigen(scaled.moments()), std::ldexp(1.0, e) * from_eigen(body.moments()));
    }
  }
}

TEST(InertiaFromTensor, DiagonalTensorIsTakenExactly) {
  const Eigen::Matrix3d tensor = Eigen::Vector3d(4, 1e-40, 2).asDiagonal();
  const Inertia body = Inertia::from_tensor(tensor);
  EXPECT_EQ(from_eigen(body.moments()), (Vec3<double>{1e-40, 2, 4}));
  EXPECT_EQ(body.axes().cwiseAbs().rowwise().sum(), Eigen::Vector3d::Ones());
  EXPECT_EQ(body.axes().determinant(), 1);
  EXPECT_EQ(body.tensor(), tensor);
  EXPECT_TRUE(Inertia::from_tensor(Eigen::Vector3d(4, 0, 4).asDiagonal()).is_linear());
}

TEST(InertiaFromTensor, OneUncoupledAxisStaysExact) {
  Eigen::Matrix3d tensor;
  tensor << 2, 0.5, 0, 0.5, 1, 0, 0, 0, 0.125;
  const Inertia body = Inertia::from_tensor(tensor);
  EXPECT_EQ(body.moments().x(), 0.125);
  EXPECT_EQ(body.axes().col(0).cwiseAbs(), Eigen::Vector3d::UnitZ());
}

TEST(InertiaFromTensor, ResultsComeBackInTheUsersFrame) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  Worst there("I omega from a tensor [eps I3 |omega|]"),
      back("momentum(angular_velocity(m)) [eps I3/I1 |m|]");
  for (int n = 0; n < 1000; ++n) {
    const Eigen::Matrix3d tensor = rotated_tensor(random_rotation(random), random_moments(random));
    const Inertia body = Inertia::from_tensor(tensor);
    const Eigen::Vector3d omega{normal(random), normal(random), normal(random)};
    const auto where = [&] { return text(from_eigen(body.moments())); };
    const double i1 = body.moments().x(), i3 = body.moments().z();
    there.add((body.momentum(omega) - tensor * omega).norm() / i3 / omega.norm() / eps, where);
    back.add((body.momentum(body.angular_velocity(omega)) - omega).norm() * i1 / i3 / omega.norm() / eps,
             where);
    EXPECT_LE((body.tensor() - tensor).cwiseAbs().maxCoeff(), 3 * eps * i3);
    EXPECT_EQ(body.tensor(), body.tensor().transpose());
  }
  there.expect_at_most(4);
  back.expect_at_most(4);
}

TEST(InertiaFromTensor, LinearBodyInAnyFrame) {
  std::mt19937_64 random(4);
  for (int n = 0; n < 500; ++n) {
    const Mat3<Wide> r = random_rotation(random);
    const double i = std::pow(10.0, std::uniform_real_distribution<double>(-150, 150)(random));
    const Inertia rod = Inertia::from_tensor(rotated_tensor(r, {0, i, i}));
    ASSERT_TRUE(rod.is_linear());
    EXPECT_EQ(rod.moments().y(), rod.moments().z());
    EXPECT_NEAR(rod.moments().y() / i, 1, 2 * eps);
    const Eigen::Matrix3d given = polhode::to_eigen(polhode::convert<double>(r));
    EXPECT_NEAR(std::abs(rod.axes().col(0).dot(given.col(0))), 1, 4 * eps);
    EXPECT_LE(rod.axes().col(0).cross(given.col(0)).norm(), 4 * eps);
  }
}

TEST(InertiaFromTensor, RefusesAndSaysWhatAndWhy) {
  const auto say = [](const Eigen::Matrix3d& a) { return refusal([&] { Inertia::from_tensor(a); }); };
  Eigen::Matrix3d a;
  a << 2, 0.5, 0, 0.5, 3, 0.25, 0, 0.25, 4;
  EXPECT_EQ(say(a), "accepted");
  Eigen::Matrix3d b = a;
  b(0, 1) += 1e-13;
  EXPECT_EQ(say(b), "accepted");
  b(0, 1) = 0.625;
  EXPECT_EQ(say(b),
            "inertia tensor: entries (1, 2) and (2, 1): found 0.625 and 0.5, expected a symmetric tensor "
            "(differences at most 1e-12 of its largest entry)");
  b = a;
  b(2, 1) = std::nan("");
  EXPECT_EQ(say(b), "inertia tensor: entry (3, 2): found nan, expected a finite number");
  b(2, 1) = infinite;
  EXPECT_TRUE(contains(say(b), "found inf"));
  EXPECT_TRUE(contains(say(Eigen::Matrix3d::Zero()), "found zero"));
  EXPECT_TRUE(contains(say(-Eigen::Matrix3d::Identity()), "not negative"));
  std::mt19937_64 random(5);
  const Mat3<Wide> r = random_rotation(random);
  EXPECT_TRUE(contains(say(rotated_tensor(r, {-1e-3, 1, 1})), "expected none negative"));
  EXPECT_TRUE(contains(say(rotated_tensor(r, {0, 1, 2})), "expected none zero within"));
  EXPECT_TRUE(contains(say(rotated_tensor(r, {0, 0, 1})), "expected none zero within"));
  EXPECT_EQ(say(rotated_tensor(r, {1e-14, 1, 2})), "accepted");
  EXPECT_TRUE(contains(say(rotated_tensor(r, {1.7e308, 1e308, 1e308}) * 1.07), "finite"));
}

/// Exact moments of point masses, ascending, from the tensor in fifty digits.
std::array<Wide, 3> moments_of(const std::vector<PointMass>& masses) {
  Wide total = 0;
  Vec3<Wide> centre{};
  for (const PointMass& p : masses) {
    total += Wide(p.mass);
    centre = centre + Wide(p.mass) * polhode::convert<Wide>(polhode::from_eigen(p.position));
  }
  centre = 1 / total * centre;
  Mat3<Wide> t;
  for (const PointMass& p : masses) {
    const Vec3<Wide> r = polhode::convert<Wide>(polhode::from_eigen(p.position)) - centre;
    const std::array<Wide, 3> x{r.x, r.y, r.z};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        t(i, j) += Wide(p.mass) * ((i == j ? dot(r, r) : Wide(0)) - x[i] * x[j]);
  }
  std::array<Wide, 3> values = eigenvalues(t);
  // A small first moment keeps more digits in the determinant.
  const Vec3<Wide> a{t(0, 0), t(1, 0), t(2, 0)}, b{t(0, 1), t(1, 1), t(2, 1)}, c{t(0, 2), t(1, 2), t(2, 2)};
  values[0] = dot(a, cross(b, c)) / (values[1] * values[2]);
  return values;
}

TEST(InertiaFromPointMasses, MomentsKeepTheDigitsOfThePositions) {
  // The last coordinates are scaled down to 1e-12, so that the least moment is down to 1e-24 of the others.
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> thin(-12, 0), scale(-140, 140);
  Worst worst("from_point_masses, I_k [eps (1 + sqrt(I3/I_k)/1000)]");
  for (int n = 0; n < 1000; ++n) {
    const double d = std::pow(10.0, thin(random)), length = std::pow(10.0, scale(random) / 2);
    const Mat3<double> r = polhode::convert<double>(random_rotation(random));
    std::vector<PointMass> masses;
    for (int i = 0; i < 3 + n % 5; ++i) {
      const Vec3<double> p =
          r * Vec3<double>{length * normal(random), length * d * normal(random), length * d * normal(random)};
      masses.push_back({std::exp(normal(random)), polhode::to_eigen(p)});
    }
    const Inertia body = Inertia::from_point_masses(masses);
    ASSERT_FALSE(body.is_linear()) << d;
    const std::array<Wide, 3> exact = moments_of(masses);
    const std::array<double, 3> found{body.moments().x(), body.moments().y(), body.moments().z()};
    for (std::size_t k = 0; k < 3; ++k) {
      // Rounded positions alone leave sqrt(I3/I_k) eps of uncertainty: a thousandth of it may be ours.
      const double conditioning = std::sqrt(found[2] / found[k]);
      worst.add(static_cast<double>(abs(Wide(found[k]) / exact[k] - 1)) / eps / (1 + conditioning / 1000),
                [&] { return polhode::number_text(d) + " thin, moment " + std::to_string(k + 1); });
    }
    EXPECT_TRUE(body.satisfies_triangle_inequality());
    EXPECT_NEAR(body.axes().determinant(), 1, 4 * eps);
  }
  worst.expect_at_most(1);
}

TEST(InertiaFromPointMasses, Water) {
  // r(OH) = 0.9572, angle 104.52 degrees: I about the axis through the plane is the sum of the other two.
  const double half = 104.52 / 2 * 0.017453292519943295, x = 0.9572 * std::sin(half),
               y = 0.9572 * std::cos(half);
  const std::vector<PointMass> masses{{15.999, {0, 0, 0}}, {1.008, {x, y, 0}}, {1.008, {-x, y, 0}}};
  const Inertia body = Inertia::from_point_masses(masses);
  EXPECT_NEAR(body.moments().y(), 2 * 1.008 * x * x, 2 * eps * body.moments().y());
  EXPECT_NEAR(body.moments().x(), 2 * 1.008 * 15.999 / 18.015 * y * y, 2 * eps);
  EXPECT_NEAR(body.moments().z(), body.moments().x() + body.moments().y(), eps * body.moments().z());
  EXPECT_EQ(body.axes().cwiseAbs().rowwise().sum(), Eigen::Vector3d::Ones());  // the axes are the given ones
}

TEST(InertiaFromPointMasses, CollinearPointsInAnyPlaceAreALinearBody) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> power(-70, 70), offset(-3, 8);
  for (int n = 0; n < 2000; ++n) {
    const Eigen::Vector3d along{normal(random), normal(random), normal(random)},
        towards{normal(random), normal(random), normal(random)};
    const double length = std::pow(10.0, power(random)), distance = std::pow(10.0, offset(random));
    std::vector<PointMass> masses;
    double reach = 0, total = 0;
    for (int i = 0; i < 2 + n % 4; ++i) {
      const double m = std::exp(normal(random)), s = normal(random);
      masses.push_back({m, length * (distance * towards + s * along)});
      reach = std::max(reach, masses.back().position.norm());
      total += m;
    }
    const Inertia body = Inertia::from_point_masses(masses);
    ASSERT_TRUE(body.is_linear()) << n;
    EXPECT_EQ(body.moments().y(), body.moments().z());
    // What the points, as rounded, lie off their line is left out of the moment: at most 2 eps of the reach.
    const double exact = static_cast<double>(moments_of(masses)[2]),
                 left_out = 4 * eps * eps * total * reach * reach;
    EXPECT_NEAR(body.moments().z(), exact, 2 * eps * exact + left_out) << n;
  }
}

TEST(InertiaFromPointMasses, ABentLineIsNotALinearBody) {
  for (const double bend : {1e-14, 1e-12, 1e-8}) {
    const std::vector<PointMass> masses{{1, {-1, 0, 0}}, {1, {0, bend, 0}}, {1, {1, 0, 0}}};
    const Inertia body = Inertia::from_point_masses(masses);
    EXPECT_FALSE(body.is_linear()) << bend;
    EXPECT_NEAR(body.moments().x() / (2 * bend * bend / 3), 1, 2 * eps);
  }
  const std::vector<PointMass> straight{{1, {-1, 0, 0}}, {1, {0, eps, 0}}, {1, {1, 0, 0}}};
  EXPECT_TRUE(Inertia::from_point_masses(straight).is_linear());
}

TEST(InertiaFromPointMasses, SymmetricBodies) {
  const std::vector<PointMass> cube{{2, {1, 1, 1}}, {2, {1, -1, -1}}, {2, {-1, 1, -1}}, {2, {-1, -1, 1}}};
  EXPECT_EQ(from_eigen(Inertia::from_point_masses(cube).moments()), (Vec3<double>{16, 16, 16}));
  EXPECT_EQ(Inertia::from_point_masses(cube).axes(), Eigen::Matrix3d::Identity());
}

TEST(InertiaFromPointMasses, RefusesAndSaysWhatAndWhy) {
  const auto say = [](const std::vector<PointMass>& masses) {
    return refusal([&] { Inertia::from_point_masses(masses); });
  };
  EXPECT_EQ(say({{1, {0, 0, 0}}}), "point masses: found 1, expected at least two points");
  EXPECT_EQ(say({{1, {0, 0, 0}}, {0, {1, 0, 0}}}),
            "point mass 2: found mass 0, expected a positive finite mass");
  EXPECT_TRUE(contains(say({{-3, {0, 0, 0}}, {1, {1, 0, 0}}}), "point mass 1: found mass -3"));
  EXPECT_TRUE(contains(say({{std::nan(""), {0, 0, 0}}, {1, {1, 0, 0}}}), "mass nan"));
  EXPECT_TRUE(
      contains(say({{1, {0, infinite, 0}}, {1, {1, 0, 0}}}), "position (0, inf, 0), expected finite"));
  EXPECT_TRUE(contains(say({{1, {0, 0, 0}}, {1, {0, 0, 0}}}), "2 points at one position"));
  EXPECT_TRUE(
      contains(say({{1, {3, 0, 0}}, {1, {3, 0, 0}}, {1, {3, 4 * eps, 0}}}), "3 points at one position"));
  EXPECT_TRUE(contains(say({{1, {1e200, 0, 0}}, {1, {0, 1e200, 0}}, {1, {0, 0, 1e200}}}), "found inf"));
  EXPECT_TRUE(
      contains(say({{1, {1e-200, 0, 0}}, {1, {0, 1e-200, 0}}, {1, {0, 0, 1e-200}}}), "at most one zero"));
}

/// Two doubles for each number hold every digit of a long double.
TEST(Inertia, AxesAsAQuaternionHaveTheDigitsOfLongDouble) {
  std::mt19937_64 random(11);
  for (int n = 0; n < 100; ++n) {
    const Inertia body =
        Inertia::from_tensor(rotated_tensor(random_rotation(random), random_moments(random)));
    const Quat<long double> exact =
        polhode::normalised(polhode::to_quat(polhode::convert<long double>(from_eigen(body.axes()))));
    EXPECT_EQ(polhode::wide_axes_attitude(body), exact);
    EXPECT_EQ(from_eigen(body.axes_attitude()), polhode::convert<double>(exact));
  }
  EXPECT_TRUE(polhode::is_principal(Inertia::from_moments(1, 2, 3)));
  EXPECT_FALSE(polhode::is_principal(Inertia::from_moments(3, 2, 1)));
}

TEST(Inertia, OtherMomentsAboutTheSameAxes) {
  const Inertia tilted =
      Inertia::from_tensor((Eigen::Matrix3d() << 1.2, 0.1, 0.05, 0.1, 2, -0.1, 0.05, -0.1, 2.6).finished());
  const Vec3<double> i = from_eigen(tilted.moments());
  const Inertia other = tilted.with_moments({i.x, 1.01 * i.y, i.z});
  EXPECT_EQ(other.axes(), tilted.axes());
  EXPECT_EQ(from_eigen(other.moments()), (Vec3<double>{i.x, 1.01 * i.y, i.z}));
  // In another order, the axes go with them.
  const Inertia swapped = tilted.with_moments({i.z, i.y, i.x});
  EXPECT_EQ(from_eigen(swapped.moments()), i);
  EXPECT_EQ(swapped.axes().col(0), tilted.axes().col(2));
  EXPECT_NEAR(swapped.axes().determinant(), 1, 4 * eps);
  EXPECT_FALSE(refusal([&] { tilted.with_moments({-1, 1, 1}); }).empty());
  EXPECT_EQ((Vec3<double>{1, 2, 3} / 4.0), (Vec3<double>{0.25, 0.5, 0.75}));
}

}  // namespace
}  // namespace inertia_test
