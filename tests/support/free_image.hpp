// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The image of any free step, whichever of the two forms it has.

#include <polhode/free/method.hpp>
#include <variant>

namespace polhode::test {

template <class T>
kernel::Image<T> image_of(const kernel::IncrementOrImage<T>& result, const Vec3<T>& m) {
  if (const auto* i = std::get_if<kernel::Increment<T>>(&result))
    return {m + i->dm, Quat<T>::identity() + i->dr};
  return std::get<kernel::Image<T>>(result);
}

template <class T>
kernel::Image<T> image_of(const FreeStepOf<T>& step, const Vec3<T>& m, const T& h) {
  return image_of<T>(step(m, h), m);
}

}  // namespace polhode::test
