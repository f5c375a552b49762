// SPDX-License-Identifier: MIT
// x = n pi / 2 + c + d with c a multiple of 1/32 and |d| <= 1/64; the sine of c + d is sin c + (cos c sin d +
// sin c (cos d - 1)). sin c and cos c are sums of two numbers, the first of 27 bits, so that its product with
// the leading 24 bits of d is exact; the remaining terms are at most 2^-13 of the result, and so is the
// effect of their rounding.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <polhode/core/compensated.hpp>
#include <polhode/core/sine.hpp>

namespace polhode {
namespace {

struct SineRow {
  double sine, sine_rest, cosine, cosine_rest;
};

/// Sine and cosine of k / 32, for |x| slightly beyond pi / 4.
constexpr SineRow sine_rows[] = {
    {0, 0, 0x1p+0, 0},
    {0x1.ffeaabp-6, -0x1.11179173501bfp-34, 0x1.ffc0014p-1, 0x1.5527d2b12aedbp-29},
    {0x1.ffaaafp-5, -0x1.12b1254b45b4dp-33, 0x1.ff00154p-1, 0x1.49f4d34ca0e1fp-29},
    {0x1.7f70104p-4, -0x1.b55e37ca07a5dp-33, 0x1.fdc06cp-1, -0x1.0328c96737ea5p-30},
    {0x1.feaaefp-4, -0x1.7911ca35f9658p-32, 0x1.fc01554p-1, -0x1.82a42c925c32cp-29},
    {0x1.3eb312cp-3, 0x1.759b2d47d666bp-33, 0x1.f9c340cp-1, -0x1.833bd78e9253ep-29},
    {0x1.7dc103p-3, -0x1.14352ba952bc7p-33, 0x1.f706bep-1, -0x1.84c791698c80cp-31},
    {0x1.bc6f85p-3, -0x1.239e6698f96a5p-31, 0x1.f3cc7c4p-1, -0x1.30ba484868eb5p-31},
    {0x1.faaeed4p-3, 0x1.e62aed7513bd8p-32, 0x1.f0154ap-1, -0x1.0422bd161f0b3p-30},
    {0x1.1c37d64p-2, 0x1.8d70eca303b7fp-31, 0x1.ebe215p-1, -0x1.1220b0817cf89p-30},
    {0x1.3ad1298p-2, -0x1.2c584ffefc2abp-31, 0x1.e733eap-1, 0x1.93d3fa6f5d32bp-33},
    {0x1.591bcap-2, -0x1.7429a341c5a2ap-32, 0x1.e20bf48p-1, 0x1.acd6c0f4cfa8ap-29},
    {0x1.7710254p-2, 0x1.764213d22a51ap-30, 0x1.dc6b7ecp-1, -0x1.9a9bb7d699371p-31},
    {0x1.94a6be8p-2, 0x1.f546c4a58c7bp-30, 0x1.d653f08p-1, -0x1.837f80bb11b22p-30},
    {0x1.b1d8304p-2, 0x1.3216169476f4dp-30, 0x1.cfc6cfcp-1, -0x1.ad52609d292acp-29},
    {0x1.ce9d2e4p-2, -0x1.5ad7092fc8a13p-33, 0x1.c8c5bf8p-1, 0x1.9c35086acf468p-30},
    {0x1.eaee874p-2, 0x1.2c17bfa1d92f1p-32, 0x1.c152808p-1, -0x1.a482b06248445p-29},
    {0x1.0362938p-1, 0x1.c69954b49cca2p-29, 0x1.b96eefp-1, -0x1.4ef7e3eba5c34p-30},
    {0x1.110d0c4p-1, 0x1.6d3876ec8c4ccp-30, 0x1.b11d04p-1, 0x1.62a4c623baac4p-29},
    {0x1.1e73434p-1, -0x1.c9a8b3dbab80bp-29, 0x1.a85ed44p-1, -0x1.183fa5cc83f39p-30},
    {0x1.2b91decp-1, -0x1.77bde27e8dc77p-29, 0x1.9f368ecp-1, 0x1.912f84b8b7fcfp-29},
    {0x1.3865974p-1, 0x1.58a0ab778292bp-31, 0x1.95a67ep-1, 0x1.963f97a0812efp-34},
    {0x1.44eb38p-1, 0x1.cf386ab04a4f8p-29, 0x1.8bb105cp-1, -0x1.a236ff9e707fp-29},
    {0x1.511f9fcp-1, 0x1.7b351ba8fc5e8p-29, 0x1.8158a3p-1, 0x1.916d5ce21746fp-29},
    {0x1.5cffc18p-1, -0x1.4070f29a4d324p-29, 0x1.769fec8p-1, -0x1.aadee11827d5dp-29},
    {0x1.6888a5p-1, -0x1.ecb4d15adf4dep-29, 0x1.6b898fcp-1, -0x1.6104a2dd4a70fp-29},
};

/// pi / 2 in parts of 33 bits and a remainder: products with n up to 2^20 are exact.
constexpr double quarter_turn[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69,
                                   0x1.b839a252049c1p-104};
constexpr double quarter_turns_in_radian = 0x1.45f306dc9c883p-1;
constexpr double farthest_angle = 1e6;
/// Adding this constant puts the nearest integer in the last bits; subtracting it again leaves that integer.
constexpr double to_integer = 0x1.8p52;

/// That integer. (emscripten's library has no std::bit_cast.)
std::uint64_t last_bits(double x) noexcept {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits & 0xffffffff;
}

/// x, with its sign reversed in the third and fourth quarter.
double turned(std::uint64_t quarter, double x) noexcept {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits ^= (quarter & 2) << 62;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// sine + head + rest, for |head| at most half of |sine|, or sine 0.
double sum_of(double sine, double head, double rest) noexcept {
  const double sum = sine + head;
  return sum + ((head - (sum - sine)) + rest);
}

}  // namespace

SineCosine<double> sine_and_cosine(double angle) noexcept {
  const double size = std::abs(angle);
  if (!(size <= farthest_angle)) return {std::sin(angle), std::cos(angle)};
  if (size < 0x1p-27) return {angle, 1};
  const double with_n = angle * quarter_turns_in_radian + to_integer, n = with_n - to_integer;
  const ExactSum<double> first = two_sum(angle - n * quarter_turn[0], -n * quarter_turn[1]);
  const ExactSum<double> second = two_sum(first.sum, -n * quarter_turn[2]);
  const double tail = (first.error + second.error) - n * quarter_turn[3], near = second.sum + tail;
  const double near_rest = (second.sum - near) + tail;  // the second part is small

  // Branch-free, because the quarter is not predictable.
  const double x = std::abs(near), x_rest = std::copysign(1.0, near) * near_rest;
  const double with_place = 32 * x + to_integer;
  const SineRow& row = sine_rows[last_bits(with_place)];
  const double d = x - (with_place - to_integer) * (1. / 32), dd = d * d;
  const auto head = static_cast<double>(static_cast<float>(d));
  const double rest = (d - head) + x_rest;
  // sin d - d and cos d - 1.
  const double bent = d * dd * ((-1. / 6 + dd * (1. / 120)) + dd * dd * (-1. / 5040 + dd * (1. / 362880)));
  const double less =
      dd * ((-1. / 2 + dd * (1. / 24)) + dd * dd * (-1. / 720 + dd * (1. / 40320))) - d * x_rest;

  const double of_sine = row.sine + row.sine_rest, of_cosine = row.cosine + row.cosine_rest;
  const double sine = std::copysign(
      sum_of(row.sine, row.cosine * head,
             (row.cosine_rest * d + row.sine_rest + row.cosine * rest) + (of_cosine * bent + of_sine * less)),
      near);
  const double cosine =
      sum_of(row.cosine, -row.sine * head,
             (row.cosine_rest - row.sine_rest * d - row.sine * rest) + (of_cosine * less - of_sine * bent));
  const std::uint64_t quarter = last_bits(with_n);
  const bool is_odd = (quarter & 1) != 0;
  return {turned(quarter, is_odd ? cosine : sine), turned(quarter + 1, is_odd ? sine : cosine)};
}

}  // namespace polhode
