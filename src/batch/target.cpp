// SPDX-License-Identifier: MIT
#include <polhode/batch/target.hpp>

#include "batch/dispatch.hpp"
#include "core/instructions.hpp"

namespace polhode::batch {

std::vector<Target> targets() {
  std::vector<Target> all{Target::sse2};
  if (has_avx2()) all.push_back(Target::avx2);
  if (has_avx512()) all.push_back(Target::avx512);
  return all;
}

Target best_target() {
  static const Target best = targets().back();
  return best;
}

const char* name(Target target) noexcept {
  switch (target) {
    case Target::avx2:
      return "avx2";
    case Target::avx512:
      return "avx512";
    case Target::sse2:
      break;
  }
  return "sse2";
}

template <class Real>
const Functions<Real>& functions_of([[maybe_unused]] Target target) noexcept {
#ifdef __x86_64__
  if (target == Target::avx2) return avx2_functions(Real{});
  if (target == Target::avx512) return avx512_functions(Real{});
#endif
  return sse2_functions(Real{});
}

template const Functions<double>& functions_of<double>(Target) noexcept;
template const Functions<float>& functions_of<float>(Target) noexcept;

}  // namespace polhode::batch
