// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <polhode/core/error.hpp>
#include <polhode/torque/expression.hpp>
#include <tuple>
#include <utility>

namespace polhode {
namespace {

constexpr OperationInfo all_operations[] = {{"number", 0},
                                            {"input", 0},
                                            {"sum", 2},
                                            {"difference", 2},
                                            {"product", 2},
                                            {"quotient", 2},
                                            {"power", 1},
                                            {"choice", 3},
                                            {"root", 1},
                                            {"exponential", 1},
                                            {"logarithm", 1},
                                            {"sine", 1},
                                            {"cosine", 1},
                                            {"arcsine", 1},
                                            {"arccosine", 1},
                                            {"arctangent", 1},
                                            {"angle", 2},
                                            {"hyperbolic_sine", 1},
                                            {"hyperbolic_cosine", 1},
                                            {"hyperbolic_tangent", 1},
                                            {"hypotenuse", 2},
                                            {"absolute", 1},
                                            {"sign", 1}};

using X = const Expression*;

constexpr FormulaFunction all_functions[] = {
    {"sin", "sin", 1, [](X x) { return sin(x[0]); }},
    {"cos", "cos", 1, [](X x) { return cos(x[0]); }},
    {"tan", "tan", 1, [](X x) { return tan(x[0]); }},
    {"asin", "arcsin", 1, [](X x) { return asin(x[0]); }},
    {"acos", "arccos", 1, [](X x) { return acos(x[0]); }},
    {"atan", "arctan", 1, [](X x) { return atan(x[0]); }},
    {"atan2", "arctan2", 2, [](X x) { return atan2(x[0], x[1]); }},
    {"sinh", "sinh", 1, [](X x) { return sinh(x[0]); }},
    {"cosh", "cosh", 1, [](X x) { return cosh(x[0]); }},
    {"tanh", "tanh", 1, [](X x) { return tanh(x[0]); }},
    {"exp", "exp", 1, [](X x) { return exp(x[0]); }},
    {"log", "log", 1, [](X x) { return log(x[0]); }},
    {"sqrt", "sqrt", 1, [](X x) { return sqrt(x[0]); }},
    {"pow", "power", 2, [](X x) { return pow(x[0], x[1]); }},
    {"hypot", "hypot", 2, [](X x) { return hypot(x[0], x[1]); }},
    {"abs", "absolute", 1, [](X x) { return absolute(x[0]); }},
    {"sign", "sign", 1, [](X x) { return sign_of(x[0]); }},
    {"min", "minimum", 2, [](X x) { return lesser_of(x[0], x[1]); }},
    {"max", "maximum", 2, [](X x) { return greater_of(x[0], x[1]); }},
    {"clip", "clip", 3, [](X x) { return lesser_of(greater_of(x[0], x[1]), x[2]); }},
    {"where", "where", 3, [](X x) { return choose(x[0], x[1], x[2]); }}};

std::array<int, 3> operands_of(const FormulaNode& node) { return {node.a, node.b, node.c}; }

/// Calls `use` with the index of each operand.
template <class Node, class Use>
void for_operands(Node& node, const Use& use) {
  int left = info_of(node.operation).operands;
  for (auto* operand : {&node.a, &node.b, &node.c})
    if (left-- > 0) use(*operand);
}

[[noreturn]] void refuse_formula_node(const std::string& found, const std::string& expected) {
  throw InvalidInput("recorded formula", found, expected);
}

[[noreturn]] void refuse_two_recordings() {
  throw InvalidInput("formula", "numbers from two recordings", "numbers derived from one state");
}

}  // namespace

const OperationInfo& info_of(Operation operation) {
  return all_operations[static_cast<std::size_t>(operation)];
}

const Operation* operation_named(const std::string& name) {
  static const auto all = [] {
    std::map<std::string, Operation> named;
    for (std::size_t i = 0; i < std::size(all_operations); ++i)
      named[all_operations[i].name] = static_cast<Operation>(i);
    return named;
  }();
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

std::span<const FormulaFunction> formula_functions() { return all_functions; }

// --------------------------------------------------------------------------------------- numbers that record

struct Expression::Recording {
  std::vector<FormulaNode> nodes{};
  std::string why_not{};

  /// The index of a node; equal nodes share one.
  int index_of(const FormulaNode& node) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &node.number, sizeof bits);
    const Key key{node.operation, operands_of(node), bits};
    const auto [at, is_new] = indices_.try_emplace(key, static_cast<int>(nodes.size()));
    if (is_new) nodes.push_back(node);
    return at->second;
  }

 private:
  using Key = std::tuple<Operation, std::array<int, 3>, std::uint64_t>;
  std::map<Key, int> indices_{};
};

Expression::Expression(std::shared_ptr<Recording> recording, int node)
    : recording_(std::move(recording)), node_(node) {}

FormulaState<Expression> Expression::state() {
  const auto recording = std::make_shared<Recording>();
  const auto input = [&](int which) {
    return Expression(recording, recording->index_of({Operation::input, which}));
  };
  return {{input(0), input(1), input(2), input(3)},
          {input(4), input(5), input(6)},
          {input(7), input(8), input(9)},
          input(10)};
}

std::size_t Expression::recorded() const noexcept { return recording_ ? recording_->nodes.size() : 0; }

Expression Expression::made(Operation operation, const Expression& a) { return made(operation, a, {}, {}); }

Expression Expression::made(Operation operation, const Expression& a, const Expression& b) {
  return made(operation, a, b, {});
}

Expression Expression::made(Operation operation, const Expression& a, const Expression& b,
                            const Expression& c, double number) {
  FormulaNode node{operation, 0, 1, 2, number};
  std::shared_ptr<Recording> recording;
  for (const Expression* x : {&a, &b, &c}) {
    if (x->recording_ && recording && x->recording_ != recording) refuse_two_recordings();
    if (x->recording_) recording = x->recording_;
  }
  if (!recording)
    return Formula({{Operation::number, 0, 0, 0, a.constant_},
                    {Operation::number, 0, 0, 0, b.constant_},
                    {Operation::number, 0, 0, 0, c.constant_},
                    node},
                   {3})
        .number(FormulaState<double>{});
  const std::array<const Expression*, 3> all{&a, &b, &c};
  for_operands(node, [&](int& operand) {
    const Expression& x = *all[static_cast<std::size_t>(operand)];
    operand = x.recording_ ? x.node_ : recording->index_of({Operation::number, 0, 0, 0, x.constant_});
  });
  const int operands = info_of(operation).operands;
  if (operands < 3) node.c = 0;
  if (operands < 2) node.b = 0;
  return {recording, recording->index_of(node)};
}

void Expression::refuse_choice(const Expression& a, const Expression& b) {
  for (const Expression* x : {&a, &b})
    if (x->recording_) x->recording_->why_not = "it branches on a value that varies with the state";
}

Expression operator+(const Expression& a, const Expression& b) {
  if (a.is_constant() && a.constant_ == 0) return b;
  if (b.is_constant() && b.constant_ == 0) return a;
  return Expression::made(Operation::sum, a, b);
}

Expression operator-(const Expression& a, const Expression& b) {
  if (b.is_constant() && b.constant_ == 0) return a;
  return Expression::made(Operation::difference, a, b);
}

Expression operator*(const Expression& a, const Expression& b) {
  const auto is = [](const Expression& x, double value) { return x.is_constant() && x.constant_ == value; };
  if (is(a, 0) && !b.is_constant()) return a;
  if (is(b, 0) && !a.is_constant()) return b;
  if (is(b, 1)) return a;
  if (is(a, 1)) return b;
  return Expression::made(Operation::product, a, b);
}

Expression operator/(const Expression& a, const Expression& b) {
  if (b.is_constant() && b.constant_ == 1) return a;
  return Expression::made(Operation::quotient, a, b);
}

Expression tan(const Expression& x) {
  const Expression sine = sin(x);
  return sine / cos(x);
}

Expression hypot(const Expression& x, const Expression& y) {
  if (x.is_constant() && x.constant_ == 0) return absolute(y);
  if (y.is_constant() && y.constant_ == 0) return absolute(x);
  return Expression::made(Operation::hypotenuse, x, y);
}

Expression pow(const Expression& x, const Expression& exponent) {
  constexpr double most_products = 1000;
  if (!exponent.is_constant()) {
    if (x.is_constant() && !(x.constant_ > 0))
      exponent.recording_->why_not = "it raises a number that is not positive to a varying power";
    return exp(exponent * log(x));
  }
  const double n = exponent.constant_;
  if (x.is_constant()) return std::pow(x.constant_, n);
  if (n == 0.5) return sqrt(x);
  if (n != std::floor(n) || std::abs(n) > most_products)
    return Expression::made(Operation::power, x, {}, {}, n);
  if (n < 0) return 1 / pow(x, -n);
  Expression result = 1, square = x;
  for (int left = static_cast<int>(n); left > 0; left /= 2) {
    if (left % 2 == 1) result = result * square;
    if (left > 1) square = square * square;
  }
  return result;
}

// ------------------------------------------------------------------------------------------------- formulas

Formula::Formula(const FormulaState<Expression>& state, const std::vector<Expression>& results) {
  const Expression::Recording& recording = *state.time.recording_;
  why_not_ = recording.why_not;
  std::vector<char> is_needed(recording.nodes.size(), 0);
  for (const Expression& x : results) {
    if (!x.is_constant() && x.recording_ != state.time.recording_) refuse_two_recordings();
    if (!x.is_constant()) is_needed[static_cast<std::size_t>(x.node_)] = 1;
  }
  for (std::size_t i = recording.nodes.size(); i-- > 0;)
    if (is_needed[i])
      for_operands(recording.nodes[i], [&](int a) { is_needed[static_cast<std::size_t>(a)] = 1; });
  std::vector<int> place(recording.nodes.size());
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (!is_needed[i]) continue;
    FormulaNode node = recording.nodes[i];
    for_operands(node, [&](int& a) { a = place[static_cast<std::size_t>(a)]; });
    place[i] = static_cast<int>(nodes_.size());
    nodes_.push_back(node);
  }
  for (const Expression& x : results) {
    if (x.is_constant()) nodes_.push_back({Operation::number, 0, 0, 0, x.constant_});
    results_.push_back(x.is_constant() ? static_cast<int>(nodes_.size()) - 1
                                       : place[static_cast<std::size_t>(x.node_)]);
  }
}

Formula::Formula(std::vector<FormulaNode> nodes, std::vector<int> results)
    : nodes_(std::move(nodes)), results_(std::move(results)) {
  const auto check = [](int place, std::size_t end) {
    if (place < 0 || static_cast<std::size_t>(place) >= end)
      refuse_formula_node("index " + std::to_string(place), "the index of an earlier operation");
  };
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].operation == Operation::input) check(nodes_[i].a, FormulaState<double>::size);
    for_operands(nodes_[i], [&](int a) { check(a, i); });
  }
  for (const int r : results_) check(r, nodes_.size());
}

bool Formula::depends_on(int first_input, int end) const noexcept {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const FormulaNode& node) {
    return node.operation == Operation::input && node.a >= first_input && node.a < end;
  });
}

bool Formula::is_finite(const FormulaState<double>& s) const {
  return with_values<double>(s, [&](const double* values) {
    const std::span<const double> all(values, nodes_.size());
    return std::all_of(all.begin(), all.end(), [](double x) { return std::isfinite(x); });
  });
}

bool Formula::has_root_of_square() const noexcept {
  // For each node, whether it is a constant or the square of an expression, perhaps times a constant.
  std::vector<char> is_number(nodes_.size(), 0), is_square(nodes_.size(), 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const FormulaNode& node = nodes_[i];
    const auto a = static_cast<std::size_t>(node.a), b = static_cast<std::size_t>(node.b);
    const bool is_root = node.operation == Operation::root || node.operation == Operation::power;
    if (is_root && is_square[a]) return true;
    is_number[i] = node.operation == Operation::number;
    if (node.operation == Operation::product)
      is_square[i] = a == b || ((is_number[a] || is_square[a]) && (is_number[b] || is_square[b]));
    if (node.operation == Operation::quotient) is_square[i] = is_square[a] && is_number[b];
  }
  return false;
}

}  // namespace polhode
