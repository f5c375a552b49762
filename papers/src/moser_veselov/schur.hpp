// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The Moser-Veselov equation by an ordered real Schur form, in three and in any other number of dimensions
/// (polhode/papers/general_moser_veselov.hpp).
///
/// Convention. M = omega^T J - J omega, M skew, J diagonal, W = omega^T J.
/// Method.     omega = J^-1 (S - M/2), S the symmetric solution of a Riccati equation: with an orthonormal
///             basis (Q11, Q21) of the invariant subspace of
///               ( M/2          1  )
///               ( M^2/4 + J^2  M/2 )
///             that belongs to the eigenvalues with positive real parts, S = Q21 Q11^-1. There is no such
///             solution unless there are N of them [Cardoso, Leite 2003; McLachlan, Zanna 2005, 9.1, signs
///             corrected]. The real Schur form is Eigen's; its blocks are put in order by swaps of
///             neighbours: the swap is the orthogonal matrix whose first columns span the second block's
///             invariant subspace [Bai, Demmel 1993]. Every solution is verified. In three dimensions it is
///             corrected as in explicit.hpp.
/// Accuracy.   In three dimensions the same as explicit.hpp: both agree to 35 eps over 17000
///             random steps up to their limit, to 0.3 eps below h |omega| = 0.5, and refuse the same steps.
///             Without correction W alone loses some 1e5 eps where J3 is small.

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <utility>

#include "moser_veselov/explicit.hpp"
#include "moser_veselov/small_matrix.hpp"

namespace polhode {

namespace moser_veselov {

/// Reflects rows or columns of a matrix, in the order of the reflections that `reflection` left in `vectors`:
/// each vector of numbers that `at` gives.
template <class T, std::size_t R, std::size_t C, class At>
void reflect_all(const SmallMatrix<T, R, C>& vectors, const std::array<T, C>& factors, Eigen::Index count,
                 const At& at) {
  for (Eigen::Index line = 0; line < count; ++line) {
    SmallMatrix<T, R, 1> x;
    for (std::size_t i = 0; i < R; ++i) x(i, 0) = at(static_cast<Eigen::Index>(i), line);
    for (std::size_t k = 0; k < C; ++k) reflect(vectors, k, factors[k], x, 0);
    for (std::size_t i = 0; i < R; ++i) at(static_cast<Eigen::Index>(i), line) = x(i, 0);
  }
}

/// Exchanges the neighbouring diagonal blocks of sizes P and Q that begin at row k of A = V^T H V; false if
/// they have an eigenvalue in common, to rounding.
template <std::size_t P, std::size_t Q, class T>
bool swap_blocks(Eigen::MatrixX<T>& A, Eigen::MatrixX<T>& V, Eigen::Index k) {
  using std::abs;
  constexpr std::size_t n = P + Q;
  const auto entry = [&A, k](std::size_t i, std::size_t j) -> T& {
    return A(k + static_cast<Eigen::Index>(i), k + static_cast<Eigen::Index>(j));
  };
  // first X - X second = corner, column by column of X.
  SmallMatrix<T, P * Q, P * Q> sylvester;
  SmallMatrix<T, P * Q, 1> corner;
  for (std::size_t j = 0; j < Q; ++j)
    for (std::size_t i = 0; i < P; ++i) {
      corner(j * P + i, 0) = entry(i, P + j);
      for (std::size_t l = 0; l < P; ++l) sylvester(j * P + i, j * P + l) = entry(i, l);
      for (std::size_t l = 0; l < Q; ++l)
        sylvester(j * P + i, l * P + i) = sylvester(j * P + i, l * P + i) - entry(P + l, P + j);
    }
  const auto X = solved_if_regular(sylvester, corner);
  if (!X) return false;
  SmallMatrix<T, n, Q> basis;
  for (std::size_t j = 0; j < Q; ++j) {
    for (std::size_t i = 0; i < P; ++i) basis(i, j) = -(*X)(j * P + i, 0);
    basis(P + j, j) = T(1);
  }
  const std::array<T, Q> factors = reflections(basis);
  reflect_all(basis, factors, A.cols(),
              [&](Eigen::Index i, Eigen::Index line) -> T& { return A(k + i, line); });
  reflect_all(basis, factors, A.rows(),
              [&](Eigen::Index i, Eigen::Index line) -> T& { return A(line, k + i); });
  reflect_all(basis, factors, V.rows(),
              [&](Eigen::Index i, Eigen::Index line) -> T& { return V(line, k + i); });
  T left_over = T(0);
  for (std::size_t j = 0; j < Q; ++j)
    for (std::size_t i = Q; i < n; ++i) {
      left_over = std::max(left_over, abs(entry(i, j)));
      entry(i, j) = T(0);
    }
  return left_over <= T(64) * std::numeric_limits<T>::epsilon() * A.cwiseAbs().maxCoeff();
}

template <class T>
bool swap_blocks(Eigen::MatrixX<T>& A, Eigen::MatrixX<T>& V, Eigen::Index k, Eigen::Index p, Eigen::Index q) {
  if (p == 1) return q == 1 ? swap_blocks<1, 1>(A, V, k) : swap_blocks<1, 2>(A, V, k);
  return q == 1 ? swap_blocks<2, 1>(A, V, k) : swap_blocks<2, 2>(A, V, k);
}

/// A = Q^T H Q, A quasi upper triangular, Q orthogonal.
template <class T>
struct Schur {
  Eigen::MatrixX<T> A, Q;
};

/// The real Schur form. The iteration for it rarely stalls on matrices with such a symmetric spectrum (it was
/// seen at dimensions 6, 10 and 14); then that of the same matrix with its axes in the opposite order is
/// taken, and, since that stalled too once (10), that of the transposed matrix, whose form becomes that of H
/// by turning it upside down.
template <class T>
std::optional<Schur<T>> schur_form(const Eigen::MatrixX<T>& H) {
  using Matrix = Eigen::MatrixX<T>;
  Eigen::RealSchur<Matrix> schur(H);
  if (schur.info() == Eigen::Success) return Schur<T>{schur.matrixT(), schur.matrixU()};
  schur.compute(Matrix(H.reverse()));
  if (schur.info() == Eigen::Success)
    return Schur<T>{schur.matrixT(), Matrix(schur.matrixU().colwise().reverse())};
  schur.compute(Matrix(H.transpose()));
  if (schur.info() == Eigen::Success)
    return Schur<T>{Matrix(schur.matrixT().transpose().reverse()),
                    Matrix(schur.matrixU().rowwise().reverse())};
  return {};
}

/// The least size of a real eigenvalue of the quasi triangular A; infinite if there is none.
template <class T>
T least_real(const Eigen::MatrixX<T>& A) {
  using std::abs;
  T least = std::numeric_limits<T>::infinity();
  for (Eigen::Index row = 0; row < A.rows(); ++row)
    if (row + 1 < A.rows() && A(row + 1, row) != T(0))
      ++row;
    else if (abs(A(row, row)) < least)
      least = abs(A(row, row));
  return least;
}

/// The orthogonal matrix whose first columns span the invariant subspace of H, 2n x 2n, for its eigenvalues
/// with positive real parts; nothing unless there are n of these and n with negative ones. With
/// `mirror_least`, of the least pair of real eigenvalues, which differ in sign, the negative one takes the
/// place of the positive one.
template <class T>
std::optional<Eigen::MatrixX<T>> right_half_plane_first(const Eigen::MatrixX<T>& H,
                                                        bool mirror_least = false) {
  auto schur = schur_form(H);
  if (!schur) return {};
  auto& [A, Q] = *schur;
  const Eigen::Index size = H.rows();
  // Both of the pair, whose rounding differs, and no other: where others are so near, W is not determined.
  const T mirrored = mirror_least ? least_real(A) * T(1.0625) : T(0);
  Eigen::Index done = 0;  // rows of blocks in their place
  for (Eigen::Index row = 0; row < size;) {
    const Eigen::Index q = row + 1 < size && A(row + 1, row) != T(0) ? 2 : 1;
    T real_part = A(row, row) + (q == 2 ? A(row + 1, row + 1) : T(0));
    if (q == 1 && (real_part < T(0) ? -real_part : real_part) <= mirrored) real_part = -real_part;
    if (real_part == T(0) || real_part != real_part) return {};
    if (real_part > T(0)) {
      for (Eigen::Index k = row; k > done;) {
        const Eigen::Index p = k - done >= 2 && A(k - 1, k - 2) != T(0) ? 2 : 1;
        if (!swap_blocks(A, Q, k - p, p, q)) return {};
        k -= p;
      }
      done += q;
    }
    row += q;
  }
  if (2 * done != size) return {};
  return std::move(Q);
}

// What Eigen makes of this takes a compiler long. It is done once, in schur_step.cpp, whose Eigen has another
// name; elsewhere schur.cpp passes the numbers on to it.
#ifndef Eigen
template <>
std::optional<Eigen::MatrixXd> right_half_plane_first(const Eigen::MatrixXd&, bool);
#endif

/// An orthogonal matrix whose first columns are (Q11, Q21), for J and M of the order of one; nothing where
/// there is no such solution. If J3, the least, is negative, so is the least eigenvalue of W.
template <class Square, class Diagonal>
std::optional<Eigen::MatrixX<typename Square::Scalar>> subspace_by_schur(const Square& M, const Diagonal& J) {
  using T = typename Square::Scalar;
  const Eigen::Index n = M.rows();
  Eigen::MatrixX<T> H(2 * n, 2 * n);
  H.topLeftCorner(n, n) = T(0.5) * M;
  H.topRightCorner(n, n).setIdentity();
  H.bottomLeftCorner(n, n) = T(0.25) * M.lazyProduct(M);
  H.bottomLeftCorner(n, n).diagonal() += J.cwiseAbs2();
  H.bottomRightCorner(n, n) = T(0.5) * M;
  return right_half_plane_first(H, J.minCoeff() < T(0));
}

/// W in three dimensions.
template <class T>
std::optional<Matrix3<T>> by_schur(const Vec3<T>& y, const Vec3<T>& J) {
  Eigen::Matrix3<T> M;
  M << T(0), -y.z, y.y, y.z, T(0), -y.x, -y.y, y.x, T(0);
  const auto Q = subspace_by_schur(M, Eigen::Vector3<T>(J.x, J.y, J.z));
  if (!Q) return {};
  Matrix3<T> Q11, Q21;
  for (std::size_t j = 0; j < 3; ++j) {
    std::copy_n(Q->data() + 6 * j, 3, &Q11(0, j));
    std::copy_n(Q->data() + 6 * j + 3, 3, &Q21(0, j));
  }
  const Matrix3<T> S = divided(Q21, Q11);
  return T(0.5) * (S + S.transpose() + skew(y));
}

}  // namespace moser_veselov

/// The discrete Moser-Veselov step of the three-dimensional body by the Schur form.
template <class T>
class SchurMoserVeselov {
 public:
  explicit SchurMoserVeselov(const Vec3<T>& moments) noexcept : body_(moments) {}

  kernel::Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    if ((h == T(0) || m == Vec3<T>{}) && moser_veselov::is_finite(h * m)) return {};
    const Vec3<T> y = body_.turned(m, h);
    return body_.increment(m, h, solution(y));
  }

  kernel::Failure why(const Vec3<T>& m, const T& h) const noexcept {
    const Vec3<T> y = body_.turned(m, h);
    if (!moser_veselov::is_finite(y)) return kernel::Failure::out_of_range;
    // By the roots, because beyond the limit rounding may part a spectrum that lies on the imaginary axis.
    const Vec3<T>& J = body_.J();
    return moser_veselov::why_no_solution(J, moser_veselov::roots_of(J, y));
  }

 private:
  std::optional<moser_veselov::Matrix3<T>> W(const Vec3<T>& y) const noexcept {
    const Vec3<T>& J = body_.J();
    if (!moser_veselov::is_finite(y)) return {};
    // Of a plate the least eigenvalue, zero, would be double, and of one that is nearly so would not be told
    // from its opposite: of a double one the root of the digits is lost. What this takes from W, the
    // correction gives back.
    using std::sqrt;
    const T least = J.x * sqrt(sqrt(std::numeric_limits<T>::epsilon()));
    return moser_veselov::by_schur(y, {J.x, J.y, J.z < T(0) ? std::min(J.z, -least) : std::max(J.z, least)});
  }

  Quat<T> solution(const Vec3<T>& y) const noexcept {
    const Quat<T> guess = body_.first_guess(y);
    const T half_digits = std::numeric_limits<T>::epsilon() * T(1 << 20);
    if (largest(guess.vec()) <= half_digits) return body_.corrected(y, guess);
    const auto found = W(y);
    const Quat<T> r = found ? body_.corrected(y, moser_veselov::rotation_of(body_.J(), *found))
                            : kernel::no_quaternion<T>();
    // Where two eigenvalues next to zero are lost to rounding (plates, short steps), as
    // explicit.hpp does.
    return r.w == r.w || !(largest(guess.vec()) <= T(0.25)) ? r : body_.corrected(y, guess);
  }

  moser_veselov::EquationOfBody<T> body_;
};

}  // namespace polhode
