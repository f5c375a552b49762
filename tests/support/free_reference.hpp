// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The reference motions of the free body (free.csv), and what a method's error on one of them is.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/rotation/quat.hpp>
#include <string>
#include <support/reference_table.hpp>
#include <vector>

namespace polhode::test {

struct FreeReference {
  std::string id, tag;
  Vec3<double> moments, m0;  ///< moments in any order
  Quat<double> q0;
  double t;
  Vec3<long double> m;
  Quat<long double> q;
  double cond_m, cond_q;
};

inline std::vector<FreeReference> free_references() {
  std::vector<FreeReference> all;
  for (const ReferenceRow& r : read_reference_table("free.csv"))
    all.push_back({r.text("id"),
                   r.text("tag"),
                   {r.number("I1"), r.number("I2"), r.number("I3")},
                   {r.number("m0_1"), r.number("m0_2"), r.number("m0_3")},
                   {r.number("q0_w"), r.number("q0_x"), r.number("q0_y"), r.number("q0_z")},
                   r.number("t"),
                   {r.number<long double>("m_1"), r.number<long double>("m_2"), r.number<long double>("m_3")},
                   {r.number<long double>("q_w"), r.number<long double>("q_x"), r.number<long double>("q_y"),
                    r.number<long double>("q_z")},
                   r.number("cond_m"),
                   r.number("cond_q")});
  return all;
}

/// The rotation, proper in every case, into the frame in which the moments ascend: component k of a sorted
/// vector is sign times component index[k] of the given one.
class AscendingFrame {
 public:
  explicit AscendingFrame(const Vec3<double>& moments) : index_{0, 1, 2} {
    const std::array<double, 3> I{moments.x, moments.y, moments.z};
    std::stable_sort(index_.begin(), index_.end(), [&](std::size_t a, std::size_t b) { return I[a] < I[b]; });
    const bool even = (index_[1] + 3 - index_[0]) % 3 == 1;
    sign_ = even ? 1 : -1;
    moments_ = {I[index_[0]], I[index_[1]], I[index_[2]]};
  }

  const Vec3<double>& moments() const { return moments_; }

  template <class T>
  Vec3<T> sorted(const Vec3<T>& v) const {
    const std::array<T, 3> a{v.x, v.y, v.z};
    return T(sign_) * Vec3<T>{a[index_[0]], a[index_[1]], a[index_[2]]};
  }
  template <class T>
  Vec3<T> restored(const Vec3<T>& v) const {
    std::array<T, 3> a;
    a[index_[0]] = v.x;
    a[index_[1]] = v.y;
    a[index_[2]] = v.z;
    return T(sign_) * Vec3<T>{a[0], a[1], a[2]};
  }

 private:
  std::array<std::size_t, 3> index_;
  int sign_;
  Vec3<double> moments_;
};

/// Errors of one step from 0 to t, in units of eps (1 + conditioning) of double; infinite for NaN.
struct StepError {
  double m, q;
  double worst() const { return std::max(m, q); }
};

/// `image`: of the step in the ascending frame. The product q0 r is taken in long double and adds nothing.
template <class T>
StepError step_error(const FreeReference& c, const AscendingFrame& frame, const kernel::Image<T>& image) {
  const Vec3<long double> m = frame.restored(convert<long double>(image.m)), dm = m - c.m;
  const Vec3<long double> v = frame.restored(convert<long double>(image.r.vec()));
  const Quat<long double> r{static_cast<long double>(image.r.w), v.x, v.y, v.z};
  const Quat<long double> dq = convert<long double>(c.q0) * r - c.q;
  constexpr double eps = std::numeric_limits<double>::epsilon(),
                   lost = std::numeric_limits<double>::infinity();
  const double em = static_cast<double>(std::sqrt(dot(dm, dm) / dot(c.m, c.m))) / (eps * (1 + c.cond_m));
  const double eq = static_cast<double>(std::sqrt(dot(dq, dq))) / (eps * (1 + c.cond_q));
  return {std::isfinite(em) ? em : lost, std::isfinite(eq) ? eq : lost};
}

}  // namespace polhode::test
