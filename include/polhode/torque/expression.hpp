// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Formulas as data: Expression, a number type that records operations, and Formula, the recorded operations.
/// The text parser, generic C++ functions and Python functions all produce these; one evaluator computes them
/// with any number type: numbers, dual numbers, symbols of power series.
///
/// Convention. The inputs are those of FormulaState, in the user's body frame. Common subexpressions are
///             recorded once, constants are folded, and x + 0, 1 x, 0 x and the like are simplified.
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

/// The inputs of a formula, in the user's body frame; T is double or a number type that records.
template <class T>
struct FormulaState {
  using Number = T;

  Quat<T> attitude;                    ///< body to space, unit
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
  /// x limited to [low, high].
  T clip(const T& x, const T& low, const T& high) const { return min(max(x, low), high); }
  /// x if d >= 0, otherwise y; both are evaluated and must be finite everywhere.
  T where(const T& d, const T& x, const T& y) const { return choose(d, x, y); }
  /// A space vector in the body frame: Q^T v.
  Vec3<T> in_body(const Vec3<T>& v) const { return rotate(attitude.conjugate(), v); }
  Vec3<T> in_body(double x, double y, double z) const { return in_body(vector(x, y, z)); }
  /// A body vector in space: Q v.
  Vec3<T> in_space(const Vec3<T>& v) const { return rotate(attitude, v); }

  /// All inputs: attitude w, x, y, z, momentum, angular velocity, time.
  static constexpr std::size_t size = 11;
  std::array<const T*, size> numbers() const {
    return {&attitude.w,         &attitude.x,         &attitude.y, &attitude.z,
            &momentum.x,         &momentum.y,         &momentum.z, &angular_velocity.x,
            &angular_velocity.y, &angular_velocity.z, &time};
  }
};

/// The operations of a formula.
enum class Operation : unsigned char {
  number,
  input,  ///< a: its index in FormulaState::numbers()
  sum,
  difference,
  product,
  quotient,
  power,   ///< a^number, number not an integer
  choice,  ///< b if a >= 0, otherwise c
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

/// The name of an operation in files, and its number of operands.
struct OperationInfo {
  const char* name;
  int operands;
};
const OperationInfo& info_of(Operation operation);
/// The operation of a name; null if there is none.
const Operation* operation_named(const std::string& name);

/// An operation applied to results of earlier ones.
struct FormulaNode {
  Operation operation;
  int a = 0, b = 0, c = 0;
  double number = 0;

  friend bool operator==(const FormulaNode&, const FormulaNode&) = default;
};

class Formula;

/// A number that records the operations applied to it: a constant, or a node of a recording, which all
/// numbers derived from one state share. A recording must not be used by two threads at once.
class Expression {
 public:
  Expression() = default;
  template <class N>
  requires std::is_arithmetic_v<N> Expression(N constant) : constant_(static_cast<double>(constant)) {}
  /// The inputs of a formula, in a new recording.
  static FormulaState<Expression> state();

  bool is_constant() const noexcept { return !recording_; }
  /// The value of a constant.
  double constant() const noexcept { return constant_; }
  /// The number of operations in its recording.
  std::size_t recorded() const noexcept;

  /// Arithmetic: recorded, or evaluated if both operands are constant.
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
  /// Integer exponents give products, 0.5 a square root; all others need a positive base.
  friend Expression pow(const Expression& x, const Expression& exponent);
  friend Expression sign_of(const Expression& x) { return made(Operation::sign, x); }
  friend Expression absolute(const Expression& x) { return made(Operation::absolute, x); }
  /// a if d >= 0, otherwise b.
  friend Expression choose(const Expression& d, const Expression& a, const Expression& b) {
    return made(Operation::choice, d, a, b);
  }

  /// A formula may branch differently for another state, so comparing values that are not constant makes the
  /// recording fail. Use `choose` instead.
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
  // A constexpr template for clang++, as for Symbol.
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

/// A scalar function available in formulas, in all languages.
struct FormulaFunction {
  const char* name;   ///< in text formulas and in C++
  const char* numpy;  ///< name in NumPy
  int arguments;
  Expression (*of)(const Expression* arguments);
};
/// All scalar functions; vector functions are composed of them.
std::span<const FormulaFunction> formula_functions();

namespace torques {

/// x^number for a number that is not an integer.
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

/// The operations that produce one or more results, in order of evaluation.
class Formula {
 public:
  Formula() = default;
  /// @param state    from Expression::state()
  /// @param results  derived from `state`: one, or three, such as a torque
  Formula(const FormulaState<Expression>& state, const std::vector<Expression>& results);
  Formula(const FormulaState<Expression>& state, const Expression& result)
      : Formula(state, std::vector<Expression>{result}) {}
  Formula(const FormulaState<Expression>& state, const Vec3<Expression>& results)
      : Formula(state, std::vector<Expression>{results.x, results.y, results.z}) {}
  /// @param nodes    as returned by nodes()
  /// @param results  as returned by results()
  /// @throws InvalidInput if they do not form a formula
  Formula(std::vector<FormulaNode> nodes, std::vector<int> results);

  const std::vector<FormulaNode>& nodes() const noexcept { return nodes_; }
  /// The indices of the results in nodes().
  const std::vector<int>& results() const noexcept { return results_; }
  /// The reason why the recording failed; empty if it succeeded.
  const std::string& why_not() const noexcept { return why_not_; }
  /// Whether it depends on momentum or angular velocity.
  bool depends_on_momentum() const noexcept { return depends_on(4, 10); }
  bool depends_on_time() const noexcept { return depends_on(10, 11); }
  /// Whether it takes the square root of a square, perhaps times a factor: this is an absolute value, whose
  /// corner power series do not locate.
  bool has_root_of_square() const noexcept;
  /// Whether all intermediate values at a state are finite, including those of the branch not chosen.
  bool is_finite(const FormulaState<double>& s) const;

  /// Evaluates all results.
  template <class T>
  std::vector<T> values(const FormulaState<T>& s) const {
    return with_values<T>(s, [&](const T* values) {
      std::vector<T> all;
      for (const int r : results_) all.push_back(values[r]);
      return all;
    });
  }
  /// Evaluates the first result.
  template <class T>
  T number(const FormulaState<T>& s) const {
    return with_values<T>(s, [&](const T* values) { return values[results_[0]]; });
  }
  /// Evaluates the first three results.
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

  /// Inlined, because a call per operation takes a third of the time.
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
