// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The third route: Pi as a secular and a periodic part, the periodic one by theta functions of the nome.
///
/// Convention. Pi(n; u|m) = int_0^u dv / (1 - n sn^2 v) = rate u + periodic(u), rate = Pi(n|m)/K(m), for any
///             real u (not the amplitude). 0 < m < 1; n other than m and 1.
/// Method.     Jacobi's Pi(u,a) = u Z(a) + (1/2) ln(Theta(u-a)/Theta(u+a)) with n = m sn^2(a)
///             [Whittaker, Watson 22.74]. With x = pi u/2K, the nome q = exp(-pi K'/K) and
///             C = sqrt(|n / ((1-n)(m-n))|) the periodic part is
///               n < 0:      C arg theta_4(x + iy),   y = pi b/2K, tan^2 am(b|mc) = -n/m
///               m < n < 1:  C arg theta_3(x + iy),   y = pi b/2K, sn^2(b|mc) = (n-m)/(n mc)
///               0 < n < m:  (C/2) ln(theta_4(x-y)/theta_4(x+y)),  y = pi a/2K, sn^2(a|m) = n/m
///               n > 1:      (C/2) ln|theta_1(x+y)/theta_1(x-y)|,  y = pi a/2K, sn^2(a|m) = 1/n
///             The first two, the circular cases, are those of the free rigid body: prepare once, then one
///             sine and cosine and a few products for each u.
///             [van Zon, Schofield, J. Comput. Phys. 225 (2007) 145]
/// Accuracy.   Absolute: 3.6 eps (|rate u| + max(C, 1)), m < 0.99. The alternating sums lose mc^(-1/4) near
///             m = 1, and C grows near n = m. papers/docs/accuracy.md.

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/elliptic/legendre.hpp>
#include <polhode/elliptic/parameter.hpp>

namespace polhode::elliptic {

/// Pi(n; u|m) for one n and m and many u. NaN everywhere outside the stated domain.
template <class T>
class ThetaPi {
 public:
  ThetaPi(T n, Parameter<T> p) noexcept {
    if (!(p.mc > 0 && p.m > 0) || std::isnan(n) || n == p.m || n == 1) {
      rate_ = std::numeric_limits<T>::quiet_NaN();
      return;
    }
    const T quarter = ellint_k(p);
    rate_ = ellint_pi(n, p) / quarter;
    if (n == 0) return;
    to_x_ = std::numbers::pi_v<T> / (2 * quarter);
    const T n_minus_m = n > T(0.5) ? (n - 1) + p.mc : n - p.m;
    factor_ = std::sqrt(std::abs(n / ((1 - n) * n_minus_m)));
    prepare(n, n_minus_m, p);
  }

  /// Pi(n|m) / K(m), the mean growth of Pi with u.
  T rate() const noexcept { return rate_; }

  /// C, the scale of the periodic part.
  T factor() const noexcept { return factor_; }

  /// Pi(n; u|m) - rate u: odd, of period 2K.
  T periodic(T u) const noexcept {
    const T x = to_x_ * u;
    switch (kind_) {
      case Kind::linear:
        return 0;
      case Kind::circular:
        return factor_ * angle(x);
      case Kind::hyperbolic:
        return factor_ / 2 * std::log(theta_4(x - y_) / theta_4(x + y_));
      case Kind::with_poles:
        return factor_ / 2 * std::log(std::abs(theta_1(x + y_) / theta_1(x - y_)));
    }
    return 0;
  }

  /// Pi(n; u|m).
  T operator()(T u) const noexcept { return rate_ * u + periodic(u); }

 private:
  enum class Kind { linear, circular, hyperbolic, with_poles };
  static constexpr int capacity = 64;  // terms; 53 are needed at mc = 1e-300

  void prepare(T n, T n_minus_m, const Parameter<T>& p) noexcept {
    const Parameter<T> complement{p.mc, p.m};
    const T log_q = -2 * to_x_ * ellint_k(complement);
    // In the circular cases y and its distance from the zero of theta, each from its own integral.
    if (n < 0) {
      const T root = std::sqrt(p.m - n), other = std::sqrt(1 - n);
      y_ = to_x_ * detail::f_in_quarter(std::sqrt(-n) / root, std::sqrt(p.m) / root, complement);
      prepare_circular(log_q, to_x_ * detail::f_in_quarter(1 / other, std::sqrt(-n) / other, complement),
                       T(-1));
    } else if (n_minus_m > 0 && n < 1) {
      const T root = std::sqrt(n * p.mc), other = std::sqrt(p.mc);
      y_ = to_x_ *
           detail::f_in_quarter(std::sqrt(n_minus_m) / root, std::sqrt(p.m * (1 - n)) / root, complement);
      prepare_circular(
          log_q,
          to_x_ * detail::f_in_quarter(std::sqrt(1 - n) / other, std::sqrt(n_minus_m) / other, complement),
          T(1));
    } else if (n < 1) {
      y_ = to_x_ * detail::f_in_quarter(std::sqrt(n / p.m), std::sqrt(-n_minus_m / p.m), p);
      kind_ = Kind::hyperbolic;
      prepare_real(log_q, 0, T(2));
    } else {
      y_ = to_x_ * detail::f_in_quarter(std::sqrt(1 / n), std::sqrt((n - 1) / n), p);
      kind_ = Kind::with_poles;
      prepare_real(log_q, 1, T(1));
    }
  }

  /// distance = -ln(q)/2 - y. 2 q^(k^2) cosh(2ky) and -2 q^(k^2) sinh(2ky), times sign^k: theta_4 for sign =
  /// -1, theta_3 for 1.
  void prepare_circular(T log_q, T distance, T sign) noexcept {
    kind_ = Kind::circular;
    T alternating = sign;
    for (; terms_ < capacity; ++terms_, alternating *= sign) {
      const T k = static_cast<T>(terms_ + 1);
      const T rising = alternating * std::exp(k * ((k - 1) * log_q - 2 * distance));
      if (std::abs(rising) < cutoff) return;
      even_[terms_] = rising * (1 + std::exp(-4 * k * y_));
      odd_[terms_] = rising * std::expm1(-4 * k * y_);
    }
  }

  /// front (-1)^k q^(k(k + offset)), k = 1, 2, ...
  void prepare_real(T log_q, int offset, T front) noexcept {
    T alternating = -front;
    for (; terms_ < capacity; ++terms_, alternating = -alternating) {
      const T k = static_cast<T>(terms_ + 1);
      even_[terms_] = alternating * std::exp(log_q * k * (k + static_cast<T>(offset)));
      if (std::abs(even_[terms_]) < cutoff) return;
    }
  }

  /// The argument of theta_4(x + iy) or theta_3(x + iy).
  T angle(T x) const noexcept {
    const T cosine = std::cos(2 * x), sine = std::sin(2 * x);
    T re = 1, im = 0, c = cosine, s = sine;
    for (int i = 0; i < terms_; ++i) {
      re += even_[i] * c;
      im += odd_[i] * s;
      const T next = c * cosine - s * sine;
      s = s * cosine + c * sine;
      c = next;
    }
    return std::atan2(im, re);
  }

  T theta_4(T z) const noexcept {
    const T cosine = std::cos(2 * z);
    return recurrent_sum(cosine, 1, cosine);
  }
  /// theta_1 / (2 q^(1/4)); only ratios are used.
  T theta_1(T z) const noexcept { return recurrent_sum(std::cos(2 * z), std::sin(z), std::sin(3 * z)); }

  /// c_0 and the even terms times c_1, c_2, ..., where c_(k+1) = 2 cosine c_k - c_(k-1).
  T recurrent_sum(T cosine, T c_0, T c_1) const noexcept {
    const T twice = 2 * cosine;
    T sum = c_0, before = c_0, c = c_1;
    for (int i = 0; i < terms_; ++i) {
      sum += even_[i] * c;
      const T next = twice * c - before;
      before = c;
      c = next;
    }
    return sum;
  }

  static constexpr T cutoff = std::numeric_limits<T>::epsilon() / 16;
  T rate_ = 1, factor_ = 0, to_x_ = 0, y_ = 0;
  Kind kind_ = Kind::linear;
  int terms_ = 0;
  T even_[capacity], odd_[capacity];
};

}  // namespace polhode::elliptic
