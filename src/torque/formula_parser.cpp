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

constexpr std::size_t longest_text = 4000;
constexpr std::size_t most_operations = 2000;
constexpr int deepest = 100;
constexpr int greatest_exponent = 1000;

/// The functions of vectors; those of numbers are in formula_functions().
struct VectorFunction {
  const char* name;
  int arguments;
};
constexpr VectorFunction vector_functions[] = {
    {"dot", 2}, {"cross", 2}, {"length", 1}, {"in_body", 1}, {"in_space", 1}};

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const FormulaFunction& f : formula_functions()) all.emplace_back(f.name);
    for (const VectorFunction& f : vector_functions) all.emplace_back(f.name);
    return all;
  }();
  return names;
}

template <class Functions>
auto function_named(const std::string& name, const Functions& functions) {
  return std::find_if(std::begin(functions), std::end(functions),
                      [&](const auto& f) { return name == f.name; });
}

/// The vectors that every formula can use.
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

FormulaValue vector_of(const Vec3<Expression>& v) { return {true, {v.x, v.y, v.z}}; }
FormulaValue vector_of(const Eigen::Vector3d& v) { return {true, {v.x(), v.y(), v.z()}}; }

Expression dot(const FormulaValue& a, const FormulaValue& b) {
  Expression sum = a.parts[0] * b.parts[0];
  for (std::size_t k = 1; k < 3; ++k) sum = sum + a.parts[k] * b.parts[k];
  return sum;
}

FormulaValue cross(const FormulaValue& a, const FormulaValue& b) {
  FormulaValue c{true, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    c.parts[i] = a.parts[j] * b.parts[k] - a.parts[k] * b.parts[j];
  }
  return c;
}

}  // namespace

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
                         "letters, digits and _, starting with a letter");
    for (const char* part : {"", "1", "2", "3"}) {
      if (*part != '\0' && !is_vector) break;
      const std::string whole = name + part;
      if (taken.contains(whole) || taken.contains(without_underscore(whole)))
        throw InvalidInput("name in a formula", in_quotes(name),
                           "another name: " + whole + " is already defined");
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
        throw InvalidInput("vector " + name, tuple_text({v.x(), v.y(), v.z()}), "finite numbers");
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

FormulaValue FormulaScope::vector(const std::string& name) const {
  if (name == "m") return vector_of(state_.momentum);
  if (name == "omega") return vector_of(state_.angular_velocity);
  if (name == "M") return in_space(vector_of(state_.momentum));
  if (name == "Omega") return in_space(vector_of(state_.angular_velocity));
  if (const auto found = names_.vectors.find(name); found != names_.vectors.end())
    return vector_of(found->second);
  return in_body(vector_of(names_.space_vectors.at(name)));
}

FormulaValue FormulaScope::value(const std::string& written) const {
  if (const auto found = names_.numbers.find(written); found != names_.numbers.end())
    return {false, {found->second}};
  const std::string name = contains(all_, written) ? written : without_underscore(written);
  if (name == "t") return {false, {state_.time}};
  if (name == "pi") return {false, {std::numbers::pi}};
  constexpr std::string_view parts = "wxyz";
  if (name.size() == 2 && name[0] == 'q' && parts.find(name[1]) != std::string_view::npos)
    return {false, {*state_.numbers()[parts.find(name[1])]}};
  const std::string whole = name.substr(0, name.size() - 1);
  const bool is_part = is_component(name.back()) && contains(all_, whole) && !names_.vectors.contains(name) &&
                       !names_.space_vectors.contains(name);
  if (!is_part) return vector(name);
  return {false, {vector(whole).parts[static_cast<std::size_t>(name.back() - '1')]}};
}

Expression FormulaScope::turned(std::size_t i, const FormulaValue& v, bool to_space) const {
  const auto part = [&](std::size_t k) { return *state_.numbers()[k]; };
  // The diagonal entries of the rotation matrix are 1 - 2 (y^2 + z^2) and so on, the others 2 (x y - w z) and
  // so on.
  const auto entry = [&](std::size_t row, std::size_t column) -> Expression {
    if (row == column) {
      const std::size_t k = 1 + (row + 1) % 3, l = 1 + (row + 2) % 3;
      return 1 - 2 * (part(k) * part(k) + part(l) * part(l));
    }
    const Expression first = part(1 + row) * part(1 + column), second = part(0) * part(4 - row - column);
    return 2 * (column == (row + 1) % 3 ? first - second : first + second);
  };
  Expression sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Expression& component = v.parts[k];
    if (component.is_constant() && component.constant() == 0) continue;
    sum = sum + (to_space ? entry(i, k) : entry(k, i)) * component;
  }
  return sum;
}

FormulaValue FormulaScope::in_body(const FormulaValue& v) const {
  return {true, {turned(0, v, false), turned(1, v, false), turned(2, v, false)}};
}

FormulaValue FormulaScope::in_space(const FormulaValue& v) const {
  return {true, {turned(0, v, true), turned(1, v, true), turned(2, v, true)}};
}

// -----------------------------------------------------------------------------------------------------
// parser

namespace {

class Parser {
 public:
  Parser(const std::string& text, int which, FormulaScope& scope)
      : text_(text), which_(which), scope_(scope) {}

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

  /// The text at the current position, as shown in messages.
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

  /// Tracks the nesting depth during its lifetime.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest)
        parser_.refuse(parser_.at_, "a formula nested more than " + std::to_string(deepest) + " deep",
                       "a simpler formula");
    }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  /// Rejects constant results that are not finite, and formulas that become too long.
  FormulaValue checked(const FormulaValue& v, std::size_t at) const {
    if (scope_.state().time.recorded() > most_operations)
      refuse(at, "more than " + std::to_string(most_operations) + " operations", "a shorter formula");
    for (std::size_t k = 0; k < (v.is_vector ? 3U : 1U); ++k)
      if (v.parts[k].is_constant() && !std::isfinite(v.parts[k].constant()))
        refuse(at, "constants whose result is not finite", "a finite number");
    return v;
  }

  static FormulaValue each(char operation, const FormulaValue& a, const FormulaValue& b) {
    FormulaValue c{a.is_vector || b.is_vector, {}};
    for (std::size_t k = 0; k < (c.is_vector ? 3U : 1U); ++k) {
      const Expression &x = a.parts[a.is_vector ? k : 0], &y = b.parts[b.is_vector ? k : 0];
      c.parts[k] = operation == '+' ? x + y : operation == '-' ? x - y : operation == '*' ? x * y : x / y;
    }
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
      left = checked(each(c, left, right), at);
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
      if (c == '/' && right.is_vector) refuse(at, "a division by a vector", "a division by a number");
      if (c == '/' && right.parts[0].is_constant() && right.parts[0].constant() == 0)
        refuse(at, "a division by 0", "a nonzero divisor");
      left = checked(each(c, left, right), at);
    }
  }

  FormulaValue signed_power() {
    const Level level(*this);
    if (take('+')) return signed_power();
    const std::size_t at = at_;
    if (take('-')) return checked(each('*', {false, {-1}}, signed_power()), at);
    const FormulaValue base = primary();
    if (next() != '^') return base;
    const std::size_t mark = at_;
    take('^');
    const FormulaValue exponent = signed_power();
    return power(base, exponent, mark);
  }

  FormulaValue power(const FormulaValue& base, const FormulaValue& exponent, std::size_t at) {
    if (base.is_vector || exponent.is_vector)
      refuse(at, "a power of a vector", "numbers; dot(a, a) is the square of a length");
    const Expression &x = base.parts[0], &p = exponent.parts[0];
    const double n = p.constant();
    if (p.is_constant() && !x.is_constant() && n == std::floor(n) && std::abs(n) > greatest_exponent)
      refuse(at, "the exponent " + number_text(n),
             "an integer exponent of at most " + std::to_string(greatest_exponent));
    if (!p.is_constant() && x.is_constant() && !(x.constant() > 0))
      refuse(at, number_text(x.constant()) + " to a varying power", "a positive base");
    return checked({false, {pow(x, p)}}, at);
  }

  FormulaValue primary() {
    const char c = next();
    const std::size_t at = at_;
    if (is_digit(c) || c == '.') return written_number();
    if (is_letter(c)) return name();
    if (take('(')) {
      const FormulaValue value = sum();
      need(')', "an operator, or \")\" to close the one at " + place_of(at).words);
      return value;
    }
    if (take('[')) {
      FormulaValue vector{true, {}};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t begin = at_;
        const FormulaValue part = sum();
        if (part.is_vector) refuse(begin, "a vector", "a number: a vector is [x, y, z]");
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
    if (read.is_out_of_range) refuse(at, "a number out of the range of double", "a finite number");
    if (read.length == 0) refuse_here("a number");
    at_ += read.length;
    return {false, {read.value}};
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
      refuse(at, in_quotes(word), "a potential that depends on attitude and time only");
    refuse(at, in_quotes(word),
           "one of " + joined(short_names()) + ", or the name of a given constant" +
               suggestion(word, with_functions()));
  }

  /// The names without components of vectors.
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
    const auto of_numbers = function_named(name, formula_functions());
    const bool wants_vector = of_numbers == formula_functions().end();
    const int count =
        wants_vector ? function_named(name, vector_functions)->arguments : of_numbers->arguments;
    std::array<FormulaValue, 3> a;
    for (int i = 0; i < count; ++i) {
      const std::size_t begin = at_;
      FormulaValue& value = a[static_cast<std::size_t>(i)];
      value = sum();
      if (value.is_vector != wants_vector)
        refuse(begin, value.is_vector ? "a vector" : "a number",
               (wants_vector ? "a vector for " : "a number for ") + name);
      if (i + 1 < count) need(',', "\",\": " + name + " has " + std::to_string(count) + " arguments");
    }
    if (next() == ',')
      refuse_here("\")\": " + name + " has " + std::to_string(count) +
                  (count == 1 ? " argument" : " arguments"));
    need(')', "an operator, or \")\" to close " + name + "(");
    if (name == "pow") return power(a[0], a[1], at);
    const Expression numbers[] = {a[0].parts[0], a[1].parts[0], a[2].parts[0]};
    return checked(
        wants_vector ? of_vectors(name, a[0], a[1]) : FormulaValue{false, {of_numbers->of(numbers)}}, at);
  }

  FormulaValue of_vectors(const std::string& name, const FormulaValue& a, const FormulaValue& b) const {
    if (name == "dot") return {false, {dot(a, b)}};
    if (name == "cross") return cross(a, b);
    if (name == "length") return {false, {sqrt(dot(a, a))}};
    return name == "in_body" ? scope_.in_body(a) : scope_.in_space(a);
  }

  const std::string& text_;
  int which_;
  const FormulaScope& scope_;
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
