// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The discrete Moser-Veselov step with the attitude turned by the rotation of the next step.
///
/// Convention. That of kernel/moser_veselov.hpp. r is taken at m' [McLachlan, Zanna 2005, (8.2)]: q m' q^-1,
///             with m' the momentum one step on, is conserved and q m q^-1 is not; the attitude is of order 1
///             and a step of -h does not lead back.

#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/kernel/moser_veselov.hpp>

namespace polhode::kernel {

/// The method of order 2 with the attitude's update (8.2): r belongs to the momentum after the step.
template <class T>
class StaggeredMoserVeselov {
 public:
  explicit StaggeredMoserVeselov(const Vec3<T>& moments) noexcept : method_(moments) {}

  Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    const Vec3<T> dm = method_(m, h).dm;
    const Increment<T> next = method_(m + dm, h);
    return all_or_none({dm, next.dr});
  }

  /// m and m' have the same |m| and energy, hence the same answer.
  Failure why(const Vec3<T>& m, const T& h) const noexcept { return method_.why(m, h); }

 private:
  static Increment<T> all_or_none(const Increment<T>& i) noexcept {
    return i.dr.w == i.dr.w ? i : failed_increment<T>();
  }

  MoserVeselov<T, 2> method_;
};

}  // namespace polhode::kernel
