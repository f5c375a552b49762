// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free motion as in textbooks, with the elliptic functions and integrals of Boost.Math or GSL.
///
/// Convention. Ascending moments; the momentum circles axis 3 (|m|^2 > 2 E I2; the other case is the same
///             with axes exchanged). Functions has jacobi(u, k), F(phi, k), Pi(n, phi, k) in Legendre's form
///             (1 - n sin^2), and K(k).
/// Method.     m = (B1 cn, B2 sn, B3 dn)(lambda t + u0) and Euler's angles about the spatial momentum; the
///             first of them is |m| t / I3 + |m| (1/I1 - 1/I3) / lambda [Pi(n; am u) - Pi(n; am u0)], n = -I3
///             (I2 - I1) / (I1 (I3 - I2)).
///                                                            [Landau, Lifshitz, Mechanics, section 37;
///                                                            Whittaker, section 69]
/// Accuracy.   B1, B2 and B3 cancel where m is close to an axis or to the separatrix, n grows where two
///             moments are close, and am u is a difference of large numbers after long times. Measured:
///             docs/performance.md.

#include <gsl/gsl_sf_ellint.h>
#include <gsl/gsl_sf_elljac.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>
#include <numbers>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::bench {

struct EllipticFunctions {
  double sn, cn, dn;
};

/// Boost.Math. By its default policy a double is computed as long double; Policy may say otherwise.
template <class Policy = boost::math::policies::policy<>>
struct BoostFunctions {
  static EllipticFunctions jacobi(double u, double k) {
    EllipticFunctions f{};
    f.sn = boost::math::jacobi_elliptic(k, u, &f.cn, &f.dn, Policy());
    return f;
  }
  static double K(double k) { return boost::math::ellint_1(k, Policy()); }
  static double F(double phi, double k) { return boost::math::ellint_1(k, phi, Policy()); }
  static double Pi(double n, double phi, double k) { return boost::math::ellint_3(k, n, phi, Policy()); }
};

using BoostInDouble =
    BoostFunctions<boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

struct GslFunctions {
  static EllipticFunctions jacobi(double u, double k) {
    EllipticFunctions f{};
    gsl_sf_elljac_e(u, k * k, &f.sn, &f.cn, &f.dn);
    return f;
  }
  static double K(double k) { return gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE); }
  static double F(double phi, double k) { return gsl_sf_ellint_F(phi, k, GSL_PREC_DOUBLE); }
  static double Pi(double n, double phi, double k) { return gsl_sf_ellint_P(phi, k, -n, GSL_PREC_DOUBLE); }
};

template <class Functions>
class TextbookMotion {
 public:
  TextbookMotion(const Vec3<double>& I, const kernel::Phase<double>& start) : I_(I) {
    const Vec3<double>& m = start.m;
    const double energy2 = m.x * m.x / I.x + m.y * m.y / I.y + m.z * m.z / I.z;
    const double norm2 = m.x * m.x + m.y * m.y + m.z * m.z;
    const double a1 = energy2 * I.z - norm2, a3 = norm2 - energy2 * I.x;
    norm_ = std::sqrt(norm2);
    B_ = {std::sqrt(I.x * a1 / (I.z - I.x)), std::sqrt(I.y * a1 / (I.z - I.y)),
          std::copysign(std::sqrt(I.z * a3 / (I.z - I.x)), m.z)};
    k_ = std::sqrt((I.y - I.x) * a1 / ((I.z - I.y) * a3));
    rate_ = std::copysign(std::sqrt(a3 * (I.z - I.y) / (I.x * I.y * I.z)), m.z);
    n_ = -I.z * (I.y - I.x) / (I.x * (I.z - I.y));
    const double amplitude = std::atan2(m.y / B_.y, m.x / B_.x);
    K_ = Functions::K(k_);
    u0_ = Functions::F(amplitude, k_);
    third_kind_0_ = Functions::Pi(n_, amplitude, k_);
    // From the frame of the spatial momentum to that of the attitudes.
    to_space_ = start.q * from_euler(0, m).conjugate();
  }

  kernel::Phase<double> at(double t) const {
    const double u = rate_ * t + u0_;
    const EllipticFunctions f = Functions::jacobi(u, k_);
    const Vec3<double> m{B_.x * f.cn, B_.y * f.sn, B_.z * f.dn};
    // The amplitude that is continuous in u.
    const double turns = std::round(u / (4 * K_));
    const double rest = u - turns * 4 * K_, amplitude_rest = std::atan2(f.sn, f.cn);
    // atan2 jumps where |rest| = 2 K.
    const double jump = std::round((rest / (2 * K_) - amplitude_rest / std::numbers::pi) / 2);
    const double amplitude = amplitude_rest + 2 * std::numbers::pi * (turns + jump);
    const double phi = norm_ * t / I_.z + norm_ * (1 / I_.x - 1 / I_.z) / rate_ *
                                              (Functions::Pi(n_, amplitude, k_) - third_kind_0_);
    return {m, to_space_ * from_euler(phi, m)};
  }

 private:
  /// About z by phi, about x by theta, about z by psi; m / |m| = (sin theta sin psi, sin theta cos psi, cos
  /// theta).
  Quat<double> from_euler(double phi, const Vec3<double>& m) const {
    const double theta = std::acos(m.z / norm_), psi = std::atan2(m.x, m.y);
    const double sum = (phi + psi) / 2, difference = (phi - psi) / 2;
    const double c = std::cos(theta / 2), s = std::sin(theta / 2);
    return {c * std::cos(sum), s * std::cos(difference), s * std::sin(difference), c * std::sin(sum)};
  }

  Vec3<double> I_, B_{};
  double norm_ = 0, k_ = 0, rate_ = 0, n_ = 0, K_ = 0, u0_ = 0, third_kind_0_ = 0;
  Quat<double> to_space_{};
};

}  // namespace polhode::bench
