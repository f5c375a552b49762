// SPDX-License-Identifier: MIT
// The elliptic functions by themselves: a pendulum let go close to the top. Its parameter is next to 1, and
// what counts is the complement, which the functions take beside it.
#include <cmath>
#include <cstdio>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>

int main() {
  namespace elliptic = polhode::elliptic;
  std::printf("from the top, radians   period, in units of sqrt(length/gravity)\n");
  for (const double below_top : {1.0, 1e-3, 1e-6, 1e-9, 1e-12}) {
    // Amplitude pi - below_top: k = cos(below_top / 2), and 1 - k^2 is known to all its digits.
    const double sine = std::sin(below_top / 2);
    const auto parameter = elliptic::from_mc(sine * sine);
    std::printf("%21.0e   %.12f\n", below_top, 4 * elliptic::ellint_k(parameter));
  }

  // The angle at some times, from the lowest point on: sin(angle / 2) = k sn(t).
  const auto parameter = elliptic::from_mc(1e-12);
  std::printf("\ntime   sin(angle/2)       cos(angle/2)\n");
  for (const double time : {1.0, 5.0, 10.0, 15.0}) {
    const elliptic::Jacobi<double> at = elliptic::jacobi(time, parameter);
    std::printf("%4.0f   %.12f   %.12e\n", time, std::sqrt(parameter.m) * at.sn, at.dn);
  }
}
