// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body whose moments of inertia change with time: a satellite that unfolds, a skater.
///
/// Convention. The axes are fixed in the user's body frame and the moments are given along them, I(t), in any order; the order may
///             change with time. The momentum is that of the whole: m' = m x I(t)^-1 m + torque. So what moves inside
///             must carry no angular momentum of its own, such as parts that move along their lines through the centre.
/// Method.     The drift takes I at its middle and is exact for that body, in ascending order by a proper exchange of axes: where the
///             permutation P is odd, -P [Celledoni, Zanna 2008, section 3.1 and figure 3, which lack the sign and undo the
///             exchange by itself instead of its inverse]. Half a kick, such a drift and half a kick are symmetric and of
///             order 2, so that compositions of this step keep their orders. Other splittings do not, for their drifts are no
///             longer flows, and neither do compositions that start with a drift, for these join halves of different bodies.
/// Conserves.  |m| and Q m by each drift, to rounding. Not the energy, nor does the motion.
/// Accuracy.   Orders 2, 4, 6, 8 were measured against an independent integration (changing_body_test.cpp).

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <polhode/body/state.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/torque.hpp>
#include <type_traits>
#include <utility>

namespace polhode {

/// The rotation into the frame in which three moments ascend. It exchanges axes, and reverses all three where the exchange alone
/// would be a reflection: nothing is rounded.
template <class T>
class AscendingAxes {
 public:
  explicit constexpr AscendingAxes(const Vec3<T>& moments) noexcept {
    const std::array<T, 3> i{moments.x, moments.y, moments.z};
    const auto order = [&](std::size_t a, std::size_t b) {
      if (i[index_[b]] < i[index_[a]]) {
        std::swap(index_[a], index_[b]);
        is_odd_ = !is_odd_;
      }
    };
    order(0, 1);
    order(1, 2);
    order(0, 1);
    moments_ = {i[index_[0]], i[index_[1]], i[index_[2]]};
  }

  constexpr const Vec3<T>& moments() const noexcept { return moments_; }

  constexpr Vec3<T> from_user(const Vec3<T>& v) const noexcept {
    const std::array<T, 3> a{v.x, v.y, v.z};
    return signed_vector({a[index_[0]], a[index_[1]], a[index_[2]]});
  }
  constexpr Vec3<T> to_user(const Vec3<T>& v) const noexcept {
    std::array<T, 3> a{};
    a[index_[0]] = v.x;
    a[index_[1]] = v.y;
    a[index_[2]] = v.z;
    return signed_vector({a[0], a[1], a[2]});
  }
  constexpr kernel::Increment<T> to_user(const kernel::Increment<T>& i) const noexcept {
    const Vec3<T> v = to_user(i.dr.vec());
    return {to_user(i.dm), {i.dr.w, v.x, v.y, v.z}};
  }

 private:
  constexpr Vec3<T> signed_vector(const Vec3<T>& v) const noexcept { return is_odd_ ? -v : v; }

  std::array<std::size_t, 3> index_{0, 1, 2};
  bool is_odd_ = false;
  Vec3<T> moments_;
};

/// Whether all are positive and finite. A linear body is not among them: its momentum could not stay across its axis.
template <class T>
constexpr bool are_moments(const Vec3<T>& i) noexcept {
  const auto is_moment = [](const T& x) { return x > T(0) && x <= std::numeric_limits<T>::max(); };
  return is_moment(i.x) && is_moment(i.y) && is_moment(i.z);
}

/// The exact step of the body as it is at the middle of the step: a TimedFreeKernel (split_body.hpp), in the user's body frame.
/// Where moments(time) are none the step is NaN.
template <class T, class Moments>
requires std::is_nothrow_invocable_r_v < Vec3<T>,
const Moments&, const T& > class ChangingExact {
 public:
  explicit ChangingExact(Moments moments) noexcept : moments_(std::move(moments)) {}

  kernel::Increment<T> operator()(const Vec3<T>& m, const T& h, const T& middle) const noexcept {
    const Vec3<T> i = moments_(middle);
    if (!are_moments(i)) return kernel::failed_increment<T>();
    const AscendingAxes<T> axes(i);
    return axes.to_user(kernel::exact_step(kernel::exact_constants(axes.moments()), axes.from_user(m), h));
  }

 private:
  Moments moments_;
};

struct ChangingBodyOptions {
  Summation summation = Summation::plain;
  double time = 0;  ///< at the start
};

/// A changing body under torque, taken through time step by step. Any torque will do: one that knows the moments, such as that of a
/// gravity gradient, is prepared anew for the body as it is at each kick, which takes four times as long as the rest of the step.
/// Breakpoints and impulses of the torque are the caller's business.
class ChangingBodyStepper {
 public:
  using Moments = std::function<Eigen::Vector3d(double time)>;

  /// Refuses what body/state.hpp's check refuses, moments at the start that are not positive and finite, and a splitting that is no
  /// composition of Strang steps that start with a kick.
  ChangingBodyStepper(Moments moments, const State& start, const Torque& torque, const Splitting& splitting,
                      const ChangingBodyOptions& options = {});
  ChangingBodyStepper(ChangingBodyStepper&&) noexcept;
  ChangingBodyStepper& operator=(ChangingBodyStepper&&) noexcept;
  ~ChangingBodyStepper();

  /// Advances by h, of either sign. Throws StepFailure where moments or torque are not what they must be, and what their functions
  /// throw; time and state are then as before.
  void step(double h);

  double time() const noexcept;
  /// Throws as step does: the last kick of a step is done when it is asked for.
  State state() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
