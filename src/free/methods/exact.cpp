// SPDX-License-Identifier: MIT
// The exact step, which is the default, and an independent second implementation of it.
#include <polhode/free/method.hpp>
#include <polhode/kernel/exact.hpp>

#include "free/built_in.hpp"
#include "free/exact_by_frames.hpp"
#include "free/methods/conserving.hpp"

namespace polhode {

namespace {

constexpr MethodProperties exact_properties =
    conserving({.momentum_order = 0, .attitude_order = 0, .is_explicit = true, .is_symplectic = true});

}  // namespace

std::vector<FreeMethod> exact_methods() {
  return {marked(method_of<kernel::Exact>("exact",
                                          "the exact step in midpoint form, for any body, start and step",
                                          "docs/exact-step.md", exact_properties),
                 BuiltInMethod::exact),
          method_of<ExactByFrames>(
              "exact_by_frames",
              "the exact step by frames and the addition theorem of Pi, an independent second implementation",
              "docs/exact-step.md, section 6", exact_properties)};
}

}  // namespace polhode
