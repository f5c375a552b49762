// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A formula as a list of operations on numbers, each on results of earlier ones, for any number type.

#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/core/corner.hpp>
#include <polhode/core/dual.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/series/symbol.hpp>
#include <polhode/torque/formula.hpp>
#include <vector>

namespace polhode::torques {

enum class FormulaOperation : unsigned char {
  number,
  input,  ///< a: which, in the order of FormulaInput
  sum,
  difference,
  product,
  quotient,
  root,
  exponential,
  logarithm,
  sine,
  cosine,
  arctangent,
  hyperbolic_tangent,
  power,  ///< a^number, number not whole
  absolute,
  sign,
  lesser,
  greater
};

namespace formula_input {
constexpr int attitude = 0;  ///< w, x, y, z
constexpr int momentum = 4;
constexpr int angular_velocity = 7;
constexpr int time = 10;
}  // namespace formula_input

struct FormulaNode {
  FormulaOperation operation;
  int a = 0, b = 0;  ///< earlier nodes
  double number = 0;

  friend bool operator==(const FormulaNode&, const FormulaNode&) = default;
};

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

/// The nodes of a formula whose results are three of them.
struct FormulaProgram {
  std::vector<FormulaNode> nodes;
  std::array<int, 3> result{};  ///< of a number, the first alone

  bool depends_on(int first_input, int count) const noexcept {
    for (const FormulaNode& node : nodes)
      if (node.operation == FormulaOperation::input && node.a >= first_input && node.a < first_input + count)
        return true;
    return false;
  }

  template <class T>
  Vec3<T> operator()(const FormulaState<T>& s) const {
    constexpr std::size_t few = 96;
    if (nodes.size() <= few) {
      std::array<T, few> values;
      return run(s, values.data());
    }
    std::vector<T> values(nodes.size());
    return run(s, values.data());
  }

 private:
  template <class T>
  static T input(const FormulaState<T>& s, int which) {
    const std::array<const T*, 11> all{
        &s.attitude.w,         &s.attitude.x,         &s.attitude.y, &s.attitude.z,
        &s.momentum.x,         &s.momentum.y,         &s.momentum.z, &s.angular_velocity.x,
        &s.angular_velocity.y, &s.angular_velocity.z, &s.time};
    return *all[static_cast<std::size_t>(which)];
  }

  template <class T>
  Vec3<T> run(const FormulaState<T>& s, T* values) const {
    for (std::size_t i = 0; i < nodes.size(); ++i) values[i] = made(s, nodes[i], values);
    return {values[result[0]], values[result[1]], values[result[2]]};
  }

  template <class T>
  static T made(const FormulaState<T>& s, const FormulaNode& node, const T* values) {
    using std::atan;
    using std::cos;
    using std::exp;
    using std::log;
    using std::sin;
    using std::sqrt;
    using std::tanh;
    const T &a = values[node.a], &b = values[node.b];
    switch (node.operation) {
      case FormulaOperation::number:
        return T(node.number);
      case FormulaOperation::input:
        return input(s, node.a);
      case FormulaOperation::sum:
        return a + b;
      case FormulaOperation::difference:
        return a - b;
      case FormulaOperation::product:
        return a * b;
      case FormulaOperation::quotient:
        return a / b;
      case FormulaOperation::root:
        return sqrt(a);
      case FormulaOperation::exponential:
        return exp(a);
      case FormulaOperation::logarithm:
        return log(a);
      case FormulaOperation::sine:
        return sin(a);
      case FormulaOperation::cosine:
        return cos(a);
      case FormulaOperation::arctangent:
        return atan(a);
      case FormulaOperation::hyperbolic_tangent:
        return tanh(a);
      case FormulaOperation::power:
        return formula_power(a, node.number);
      case FormulaOperation::absolute:
        return absolute(a);
      case FormulaOperation::sign:
        return sign_of(a);
      case FormulaOperation::lesser:
        return lesser_of(a, b);
      case FormulaOperation::greater:
        return greater_of(a, b);
    }
    return T(0);
  }
};

}  // namespace polhode::torques
