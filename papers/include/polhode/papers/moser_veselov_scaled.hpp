// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The discrete Moser-Veselov method with the momentum scaled before and after the step: orders 4 and 6 for
/// the momentum.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Method.     m / (1 + h^2 tau_3 + h^4 (tau_5 - 2 tau_3^2)), the last term for order 6 alone, takes the
///             place of m, and the result is scaled back [McLachlan, Zanna 2005, section 4]. The equation
///             knows only h m, so this is the plain method with its step divided by that number, and written
///             so here. The attitude stays of order 2: its modified equation is no mere change of speed.
/// Refusal.    As moser_veselov.hpp. The divisor of order 6 falls to zero for some long steps, and beyond it
///             is negative and the motion would run backwards: there the scaling has ended, and the step is
///             refused.

#include <limits>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/papers/moser_veselov_field.hpp>

namespace polhode::kernel {

/// h / (1 + h^2 tau_3 + ...), which depends on m by its invariants alone; NaN where it would change sign.
template <class T, int Order>
T scaled_step(const MoserVeselovField<T>& field, const Vec3<T>& m, const T& h) noexcept {
  static_assert(Order == 4 || Order == 6);
  const Vec3<T> hm = h * m;
  const T tau3 = field.tau3(hm);
  const T excess = Order == 4 ? tau3 : tau3 + (field.tau5(hm) - T(2) * tau3 * tau3);
  return excess > T(-1) ? h / (T(1) + excess) : std::numeric_limits<T>::quiet_NaN();
}

/// Why the step gave NaN: the method has no step of the scaled length, or the scaled length does not exist.
template <class T, int Order>
Failure why_no_scaled_step(const Vec3<T>& moments, const MoserVeselovField<T>& field, const Vec3<T>& m,
                           const T& h) noexcept {
  const T step = scaled_step<T, Order>(field, m, h), size = dot(h * m, h * m);
  const bool has_no_length = step != step && size <= std::numeric_limits<T>::max();
  return has_no_length ? Failure::beyond_series : why_no_step(moments, m, step);
}

template <class T, int Order>
class ScaledMoserVeselov {
 public:
  explicit ScaledMoserVeselov(const Vec3<T>& moments) noexcept
      : scale_(moments), body_(moser_veselov_body(scale_.moments(moments))), field_(body_.moments) {}

  Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    return scale_(m, h, [this](const Vec3<T>& scaled_m, const T& scaled_h) {
      return moser_veselov_step(body_, Modification<T>{}, scaled_m,
                                scaled_step<T, Order>(field_, scaled_m, scaled_h));
    });
  }

  Failure why(const Vec3<T>& m, const T& h) const noexcept {
    return scale_(m, h, [this](const Vec3<T>& scaled_m, const T& scaled_h) {
      return why_no_scaled_step<T, Order>(body_.moments, field_, scaled_m, scaled_h);
    });
  }

 private:
  StepScale<T> scale_;
  MoserVeselovBody<T> body_;
  MoserVeselovField<T> field_;
};

}  // namespace polhode::kernel
