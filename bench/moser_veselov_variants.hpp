// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The solvers of the Moser-Veselov equation as they are printed, without correction, for comparison; the
/// cheaper ones among them.
///
/// Convention. As moser_veselov/explicit.hpp: W = omega^T J, momentum omega m, q' = q r with r the
///             rotation of omega^T.
/// Method.     QrVariant, SchurVariant: the two solvers of the paper, up to W. LuVariant: eigenvectors by LU
///             instead of QR, no
///             orthonormal basis. DirectVariant: eigenvectors as products of two rows, W = X Lambda X^-1, as
///             Moser and Veselov describe it.
///             [McLachlan, Zanna 2005, 1.2 and the end of section 9]
///             PolynomialVariant: W from its characteristic polynomial, without eigenvectors.
/// Accuracy.   Change of the energy in 10000 steps, in eps, for the paper's body at h = 1/1024, 1/16, 1/2, 1;
///             for I = (0.345, 0.653, 0.99) at h = 0.4, where J3 is small; for I = (1, 1, 1.5) at h = 0.05;
///             for I = (0.01, 1, 1.0001) at h = 0.5:
///               QR           8397    918   3547   3486     1887     637      1894
///               Schur        2984   2961   3628   3153   566314    7795   2206868
///               LU          12837    780   2151   2924     5573    2530      1568
///               direct      12435    847   4409   3281     6916   13612       342
///               polynomial  19421    633     35   1168     1700    2820     23340
///               corrected QR   45     43     20     42      163      11        87
///             LU and the direct form lose a little to QR at short steps, more on symmetric bodies; Schur
///             loses most where J3 is small. All of them lose what the correction restores.

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/rotation/matrix.hpp>

#include "moser_veselov/explicit.hpp"
#include "moser_veselov/schur.hpp"
#include "moser_veselov/small_matrix.hpp"

namespace polhode::bench {

using moser_veselov::Matrix3;
using moser_veselov::Roots;

/// Solver::W(J, y, roots), turned into a step as it is. A result that is not orthogonal to half the digits is
/// refused.
template <class T, class Solver>
class UncorrectedMoserVeselov {
 public:
  explicit UncorrectedMoserVeselov(const Vec3<T>& moments) noexcept : body_(moments) {}

  kernel::Image<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    using std::sqrt;
    const Vec3<T>& J = body_.J();
    const Vec3<T> y = body_.turned(m, h);
    const Roots<T> roots = moser_veselov::roots_of(J, y);
    if (!roots.are_separated() || !(J.z > T(0))) return kernel::failed_image<T>();
    const Matrix3<T> W = Solver::W(J, y, roots);
    const Mat3<T> rotation{{W(0, 0) / J.x, W(0, 1) / J.y, W(0, 2) / J.z, W(1, 0) / J.x, W(1, 1) / J.y,
                            W(1, 2) / J.z, W(2, 0) / J.x, W(2, 1) / J.y, W(2, 2) / J.z}};
    const Mat3<T> square = rotation.transpose() * rotation;
    T defect = T(0);
    for (std::size_t i = 0; i < 9; ++i)
      if (const T off = std::abs(square.entries[i] - T(i % 4 == 0)); !(off <= defect)) defect = off;
    if (!(defect <= sqrt(std::numeric_limits<T>::epsilon()))) return kernel::failed_image<T>();
    return {rotation.transpose() * m, to_quat(rotation)};
  }

 private:
  moser_veselov::EquationOfBody<T> body_;
};

struct BasisByQr {
  template <class T>
  static Matrix3<T> W(const Vec3<T>& J, const Vec3<T>& y, const Roots<T>& roots) noexcept {
    return moser_veselov::by_eigenvectors(J, y, roots);
  }
};

struct OrderedSchur {
  template <class T>
  static Matrix3<T> W(const Vec3<T>& J, const Vec3<T>& y, const Roots<T>&) noexcept {
    Matrix3<T> nothing;
    nothing.entries.fill(std::numeric_limits<T>::quiet_NaN());
    return moser_veselov::by_schur(y, J).value_or(nothing);
  }
};

struct BasisByLu {
  struct NullSpace {
    template <std::size_t K, class Square>
    static auto of(const Square& A) noexcept {
      return null_space_by_lu<K>(A);
    }
  };
  template <class T>
  static Matrix3<T> W(const Vec3<T>& J, const Vec3<T>& y, const Roots<T>& roots) noexcept {
    const auto [X, WX] = moser_veselov::eigenbasis<NullSpace>(J, y, roots);
    return moser_veselov::divided(WX, X);
  }
};

struct Spectral {
  template <class T>
  static Matrix3<T> W(const Vec3<T>& J, const Vec3<T>& y, const Roots<T>& roots) noexcept {
    using std::sqrt;
    using Complex = std::complex<T>;
    const T &s = roots.half_sum, &d = roots.square;
    Eigen::Matrix3<T> X, WX;
    const auto set = [&](Eigen::Index column, const T& lambda) {
      X.col(column) = eigenvector<T, T>(J, y, lambda);
      WX.col(column) = lambda * X.col(column);
    };
    set(0, roots.single);
    if (d > T(0)) {
      set(1, s + sqrt(d));
      set(2, s - sqrt(d));
    } else {
      const Complex lambda(s, sqrt(-d));
      const Eigen::Matrix<Complex, 3, 1> x = eigenvector<T, Complex>(J, y, lambda), image = lambda * x;
      X.col(1) = x.real();
      X.col(2) = x.imag();
      WX.col(1) = image.real();
      WX.col(2) = image.imag();
    }
    const Eigen::Matrix3<T> W = WX * X.inverse();
    Matrix3<T> numbers;
    std::copy_n(W.data(), 9, numbers.entries.begin());
    return numbers;
  }

 private:
  /// The longest product of two rows of J^2 - lambda^2 + lambda M.
  template <class T, class Number>
  static Eigen::Matrix<Number, 3, 1> eigenvector(const Vec3<T>& J, const Vec3<T>& y,
                                                 const Number& lambda) noexcept {
    using Matrix = Eigen::Matrix<Number, 3, 3>;
    const Matrix3<T> M = moser_veselov::skew(y);
    Matrix A = lambda * Eigen::Map<const Eigen::Matrix3<T>>(M.entries.data()).template cast<Number>();
    A(0, 0) += Number(J.x * J.x) - lambda * lambda;
    A(1, 1) += Number(J.y * J.y) - lambda * lambda;
    A(2, 2) += Number(J.z * J.z) - lambda * lambda;
    Eigen::Matrix<Number, 3, 1> longest = Eigen::Matrix<Number, 3, 1>::Zero();
    for (Eigen::Index i = 0; i < 3; ++i) {
      const Eigen::Index j = (i + 1) % 3;
      Eigen::Matrix<Number, 3, 1> x;
      x << A(i, 1) * A(j, 2) - A(i, 2) * A(j, 1), A(i, 2) * A(j, 0) - A(i, 0) * A(j, 2),
          A(i, 0) * A(j, 1) - A(i, 1) * A(j, 0);
      if (x.squaredNorm() > longest.squaredNorm()) longest = x;
    }
    return longest.normalized();
  }
};

struct CharacteristicPolynomial {
  template <class T>
  static Matrix3<T> W(const Vec3<T>& J, const Vec3<T>& y, const Roots<T>& roots) noexcept {
    return moser_veselov::by_polynomial(J, y, roots);
  }
};

template <class T>
using QrVariant = UncorrectedMoserVeselov<T, BasisByQr>;
template <class T>
using SchurVariant = UncorrectedMoserVeselov<T, OrderedSchur>;
template <class T>
using LuVariant = UncorrectedMoserVeselov<T, BasisByLu>;
template <class T>
using DirectVariant = UncorrectedMoserVeselov<T, Spectral>;
template <class T>
using PolynomialVariant = UncorrectedMoserVeselov<T, CharacteristicPolynomial>;

}  // namespace polhode::bench
