// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Formulas as data: Expression, a number that records what it is made of, and Formula, the operations that
/// results need. The parser of texts, generic functions in C++ and functions in Python all build these, and
/// one evaluator computes them with any number type: numbers, numbers with derivatives, symbols of power
/// series.
///
/// Convention. The inputs are those of FormulaState, in the user's body frame. Equal operations are recorded
///             once, those of constants are computed, and x + 0, 1 x, 0 x and alike are left out.
///
///     const FormulaState<Expression> s = Expression::state();
///     const Vec3<Expression> v{-s.clip(s.angular_velocity.x, -1, 1), 0, 0.1 * sin(s.time)};
///     const Torque limited = formula_torque("limited", Formula(s, v));

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <memory>
#include <polhode/core/corner.hpp>
#include <polhode/core/dual.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/series/symbol.hpp>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace polhode {

/// What a formula may depend on, in the user's body frame; T is double, or a number type that records.
template <class T>
struct FormulaState {
  using Number = T;

  Quat<T> attitude;                    ///< of the body frame in space, unit
  Vec3<T> momentum, angular_velocity;  ///< in the body frame
  T time;

  /// A constant.
  T number(double x) const { return T(x); }
  Vec3<T> vector(double x, double y, double z) const { return {T(x), T(y), T(z)}; }
  /// Functions with corners or jumps.
  T abs(const T& x) const { return absolute(x); }
  /// 1, -1, or 0 at zero.
  T sign(const T& x) const { return sign_of(x); }
  T min(const T& x, const T& y) const { return lesser_of(x, y); }
  T max(const T& x, const T& y) const { return greater_of(x, y); }
  /// x, not below `low` and not above `high`.
  T clip(const T& x, const T& low, const T& high) const { return min(max(x, low), high); }
  /// x where d >= 0, otherwise y; both are computed and must be finite everywhere.
  T where(const T& d, const T& x, const T& y) const { return choose(d, x, y); }
  /// A direction of space as the body sees it: Q^T v.
  Vec3<T> in_body(const Vec3<T>& v) const { return rotate(attitude.conjugate(), v); }
  Vec3<T> in_body(double x, double y, double z) const { return in_body(vector(x, y, z)); }
  /// A body vector in space: Q v.
  Vec3<T> in_space(const Vec3<T>& v) const { return rotate(attitude, v); }

  /// All its numbers: attitude w, x, y, z, momentum, angular velocity, time.
  static constexpr std::size_t size = 11;
  std::array<const T*, size> numbers() const {
    return {&attitude.w,         &attitude.x,         &attitude.y, &attitude.z,
            &momentum.x,         &momentum.y,         &momentum.z, &angular_velocity.x,
            &angular_velocity.y, &angular_velocity.z, &time};
  }
};

/// What a number of a formula is made by.
enum class Operation : unsigned char {
  number,
  input,  ///< a: which, in the order of FormulaState::numbers()
  sum,
  difference,
  product,
  quotient,
  power,   ///< a^number, number not whole
  choice,  ///< b where a >= 0, otherwise c
  root,
  exponential,
  logarithm,
  sine,
  cosine,
  arcsine,
  arccosine,
  arctangent,
  angle,  ///< atan2(a, b)
  hyperbolic_sine,
  hyperbolic_cosine,
  hyperbolic_tangent,
  hypotenuse,
  absolute,
  sign
};

/// Its name, as files have it, and of how many numbers it is made.
struct OperationInfo {
  const char* name;
  int operands;
};
const OperationInfo& info_of(Operation operation);
/// Null where no operation has this name.
const Operation* operation_named(const std::string& name);

/// An operation of a formula on results of earlier ones.
struct FormulaNode {
  Operation operation;
  int a = 0, b = 0, c = 0;
  double number = 0;

  friend bool operator==(const FormulaNode&, const FormulaNode&) = default;
};

class Formula;

/// A number that records what is done with it: a constant, or an operation of a recording, which all numbers
/// that are made of one state share. Not to be recorded by two threads at once.
class Expression {
 public:
  Expression() = default;
  template <class N>
  requires std::is_arithmetic_v<N> Expression(N constant) : constant_(static_cast<double>(constant)) {}
  /// What a formula may depend on, in a new recording.
  static FormulaState<Expression> state();

  bool is_constant() const noexcept { return !recording_; }
  /// Of a constant.
  double constant() const noexcept { return constant_; }
  /// The number of operations that were recorded with it.
  std::size_t recorded() const noexcept;

  /// Recorded, or of constants computed.
  friend Expression operator+(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a) { return Expression(-1) * a; }
  friend Expression operator*(const Expression& a, const Expression& b);
  friend Expression operator/(const Expression& a, const Expression& b);
  Expression& operator+=(const Expression& b) { return *this = *this + b; }
  Expression& operator-=(const Expression& b) { return *this = *this - b; }
  Expression& operator*=(const Expression& b) { return *this = *this * b; }
  Expression& operator/=(const Expression& b) { return *this = *this / b; }

  /// The functions of formulas.
  friend Expression sqrt(const Expression& x) { return made(Operation::root, x); }
  friend Expression exp(const Expression& x) { return made(Operation::exponential, x); }
  friend Expression log(const Expression& x) { return made(Operation::logarithm, x); }
  friend Expression sin(const Expression& x) { return made(Operation::sine, x); }
  friend Expression cos(const Expression& x) { return made(Operation::cosine, x); }
  friend Expression tan(const Expression& x);
  friend Expression asin(const Expression& x) { return made(Operation::arcsine, x); }
  friend Expression acos(const Expression& x) { return made(Operation::arccosine, x); }
  friend Expression atan(const Expression& x) { return made(Operation::arctangent, x); }
  friend Expression atan2(const Expression& y, const Expression& x) { return made(Operation::angle, y, x); }
  friend Expression sinh(const Expression& x) { return made(Operation::hyperbolic_sine, x); }
  friend Expression cosh(const Expression& x) { return made(Operation::hyperbolic_cosine, x); }
  friend Expression tanh(const Expression& x) { return made(Operation::hyperbolic_tangent, x); }
  friend Expression hypot(const Expression& x, const Expression& y);
  /// A whole exponent makes products, 0.5 a root; any other needs a positive base.
  friend Expression pow(const Expression& x, const Expression& exponent);
  friend Expression sign_of(const Expression& x) { return made(Operation::sign, x); }
  friend Expression absolute(const Expression& x) { return made(Operation::absolute, x); }
  /// a where d >= 0, otherwise b.
  friend Expression choose(const Expression& d, const Expression& a, const Expression& b) {
    return made(Operation::choice, d, a, b);
  }

  /// The way that a formula takes for one state need not be that of the next: a comparison of what is not
  /// constant makes the recording fail. `choose` is what can be recorded.
  friend bool operator<(const Expression& a, const Expression& b) {
    refuse_choice(a, b);
    return a.constant_ < b.constant_;
  }
  friend bool operator>(const Expression& a, const Expression& b) { return b < a; }
  friend bool operator<=(const Expression& a, const Expression& b) {
    refuse_choice(a, b);
    return a.constant_ <= b.constant_;
  }
  friend bool operator>=(const Expression& a, const Expression& b) { return b <= a; }
  // A template and constexpr for clang++, as that of a Symbol.
  template <std::same_as<Expression> E>
  friend constexpr bool operator==(const E& a, const E& b) {
    refuse_choice(a, b);
    return a.constant_ == b.constant_;
  }

 private:
  friend Formula;
  struct Recording;

  static Expression made(Operation operation, const Expression& a);
  static Expression made(Operation operation, const Expression& a, const Expression& b);
  static Expression made(Operation operation, const Expression& a, const Expression& b, const Expression& c,
                         double number = 0);
  static void refuse_choice(const Expression& a, const Expression& b);
  Expression(std::shared_ptr<Recording> recording, int node);

  std::shared_ptr<Recording> recording_{};
  int node_ = 0;
  double constant_ = 0;
};

/// A function of numbers that formulas know, in all languages.
struct FormulaFunction {
  const char* name;   ///< in texts and in C++
  const char* numpy;  ///< in Python
  int arguments;
  Expression (*of)(const Expression* arguments);
};
/// All of them. Those of vectors are written with these.
std::span<const FormulaFunction> formula_functions();

namespace torques {

/// x^number, where number is not whole.
template <class T>
T formula_power(const T& x, double number) {
  using std::pow;
  return pow(x, T(number));
}
template <class T, int N>
Dual<T, N> formula_power(const Dual<T, N>& x, double number) {
  return chain(x, formula_power(x.value, number), T(number) * formula_power(x.value, number - 1));
}

}  // namespace torques

/// The operations that one result or more need, in order.
class Formula {
 public:
  Formula() = default;
  /// Of results that were made of a state; of one, or of three, such as a torque.
  Formula(const FormulaState<Expression>& state, const std::vector<Expression>& results);
  Formula(const FormulaState<Expression>& state, const Expression& result)
      : Formula(state, std::vector<Expression>{result}) {}
  Formula(const FormulaState<Expression>& state, const Vec3<Expression>& results)
      : Formula(state, std::vector<Expression>{results.x, results.y, results.z}) {}
  /// From what nodes() and results() gave. Throws InvalidInput where they are none of a formula.
  Formula(std::vector<FormulaNode> nodes, std::vector<int> results);

  const std::vector<FormulaNode>& nodes() const noexcept { return nodes_; }
  /// Which nodes the results are.
  const std::vector<int>& results() const noexcept { return results_; }
  /// Why the recording failed, so that this is no formula of what was recorded; empty where it did not.
  const std::string& why_not() const noexcept { return why_not_; }
  /// Or on the angular velocity.
  bool depends_on_momentum() const noexcept { return depends_on(4, 10); }
  bool depends_on_time() const noexcept { return depends_on(10, 11); }
  /// Whether a root is of the square of one thing, perhaps with a factor: it is an absolute value, whose
  /// corner power series do not locate.
  bool has_root_of_square() const noexcept;
  /// Whether every number in it is finite at a state, those that are not chosen too.
  bool is_finite(const FormulaState<double>& s) const;

  /// All results.
  template <class T>
  std::vector<T> values(const FormulaState<T>& s) const {
    return with_values<T>(s, [&](const T* values) {
      std::vector<T> all;
      for (const int r : results_) all.push_back(values[r]);
      return all;
    });
  }
  /// The first.
  template <class T>
  T number(const FormulaState<T>& s) const {
    return with_values<T>(s, [&](const T* values) { return values[results_[0]]; });
  }
  /// The first three.
  template <class T>
  Vec3<T> vector(const FormulaState<T>& s) const {
    return with_values<T>(s, [&](const T* values) {
      return Vec3<T>{values[results_[0]], values[results_[1]], values[results_[2]]};
    });
  }

 private:
  bool depends_on(int first_input, int end) const noexcept;

  template <class T, class Use>
  auto with_values(const FormulaState<T>& s, const Use& use) const {
    constexpr std::size_t few = 96;
    const auto inputs = s.numbers();
    const auto run = [&](T* values) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) values[i] = made(inputs, nodes_[i], values);
      return use(values);
    };
    if (nodes_.size() <= few) {
      std::array<T, few> values;
      return run(values.data());
    }
    std::vector<T> values(nodes_.size());
    return run(values.data());
  }

  /// Inlined, since a call for each operation takes a third of the time.
  template <class T>
  [[gnu::always_inline]] static T made(const std::array<const T*, FormulaState<T>::size>& inputs,
                                       const FormulaNode& node, const T* values) {
    using std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::hypot, std::log,
        std::sin, std::sinh, std::sqrt, std::tanh;
    const T &a = values[node.a], &b = values[node.b];
    switch (node.operation) {
      case Operation::number:
        return T(node.number);
      case Operation::input:
        return *inputs[static_cast<std::size_t>(node.a)];
      case Operation::sum:
        return a + b;
      case Operation::difference:
        return a - b;
      case Operation::product:
        return a * b;
      case Operation::quotient:
        return a / b;
      case Operation::power:
        return torques::formula_power(a, node.number);
      case Operation::choice:
        return choose(a, b, values[node.c]);
      case Operation::root:
        return sqrt(a);
      case Operation::exponential:
        return exp(a);
      case Operation::logarithm:
        return log(a);
      case Operation::sine:
        return sin(a);
      case Operation::cosine:
        return cos(a);
      case Operation::arcsine:
        return asin(a);
      case Operation::arccosine:
        return acos(a);
      case Operation::arctangent:
        return atan(a);
      case Operation::angle:
        return atan2(a, b);
      case Operation::hyperbolic_sine:
        return sinh(a);
      case Operation::hyperbolic_cosine:
        return cosh(a);
      case Operation::hyperbolic_tangent:
        return tanh(a);
      case Operation::hypotenuse:
        return hypot(a, b);
      case Operation::absolute:
        return absolute(a);
      case Operation::sign:
        return sign_of(a);
    }
    return T(0);
  }

  std::vector<FormulaNode> nodes_;
  std::vector<int> results_;
  std::string why_not_;
};

}  // namespace polhode
