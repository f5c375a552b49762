// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Branches for scalars and SIMD lanes in one source: where a scalar branches, lanes are selected one by one.
///
/// Convention. Comparing two T gives ComparisonOf<T>: bool for a scalar, a mask for lanes. A mask has all_of,
///             none_of and select(mask, a, b), found by argument-dependent lookup; structs of lanes define
///             their own select.
/// Method.     If all lanes agree, one side is computed; otherwise both are, and each lane takes its own. The
///             result of a lane therefore never depends on its neighbours. For a bool this is an ordinary
///             branch: the other side is not evaluated.

#include <concepts>
#include <utility>

namespace polhode {

/// The type of one lane of T; T itself for a scalar.
template <class T>
struct ElementOf {
  using type = T;
};
template <class T>
using Element = typename ElementOf<T>::type;

/// The type of a comparison of two T.
template <class T>
using ComparisonOf = decltype(std::declval<const T&>() < std::declval<const T&>());

/// The result of a comparison of lanes: a mask.
template <class M>
concept LaneMask = !std::same_as<M, bool>;

constexpr bool all_of(bool condition) noexcept { return condition; }

/// a if the condition holds, otherwise b; both are already computed.
template <class T>
[[gnu::always_inline]] inline constexpr T select(bool condition, const T& a, const T& b) noexcept {
  return condition ? a : b;
}

/// then() if the condition holds, otherwise otherwise().
template <class Then, class Otherwise>
[[gnu::always_inline]] inline constexpr auto branch(bool condition, const Then& then,
                                                    const Otherwise& otherwise) noexcept {
  if (condition) return then();
  return otherwise();
}

/// The same for lanes. Each side is expanded only once: nested branches would otherwise double the code at
/// each level.
template <LaneMask M, class Then, class Otherwise>
[[gnu::always_inline]] inline auto branch(const M& condition, const Then& then,
                                          const Otherwise& otherwise) noexcept {
  decltype(then()) result{};
  if (!none_of(condition)) result = then();
  if (!all_of(condition)) result = select(condition, result, otherwise());
  return result;
}

}  // namespace polhode
