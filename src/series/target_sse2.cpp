// SPDX-License-Identifier: MIT
// Series on pairs of numbers, without fused operations: what every x86-64 has. On other processors the compiler makes of
// them what it can.
#include "series/coefficients.hpp"

namespace polhode::series {

namespace {

typedef double Two __attribute__((vector_size(16)));

struct TwoPairs {
  Two low, high;

  [[gnu::always_inline]] friend TwoPairs operator+(TwoPairs a, TwoPairs b) noexcept {
    return {a.low + b.low, a.high + b.high};
  }
  [[gnu::always_inline]] friend TwoPairs operator*(TwoPairs a, TwoPairs b) noexcept {
    return {a.low * b.low, a.high * b.high};
  }
  [[gnu::always_inline]] friend TwoPairs operator/(TwoPairs a, TwoPairs b) noexcept {
    return {a.low / b.low, a.high / b.high};
  }
  [[gnu::always_inline]] friend TwoPairs operator-(TwoPairs a, TwoPairs b) noexcept {
    return {a.low - b.low, a.high - b.high};
  }
  [[gnu::always_inline]] friend TwoPairs operator-(TwoPairs a) noexcept { return {-a.low, -a.high}; }
};

struct Sse2 {
  using Four = TwoPairs;

  [[gnu::always_inline]] static Four load(const double* p) noexcept {
    Four v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  }
  [[gnu::always_inline]] static void store(double* p, Four v) noexcept { __builtin_memcpy(p, &v, sizeof v); }
  [[gnu::always_inline]] static Four all(double x) noexcept { return {Two{x, x}, Two{x, x}}; }
  [[gnu::always_inline]] static Four of(double a, double b, double c, double d) noexcept {
    return {Two{a, b}, Two{c, d}};
  }
  [[gnu::always_inline]] static Four fused(Four a, Four b, Four c) noexcept { return a * b + c; }
  [[gnu::always_inline]] static Four from_group(const double* rows, const Operand& o) noexcept {
    return of(rows[o.rows[0]], rows[o.rows[1]], rows[o.rows[2]], rows[o.rows[3]]);
  }
  /// The sums of the four numbers of each.
  [[gnu::always_inline]] static void totals(Four a, Four b, double* two) noexcept {
    two[0] = (a.low[0] + a.low[1]) + (a.high[0] + a.high[1]);
    two[1] = (b.low[0] + b.low[1]) + (b.high[0] + b.high[1]);
  }
  template <int A, int B, int C, int D>
  [[gnu::always_inline]] static Four shuffled(Four v) noexcept {
    return {__builtin_shufflevector(v.low, v.high, A, B), __builtin_shufflevector(v.low, v.high, C, D)};
  }
  /// The signs of some lanes changed.
  template <bool A, bool B, bool C, bool D>
  [[gnu::always_inline]] static Four flipped(Four v) noexcept {
    return {v.low * Two{A ? -1.0 : 1.0, B ? -1.0 : 1.0}, v.high * Two{C ? -1.0 : 1.0, D ? -1.0 : 1.0}};
  }
};

constexpr Functions here{Engine<Sse2>::coefficients, Engine<Sse2>::states, Engine<Sse2>::sizes,
                         Engine<Sse2>::advance};

}  // namespace

const Functions& sse2_functions() noexcept { return here; }

}  // namespace polhode::series
