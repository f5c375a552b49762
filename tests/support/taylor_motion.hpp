// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free motion by its power series in time, in any number type: a reference that shares nothing with the
/// kernels.

#include <cstddef>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/rotation/quat.hpp>
#include <vector>

namespace polhode::test {

/// Derivatives over factorials of m' = factor m x omega and q' = q (0, rate omega)/2, q(0) = 1, summed at h.
/// `factor` is one number, `rate` one for each axis; both are 1 for the free body.
template <class T>
kernel::Image<T> taylor_motion(const Vec3<T>& moments, const Vec3<T>& m0, const T& h, const T& factor = T(1),
                               const Vec3<T>& rate = {T(1), T(1), T(1)}, std::size_t terms = 40) {
  std::vector<Vec3<T>> m{m0}, omega;
  std::vector<Quat<T>> q{Quat<T>::identity()};
  Vec3<T> sum_m = m0;
  Quat<T> sum_q = q[0];
  T power = T(1);
  for (std::size_t n = 0; n < terms; ++n) {
    omega.push_back({m[n].x / moments.x, m[n].y / moments.y, m[n].z / moments.z});
    Vec3<T> dm{};
    Quat<T> dq{};
    for (std::size_t i = 0; i <= n; ++i) {
      const Vec3<T>& w = omega[n - i];
      dm = dm + cross(m[i], w);
      dq = dq + q[i] * Quat<T>{T(0), rate.x * w.x, rate.y * w.y, rate.z * w.z};
    }
    const T next = T(static_cast<int>(n + 1));
    m.push_back((factor / next) * dm);
    q.push_back((T(1) / (T(2) * next)) * dq);
    power = power * h;
    sum_m = sum_m + power * m.back();
    sum_q = sum_q + power * q.back();
  }
  return {sum_m, sum_q};
}

/// Errors of one step against another.
template <class T>
struct StepDistance {
  T m, q;
};

template <class T>
StepDistance<T> distance(const Vec3<T>& m0, const kernel::Increment<T>& i, const kernel::Image<T>& exact) {
  using std::sqrt;
  const Vec3<T> em = m0 + i.dm - exact.m;
  const Quat<T> eq = Quat<T>::identity() + i.dr - exact.r;
  return {sqrt(dot(em, em)), sqrt(dot(eq, eq))};
}

/// The orders that the errors of one step show between h and h/2: log2 of their ratio, less one.
template <class T>
StepDistance<double> observed_order(const StepDistance<T>& at_h, const StepDistance<T>& at_half) {
  using std::log2;
  return {log2(static_cast<double>(at_h.m / at_half.m)) - 1,
          log2(static_cast<double>(at_h.q / at_half.q)) - 1};
}

}  // namespace polhode::test
