// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A formula that a Python function was recorded as: a list of operations on the state of a body, in the order in which the
/// function made them.
///
/// Convention. As FormulaState: user's body frame. The list can be computed with any number type that FormulaState has:
///             doubles, symbols for power series, duals for the gradient of a potential. It needs no interpreter.

#include <cmath>
#include <cstddef>
#include <memory>
#include <polhode/torque/formula.hpp>
#include <vector>

namespace polhode::python {

enum class Operation {
  constant,
  attitude,          ///< w, x, y, z by `number`
  momentum,          ///< x, y, z by `number`
  angular_velocity,  ///< likewise
  time,
  add,
  subtract,
  multiply,
  divide,
  negate,
  power,  ///< with the constant exponent `number`
  square_root,
  exponential,
  logarithm,
  sine,
  cosine,
  tangent,
  arctangent,
  hyperbolic_tangent,
  absolute_value
};

/// As pickles have it; null where there is no such operation.
inline const char* name(Operation operation) {
  switch (operation) {
    case Operation::constant: return "constant";
    case Operation::attitude: return "attitude";
    case Operation::momentum: return "momentum";
    case Operation::angular_velocity: return "angular_velocity";
    case Operation::time: return "time";
    case Operation::add: return "add";
    case Operation::subtract: return "subtract";
    case Operation::multiply: return "multiply";
    case Operation::divide: return "divide";
    case Operation::negate: return "negate";
    case Operation::power: return "power";
    case Operation::square_root: return "square_root";
    case Operation::exponential: return "exponential";
    case Operation::logarithm: return "logarithm";
    case Operation::sine: return "sine";
    case Operation::cosine: return "cosine";
    case Operation::tangent: return "tangent";
    case Operation::arctangent: return "arctangent";
    case Operation::hyperbolic_tangent: return "hyperbolic_tangent";
    case Operation::absolute_value: return "absolute_value";
  }
  return nullptr;
}

struct Node {
  Operation operation;
  std::size_t a = 0, b = 0;  ///< places of the operands, before this one
  double number = 0;
};

using Recording = std::vector<Node>;

/// x^p for a constant p.
inline double to_power(double x, double p) { return std::pow(x, p); }
inline series::Symbol to_power(const series::Symbol& x, double p) { return pow(x, series::Symbol(p)); }
/// Of a number with its slopes, whatever they are kept in: value + derivative (x - centre), the three being constants.
template <class Dual>
requires requires(const Dual& x) { x.slope; }
Dual to_power(const Dual& x, double p) {
  Dual value = x - x, derivative = value, centre = value;
  value.value = to_power(x.value, p);
  derivative.value = decltype(x.value)(p) * to_power(x.value, p - 1);
  centre.value = x.value;
  return value + derivative * (x - centre);
}

/// The value of each node in turn.
template <class T>
std::vector<T> evaluate(const Recording& nodes, const FormulaState<T>& s) {
  using std::atan;
  using std::cos;
  using std::exp;
  using std::log;
  using std::sin;
  using std::sqrt;
  using std::tanh;
  std::vector<T> v;
  v.reserve(nodes.size());
  const auto component = [](const Vec3<T>& w, double k) { return k == 0 ? w.x : k == 1 ? w.y : w.z; };
  for (const Node& n : nodes) {
    switch (n.operation) {
      case Operation::constant: v.push_back(T(n.number)); break;
      case Operation::attitude: {
        const Quat<T>& q = s.attitude;
        v.push_back(n.number == 0 ? q.w : n.number == 1 ? q.x : n.number == 2 ? q.y : q.z);
        break;
      }
      case Operation::momentum: v.push_back(component(s.momentum, n.number)); break;
      case Operation::angular_velocity: v.push_back(component(s.angular_velocity, n.number)); break;
      case Operation::time: v.push_back(s.time); break;
      case Operation::add: v.push_back(v[n.a] + v[n.b]); break;
      case Operation::subtract: v.push_back(v[n.a] - v[n.b]); break;
      case Operation::multiply: v.push_back(v[n.a] * v[n.b]); break;
      case Operation::divide: v.push_back(v[n.a] / v[n.b]); break;
      case Operation::negate: v.push_back(-v[n.a]); break;
      case Operation::power: v.push_back(to_power(v[n.a], n.number)); break;
      case Operation::square_root: v.push_back(sqrt(v[n.a])); break;
      case Operation::exponential: v.push_back(exp(v[n.a])); break;
      case Operation::logarithm: v.push_back(log(v[n.a])); break;
      case Operation::sine: v.push_back(sin(v[n.a])); break;
      case Operation::cosine: v.push_back(cos(v[n.a])); break;
      case Operation::tangent: v.push_back(sin(v[n.a]) / cos(v[n.a])); break;
      case Operation::arctangent: v.push_back(atan(v[n.a])); break;
      case Operation::hyperbolic_tangent: v.push_back(tanh(v[n.a])); break;
      case Operation::absolute_value: v.push_back(absolute(v[n.a])); break;
    }
  }
  return v;
}

/// Whether a node is the square of one thing, perhaps with a factor. Its root is an absolute value: by power series a run
/// ends a step where that turns, but stops where it begins or stays at zero, and the error is not known. Fractional
/// powers other than the root are not even looked at.
inline bool is_square_of_one(const Recording& nodes, std::size_t place) {
  const auto is_constant = [&](std::size_t k) { return nodes[k].operation == Operation::constant; };
  const Node& n = nodes[place];
  switch (n.operation) {
    case Operation::power: return n.number == 2 * std::floor(n.number / 2);
    case Operation::multiply:
      return n.a == n.b || (is_constant(n.a) && is_square_of_one(nodes, n.b)) ||
             (is_constant(n.b) && is_square_of_one(nodes, n.a));
    case Operation::divide: return is_constant(n.b) && is_square_of_one(nodes, n.a);
    case Operation::add:
      return (is_constant(n.a) && nodes[n.a].number == 0 && is_square_of_one(nodes, n.b)) ||
             (is_constant(n.b) && nodes[n.b].number == 0 && is_square_of_one(nodes, n.a));
    default: return false;
  }
}

/// Whether a root of such a square is anywhere in a recording.
inline bool has_corner(const Recording& nodes) {
  for (const Node& n : nodes) {
    const bool is_root = n.operation == Operation::square_root ||
                         (n.operation == Operation::power && n.number != std::floor(n.number));
    if (is_root && is_square_of_one(nodes, n.a)) return true;
  }
  return false;
}

/// Three of the values, as formula_torque wants them.
struct RecordedVector {
  std::shared_ptr<const Recording> nodes;
  std::size_t x, y, z;

  template <class T>
  Vec3<T> operator()(const FormulaState<T>& s) const {
    const std::vector<T> v = evaluate(*nodes, s);
    return {v[x], v[y], v[z]};
  }
};

/// One of them, as potential_torque wants it.
struct RecordedNumber {
  std::shared_ptr<const Recording> nodes;
  std::size_t place;

  template <class T>
  T operator()(const FormulaState<T>& s) const {
    return evaluate(*nodes, s)[place];
  }
};

/// A number that records what is done with it. Copies share one recording.
struct Traced {
  std::shared_ptr<Recording> recording;
  std::size_t place;

  Traced made(Operation operation, std::size_t a, std::size_t b = 0, double number = 0) const {
    recording->push_back({operation, a, b, number});
    return {recording, recording->size() - 1};
  }
  Traced constant(double number) const { return made(Operation::constant, 0, 0, number); }
};

}  // namespace polhode::python
