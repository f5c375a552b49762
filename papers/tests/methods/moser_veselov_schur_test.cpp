// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <limits>
#include <polhode/papers/general_moser_veselov.hpp>
#include <random>
#include <string>
#include <support/random_motion.hpp>
#include <support/refusal.hpp>
#include <utility>

#include "moser_veselov/schur.hpp"

namespace moser_veselov_schur_test {
namespace {

using namespace polhode;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using kernel::Failure;
using kernel::Increment;
using papers::GeneralMoserVeselov;
using papers::moser_veselov_solution;

constexpr double eps = 0x1p-52;

struct GeneralMotion {
  VectorXd J;
  MatrixXd M;
};

GeneralMotion random_motion(Eigen::Index n, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> positive(0.3, 1.3), any(-0.3, 0.3);
  GeneralMotion g{VectorXd(n), MatrixXd::Zero(n, n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    g.J(i) = positive(engine);
    for (Eigen::Index j = 0; j < i; ++j) {
      g.M(i, j) = any(engine);
      g.M(j, i) = -g.M(i, j);
    }
  }
  return g;
}

/// Compiled once: Eigen's product of large matrices takes a compiler long.
MatrixXd times(const MatrixXd& a, const MatrixXd& b) { return a.lazyProduct(b); }

/// By its first row.
double determinant(const MatrixXd& A) {
  const Eigen::Index n = A.rows();
  if (n == 1) return A(0, 0);
  double sum = 0;
  for (Eigen::Index k = 0; k < n; ++k) {
    MatrixXd minor(n - 1, n - 1);
    minor << A.bottomLeftCorner(n - 1, k), A.bottomRightCorner(n - 1, n - 1 - k);
    sum += (k % 2 == 0 ? 1 : -1) * A(0, k) * determinant(minor);
  }
  return sum;
}

/// Whether all eigenvalues of a 3 x 3 matrix have positive real parts (Hurwitz).
bool is_in_right_half_plane(const MatrixXd& A) {
  const double e1 = A.trace(), e2 = (e1 * e1 - times(A, A).trace()) / 2, e3 = determinant(A);
  return e1 > 0 && e3 > 0 && e1 * e2 > e3;
}

/// det(z^2 - z M - J^2), whose coefficients are the constants of the discrete motion.
double lax_determinant(const VectorXd& J, const MatrixXd& hM, double z) {
  MatrixXd A = -z * hM;
  A.diagonal().array() += z * z - J.array().square();
  return determinant(A);
}

TEST(MoserVeselovSchur, AgreesWithTheExplicitSolver) {
  test::RandomMotions random(81);
  int solved = 0, refused = 0;
  for (int i = 0; i < 400; ++i) {
    const auto [I, m] = random.next();
    if (I.z > 0.99 * (I.x + I.y)) continue;
    const double turn = std::pow(10, random.uniform(-5, 0.3)),
                 h = turn / std::hypot(m.x / I.x, m.y / I.y, m.z / I.z);
    const SchurMoserVeselov<double> schur(I);
    const Increment<double> a = schur(m, h), b = ExplicitMoserVeselov<double>(I)(m, h);
    const bool is_refused = a.dr.w != a.dr.w;
    ASSERT_EQ(is_refused, b.dr.w != b.dr.w) << i;
    if (is_refused) {
      EXPECT_GT(turn, 0.99);
      EXPECT_EQ(schur.why(m, h), Failure::no_unique_solution);
      ++refused;
      continue;
    }
    ++solved;
    const moser_veselov::EquationOfBody<double> body(I);
    const double magnification = 1 / moser_veselov::roots_of(body.J(), body.turned(m, h)).half_sum;
    const Quat<double> dr = a.dr - b.dr;
    const Vec3<double> dm = a.dm - b.dm;
    EXPECT_LT(std::sqrt(dot(dr, dr)), 8 * eps * turn * magnification) << i;
    EXPECT_LT(std::sqrt(dot(dm, dm) / dot(m, m)), 8 * eps * turn * magnification) << i;
  }
  EXPECT_GT(solved, 100);
  EXPECT_GT(refused, 5);
}

TEST(MoserVeselovSchur, SymmetricBodiesAndPlates) {
  const Vec3<double> m{0.3, -0.5, 0.4};
  for (const Vec3<double>& I : {Vec3<double>{1, 1, 1}, {1, 1, 1.5}, {0.4, 1, 1}, {1, 1.5, 2}})
    for (const double h : {1e-12, 1e-4, 0.1, 0.5, -0.5}) {
      const Increment<double> a = SchurMoserVeselov<double>(I)(m, h),
                              b = ExplicitMoserVeselov<double>(I)(m, h);
      EXPECT_LT(norm(a.dr - b.dr), 32 * eps * std::abs(h));
    }
  EXPECT_EQ(SchurMoserVeselov<double>({1, 1.5, 2})({0.3, 0.2, 0.1}, 0).dr, Quat<double>{});
  // Plates, and moments that no body has.
  for (const Vec3<double>& I : {Vec3<double>{1, 1.5, 2.5}, {0.4, 0.6, 1}, {0.345, 0.653, 1}, {1, 1.5, 2.6}})
    for (const double h : {0.01, 0.1, 0.5}) {
      const Vec3<double> start{0.3, 0.2, 0.1};
      const Increment<double> a = SchurMoserVeselov<double>(I)(start, h),
                              b = ExplicitMoserVeselov<double>(I)(start, h);
      EXPECT_LT(norm(a.dr - b.dr), 2 * eps) << I.z << " " << h;
      EXPECT_LT(norm(a.dm - b.dm), 2 * eps) << I.z << " " << h;
    }
}

TEST(MoserVeselovSchur, SwapsOrderTheSpectrum) {
  using Matrix = MatrixXd;
  std::mt19937_64 engine(82);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 50; ++i) {
    Matrix A(3, 3);
    for (double& x : A.reshaped()) x = normal(engine);
    // A and -A side by side: as many eigenvalues in one half plane as in the other.
    Matrix H = Matrix::Zero(6, 6);
    H.topLeftCorner(3, 3) = A;
    H.bottomRightCorner(3, 3) = -A;
    // A rotation of each plane, one after the other.
    Matrix turn = Matrix::Identity(6, 6);
    for (Eigen::Index j = 0; j < 6; ++j)
      for (Eigen::Index k = 0; k < j; ++k) {
        const double angle = normal(engine), c = std::cos(angle), sine = std::sin(angle);
        for (Eigen::Index row = 0; row < 6; ++row) {
          const double x = turn(row, j), y = turn(row, k);
          turn(row, j) = c * x - sine * y;
          turn(row, k) = sine * x + c * y;
        }
      }
    H = times(times(turn, H), turn.transpose());
    const auto Q = moser_veselov::right_half_plane_first<double>(H);
    ASSERT_TRUE(Q) << i;
    EXPECT_LT((times(Q->transpose(), *Q) - Matrix::Identity(6, 6)).norm(), 32 * eps) << i;
    const Matrix T = times(times(Q->transpose(), H), *Q);
    EXPECT_LT(T.bottomLeftCorner(3, 3).norm(), 64 * eps * H.norm()) << i;
    EXPECT_TRUE(is_in_right_half_plane(T.topLeftCorner(3, 3))) << i;
    EXPECT_TRUE(is_in_right_half_plane(-T.bottomRightCorner(3, 3))) << i;
  }
  EXPECT_FALSE(moser_veselov::right_half_plane_first<double>(Matrix(Matrix::Identity(4, 4))));
}

/// The spectrum and the space momentum of X M X^T can fail on the orthogonality of omega alone, as omega M
/// omega^T is what M becomes; on the equation only the values of the Lax determinant can, and order two
/// below.
TEST(MoserVeselovSchur, FourAndFiveDimensionsAreIsospectralAndConserveTheSpaceMomentum) {
  for (const Eigen::Index n : {2, 4, 5}) {
    const GeneralMotion g = random_motion(n, 90 + static_cast<unsigned>(n));
    const GeneralMoserVeselov body(g.J);
    const double h = 0.25;
    MatrixXd M = g.M, X = MatrixXd::Identity(n, n);
    constexpr int steps = 100;
    for (int i = 0; i < steps; ++i) {
      const auto [after, R] = body.step(M, h);
      M = after;
      X = times(X, R);
    }
    const double allowed = 8 * eps * std::sqrt(static_cast<double>(steps * n));
    EXPECT_GT((M - g.M).norm() + (n == 2 ? 1.0 : 0.0), 0.05);
    EXPECT_LT((times(times(X, M), X.transpose()) - g.M).norm(), allowed) << n;
    // As many values as the polynomial has coefficients.
    for (int k = 1; k <= 2 * n; ++k) {
      const double z = 0.15 * k, before = lax_determinant(g.J, h * g.M, z),
                   after = lax_determinant(g.J, h * M, z);
      EXPECT_NEAR(after, before, allowed * std::pow(2 + z * z, n)) << n << " " << z;
    }
  }
}

/// No step is refused, though the Schur form stalls now and then, and |M| shrinks by less than 0.25 eps a
/// step.
TEST(SlowMoserVeselovSchur, TwoThousandStepsInFourAndFiveDimensions) {
  constexpr int steps = 2000;
  for (const Eigen::Index n : {4, 5}) {
    const GeneralMotion g = random_motion(n, 5);
    const GeneralMoserVeselov body(g.J);
    const double h = 0.2 / body.velocity(g.M).norm();
    MatrixXd M = g.M, X = MatrixXd::Identity(n, n);
    for (int i = 0; i < steps; ++i) {
      const auto [after, R] = body.step(M, h);
      M = after;
      X = times(X, R);
    }
    const double shrunk = (1 - M.norm() / g.M.norm()) / eps,
                 moved = (times(times(X, M), X.transpose()) - g.M).norm() / g.M.norm() / eps;
    std::printf("  %d dimensions, %d steps: |M| shrinks by %.0f eps, space momentum moves by %.0f eps\n",
                static_cast<int>(n), steps, shrunk, moved);
    EXPECT_LE(std::abs(shrunk), 0.25 * steps) << n;
    EXPECT_LE(moved, 0.5 * steps) << n;
  }
}

/// The classical fourth-order method for M' = [M, Omega], X' = X Omega, with short steps.
void integrate(const GeneralMoserVeselov& body, MatrixXd& M, MatrixXd& X, double time) {
  constexpr int steps = 200;
  const double h = time / steps;
  const auto slope = [&](const MatrixXd& m, const MatrixXd& x) {
    const MatrixXd Omega = body.velocity(m);
    return std::pair<MatrixXd, MatrixXd>(times(m, Omega) - times(Omega, m), times(x, Omega));
  };
  for (int i = 0; i < steps; ++i) {
    const auto [a, p] = slope(M, X);
    const auto [b, q] = slope(M + h / 2 * a, X + h / 2 * p);
    const auto [c, r] = slope(M + h / 2 * b, X + h / 2 * q);
    const auto [d, s] = slope(M + h * c, X + h * r);
    M += h / 6 * (a + 2 * b + 2 * c + d);
    X += h / 6 * (p + 2 * q + 2 * r + s);
  }
}

TEST(MoserVeselovSchur, FourAndFiveDimensionsAreOfOrderTwo) {
  for (const Eigen::Index n : {4, 5}) {
    const GeneralMotion g = random_motion(n, 95 + static_cast<unsigned>(n));
    const GeneralMoserVeselov body(g.J);
    MatrixXd M_true = g.M, X_true = MatrixXd::Identity(n, n);
    integrate(body, M_true, X_true, 1);
    const auto errors = [&](int steps) {
      MatrixXd M = g.M, X = MatrixXd::Identity(n, n);
      for (int i = 0; i < steps; ++i) {
        const auto [after, R] = body.step(M, 1.0 / steps);
        M = after;
        X = times(X, R);
      }
      return std::pair<double, double>((M - M_true).norm(), (X - X_true).norm());
    };
    const auto [m1, x1] = errors(32);
    const auto [m2, x2] = errors(64);
    EXPECT_NEAR(std::log2(m1 / m2), 2, 0.05) << n;
    EXPECT_NEAR(std::log2(x1 / x2), 2, 0.05) << n;
  }
}

TEST(MoserVeselovSchur, GeneralSolutionIsThatOfTheKernel) {
  const Vec3<double> I{1, 1.5, 2}, m{0.3, -0.5, 0.4};
  const double h = 0.6;
  VectorXd J(3);
  J << (I.y + I.z - I.x) / 2, (I.z + I.x - I.y) / 2, (I.x + I.y - I.z) / 2;
  MatrixXd M(3, 3);
  M << 0, -m.z, m.y, m.z, 0, -m.x, -m.y, m.x, 0;
  const auto [after, R] = GeneralMoserVeselov(J).step(M, h);
  const Increment<double> step = SchurMoserVeselov<double>(I)(m, h);
  const Mat3<double> rotation = to_matrix(Quat<double>::identity() + step.dr);
  for (Eigen::Index i = 0; i < 3; ++i)
    for (Eigen::Index j = 0; j < 3; ++j)
      EXPECT_NEAR(R(i, j), rotation(static_cast<std::size_t>(i), static_cast<std::size_t>(j)), 16 * eps);
  EXPECT_NEAR(after(2, 1), m.x + step.dm.x, 16 * eps);
  EXPECT_NEAR(after(0, 2), m.y + step.dm.y, 16 * eps);
  EXPECT_NEAR(after(1, 0), m.z + step.dm.z, 16 * eps);
}

TEST(MoserVeselovSchur, RefusesAtItsBoundary) {
  const GeneralMotion g = random_motion(4, 99);
  const auto said = [](const VectorXd& J, const MatrixXd& M) {
    return test::refusal([&] { moser_veselov_solution(M, J); });
  };
  EXPECT_EQ(said(g.J, g.M), "accepted");
  EXPECT_NE(said(-g.J, g.M).find("positive"), std::string::npos);
  EXPECT_NE(said(VectorXd(), g.M).find("nothing"), std::string::npos);
  EXPECT_NE(said(g.J.head(3), g.M).find("3 x 3"), std::string::npos);
  EXPECT_NE(said(g.J, g.M + MatrixXd::Identity(4, 4)).find("skew"), std::string::npos);
  EXPECT_NE(said(g.J, 100 * g.M).find("half plane"), std::string::npos);
  EXPECT_NE(said(g.J, std::numeric_limits<double>::infinity() * g.M).find("skew"), std::string::npos);
  EXPECT_NE(test::refusal([&] { GeneralMoserVeselov{VectorXd::Zero(3)}; }).find("positive"),
            std::string::npos);
}

}  // namespace
}  // namespace moser_veselov_schur_test
