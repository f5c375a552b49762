// SPDX-License-Identifier: MIT
#include "torque/formula_parser.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string_view>

#include "core/nearest.hpp"
#include "core/number_text.hpp"
#include "core/written_number.hpp"

namespace polhode::torques {
namespace {

using Operation = FormulaOperation;

constexpr std::size_t longest_text = 4000;
constexpr std::size_t most_operations = 2000;
constexpr int deepest = 100;
constexpr int greatest_exponent = 1000;

struct Function {
  const char* name;
  int arguments;
};
constexpr Function functions[] = {{"sin", 1},  {"cos", 1},   {"tan", 1},    {"asin", 1},    {"acos", 1},
                                  {"atan", 1}, {"tanh", 1},  {"exp", 1},    {"log", 1},     {"sqrt", 1},
                                  {"pow", 2},  {"abs", 1},   {"sign", 1},   {"min", 2},     {"max", 2},
                                  {"dot", 2},  {"cross", 2}, {"length", 1}, {"in_body", 1}, {"in_space", 1}};

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Function& f : functions) all.emplace_back(f.name);
    return all;
  }();
  return names;
}

/// Vectors that every formula has.
constexpr const char* vectors_of_motion[] = {"m", "omega", "M", "Omega"};
constexpr const char* numbers_of_motion[] = {"t", "pi", "qw", "qx", "qy", "qz"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_component(char c) { return c >= '1' && c <= '3'; }

/// m_1 is m1, q_w is qw.
std::string without_underscore(const std::string& name) {
  const std::size_t n = name.size();
  if (n < 3 || name[n - 2] != '_') return name;
  return name.substr(0, n - 2) + name[n - 1];
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

double computed(Operation operation, double a, double b, double number) {
  FormulaProgram program{{{Operation::number, 0, 0, a}, {Operation::number, 0, 0, b}}, {2, 2, 2}};
  program.nodes.push_back({operation, 0, 1, number});
  return program(FormulaState<double>{}).x;
}

}  // namespace

// -------------------------------------------------------------------------------------------------
// operations

int FormulaOperations::made(const FormulaNode& node) {
  const auto found = std::find(nodes_.begin(), nodes_.end(), node);
  if (found != nodes_.end()) return static_cast<int>(found - nodes_.begin());
  nodes_.push_back(node);
  return static_cast<int>(nodes_.size()) - 1;
}

int FormulaOperations::apply(Operation operation, int a, int b, double exponent) {
  const auto is = [&](int node, double x) { return is_number(node) && value(node) == x; };
  if (is_number(a) && is_number(b)) return number(computed(operation, value(a), value(b), exponent));
  switch (operation) {
    case Operation::product:
      if (is(a, 0) || is(b, 1)) return a;
      if (is(b, 0) || is(a, 1)) return b;
      break;
    case Operation::sum:
      if (is(a, 0)) return b;
      if (is(b, 0)) return a;
      break;
    case Operation::difference:
      if (is(b, 0)) return a;
      break;
    case Operation::quotient:
      if (is(b, 1)) return a;
      break;
    default:
      break;
  }
  return made({operation, a, b, exponent});
}

int FormulaOperations::whole_power(int a, int exponent) {
  if (exponent < 0) return apply(Operation::quotient, number(1), whole_power(a, -exponent));
  int result = number(1), square = a;
  for (int n = exponent; n > 0; n /= 2) {
    if (n % 2 == 1) result = apply(Operation::product, result, square);
    if (n > 1) square = apply(Operation::product, square, square);
  }
  return result;
}

FormulaProgram FormulaOperations::program(const std::array<int, 3>& results) const {
  std::vector<char> is_needed(nodes_.size(), 0);
  for (const int r : results) is_needed[static_cast<std::size_t>(r)] = 1;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const FormulaNode& node = nodes_[i];
    if (!is_needed[i] || node.operation == Operation::number || node.operation == Operation::input) continue;
    is_needed[static_cast<std::size_t>(node.a)] = is_needed[static_cast<std::size_t>(node.b)] = 1;
  }
  FormulaProgram program;
  std::vector<int> place(nodes_.size(), 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!is_needed[i]) continue;
    FormulaNode node = nodes_[i];
    if (node.operation != Operation::number && node.operation != Operation::input) {
      node.a = place[static_cast<std::size_t>(node.a)];
      node.b = place[static_cast<std::size_t>(node.b)];
    }
    place[i] = static_cast<int>(program.nodes.size());
    program.nodes.push_back(node);
  }
  for (std::size_t k = 0; k < 3; ++k) program.result[k] = place[static_cast<std::size_t>(results[k])];
  return program;
}

// ------------------------------------------------------------------------------------------------------
// names

FormulaScope::FormulaScope(const FormulaNames& names, bool is_potential)
    : names_(names), is_potential_(is_potential) {
  std::set<std::string> taken;
  const auto take_vector = [&](const std::string& name) {
    for (const char* part : {"", "1", "2", "3"}) {
      taken.insert(name + part);
      all_.push_back(name + part);
    }
  };
  for (const std::string& name : function_names()) taken.insert(name);
  for (const char* name : numbers_of_motion) {
    taken.insert(name);
    all_.emplace_back(name);
  }
  for (const char* name : vectors_of_motion)
    if (!is_potential_)
      take_vector(name);
    else
      for (const char* part : {"", "1", "2", "3"}) taken.insert(std::string(name) + part);
  const auto check = [&](const std::string& name, bool is_vector) {
    const bool is_name =
        !name.empty() && is_letter(name[0]) &&
        std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
    if (!is_name)
      throw InvalidInput("name in a formula", in_quotes(name),
                         "letters, digits and _, beginning with a letter");
    for (const char* part : {"", "1", "2", "3"}) {
      if (*part != '\0' && !is_vector) break;
      const std::string whole = name + part;
      if (taken.contains(whole) || taken.contains(without_underscore(whole)))
        throw InvalidInput("name in a formula", in_quotes(name),
                           "another name: " + whole + " means something already");
    }
    if (is_vector)
      take_vector(name);
    else {
      taken.insert(name);
      all_.push_back(name);
    }
  };
  for (const auto& [name, x] : names.numbers) {
    check(name, false);
    if (!std::isfinite(x)) throw InvalidInput("constant " + name, number_text(x), "a finite number");
  }
  for (const auto* vectors : {&names.vectors, &names.space_vectors})
    for (const auto& [name, v] : *vectors) {
      check(name, true);
      if (!v.allFinite())
        throw InvalidInput("vector " + name, "a number that is not finite", "finite numbers");
    }
}

bool FormulaScope::is_of_motion(const std::string& name) {
  std::string whole = without_underscore(name);
  if (whole.size() > 1 && is_component(whole.back())) whole.pop_back();
  return std::find(std::begin(vectors_of_motion), std::end(vectors_of_motion), whole) !=
         std::end(vectors_of_motion);
}

bool FormulaScope::has(const std::string& name) const {
  return contains(all_, name) || contains(all_, without_underscore(name));
}

FormulaValue FormulaScope::constant(const Eigen::Vector3d& v) {
  return {true, {operations_.number(v.x()), operations_.number(v.y()), operations_.number(v.z())}};
}

FormulaValue FormulaScope::inputs(int first) {
  return {true, {operations_.input(first), operations_.input(first + 1), operations_.input(first + 2)}};
}

FormulaValue FormulaScope::vector(const std::string& name) {
  if (name == "m") return inputs(formula_input::momentum);
  if (name == "omega") return inputs(formula_input::angular_velocity);
  if (name == "M") return in_space(inputs(formula_input::momentum));
  if (name == "Omega") return in_space(inputs(formula_input::angular_velocity));
  if (const auto found = names_.vectors.find(name); found != names_.vectors.end())
    return constant(found->second);
  return in_body(constant(names_.space_vectors.at(name)));
}

FormulaValue FormulaScope::value(const std::string& written) {
  if (const auto found = names_.numbers.find(written); found != names_.numbers.end())
    return {false, {operations_.number(found->second)}};
  const std::string name = contains(all_, written) ? written : without_underscore(written);
  if (name == "t") return {false, {operations_.input(formula_input::time)}};
  if (name == "pi") return {false, {operations_.number(std::numbers::pi)}};
  constexpr std::string_view parts = "wxyz";
  if (name.size() == 2 && name[0] == 'q' && parts.find(name[1]) != std::string_view::npos)
    return {false, {operations_.input(formula_input::attitude + static_cast<int>(parts.find(name[1])))}};
  const std::string whole = name.substr(0, name.size() - 1);
  const bool is_part = is_component(name.back()) && contains(all_, whole) && !names_.vectors.contains(name) &&
                       !names_.space_vectors.contains(name);
  if (!is_part) return vector(name);
  return {false, {vector(whole).parts[static_cast<std::size_t>(name.back() - '1')]}};
}

int FormulaScope::turned(int i, const FormulaValue& v, bool to_space) {
  const auto part = [&](int k) { return operations_.input(formula_input::attitude + k); };
  const auto product = [&](int a, int b) { return operations_.apply(Operation::product, a, b); };
  const auto twice = [&](int a) { return product(operations_.number(2), a); };
  // The rotation's matrix is 1 - 2 (y^2 + z^2) and alike on, 2 (x y - w z) and alike off the diagonal.
  const auto entry = [&](int row, int column) {
    if (row == column) {
      const int k = 1 + (row + 1) % 3, l = 1 + (row + 2) % 3;
      return operations_.apply(
          Operation::difference, operations_.number(1),
          twice(operations_.apply(Operation::sum, product(part(k), part(k)), product(part(l), part(l)))));
    }
    const int third = 3 - row - column;
    const bool is_minus = column == (row + 1) % 3;
    return twice(operations_.apply(is_minus ? Operation::difference : Operation::sum,
                                   product(part(1 + row), part(1 + column)),
                                   product(part(0), part(1 + third))));
  };
  int sum = operations_.number(0);
  for (int k = 0; k < 3; ++k) {
    const int component = v.parts[static_cast<std::size_t>(k)];
    if (operations_.is_number(component) && operations_.value(component) == 0) continue;
    sum = operations_.apply(Operation::sum, sum, product(to_space ? entry(i, k) : entry(k, i), component));
  }
  return sum;
}

FormulaValue FormulaScope::in_body(const FormulaValue& v) {
  return {true, {turned(0, v, false), turned(1, v, false), turned(2, v, false)}};
}

FormulaValue FormulaScope::in_space(const FormulaValue& v) {
  return {true, {turned(0, v, true), turned(1, v, true), turned(2, v, true)}};
}

int FormulaScope::dot(const FormulaValue& a, const FormulaValue& b) {
  int sum = operations_.apply(Operation::product, a.parts[0], b.parts[0]);
  for (std::size_t k = 1; k < 3; ++k)
    sum =
        operations_.apply(Operation::sum, sum, operations_.apply(Operation::product, a.parts[k], b.parts[k]));
  return sum;
}

FormulaValue FormulaScope::cross(const FormulaValue& a, const FormulaValue& b) {
  FormulaValue c{true, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    c.parts[i] = operations_.apply(Operation::difference,
                                   operations_.apply(Operation::product, a.parts[j], b.parts[k]),
                                   operations_.apply(Operation::product, a.parts[k], b.parts[j]));
  }
  return c;
}

// -----------------------------------------------------------------------------------------------------
// parser

namespace {

class Parser {
 public:
  Parser(const std::string& text, int which, FormulaScope& scope)
      : text_(text), which_(which), scope_(scope), operations_(scope.operations()) {}

  FormulaValue whole() {
    if (text_.size() > longest_text)
      refuse(longest_text, "more than " + std::to_string(longest_text) + " characters", "a shorter formula");
    const FormulaValue value = sum();
    if (at_ < text_.size()) refuse_here("an operator, + - * / or ^, or the end");
    return value;
  }

 private:
  struct Place {
    std::size_t line = 1, column = 1;
    std::string words{};
  };

  Place place_of(std::size_t at) const {
    Place place;
    for (std::size_t i = 0; i < at; ++i)
      if (text_[i] == '\n') {
        ++place.line;
        place.column = 1;
      } else if ((static_cast<unsigned char>(text_[i]) & 0xC0U) != 0x80U) {
        ++place.column;  // a character, not one of the bytes that continue it
      }
    if (text_.find('\n') != std::string::npos) place.words = "line " + std::to_string(place.line) + ", ";
    place.words += "column " + std::to_string(place.column);
    return place;
  }

  [[noreturn]] void refuse(std::size_t at, const std::string& found, const std::string& expected) const {
    const Place place = place_of(at);
    throw InvalidFormula(which_, place.line, place.column, place.words, found, expected);
  }

  /// What stands here, as a refusal shows it.
  std::string found_here() const {
    if (at_ >= text_.size()) return "the end";
    const char c = text_[at_];
    std::size_t end = at_ + 1;
    if (is_letter(c))
      while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '_'))
        ++end;
    else if (is_digit(c))
      while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) ++end;
    else
      while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    if (static_cast<unsigned char>(c) < 0x20U) return "a control character";
    return in_quotes(std::string_view(text_).substr(at_, end - at_));
  }

  [[noreturn]] void refuse_here(const std::string& expected) const { refuse(at_, found_here(), expected); }

  void skip_blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }

  char next() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    skip_blanks();
    return true;
  }

  void need(char c, const std::string& expected) {
    if (!take(c)) refuse_here(expected);
  }

  /// Counts how deep the formula goes while it lives.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest)
        parser_.refuse(parser_.at_, "a formula nested more than " + std::to_string(deepest) + " deep",
                       "a simpler one");
    }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  /// Refuses what was computed and is no number, and formulas that grow too long.
  FormulaValue checked(const FormulaValue& v, std::size_t at) const {
    if (operations_.size() > most_operations)
      refuse(at, "more than " + std::to_string(most_operations) + " operations", "a shorter formula");
    for (std::size_t k = 0; k < (v.is_vector ? 3U : 1U); ++k)
      if (operations_.is_number(v.parts[k]) && !std::isfinite(operations_.value(v.parts[k])))
        refuse(at, "constants whose result is not finite", "a finite number");
    return v;
  }

  FormulaValue each(Operation operation, const FormulaValue& a, const FormulaValue& b) {
    FormulaValue c{a.is_vector || b.is_vector, {}};
    for (std::size_t k = 0; k < (c.is_vector ? 3U : 1U); ++k)
      c.parts[k] = operations_.apply(operation, a.parts[a.is_vector ? k : 0], b.parts[b.is_vector ? k : 0]);
    return c;
  }

  FormulaValue sum() {
    FormulaValue left = product();
    for (;;) {
      const char c = next();
      const std::size_t at = at_;
      if (c != '+' && c != '-') return left;
      take(c);
      const FormulaValue right = product();
      if (left.is_vector != right.is_vector)
        refuse(at,
               std::string(left.is_vector ? "a vector " : "a number ") + c +
                   (right.is_vector ? " a vector" : " a number"),
               "two numbers or two vectors");
      left = checked(each(c == '+' ? Operation::sum : Operation::difference, left, right), at);
    }
  }

  FormulaValue product() {
    FormulaValue left = signed_power();
    for (;;) {
      const char c = next();
      const std::size_t at = at_;
      if (c != '*' && c != '/') return left;
      take(c);
      if (c == '*' && next() == '*') refuse(at, "\"**\"", "^ for a power");
      const FormulaValue right = signed_power();
      if (c == '*' && left.is_vector && right.is_vector)
        refuse(at, "a vector * a vector", "dot(a, b) or cross(a, b)");
      if (c == '/' && right.is_vector) refuse(at, "a division by a vector", "one by a number");
      if (c == '/' && operations_.is_number(right.parts[0]) && operations_.value(right.parts[0]) == 0)
        refuse(at, "a division by 0", "one by another number");
      left = checked(each(c == '*' ? Operation::product : Operation::quotient, left, right), at);
    }
  }

  FormulaValue signed_power() {
    const Level level(*this);
    if (take('+')) return signed_power();
    const std::size_t at = at_;
    if (take('-')) return checked(each(Operation::product, number(-1), signed_power()), at);
    const FormulaValue base = primary();
    if (next() != '^') return base;
    const std::size_t mark = at_;
    take('^');
    const FormulaValue exponent = signed_power();
    return power(base, exponent, mark);
  }

  FormulaValue number(double x) { return {false, {operations_.number(x)}}; }

  FormulaValue power(const FormulaValue& base, const FormulaValue& exponent, std::size_t at) {
    if (base.is_vector || exponent.is_vector)
      refuse(at, "a power of a vector", "numbers; dot(a, a) is the square of a length");
    return checked({false, {power(base.parts[0], exponent.parts[0], at)}}, at);
  }

  int power(int base, int exponent, std::size_t at) {
    if (!operations_.is_number(exponent))
      return operations_.apply(
          Operation::exponential,
          operations_.apply(Operation::product, exponent, operations_.apply(Operation::logarithm, base)));
    const double n = operations_.value(exponent);
    if (operations_.is_number(base)) return operations_.number(std::pow(operations_.value(base), n));
    if (n == 0.5) return operations_.apply(Operation::root, base);
    if (n != std::floor(n)) return operations_.apply(Operation::power, base, base, n);
    if (std::abs(n) > greatest_exponent)
      refuse(at, "the exponent " + number_text(n),
             "a whole exponent of at most " + std::to_string(greatest_exponent));
    return operations_.whole_power(base, static_cast<int>(n));
  }

  FormulaValue primary() {
    const char c = next();
    const std::size_t at = at_;
    if (is_digit(c) || c == '.') return written_number();
    if (is_letter(c)) return name();
    if (take('(')) {
      const FormulaValue value = sum();
      need(')', "an operator or \")\", to close the one at " + place_of(at).words);
      return value;
    }
    if (take('[')) {
      FormulaValue vector{true, {}};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t begin = at_;
        const FormulaValue part = sum();
        if (part.is_vector) refuse(begin, "a vector", "a number: [x, y, z] has three");
        vector.parts[k] = part.parts[0];
        need(k < 2 ? ',' : ']', k < 2 ? "\",\": a vector is [x, y, z]" : "\"]\": a vector is [x, y, z]");
      }
      return vector;
    }
    refuse_here("a number, a name, \"(\" or \"[\"");
  }

  FormulaValue written_number() {
    const std::size_t at = at_;
    const WrittenNumber read = polhode::written_number(std::string_view(text_).substr(at_));
    if (read.is_out_of_range) refuse(at, "a number beyond the range of a double", "a finite number");
    if (read.length == 0) refuse_here("a number");
    at_ += read.length;
    return number(read.value);
  }

  FormulaValue name() {
    const std::size_t at = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '_')) ++at_;
    const std::string word = text_.substr(at, at_ - at);
    const bool is_function = contains(function_names(), word);
    const bool is_call = next() == '(';
    if (is_function && !is_call) refuse(at, word + " without parentheses", word + "(...)");
    if (is_call && !is_function)
      refuse(at, scope_.has(word) ? in_quotes(word + "(") : in_quotes(word),
             scope_.has(word)
                 ? "an operator after " + word + ", such as *"
                 : "a function, one of " + joined(function_names()) + suggestion(word, function_names()));
    if (is_function) return call(word, at);
    if (scope_.has(word)) return checked(scope_.value(word), at);
    if (scope_.is_potential() && FormulaScope::is_of_motion(word))
      refuse(at, in_quotes(word), "a potential that depends on attitude and time alone");
    refuse(at, in_quotes(word),
           "one of " + joined(short_names()) + ", or the name of a constant that is given" +
               suggestion(word, with_functions()));
  }

  /// Without the components of vectors.
  std::vector<std::string> short_names() const {
    std::vector<std::string> few;
    for (const std::string& name : scope_.names()) {
      const bool is_part =
          is_component(name.back()) && contains(scope_.names(), name.substr(0, name.size() - 1));
      if (!is_part) few.push_back(name);
    }
    return few;
  }

  std::vector<std::string> with_functions() const {
    std::vector<std::string> all = scope_.names();
    all.insert(all.end(), function_names().begin(), function_names().end());
    return all;
  }

  FormulaValue call(const std::string& name, std::size_t at) {
    take('(');
    const int count = std::find_if(std::begin(functions), std::end(functions), [&](const Function& f) {
                        return name == f.name;
                      })->arguments;
    std::array<FormulaValue, 2> a;
    for (int i = 0; i < count; ++i) {
      const std::size_t begin = at_;
      FormulaValue& value = a[static_cast<std::size_t>(i)];
      value = sum();
      const bool wants_vector =
          name == "dot" || name == "cross" || name == "length" || name.starts_with("in_");
      if (value.is_vector != wants_vector)
        refuse(begin, value.is_vector ? "a vector" : "a number",
               (wants_vector ? "a vector for " : "a number for ") + name);
      if (i + 1 < count) need(',', "\",\": " + name + " has " + std::to_string(count) + " arguments");
    }
    if (next() == ',')
      refuse_here("\")\": " + name + " has " + std::to_string(count) +
                  (count == 1 ? " argument" : " arguments"));
    need(')', "an operator or \")\", to close " + name + "(");
    return checked(made(name, a, at), at);
  }

  FormulaValue made(const std::string& name, const std::array<FormulaValue, 2>& a, std::size_t at) {
    const int x = a[0].parts[0], y = a[1].parts[0];
    const auto apply = [&](Operation operation, int first, int second) {
      return operations_.apply(operation, first, second);
    };
    const auto of = [&](Operation operation, int argument) { return operations_.apply(operation, argument); };
    const auto constant = [&](double value) { return operations_.number(value); };
    const auto arcsine = [&] {
      const int square = apply(Operation::difference, constant(1), apply(Operation::product, x, x));
      return of(Operation::arctangent, apply(Operation::quotient, x, of(Operation::root, square)));
    };
    const auto scalar = [](int node) { return FormulaValue{false, {node}}; };
    if (name == "sin") return scalar(of(Operation::sine, x));
    if (name == "cos") return scalar(of(Operation::cosine, x));
    if (name == "tan")
      return scalar(apply(Operation::quotient, of(Operation::sine, x), of(Operation::cosine, x)));
    if (name == "asin") return scalar(arcsine());
    if (name == "acos")
      return scalar(apply(Operation::difference, constant(std::numbers::pi / 2), arcsine()));
    if (name == "atan") return scalar(of(Operation::arctangent, x));
    if (name == "tanh") return scalar(of(Operation::hyperbolic_tangent, x));
    if (name == "exp") return scalar(of(Operation::exponential, x));
    if (name == "log") return scalar(of(Operation::logarithm, x));
    if (name == "sqrt") return scalar(of(Operation::root, x));
    if (name == "pow") return power(a[0], a[1], at);
    if (name == "abs") return scalar(of(Operation::absolute, x));
    if (name == "sign") return scalar(of(Operation::sign, x));
    if (name == "min") return scalar(apply(Operation::lesser, x, y));
    if (name == "max") return scalar(apply(Operation::greater, x, y));
    if (name == "dot") return scalar(scope_.dot(a[0], a[1]));
    if (name == "cross") return scope_.cross(a[0], a[1]);
    if (name == "length") return scalar(of(Operation::root, scope_.dot(a[0], a[0])));
    if (name == "in_body") return scope_.in_body(a[0]);
    return scope_.in_space(a[0]);
  }

  const std::string& text_;
  int which_;
  FormulaScope& scope_;
  FormulaOperations& operations_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

FormulaValue parse_formula(const std::string& text, int which, FormulaScope& scope) {
  return Parser(text, which, scope).whole();
}

void refuse_formula(int which, const std::string& found, const std::string& expected) {
  throw InvalidFormula(which, 1, 1, "column 1", found, expected);
}

}  // namespace polhode::torques
