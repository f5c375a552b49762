// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Marks built-in kernels, so that splittings and batches can use their faster implementations.

#include <polhode/free/method.hpp>
#include <utility>

namespace polhode {

/// Sets the mark, which is private.
struct MarksBuiltIn {
  static FreeMethod mark(FreeMethod method, BuiltInMethod built_in) {
    method.prepare.built_in_ = built_in;
    return method;
  }
};

/// The marked method; its `prepare` must create the kernel of that name from the body's moments.
inline FreeMethod marked(FreeMethod method, BuiltInMethod built_in) {
  return MarksBuiltIn::mark(std::move(method), built_in);
}

}  // namespace polhode
