// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/moser_veselov_series.hpp>
#include <string>
#include <support/wide.hpp>
#include <support/worst.hpp>

namespace moser_veselov_series_test {
namespace {

using namespace polhode;
using kernel::MoserVeselov;
using test::Wide;

/// s and d as printed: [k][i] belongs to C^(k+1-i) H^i, k = 0..3.
struct Printed {
  std::array<std::array<Wide, 5>, 4> s{}, d{};
};

/// The symmetric functions of the moments in which the coefficients are given in [Hairer, Vilmart 2006].
class SymmetricSums {
 public:
  explicit SymmetricSums(const Vec3<Wide>& moments) : i_(moments) {}

  Wide sigma(int a) const { return pow(i_.x, a) + pow(i_.y, a) + pow(i_.z, a); }
  Wide mix(int a, int b) const {
    const Wide x = pow(i_.x, a), y = pow(i_.y, a), z = pow(i_.z, a);
    return (x + y) * pow(i_.z, -b) + (y + z) * pow(i_.x, -b) + (z + x) * pow(i_.y, -b);
  }
  Wide delta() const { return i_.x * i_.y * i_.z; }

 private:
  Vec3<Wide> i_;
};

Printed printed_series(const Vec3<Wide>& moments) {
  const SymmetricSums sums(moments);
  const auto n = [&sums](int a) { return sums.sigma(a); };
  const auto x = [&sums](int a, int b) { return sums.mix(a, b); };
  const auto k = [](int whole) { return Wide(whole); };
  const Wide D = sums.delta(), D2 = D * D, D3 = D2 * D, D4 = D2 * D2;
  Printed c;
  c.s[0] = {n(1) / (k(6) * D), -n(-1) / k(3)};
  c.d[0] = {k(-1) / (k(3) * D), n(1) / (k(6) * D)};
  c.s[1] = {(n(2) / D - n(-1)) / (k(30) * D), (k(1) - x(1, 1)) / (k(30) * D),
            (k(3) * n(1) / D + k(2) * n(-2)) / k(60)};
  c.d[1] = {-n(1) / (k(60) * D2), n(-1) / (k(10) * D) - n(2) / (k(60) * D2), -(k(9) + x(1, 1)) / (k(60) * D)};
  c.s[2] = {(k(4) * D + k(17) * n(3) - k(15) * D * x(1, 1)) / (k(2520) * D3),
            (k(9) * n(1) + k(10) * D * n(-2) - k(6) * x(2, 1)) / (k(420) * D2),
            (k(6) * D * x(1, 2) - k(100) * D * n(-1) + k(53) * n(2)) / (k(2520) * D2),
            (k(15) - D * n(-3) - k(2) * x(1, 1)) / (k(630) * D)};
  c.d[2] = {(k(34) * D * n(-1) - k(19) * n(2)) / (k(2520) * D3),
            (n(3) + k(2) * D * x(1, 1) - k(85) * D) / (k(1260) * D3),
            (k(47) * n(1) + k(13) * x(2, 1) - k(38) * D * n(-2)) / (k(2520) * D2),
            (k(9) * D * n(-1) + D * x(1, 2) - k(11) * n(2)) / (k(1260) * D2)};
  c.s[3] = {(k(62) * n(4) - k(94) * D * x(2, 1) + k(66) * D2 * n(-2) + k(81) * D * n(1)) / (k(45360) * D4),
            (k(-77) * x(3, 1) + k(75) * D * x(1, 2) + k(214) * n(2) - k(240) * D * n(-1)) / (k(22680) * D3),
            (k(26) * D * x(2, 2) + k(55) * n(3) + k(204) * D - k(50) * D2 * n(-3) - k(59) * D * x(1, 1)) /
                (k(7560) * D3),
            (k(137) * D * n(-2) - D * x(1, 3) + k(3) * n(1) - k(69) * x(2, 1)) / (k(11340) * D2),
            (k(2) * D2 * n(-4) + k(5) * D * x(1, 2) - k(171) * D * n(-1) + k(159) * n(2)) / (k(45360) * D2)};
  c.d[3] = {(k(60) * D * x(1, 1) - k(61) * n(3) - k(247) * D) / (k(45360) * D4),
            (k(54) * D * n(1) - n(4) + k(218) * D * x(2, 1) - k(426) * D2 * n(-2)) / (k(45360) * D4),
            (k(125) * D * n(-1) - k(5) * x(3, 1) - k(130) * n(2) + k(4) * D * x(1, 2)) / (k(7560) * D3),
            (k(67) * n(3) - k(735) * D - k(15) * D * x(2, 2) + k(87) * D * x(1, 1) + k(34) * D2 * n(-3)) /
                (k(22680) * D3),
            (k(165) * n(1) - D * x(1, 3) - k(9) * x(2, 1) - k(145) * D * n(-2)) / (k(45360) * D2)};
  return c;
}

/// The polynomial in C and H, term by term.
Wide sum_of(const std::array<std::array<Wide, 5>, 4>& terms, const Wide& c, const Wide& e,
            std::size_t degree) {
  Wide sum = 0;
  for (std::size_t k = 0; k < degree; ++k)
    for (std::size_t i = 0; i <= k + 1; ++i)
      sum += terms[k][i] * pow(c, static_cast<int>(k + 1 - i)) * pow(e, static_cast<int>(i));
  return sum;
}

/// The coefficients in C and P against those in print, in fifty digits: by every degree and for more values
/// of C and P than a polynomial of degree four could miss.
TEST(MoserVeselovSeries, IsThePrintedOne) {
  for (const Vec3<Wide>& moments :
       {Vec3<Wide>{0.345, 0.653, 1}, {1, 1, 1}, {0.25, 1.5, 1.625}, {1.5, 1.625, 1.875}, {0.01, 0.99, 1}}) {
    const auto series = kernel::modified_moments(Vec3<Wide>{1 / moments.x, 1 / moments.y, 1 / moments.z});
    const Printed printed = printed_series(moments);
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 5; ++j) {
        const Wide c = Wide(i + 1) / 7, p = Wide(j) / 11, e = c / moments.z + p;
        const auto expect_same = [](const Wide& a, const Wide& b) {
          EXPECT_LE(static_cast<double>(abs(a - b)), 1e-38 * static_cast<double>(1 + abs(b)));
        };
        expect_same(series.s.up_to<1>(c, p), sum_of(printed.s, c, e, 1));
        expect_same(series.d.up_to<1>(c, p), sum_of(printed.d, c, e, 1));
        expect_same(series.s.up_to<2>(c, p), sum_of(printed.s, c, e, 2));
        expect_same(series.d.up_to<2>(c, p), sum_of(printed.d, c, e, 2));
        expect_same(series.s.up_to<3>(c, p), sum_of(printed.s, c, e, 3));
        expect_same(series.d.up_to<3>(c, p), sum_of(printed.d, c, e, 3));
        expect_same(series.s.up_to<4>(c, p), sum_of(printed.s, c, e, 4));
        expect_same(series.d.up_to<4>(c, p), sum_of(printed.d, c, e, 4));
      }
  }
}

/// In double, for rods that turn about an axis nearly across them: the coefficients in print are then of size
/// 1/I1^8 and cancel. P is of size I1, because omega1 is of size one.
TEST(MoserVeselovSeries, KeepsItsDigitsForRods) {
  constexpr double eps = 0x1p-52;
  test::Worst worst("s and d of rods (eps)");
  for (double thin = 0.1; thin > 0.9e-12; thin /= 10)
    for (const double flat : {0.0, 0.3, 0.9}) {
      const Vec3<double> inverse{1 / thin, 1 + flat * thin, 1};  // exactly these
      const auto series = kernel::modified_moments(inverse);
      const Vec3<Wide> n = convert<Wide>(inverse);
      const auto exact = kernel::modified_moments(n);
      const double c = 0.01, p = 0.005 * thin;
      const auto off = [](double x, const Wide& of) { return static_cast<double>(abs(x / of - 1)) / eps; };
      const auto where = [&] { return "I1 " + std::to_string(std::log10(thin)); };
      worst.add(off(series.s.up_to<4>(c, p), exact.s.up_to<4>(Wide(c), Wide(p))), where);
      worst.add(off(series.d.up_to<4>(c, p), exact.d.up_to<4>(Wide(c), Wide(p))), where);
    }
  worst.expect_at_most(2);
}

/// And so do the steps, of rods with I2 = I3, whose numbers are exact: no error but that of the method, in 20
/// steps until t = 2.
template <int Order>
double error_for_rod(double thin) {
  const Vec3<double> moments{thin, 1, 1}, m{0.5 * thin, 0.2, 0.8};
  const MoserVeselov<double, Order> method(moments);
  kernel::Phase<double> p{m, Quat<double>::identity()};
  for (int n = 0; n < 20; ++n) p = kernel::advance(p, method(p.m, 0.1));
  const auto exact = kernel::Exact(moments)(m, 2.0);
  return std::max(norm(p.m - m - exact.dm), norm(p.q - Quat<double>::identity() - exact.dr));
}

TEST(MoserVeselovSeries, KeepsItsOrderForRods) {
  for (const double thin : {1e-2, 1e-5, 1e-7, 1e-9, 1e-12, 1e-15}) {
    EXPECT_NEAR(error_for_rod<6>(thin), 5.9e-10, 0.2e-10) << thin;
    EXPECT_NEAR(error_for_rod<8>(thin), 1.43e-13, 0.05e-13) << thin;
    EXPECT_LE(error_for_rod<10>(thin), 2e-15) << thin;
  }
}

}  // namespace
}  // namespace moser_veselov_series_test
