// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One source for numbers and for SIMD lanes: a choice that a number makes by a branch, lanes make one by
/// one.
///
/// Convention. A comparison of T gives ComparisonOf<T>: bool for a number, a mask for lanes. A mask has
///             all_of, none_of and select(mask, a, b) for its lanes, found by its namespace; structs of lanes
///             have a select of their own beside them.
/// Method.     Lanes that agree compute one side; lanes that do not compute both, and each takes its own. So
///             the result of a lane never depends on its neighbours. For a bool this is the plain branch: the
///             other side is not computed.

#include <concepts>
#include <utility>

namespace polhode {

/// The number in one lane of T; T itself for plain numbers.
template <class T>
struct ElementOf {
  using type = T;
};
template <class T>
using Element = typename ElementOf<T>::type;

/// What a comparison of two T gives.
template <class T>
using ComparisonOf = decltype(std::declval<const T&>() < std::declval<const T&>());

/// The result of a comparison of lanes: a mask.
template <class M>
concept LaneMask = !std::same_as<M, bool>;

constexpr bool all_of(bool condition) noexcept { return condition; }

/// a where the condition holds, else b; both have been computed already.
template <class T>
[[gnu::always_inline]] inline constexpr T select(bool condition, const T& a, const T& b) noexcept {
  return condition ? a : b;
}

/// then() where the condition holds, else otherwise().
template <class Then, class Otherwise>
[[gnu::always_inline]] inline constexpr auto branch(bool condition, const Then& then,
                                                    const Otherwise& otherwise) noexcept {
  if (condition) return then();
  return otherwise();
}

/// Each side stands here once: nested choices would otherwise double the code at each level.
template <LaneMask M, class Then, class Otherwise>
[[gnu::always_inline]] inline auto branch(const M& condition, const Then& then,
                                          const Otherwise& otherwise) noexcept {
  decltype(then()) result{};
  if (!none_of(condition)) result = then();
  if (!all_of(condition)) result = select(condition, result, otherwise());
  return result;
}

}  // namespace polhode
