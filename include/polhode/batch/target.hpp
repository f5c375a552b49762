// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The instructions that a batch can be computed with, one of which is chosen when the program runs.
///
/// Convention. Within one target a body's result is the same to the last bit whatever its place, its
///             neighbours and the number of threads. Between targets, and against the scalar step, it agrees
///             to a few units in the last place, because SSE2 has no fused operations and the others have.

#include <vector>

namespace polhode::batch {

/// A set of instructions.
enum class Target {
  /// 2 doubles or 4 floats; every x86-64 has it (on other processors: the same code as the compiler
  /// translates it)
  sse2,
  avx2,   ///< 4 doubles or 8 floats, fused operations
  avx512  ///< 8 doubles or 16 floats, fused operations; AVX-512 F and DQ
};

/// Those that this machine can run and this library was built with, the slowest first.
std::vector<Target> targets();

/// The last of them.
Target best_target();

/// "sse2", "avx2" or "avx512".
const char* name(Target target) noexcept;

}  // namespace polhode::batch
