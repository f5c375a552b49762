// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The instruction sets for batches; one is selected at run time.
///
/// Convention. Within one target, the result of a body is bit-identical whatever its position, its neighbours
///             and the number of threads. Between targets, and compared with the scalar step, results agree
///             to a few units in the last place, because SSE2 has no fused multiply-add and the others have.

#include <vector>

namespace polhode::batch {

/// An instruction set.
enum class Target {
  /// 2 doubles or 4 floats; on every x86-64 (on other processors, the same code as translated by the
  /// compiler)
  sse2,
  avx2,   ///< 4 doubles or 8 floats, with FMA
  avx512  ///< 8 doubles or 16 floats, with FMA; AVX-512 F and DQ
};

/// The targets that this machine supports and this library was built with, slowest first.
std::vector<Target> targets();

/// The fastest available target.
Target best_target();

/// @return "sse2", "avx2" or "avx512"
const char* name(Target target) noexcept;

}  // namespace polhode::batch
