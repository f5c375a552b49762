// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The equations of free bodies and of satellites for general solvers, one body or four in each number.
///
/// Convention. The state is (q, m) in the ascending principal frame, never renormalised. The mass that the
///             satellites go round is at time 0 in the direction (1, 0, 0) of space and turns about (0, 0,
///             1).

#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/convention.hpp>
#include <span>
#include <vector>

namespace polhode::bench {

/// Four doubles that the compiler keeps in one register.
struct FourBodies {
  using Lanes [[gnu::vector_size(32)]] = double;
  Lanes lanes;

  double& operator[](std::size_t i) { return reinterpret_cast<double*>(&lanes)[i]; }

  friend FourBodies operator+(const FourBodies& a, const FourBodies& b) { return {a.lanes + b.lanes}; }
  friend FourBodies operator-(const FourBodies& a, const FourBodies& b) { return {a.lanes - b.lanes}; }
  friend FourBodies operator*(const FourBodies& a, const FourBodies& b) { return {a.lanes * b.lanes}; }
  friend FourBodies operator*(double a, const FourBodies& b) { return {a * b.lanes}; }
  friend FourBodies operator-(double a, const FourBodies& b) { return {a - b.lanes}; }
};

template <class Number>
inline constexpr std::size_t width = 1;
template <>
inline constexpr std::size_t width<FourBodies> = 4;

inline void set(FourBodies& x, std::size_t i, double value) { x[i] = value; }
template <class Number>
void set(Number& x, std::size_t, double value) {
  x = value;
}
inline double get(FourBodies& x, std::size_t i) { return x[i]; }
inline double get(double& x, std::size_t) { return x; }

template <class Number>
using SevenOf = std::array<Number, 7>;

template <class Number>
SevenOf<Number> gathered(std::span<const State> states) {
  SevenOf<Number> y{};
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto& [q, m] = states[i];
    const std::array<double, 7> numbers{q.w(), q.x(), q.y(), q.z(), m.x(), m.y(), m.z()};
    for (std::size_t k = 0; k < 7; ++k) set(y[k], i, numbers[k]);
  }
  return y;
}

template <class Number>
void scatter(SevenOf<Number>& y, std::vector<kernel::Phase<double>>& ends) {
  for (std::size_t i = 0; i < width<Number>; ++i)
    ends.push_back({{get(y[4], i), get(y[5], i), get(y[6], i)},
                    {get(y[0], i), get(y[1], i), get(y[2], i), get(y[3], i)}});
}

/// q' = q (0, omega) / 2 and m' = m x omega + 3 n^2 c x I c, c the direction of the mass in the body; n = 0
/// for free bodies.
template <class Number>
class Rates {
 public:
  Rates(std::span<const Inertia> bodies, double n) : rate_(n) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec3<double> moments = from_eigen(bodies[i].moments());
      set(inverse_.x, i, 1 / moments.x);
      set(inverse_.y, i, 1 / moments.y);
      set(inverse_.z, i, 1 / moments.z);
      set(strength_.x, i, 3 * n * n * (moments.z - moments.y));
      set(strength_.y, i, 3 * n * n * (moments.x - moments.z));
      set(strength_.z, i, 3 * n * n * (moments.y - moments.x));
    }
  }

  template <class Time>
  void operator()(const SevenOf<Number>& y, SevenOf<Number>& rate, const Time& t) const {
    const auto& [w, x, y_, z, m1, m2, m3] = y;
    const Number o1 = inverse_.x * m1, o2 = inverse_.y * m2, o3 = inverse_.z * m3;
    rate[0] = -0.5 * (x * o1 + y_ * o2 + z * o3);
    rate[1] = 0.5 * (w * o1 + y_ * o3 - z * o2);
    rate[2] = 0.5 * (w * o2 + z * o1 - x * o3);
    rate[3] = 0.5 * (w * o3 + x * o2 - y_ * o1);
    rate[4] = m2 * o3 - m3 * o2;
    rate[5] = m3 * o1 - m1 * o3;
    rate[6] = m1 * o2 - m2 * o1;
    if (rate_ == 0) return;
    const Time turned = static_cast<Time>(rate_) * t, a = std::cos(turned), b = std::sin(turned);
    const Number c1 = a * (1.0 - 2.0 * (y_ * y_ + z * z)) + (2.0 * b) * (x * y_ + w * z),
                 c2 = (2.0 * a) * (x * y_ - w * z) + b * (1.0 - 2.0 * (x * x + z * z)),
                 c3 = (2.0 * a) * (x * z + w * y_) + (2.0 * b) * (y_ * z - w * x);
    rate[4] = rate[4] + strength_.x * (c2 * c3);
    rate[5] = rate[5] + strength_.y * (c3 * c1);
    rate[6] = rate[6] + strength_.z * (c1 * c2);
  }

 private:
  struct Three {
    Number x, y, z;
  };
  double rate_;
  Three inverse_{}, strength_{};
};

}  // namespace polhode::bench
