// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One motion from its start to its end, and how far that end is from another.

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::bench {

struct Outcome {
  kernel::Phase<double> end;
  long evaluations;  ///< of the right-hand side or of the torque
};

/// The whole motion; what can be prepared once is done before.
using Run = std::function<Outcome()>;

inline double processor_nanoseconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

/// Evaluations within one run, and whether they have taken too long: a solver whose tolerance is below the
/// rounding errors may never end.
class Evaluations {
 public:
  void begin() {
    count_ = 0;
    is_spent_ = false;
  }
  long count() const { return count_; }

  /// One more; false once the time is used up, and from then on: CVODE tries again after a single failure.
  bool next() {
    // The clock is read seldom, and never in short runs.
    if ((++count_ & 0xfff) == 0) {
      if (count_ == 0x1000) begin_ = processor_nanoseconds();
      is_spent_ = processor_nanoseconds() - begin_ > longest_nanoseconds;
    }
    return !is_spent_;
  }

 private:
  static constexpr double longest_nanoseconds = 3e9;
  long count_ = 0;
  double begin_ = 0;
  bool is_spent_ = false;
};

/// The angle between the attitudes or the relative difference of the momenta, whichever is greater.
template <class T>
double distance(const kernel::Phase<T>& p, const kernel::Phase<long double>& from) {
  const Quat<long double> off = from.q.conjugate() * convert<long double>(p.q);
  const long double angle = 2 * std::atan2(norm(off.vec()), std::abs(off.w)),
                    momentum = norm(convert<long double>(p.m) - from.m) / norm(from.m);
  return static_cast<double>(std::max(angle, momentum));
}

}  // namespace polhode::bench
