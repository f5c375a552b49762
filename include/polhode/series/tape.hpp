// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A formula of the motion, recorded once: the products and functions it consists of.
///
/// Convention. A row is a quantity that varies in time: the attitude (four rows), the momentum (three), 1,
///             the time, and products and functions of them. A Form is a linear combination of rows with
///             constant factors. Sums, differences and products with constants are forms and create no rows.
///             Each product of two forms and each function of a form is a row, recorded once however often it
///             occurs.
/// Method.     A product of two forms of the attitude alone is expanded, so that all torques share the ten
///             products of its components. Other products are recorded for forms divided by their common
///             factor, if that is exact. |q|^2 is 1, so a division by it is omitted.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polhode::series {

/// The rows that every tape has.
namespace row {
constexpr int attitude = 0;  ///< w, x, y, z
constexpr int momentum = 4;  ///< along the principal axes
constexpr int one = 7;
constexpr int time = 8;
constexpr int first_made = 9;
}  // namespace row

/// A row times a constant.
struct Term {
  int row;
  double factor;
  friend bool operator==(const Term&, const Term&) = default;
};

/// A list of terms; short lists are stored without allocation.
class Terms {
 public:
  Terms() = default;
  Terms(const Terms& other) : size_(other.size_), many_(other.many_) { copy_few(other); }
  Terms(Terms&& other) noexcept : size_(other.size_), many_(std::move(other.many_)) { copy_few(other); }
  Terms& operator=(const Terms& other) {
    if (this == &other) return *this;
    size_ = other.size_;
    many_ = other.many_;
    copy_few(other);
    return *this;
  }
  Terms& operator=(Terms&& other) noexcept {
    size_ = other.size_;
    many_ = std::move(other.many_);
    copy_few(other);
    return *this;
  }
  ~Terms() = default;

  /// Appends a term.
  void push_back(const Term& t) {
    if (size_ < few) {
      few_[size_++] = t;
      return;
    }
    if (size_ == few) many_.assign(few_, few_ + few);
    many_.push_back(t);
    ++size_;
  }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  const Term* begin() const noexcept { return size_ <= few ? few_ : many_.data(); }
  const Term* end() const noexcept { return begin() + size_; }
  Term* begin() noexcept { return size_ <= few ? few_ : many_.data(); }
  Term* end() noexcept { return begin() + size_; }
  const Term& operator[](std::size_t i) const noexcept { return begin()[i]; }

  friend bool operator==(const Terms& a, const Terms& b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void copy_few(const Terms& other) noexcept {
    if (size_ <= few) std::copy_n(other.few_, size_, few_);
  }

  static constexpr std::size_t few = 4;
  std::size_t size_ = 0;
  Term few_[few];
  std::vector<Term> many_;
};

/// constant + sum of factor * row; terms are ordered by row, none has the factor 0 or the row row::one.
struct Form {
  double constant = 0;
  Terms terms{};

  bool is_constant() const noexcept { return terms.empty(); }
  friend bool operator==(const Form& a, const Form& b) noexcept {
    return a.constant == b.constant && a.terms == b.terms;
  }
};

/// The operation that defines a row.
enum class Maker {
  product,    ///< a b
  quotient,   ///< a / b
  root,       ///< sqrt(a)
  exponent,   ///< exp(a)
  logarithm,  ///< log(a)
  power,      ///< a^number
  sine,       ///< sin(a); the next row is its cosine
  cosine,
  arctangent,          ///< atan(a)
  hyperbolic_tangent,  ///< tanh(a)
  sign,                ///< 1, -1, or `number` at zero: constant within a step, which ends where it changes
  remainder,           ///< a minus the multiple of number that brings it nearest to 0
  anomaly,             ///< Kepler's: the solution E of E - number sin E = a
  parameter,           ///< parameter with index `number`, which may change between steps
  piece                ///< a piecewise linear function of time
};

/// A function of time that is linear within each step.
class PiecewiseLinear {
 public:
  /// The value at a time, and its rate of change.
  struct Line {
    double value, slope;
  };
  virtual ~PiecewiseLinear() = default;
  /// The line for a step that starts at `time`, forwards or, if direction is negative, backwards.
  virtual Line at(double time, double direction) const = 0;
};

/// A row as an operation on others.
struct Row {
  Maker maker;
  Form a{}, b{};
  double number = 0;
  std::shared_ptr<const PiecewiseLinear> piecewise{};
};

/// A recording. Row r of the motion is all()[r - row::first_made].
class Tape {
 public:
  Tape() { rows_.reserve(24); }
  const std::vector<Row>& all() const noexcept { return rows_; }

  /// Each creates a row, unless the tape already has it or the result is constant.
  Form product(const Form& a, const Form& b);
  Form quotient(const Form& a, const Form& b);
  /// A function of one form. The sine is recorded together with the cosine.
  Form function(Maker maker, const Form& a, double number = 0);
  Form parameter(int index);
  Form piecewise(std::shared_ptr<const PiecewiseLinear> function);

  /// Whether all factors and constants are finite; products of large parameters may overflow.
  bool is_finite() const noexcept;

  /// Whether the recording failed because the formula branched on a value that varies.
  bool has_failed() const noexcept { return has_failed_; }
  void fail() noexcept { has_failed_ = true; }

 private:
  int row_of(Row row);
  void append(Row row);

  std::vector<Row> rows_;
  /// Rows by a hash of their definition, for long tapes.
  std::unordered_multimap<std::size_t, std::size_t> indices_;
  bool has_failed_ = false;
};

/// Whether the constant and all factors are finite.
bool is_finite(const Form& form) noexcept;

/// a + factor_of_b b, and factor a: both are forms and need no row.
Form sum(const Form& a, const Form& b, double factor_of_b);
Form scaled(const Form& a, double factor);

}  // namespace polhode::series
