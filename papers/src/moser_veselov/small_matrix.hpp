// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Matrices of a few rows for kernels in any number type: equations by LU, null spaces and bases by QR.
///
/// Convention. Kept column by column. Sizes are part of the type; nothing is allocated.
/// Method.     LU with the largest pivot of the column, or of the whole rest; QR by Householder's
///             reflections, with or without the longest column first [Golub, Van Loan 1996, 3.4, 5.2, 5.4].
/// Why.        Eigen has them all. For these sizes and for several number types it takes a compiler a minute
///             of time over the tree, and its symbols depend on the options of the user's program.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace polhode {

template <class T, std::size_t Rows, std::size_t Columns>
struct SmallMatrix {
  std::array<T, Rows * Columns> entries{};

  static SmallMatrix identity() noexcept {
    SmallMatrix one;
    for (std::size_t i = 0; i < Rows && i < Columns; ++i) one(i, i) = T(1);
    return one;
  }
  T& operator()(std::size_t row, std::size_t column) noexcept { return entries[column * Rows + row]; }
  const T& operator()(std::size_t row, std::size_t column) const noexcept {
    return entries[column * Rows + row];
  }
  SmallMatrix<T, Columns, Rows> transpose() const noexcept {
    SmallMatrix<T, Columns, Rows> t;
    for (std::size_t j = 0; j < Columns; ++j)
      for (std::size_t i = 0; i < Rows; ++i) t(j, i) = (*this)(i, j);
    return t;
  }
  /// The part of R rows and C columns whose first entry stands at `row`, `column`.
  template <std::size_t R, std::size_t C>
  SmallMatrix<T, R, C> block(std::size_t row, std::size_t column) const noexcept {
    SmallMatrix<T, R, C> part;
    for (std::size_t j = 0; j < C; ++j)
      for (std::size_t i = 0; i < R; ++i) part(i, j) = (*this)(row + i, column + j);
    return part;
  }
  template <std::size_t R, std::size_t C>
  void set_block(std::size_t row, std::size_t column, const SmallMatrix<T, R, C>& part) noexcept {
    for (std::size_t j = 0; j < C; ++j)
      for (std::size_t i = 0; i < R; ++i) (*this)(row + i, column + j) = part(i, j);
  }
  void swap_columns(std::size_t a, std::size_t b) noexcept {
    for (std::size_t i = 0; i < Rows; ++i) std::swap((*this)(i, a), (*this)(i, b));
  }
  void swap_rows(std::size_t a, std::size_t b) noexcept {
    for (std::size_t j = 0; j < Columns; ++j) std::swap((*this)(a, j), (*this)(b, j));
  }

  friend SmallMatrix operator+(SmallMatrix a, const SmallMatrix& b) noexcept {
    for (std::size_t i = 0; i < Rows * Columns; ++i) a.entries[i] = a.entries[i] + b.entries[i];
    return a;
  }
  friend SmallMatrix operator-(SmallMatrix a, const SmallMatrix& b) noexcept {
    for (std::size_t i = 0; i < Rows * Columns; ++i) a.entries[i] = a.entries[i] - b.entries[i];
    return a;
  }
  friend SmallMatrix operator*(const T& s, SmallMatrix a) noexcept {
    for (T& entry : a.entries) entry = s * entry;
    return a;
  }
};

template <class T, std::size_t R, std::size_t N, std::size_t C>
SmallMatrix<T, R, C> operator*(const SmallMatrix<T, R, N>& a, const SmallMatrix<T, N, C>& b) noexcept {
  SmallMatrix<T, R, C> c;
  for (std::size_t j = 0; j < C; ++j)
    for (std::size_t i = 0; i < R; ++i) {
      T sum = a(i, 0) * b(0, j);
      for (std::size_t k = 1; k < N; ++k) sum = sum + a(i, k) * b(k, j);
      c(i, j) = sum;
    }
  return c;
}

/// Row k, and the rows below it less their multiples of it. The multiples stand where the zeros would.
template <class T, std::size_t N>
void eliminate_below(SmallMatrix<T, N, N>& A, std::size_t k) noexcept {
  for (std::size_t i = k + 1; i < N; ++i) {
    A(i, k) = A(i, k) / A(k, k);
    for (std::size_t j = k + 1; j < N; ++j) A(i, j) = A(i, j) - A(i, k) * A(k, j);
  }
}

/// X of U X = B, where U is the upper triangle of the first N rows and columns of A, in place of B.
template <class T, std::size_t M, std::size_t N, std::size_t C>
void divide_by_upper(const SmallMatrix<T, M, M>& A, SmallMatrix<T, N, C>& B) noexcept {
  for (std::size_t j = 0; j < C; ++j)
    for (std::size_t i = N; i-- > 0;) {
      B(i, j) = B(i, j) / A(i, i);
      for (std::size_t k = 0; k < i; ++k) B(k, j) = B(k, j) - A(k, i) * B(i, j);
    }
}

/// X of A X = B by LU with the largest pivot of each column; not finite if A is singular.
template <class T, std::size_t N, std::size_t C>
SmallMatrix<T, N, C> solved(SmallMatrix<T, N, N> A, SmallMatrix<T, N, C> B) noexcept {
  using std::abs;
  for (std::size_t k = 0; k < N; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < N; ++i)
      if (abs(A(i, k)) > abs(A(pivot, k))) pivot = i;
    A.swap_rows(k, pivot);
    B.swap_rows(k, pivot);
    eliminate_below(A, k);
    for (std::size_t j = 0; j < C; ++j)
      for (std::size_t i = k + 1; i < N; ++i) B(i, j) = B(i, j) - A(i, k) * B(k, j);
  }
  divide_by_upper(A, B);
  return B;
}

/// The reflection that makes column k of A zero below row k: A(k, k) becomes the entry that remains, the rest
/// of the column the reflection's vector, whose first entry is 1. Gives its factor.
template <class T, std::size_t R, std::size_t C>
T reflection(SmallMatrix<T, R, C>& A, std::size_t k) noexcept {
  using std::sqrt;
  T below = T(0);
  for (std::size_t i = k + 1; i < R; ++i) below = below + A(i, k) * A(i, k);
  if (below == T(0)) return T(0);
  const T first = A(k, k), length = sqrt(first * first + below), rest = first < T(0) ? length : -length;
  for (std::size_t i = k + 1; i < R; ++i) A(i, k) = A(i, k) / (first - rest);
  A(k, k) = rest;
  return (rest - first) / rest;
}

/// Column j of B reflected by what `reflection` left in column k of A.
template <class T, std::size_t R, std::size_t C, std::size_t D>
void reflect(const SmallMatrix<T, R, C>& A, std::size_t k, const T& factor, SmallMatrix<T, R, D>& B,
             std::size_t j) noexcept {
  T along = B(k, j);
  for (std::size_t i = k + 1; i < R; ++i) along = along + A(i, k) * B(i, j);
  along = factor * along;
  B(k, j) = B(k, j) - along;
  for (std::size_t i = k + 1; i < R; ++i) B(i, j) = B(i, j) - A(i, k) * along;
}

template <std::size_t N>
std::array<std::size_t, N> ascending() noexcept {
  std::array<std::size_t, N> order{};
  for (std::size_t i = 0; i < N; ++i) order[i] = i;
  return order;
}

struct Pivot {
  std::size_t row, column;
};

/// The null space of a matrix whose columns were put in this order and which then was made upper triangular,
/// except for its last K rows, which are taken for zero.
template <std::size_t K, class T, std::size_t N>
SmallMatrix<T, N, K> null_space_of_upper(const SmallMatrix<T, N, N>& U,
                                         const std::array<std::size_t, N>& order) noexcept {
  auto upper = T(-1) * U.template block<N - K, K>(0, N - K);
  divide_by_upper(U, upper);
  SmallMatrix<T, N, K> space;
  for (std::size_t j = 0; j < K; ++j) {
    for (std::size_t i = 0; i < N - K; ++i) space(order[i], j) = upper(i, j);
    space(order[N - K + j], j) = T(1);
  }
  return space;
}

/// Columns that span the null space of A, of dimension K, by QR with the longest column first.
template <std::size_t K, class T, std::size_t N>
SmallMatrix<T, N, K> null_space_by_qr(SmallMatrix<T, N, N> A) noexcept {
  auto order = ascending<N>();
  for (std::size_t k = 0; k < N - K; ++k) {
    std::size_t longest = k;
    T most = T(-1);
    for (std::size_t j = k; j < N; ++j) {
      T square = T(0);
      for (std::size_t i = k; i < N; ++i) square = square + A(i, j) * A(i, j);
      if (square > most) {
        most = square;
        longest = j;
      }
    }
    A.swap_columns(k, longest);
    std::swap(order[k], order[longest]);
    const T factor = reflection(A, k);
    for (std::size_t j = k + 1; j < N; ++j) reflect(A, k, factor, A, j);
  }
  return null_space_of_upper<K>(A, order);
}

/// Brings the largest entry of what is left to row and column k, and eliminates below it.
template <class T, std::size_t N>
Pivot eliminate_by_largest(SmallMatrix<T, N, N>& A, std::size_t k) noexcept {
  using std::abs;
  Pivot at{k, k};
  for (std::size_t j = k; j < N; ++j)
    for (std::size_t i = k; i < N; ++i)
      if (abs(A(i, j)) > abs(A(at.row, at.column))) at = {i, j};
  A.swap_rows(k, at.row);
  A.swap_columns(k, at.column);
  eliminate_below(A, k);
  return at;
}

/// The same by LU with the largest pivot of all that is left.
template <std::size_t K, class T, std::size_t N>
SmallMatrix<T, N, K> null_space_by_lu(SmallMatrix<T, N, N> A) noexcept {
  auto order = ascending<N>();
  for (std::size_t k = 0; k < N - K; ++k) std::swap(order[k], order[eliminate_by_largest(A, k).column]);
  return null_space_of_upper<K>(A, order);
}

/// x of A x = b by LU with the largest pivot of all that is left; nothing if A is singular to rounding.
template <class T, std::size_t N>
std::optional<SmallMatrix<T, N, 1>> solved_if_regular(SmallMatrix<T, N, N> A,
                                                      SmallMatrix<T, N, 1> b) noexcept {
  using std::abs;
  auto order = ascending<N>();
  for (std::size_t k = 0; k < N; ++k) {
    const Pivot at = eliminate_by_largest(A, k);
    std::swap(order[k], order[at.column]);
    b.swap_rows(k, at.row);
    for (std::size_t i = k + 1; i < N; ++i) b(i, 0) = b(i, 0) - A(i, k) * b(k, 0);
    if (!(abs(A(k, k)) > T(N) * std::numeric_limits<T>::epsilon() * abs(A(0, 0)))) return {};
  }
  divide_by_upper(A, b);
  SmallMatrix<T, N, 1> x;
  for (std::size_t i = 0; i < N; ++i) x(order[i], 0) = b(i, 0);
  return x;
}

/// A becomes its QR form, reflections below; gives their factors.
template <class T, std::size_t R, std::size_t C>
std::array<T, C> reflections(SmallMatrix<T, R, C>& A) noexcept {
  std::array<T, C> factors{};
  for (std::size_t k = 0; k < C; ++k) {
    factors[k] = reflection(A, k);
    for (std::size_t j = k + 1; j < C; ++j) reflect(A, k, factors[k], A, j);
  }
  return factors;
}

/// Orthonormal columns that span those of A, which has more rows than columns.
template <class T, std::size_t R, std::size_t C>
SmallMatrix<T, R, C> orthonormal_basis(SmallMatrix<T, R, C> A) noexcept {
  const std::array<T, C> factors = reflections(A);
  auto basis = SmallMatrix<T, R, C>::identity();
  for (std::size_t k = C; k-- > 0;)
    for (std::size_t j = k; j < C; ++j) reflect(A, k, factors[k], basis, j);
  return basis;
}

}  // namespace polhode
