// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Marks the library's own kernels, so that splittings and batches may use their faster forms.

#include <polhode/free/method.hpp>
#include <utility>

namespace polhode {

/// The only way to set the mark, which is not public.
struct MarksBuiltIn {
  static FreeMethod mark(FreeMethod method, BuiltInMethod built_in) {
    method.prepare.built_in_ = built_in;
    return method;
  }
};

/// The method, marked: its `prepare` must make the kernel of that name from the body's moments.
inline FreeMethod marked(FreeMethod method, BuiltInMethod built_in) {
  return MarksBuiltIn::mark(std::move(method), built_in);
}

}  // namespace polhode
