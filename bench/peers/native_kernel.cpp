// SPDX-License-Identifier: MIT
// Compiled for this machine, under a name of its own: the linker must not put one compilation of an inline function in
// place of the other.
#define polhode polhode_for_this_machine

#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>

// What the kernel takes from the library.
#include "core/sine.cpp"

#undef polhode

#include "peers/native_kernel.hpp"

namespace polhode::bench {

void exact_steps_for_this_machine(const std::array<double, 3>& moments, std::array<double, 7>& phase,
                                  double h, std::size_t count) noexcept {
  namespace native = ::polhode_for_this_machine;
  const auto constants =
      native::kernel::exact_constants(native::Vec3<double>{moments[0], moments[1], moments[2]});
  native::kernel::Phase<double> now{{phase[0], phase[1], phase[2]}, {phase[3], phase[4], phase[5], phase[6]}};
  for (std::size_t i = 0; i < count; ++i)
    now = native::kernel::advance(now, native::kernel::exact_step(constants, now.m, h));
  phase = {now.m.x, now.m.y, now.m.z, now.q.w, now.q.x, now.q.y, now.q.z};
}

}  // namespace polhode::bench
