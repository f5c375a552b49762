// SPDX-License-Identifier: MIT
#include "moser_veselov/small_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace small_matrix_test {
namespace {

using polhode::SmallMatrix;

constexpr double eps = std::numeric_limits<double>::epsilon();

template <std::size_t R, std::size_t C>
SmallMatrix<double, R, C> random_matrix(std::mt19937& engine) {
  std::normal_distribution<double> number;
  SmallMatrix<double, R, C> A;
  for (double& x : A.entries) x = number(engine);
  return A;
}

template <class Matrix>
double largest(const Matrix& A) {
  double most = 0;
  for (const double x : A.entries) most = std::max(most, std::abs(x));
  return most;
}

TEST(SmallMatrix, SolvesEquationsToTheirResidual) {
  std::mt19937 engine(1);
  for (int i = 0; i < 1000; ++i) {
    const auto A = random_matrix<4, 4>(engine);
    const auto B = random_matrix<4, 2>(engine);
    const auto X = solved(A, B);
    EXPECT_LE(largest(A * X - B), 32 * eps * largest(A) * largest(X));
    const auto b = B.block<4, 1>(0, 0);
    const auto x = solved_if_regular(A, b);
    ASSERT_TRUE(x);
    EXPECT_LE(largest(A * *x - b), 32 * eps * largest(A) * largest(*x));
  }
}

TEST(SmallMatrix, TellsASingularOneFromOneThatIsNot) {
  std::mt19937 engine(2);
  for (int i = 0; i < 100; ++i) {
    auto A = random_matrix<4, 4>(engine);
    for (std::size_t row = 0; row < 4; ++row) A(row, 3) = A(row, 0) + A(row, 1);
    EXPECT_FALSE(solved_if_regular(A, random_matrix<4, 1>(engine)));
  }
}

TEST(SmallMatrix, FindsNullSpaces) {
  std::mt19937 engine(3);
  for (int i = 0; i < 1000; ++i) {
    const auto A = random_matrix<6, 4>(engine) * random_matrix<4, 6>(engine);
    for (const auto& space : {polhode::null_space_by_qr<2>(A), polhode::null_space_by_lu<2>(A)})
      EXPECT_LE(largest(A * space), 256 * eps * largest(A) * largest(space));
  }
}

TEST(SmallMatrix, MakesAnOrthonormalBasisOfItsColumns) {
  std::mt19937 engine(4);
  const auto one = SmallMatrix<double, 3, 3>::identity();
  for (int i = 0; i < 1000; ++i) {
    const auto A = random_matrix<6, 3>(engine), Q = orthonormal_basis(A);
    EXPECT_LE(largest(Q.transpose() * Q - one), 8 * eps);
    EXPECT_LE(largest(A - Q * (Q.transpose() * A)), 16 * eps * largest(A));
  }
}

}  // namespace
}  // namespace small_matrix_test
