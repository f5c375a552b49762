// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The bodies of a splitting with their axes, which torques need but free motions do not.

#include <cstddef>
#include <cstdint>
#include <polhode/body/inertia.hpp>
#include <vector>

#include "batch/body_table.hpp"

namespace polhode::batch {

struct SplittingBodies {
  Form form = Form::one;               ///< one, kinds or each
  std::vector<Inertia> kinds{};        ///< for Form::each: the bodies
  std::vector<std::uint32_t> which{};  ///< Form::kinds

  std::size_t kind_of(std::size_t body) const noexcept {
    return form == Form::one ? 0 : form == Form::each ? body : which[body];
  }
  const Inertia& operator[](std::size_t body) const noexcept { return kinds[kind_of(body)]; }
};

}  // namespace polhode::batch
