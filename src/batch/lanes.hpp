// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Several numbers in one register as a number type for the kernels.
///
/// Convention. Instructions is the struct of a target (instructions_avx2.hpp and the like): the size of a
///             register in bytes, and the few operations without a compiler operator. It is part of the name
///             of everything instantiated on lanes, so that the linker cannot confuse the functions of
///             different targets.
/// Method.     The compilers' vector types; + - * / are IEEE in each lane and nothing is contracted. A
///             library is not used because Debian's (xsimd 8.1) has no FMA for AVX-512, and its sine reduces
///             arguments as the largest lane requires, so that a body's digits would depend on its
///             neighbours.

#include <cstddef>
#include <limits>
#include <polhode/core/branch.hpp>
#include <polhode/core/fused.hpp>
#include <polhode/kernel/exact_midpoint.hpp>
#include <type_traits>

namespace polhode::batch {

template <class Real, class Instructions>
struct Register {
  typedef Real type __attribute__((vector_size(Instructions::bytes)));
};

/// The result of comparing lanes: all bits of a lane set, or none.
template <class Real, class Instructions>
class Mask {
 public:
  using Number = typename Register<Real, Instructions>::type;
  using Bits = decltype(Number{} < Number{});

  Mask() = default;
  [[gnu::always_inline]] explicit Mask(Bits bits) noexcept : bits_(bits) {}
  [[gnu::always_inline]] Bits bits() const noexcept { return bits_; }

  [[gnu::always_inline]] friend Mask operator&(const Mask& a, const Mask& b) noexcept {
    return Mask(a.bits_ & b.bits_);
  }
  [[gnu::always_inline]] friend Mask operator|(const Mask& a, const Mask& b) noexcept {
    return Mask(a.bits_ | b.bits_);
  }
  [[gnu::always_inline]] friend Mask operator&&(const Mask& a, const Mask& b) noexcept { return a & b; }
  [[gnu::always_inline]] friend Mask operator!(const Mask& a) noexcept { return Mask(~a.bits_); }

  [[gnu::always_inline]] friend Mask select(const Mask& condition, const Mask& a, const Mask& b) noexcept {
    return Mask((condition.bits_ & a.bits_) | (~condition.bits_ & b.bits_));
  }

  /// One bit per lane, the first lowest.
  [[gnu::always_inline]] friend unsigned packed(const Mask& a) noexcept {
    return Instructions::packed(__builtin_bit_cast(Number, a.bits_));
  }
  [[gnu::always_inline]] friend bool all_of(const Mask& a) noexcept { return packed(a) == all; }
  [[gnu::always_inline]] friend bool none_of(const Mask& a) noexcept { return packed(a) == 0; }

 private:
  static constexpr unsigned all = (1u << (Instructions::bytes / sizeof(Real))) - 1;
  Bits bits_;
};

template <class Real, class Instructions>
class Lanes {
 public:
  using Number = typename Register<Real, Instructions>::type;
  using MaskType = Mask<Real, Instructions>;
  static constexpr std::size_t width = Instructions::bytes / sizeof(Real);

  Lanes() = default;
  [[gnu::always_inline]] Lanes(Number v) noexcept : v_(v) {}
  /// The same number in every lane. (x - 0 is x, also for -0.)
  template <class N>
  requires std::is_arithmetic_v<N>
  [[gnu::always_inline]] Lanes(N x) noexcept : v_(static_cast<Real>(x) - Number{}) {}

  [[gnu::always_inline]] static Lanes from(const Real* memory) noexcept {
    Lanes x;
    __builtin_memcpy(&x.v_, memory, sizeof x.v_);
    return x;
  }
  [[gnu::always_inline]] void to(Real* memory) const noexcept { __builtin_memcpy(memory, &v_, sizeof v_); }
  [[gnu::always_inline]] Number number() const noexcept { return v_; }

  [[gnu::always_inline]] friend Lanes operator+(const Lanes& a, const Lanes& b) noexcept {
    return a.v_ + b.v_;
  }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a, const Lanes& b) noexcept {
    return a.v_ - b.v_;
  }
  [[gnu::always_inline]] friend Lanes operator*(const Lanes& a, const Lanes& b) noexcept {
    return a.v_ * b.v_;
  }
  [[gnu::always_inline]] friend Lanes operator/(const Lanes& a, const Lanes& b) noexcept {
    return a.v_ / b.v_;
  }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a) noexcept { return -a.v_; }

  [[gnu::always_inline]] friend MaskType operator<(const Lanes& a, const Lanes& b) noexcept {
    return MaskType(a.v_ < b.v_);
  }
  [[gnu::always_inline]] friend MaskType operator<=(const Lanes& a, const Lanes& b) noexcept {
    return MaskType(a.v_ <= b.v_);
  }
  [[gnu::always_inline]] friend MaskType operator>(const Lanes& a, const Lanes& b) noexcept {
    return MaskType(a.v_ > b.v_);
  }
  [[gnu::always_inline]] friend MaskType operator>=(const Lanes& a, const Lanes& b) noexcept {
    return MaskType(a.v_ >= b.v_);
  }
  // constexpr for clang++, which otherwise rejects the unused == of a Vec3 of lanes.
  [[gnu::always_inline]] friend constexpr MaskType operator==(const Lanes& a, const Lanes& b) noexcept {
    return MaskType(a.v_ == b.v_);
  }

  [[gnu::always_inline]] friend Lanes select(const MaskType& condition, const Lanes& a,
                                             const Lanes& b) noexcept {
    return Instructions::select(__builtin_bit_cast(Number, condition.bits()), a.v_, b.v_);
  }
  [[gnu::always_inline]] friend Lanes fused_multiply_add(const Lanes& a, const Lanes& b,
                                                         const Lanes& c) noexcept {
    return Instructions::fused(a.v_, b.v_, c.v_);
  }
  [[gnu::always_inline]] friend Lanes sqrt(const Lanes& a) noexcept { return Instructions::root(a.v_); }
  [[gnu::always_inline]] friend Lanes abs(const Lanes& a) noexcept { return select(a < Lanes(0), -a, a); }

  /// The lanes whose sign bit is set, including -0.
  [[gnu::always_inline]] friend MaskType is_signed(const Lanes& a) noexcept {
    return MaskType(__builtin_bit_cast(typename MaskType::Bits, a.v_) < 0);
  }
  /// a if the condition holds, otherwise 0.
  [[gnu::always_inline]] friend Lanes where(const MaskType& condition, const Lanes& a) noexcept {
    return __builtin_bit_cast(Number, condition.bits() & __builtin_bit_cast(typename MaskType::Bits, a.v_));
  }

  /// The largest lane, in all lanes; the result for a 0 and a NaN is 0.
  friend Lanes largest_of(const Lanes& a) noexcept {
    Real most = a.v_[0];
    for (std::size_t i = 1; i < width; ++i) most = a.v_[i] > most ? a.v_[i] : most;
    return most;
  }

  /// For angles whose square is at most longest_series_turn; otherwise NaN, which the caller must detect.
  [[gnu::always_inline]] friend Lanes sin(const Lanes& a) noexcept {
    constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
    const Lanes aa = a * a;
    return select(aa <= Lanes(kernel::longest_series_turn), kernel::series_turn<Lanes, 9>(a, aa).S,
                  Lanes(nan));
  }
  /// For the same range.
  [[gnu::always_inline]] friend Lanes cos(const Lanes& a) noexcept {
    return Lanes(1) - kernel::series_turn<Lanes, 9>(a, a * a).Cm;
  }

 private:
  Number v_;
};

}  // namespace polhode::batch

namespace polhode {
template <class Real, class Instructions>
struct ElementOf<batch::Lanes<Real, Instructions>> {
  using type = Real;
};
}  // namespace polhode

/// The limits of the number type of a lane.
template <class Real, class Instructions>
class std::numeric_limits<polhode::batch::Lanes<Real, Instructions>> : public std::numeric_limits<Real> {};
