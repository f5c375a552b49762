// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/kernel/gauss_nodes.hpp>
#include <support/wide.hpp>

namespace gauss_nodes_test {
namespace {

using polhode::kernel::gauss_rule;
using polhode::test::Wide;

/// The largest |sum b_i c_i^k - 1/(k+1)| for k = 0 .. degree.
template <class T, std::size_t N>
T moment_error(int degree) {
  const auto rule = gauss_rule<T, N>();
  T worst = T(0);
  for (int k = 0; k <= degree; ++k) {
    T sum = T(0);
    for (std::size_t i = 0; i < N; ++i) {
      T term = rule.weights[i];
      for (int j = 0; j < k; ++j) term = term * rule.nodes[i];
      sum = sum + term;
    }
    const T error = sum - T(1) / T(k + 1);
    worst = std::max<T>(worst, error < T(0) ? -error : error);
  }
  return worst;
}

template <class T, std::size_t N>
void expect_gauss() {
  constexpr int degree = 2 * static_cast<int>(N) - 1;
  EXPECT_LE((moment_error<T, N>(degree)), T(2) * std::numeric_limits<T>::epsilon()) << N;
  EXPECT_GE((moment_error<T, N>(degree + 1)), T(1e-6)) << N;
}

TEST(GaussNodes, IntegratePolynomialsOfTheirDegreeAndNoHigher) {
  expect_gauss<double, 1>();
  expect_gauss<double, 2>();
  expect_gauss<double, 3>();
  expect_gauss<double, 4>();
  expect_gauss<double, 5>();
  expect_gauss<long double, 4>();
  expect_gauss<long double, 5>();
  expect_gauss<Wide, 2>();
  expect_gauss<Wide, 3>();
  expect_gauss<Wide, 4>();
  expect_gauss<Wide, 5>();
}

}  // namespace
}  // namespace gauss_nodes_test
