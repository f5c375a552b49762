// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A formula of the motion, recorded once: which products and functions it is made of.
///
/// Convention. A row is a quantity that changes in time: the attitude (four rows), the momentum (three), 1,
///             the time, and what is made of them. A Form is a sum of rows with constant factors. Sums,
///             differences and products with constants make no rows: they are forms. Each product of two
///             forms and each function of a form is a row, recorded once however often it occurs.
/// Method.     A product of two forms of the attitude alone is multiplied out, so that all torques share the
///             ten products of its parts. Other products are recorded for forms whose common factor is taken
///             out, where that is exact. |q|^2 is 1: a division by it is left out.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polhode::series {

/// The rows that are always there.
namespace row {
constexpr int attitude = 0;  ///< w, x, y, z
constexpr int momentum = 4;  ///< along the principal axes
constexpr int one = 7;
constexpr int time = 8;
constexpr int first_made = 9;
}  // namespace row

/// A row of the tape times a constant.
struct Term {
  int row;
  double factor;
  friend bool operator==(const Term&, const Term&) = default;
};

/// A list of terms; a few of them take no memory of their own.
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

  /// One term more.
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

/// constant + sum of factor * row; terms by row, none with the factor 0, none of row::one.
struct Form {
  double constant = 0;
  Terms terms{};

  bool is_constant() const noexcept { return terms.empty(); }
  friend bool operator==(const Form& a, const Form& b) noexcept {
    return a.constant == b.constant && a.terms == b.terms;
  }
};

/// What a row is made by.
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
  sign,                ///< 1, -1, or `number` at zero: constant in each step, which ends where it changes
  remainder,           ///< a less a whole multiple of number, nearest to 0
  anomaly,             ///< Kepler's: the solution E of E - number sin E = a
  parameter,           ///< number `number` of what the user may change between steps
  piece                ///< a function of time that is linear in each piece: piecewise(number of the function)
};

/// A function of time that is linear within each step: its value and slope at a time, for a step that begins
/// there and goes in a direction.
class PiecewiseLinear {
 public:
  /// The value at a time, and its change in a unit of time.
  struct Line {
    double value, slope;
  };
  virtual ~PiecewiseLinear() = default;
  /// For a step from `time` on, forwards or, where direction is negative, backwards.
  virtual Line at(double time, double direction) const = 0;
};

/// How a row is made of others.
struct Row {
  Maker maker;
  Form a{}, b{};
  double number = 0;
  std::shared_ptr<const PiecewiseLinear> piecewise{};
};

/// What was recorded. Row r of the motion is all()[r - row::first_made].
class Tape {
 public:
  Tape() { rows_.reserve(24); }
  const std::vector<Row>& all() const noexcept { return rows_; }

  /// Each makes a row, unless the tape has that row already or the result follows by constants alone.
  Form product(const Form& a, const Form& b);
  Form quotient(const Form& a, const Form& b);
  /// A function of one form. Of the sine, its cosine is made with it.
  Form function(Maker maker, const Form& a, double number = 0);
  Form parameter(int index);
  Form piecewise(std::shared_ptr<const PiecewiseLinear> function);

  /// Whether all factors and constants are finite: products of large parameters may overflow.
  bool is_finite() const noexcept;

  /// Whether the formula cannot be recorded, since it chose its way by a number that changes.
  bool has_failed() const noexcept { return has_failed_; }
  void fail() noexcept { has_failed_ = true; }

 private:
  int row_of(Row row);
  void append(Row row);

  std::vector<Row> rows_;
  /// Where rows are, by a hash of what they are made of: for long tapes.
  std::unordered_multimap<std::size_t, std::size_t> places_;
  bool has_failed_ = false;
};

/// Whether the constant and all factors are.
bool is_finite(const Form& form) noexcept;

/// a + factor_of_b b, and factor a: forms too, without a row.
Form sum(const Form& a, const Form& b, double factor_of_b);
Form scaled(const Form& a, double factor);

}  // namespace polhode::series
