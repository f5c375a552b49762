// SPDX-License-Identifier: MIT
#include "experiments/celledoni_zanna/effective_error.hpp"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace polhode::experiments::celledoni_zanna {

namespace {

using Number = long double;
using Vector = std::vector<Number>;

constexpr std::size_t letter_a = 0, letter_b = 1;

/// A polynomial in two letters that do not commute: parts[d][w] is the coefficient of the word of d letters
/// whose letters are the binary digits of w, the first one foremost.
class Words {
 public:
  explicit Words(std::size_t degree) {
    for (std::size_t d = 0; d <= degree; ++d) parts_.emplace_back(std::size_t{1} << d, Number(0));
  }

  /// exp(c letter).
  static Words exponential(std::size_t degree, std::size_t letter, Number c) {
    Words e(degree);
    Number term = 1;
    for (std::size_t d = 0; d <= degree; ++d) {
      e.parts_[d][letter == letter_a ? 0 : e.parts_[d].size() - 1] = term;
      term *= c / static_cast<Number>(d + 1);
    }
    return e;
  }

  friend Words operator*(const Words& a, const Words& b) {
    const std::size_t degree = a.parts_.size() - 1;
    Words c(degree);
    for (std::size_t d = 0; d <= degree; ++d)
      for (std::size_t u = 0; u < a.parts_[d].size(); ++u) {
        if (a.parts_[d][u] == 0) continue;
        for (std::size_t e = 0; d + e <= degree; ++e)
          for (std::size_t v = 0; v < b.parts_[e].size(); ++v)
            c.parts_[d + e][u << e | v] += a.parts_[d][u] * b.parts_[e][v];
      }
    return c;
  }

  /// The words of the most letters in the logarithm of a series that begins with 1.
  Vector top_of_logarithm() const {
    const std::size_t degree = parts_.size() - 1;
    Words small = *this, power = *this;
    small.parts_[0][0] = 0;
    power = small;
    Vector sum(parts_[degree].size(), 0);
    for (std::size_t k = 1; k <= degree; ++k) {
      const Number sign = k % 2 == 1 ? 1 : -1;
      for (std::size_t w = 0; w < sum.size(); ++w)
        sum[w] += sign * power.parts_[degree][w] / static_cast<Number>(k);
      power = power * small;
    }
    return sum;
  }

 private:
  std::vector<Vector> parts_;
};

/// [letter, p] for p of words of one length.
Vector commutator(std::size_t letter, const Vector& p) {
  Vector c(2 * p.size(), 0);
  for (std::size_t w = 0; w < p.size(); ++w) {
    c[letter * p.size() + w] += p[w];
    c[w << 1 | letter] -= p[w];
  }
  return c;
}

/// [x1, [x2, ... [xn, inner]]], the letters x1 ... xn the binary digits of `outer`.
Vector nested(std::size_t outer, std::size_t n, Vector inner) {
  for (std::size_t i = 0; i < n; ++i) inner = commutator(outer >> i & 1, inner);
  return inner;
}

Number dot(const Vector& a, const Vector& b) {
  Number sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Vectors made orthogonal one after the other; those that depend on the ones before are left out.
class IndependentVectors {
 public:
  /// Whether it was taken.
  bool add(const Vector& v) {
    Vector rest = v, along;
    for (const Vector& q : orthonormal_) {
      along.push_back(dot(q, v));
      for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= along.back() * q[i];
    }
    const Number length = std::sqrt(dot(rest, rest));
    if (length <= 1e-9L * std::sqrt(dot(v, v))) return false;
    for (Number& x : rest) x /= length;
    along.push_back(length);
    orthonormal_.push_back(std::move(rest));
    triangle_.push_back(std::move(along));
    return true;
  }
  std::size_t size() const { return orthonormal_.size(); }

  /// The coefficients of a combination of the vectors that were taken.
  Vector coefficients(const Vector& v) const {
    Vector c(size());
    for (std::size_t j = size(); j-- > 0;) {
      c[j] = dot(orthonormal_[j], v);
      for (std::size_t k = j + 1; k < size(); ++k) c[j] -= triangle_[k][j] * c[k];
      c[j] /= triangle_[j][j];
    }
    return c;
  }

 private:
  std::vector<Vector> orthonormal_, triangle_;
};

Words series_of(const Splitting& s, std::size_t degree) {
  Words product = Words::exponential(degree, letter_a, 0);
  const std::size_t parts = s.drifts.size() + s.kicks.size();
  for (std::size_t i = 0; i < parts; ++i) {
    const bool is_kick = (i % 2 == 0) == s.starts_with_kick;
    product = product * (is_kick ? Words::exponential(degree, letter_b, s.kicks[i / 2])
                                 : Words::exponential(degree, letter_a, s.drifts[i / 2]));
  }
  return product;
}

}  // namespace

double effective_error(const Splitting& s, CommutatorBasis basis) {
  const auto degree = static_cast<std::size_t>(s.order + 1);
  IndependentVectors vectors;
  if (degree >= 4) {
    const Vector vanishing = nested(7, 3, {1, 0});  // [B, [B, [B, A]]]
    for (std::size_t outer = 0; outer < std::size_t{1} << (degree - 4); ++outer)
      vectors.add(nested(outer, degree - 4, vanishing));
  }
  const std::size_t no_error = vectors.size();
  const Vector inner = commutator(letter_a, {0, 1});  // [A, B]
  const std::size_t words = std::size_t{1} << (degree - 2);
  for (std::size_t w = 0; w < words; ++w)
    vectors.add(nested(basis == CommutatorBasis::kicks_first ? words - 1 - w : w, degree - 2, inner));

  const Vector c = vectors.coefficients(series_of(s, degree).top_of_logarithm());
  Number square = 0;
  for (std::size_t i = no_error; i < c.size(); ++i) square += c[i] * c[i];
  return s.kicks_per_step() * static_cast<double>(std::pow(square, 0.5L / s.order));
}

}  // namespace polhode::experiments::celledoni_zanna
