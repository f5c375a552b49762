// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The instruction sets of this processor, determined once.

namespace polhode {

/// AVX2 with FMA: four doubles at once.
inline bool has_avx2() noexcept {
#ifdef __x86_64__
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
#else
  return false;
#endif
}

/// AVX-512 F and DQ: eight doubles at once.
inline bool has_avx512() noexcept {
#ifdef __x86_64__
  static const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  return has;
#else
  return false;
#endif
}

}  // namespace polhode
