// SPDX-License-Identifier: MIT
#include "scenario/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>

#include "core/nearest.hpp"
#include "core/number_text.hpp"
#include "exit_code.hpp"
#include "scenario/keys.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr const char* a_number = "a number";

/// Whole numbers up to here are doubles exactly.
constexpr double whole_limit = 0x1p53;

std::optional<double> plain_number(const Node& node) {
  if (node.kind == Node::Kind::integer) return static_cast<double>(node.integer);
  if (node.kind == Node::Kind::real && std::isfinite(node.real)) return node.real;
  return std::nullopt;
}

/// "1.5" in quotes is a common mistake.
std::string number_expected(const Node& node, const std::string& expected) {
  if (node.kind != Node::Kind::text) return expected;
  if (read_number(node.text).expected == nullptr) return expected + ", without quotes";
  const bool begins_as_number = node.text.find_first_of("0123456789") <= 2;
  if (!begins_as_number) return expected;
  return measured_number(node.text) ? expected + " without a unit: this key takes none"
                                    : expected + ", or a number with a unit that is known, such as \"5 N m\"";
}

std::string joined(const std::string& path, std::string_view key) {
  const std::string word = is_bare_key(key) ? std::string(key) : shown(key);
  return path.empty() ? word : path + "." + word;
}

/// What may have been meant: a key with a similar spelling, or the section that has this key.
std::string meant(const std::string& key, std::string_view section_here) {
  const std::string near = suggestion(key, keys_of(section_here));
  if (!near.empty() || is_kind_of_torque(section_here)) return near;
  for (const auto& [section, keys] : section_keys()) {
    const bool is_plain = section.find_first_of(". ") == std::string::npos && section != "distribution";
    if (!is_plain || std::find(keys.begin(), keys.end(), key) == keys.end()) continue;
    return section.empty() ? fmt::format("; {} is a key of the top level, before the first section", key)
                           : fmt::format("; {} is a key of [{}]", key, section);
  }
  return "";
}

}  // namespace

std::string Value::where() const {
  const std::string place =
      node_->line == 0 ? context_->file : fmt::format("{}:{}", context_->file, node_->line);
  return path_.empty() ? place : place + ": " + path_;
}

void Value::refuse_at(const std::string& what) const {
  throw RefusedScenario(fmt::format("{}: {}", where(), what));
}

void Value::fail_at(const std::string& what) const { throw FileError(fmt::format("{}: {}", where(), what)); }

void Value::refuse(const std::string& found, const std::string& expected) const {
  refuse_at(fmt::format("found {}, expected {}", found, expected));
}

void Value::refuse(const std::string& expected) const { refuse(shown(*node_), expected); }

void Value::warn(const std::string& what) const {
  context_->warnings.push_back(fmt::format("{}: {}", where(), what));
}

const Draw& Value::draw() const {
  if (!context_->draw) refuse("a section [ensemble] with runs, which random values need");
  context_->has_drawn = true;
  return *context_->draw;
}

void Value::note_drawn(double number, const std::string& part) const {
  const std::string place = path_ + part;
  auto& all = context_->drawn;
  if (std::ranges::find(all, place, &DrawnNumber::place) == all.end()) all.push_back({place, number});
}

/// A number that is written there, with its unit or without.
std::optional<double> Value::fixed(const Measure& measure) const {
  if (const auto value = plain_number(*node_)) return measure.plain * *value;
  if (!is_text() || measure.dimension == dimensions::none) return std::nullopt;
  const auto measured = measured_number(node_->text);
  if (!measured) {
    const bool begins_as_number = node_->text.find_first_of("0123456789") <= 2;
    if (!begins_as_number || read_number(node_->text).expected == nullptr) return std::nullopt;
    refuse(
        fmt::format("a number, or one with a unit in quotes such as \"12 deg/s\"; units are products of {}",
                    known_units()));
  }
  if (measured->is_ambiguous)
    refuse(shown(node_->text), "ampere or angstrom instead of A, which is ambiguous here");
  if (measured->dimension != measure.dimension)
    refuse(shown(node_->text), "a number with a unit of this quantity, or without one");
  std::string missing;
  const auto own = context_->units.size(measured->dimension, missing);
  if (const std::string named = context_->units.name_of(missing); !own && !named.empty())
    refuse(shown(node_->text),
           fmt::format("a unit in [units] to which it can be converted: {} = \"{}\" is none of {}", missing,
                       named, known_units()));
  if (!own)
    refuse(
        shown(node_->text),
        fmt::format("a unit of {0} in [units] to which it can be converted, such as {0} = \"{1}\"", missing,
                    missing == "time"     ? "s"
                    : missing == "length" ? "m"
                                          : "kg"));
  return measured->value / *own;
}

bool Value::carries_units() const {
  if (is_text()) return measured_number(node_->text).has_value();
  if (is_array()) {
    const auto all = items();
    return !all.empty() && std::ranges::all_of(all, [](const Value& item) { return item.carries_units(); });
  }
  if (!is_table()) return false;
  // The numbers of a distribution.
  return node_->items.size() == 1 && Value(node_->items[0], path_, *context_).carries_units();
}

double Value::number(const Measure& measure) const {
  if (const auto value = fixed(measure)) return *value;
  if (is_table()) return drawn(measure);
  if (node_->kind == Node::Kind::real) refuse("a finite number");
  refuse(number_expected(*node_, a_number));
}

double Value::drawn(const Measure& measure) const {
  const bool has_units = carries_units();
  const double made = made_by_distribution({measure.dimension, 1});
  const double number = has_units ? made : measure.plain * made;
  const std::string time = context_->units.name_of("time");
  const std::string per_time =
      measure.dimension.time != -1 ? "" : "/" + (time.empty() ? std::string("time") : time);
  // Angles are noted as they are written, with their unit in the name unless that is the radian.
  if (measure.dimension.angle == 0 || (!has_units && measure.plain == 1))
    note_drawn(number);
  else if (!has_units)
    note_drawn(made, (measure.plain < 1 ? "_deg" : "_turns") + per_time);
  else
    note_drawn_angle(number, measure);
  return number;
}

/// In the unit of the distribution's first number.
void Value::note_drawn_angle(double number, const Measure& measure) const {
  const Value arguments(node_->items[0], path_, *context_);
  const std::string unit = measured_number(arguments.items().front().text())->unit;
  std::string missing;
  const double own = context_->units.size(measure.dimension, missing).value_or(1);
  note_drawn(number / (measured_number("1 " + unit)->value / own), "_" + unit);
}

double Value::made_by_distribution(const Measure& measure) const {
  const Section distribution(*this, "distribution");
  const auto kind = *distribution.only_one(keys_of("distribution"), "a number or a distribution");
  const Value arguments = distribution.need(kind, "");
  const bool is_list = kind == "list" || kind == "choice";
  std::vector<double> n;
  const bool has_units = arguments.carries_units();
  for (const Value& item : arguments.items()) {
    if (item.is_text() && !has_units && measured_number(item.text()))
      item.refuse("a unit for each of these numbers, or for none");
    const auto value = item.fixed(measure);
    if (!value) item.refuse(number_expected(item.node(), "a finite number"));
    n.push_back(*value);
  }
  if (is_list && n.empty()) arguments.refuse("at least one number");
  if (!is_list && n.size() != 2)
    arguments.refuse(kind == "normal" ? "[mean, standard deviation]" : "[least, greatest]");
  if (kind == "list") return n[draw().run() % n.size()];
  if (kind == "choice") return n[draw().below(path_, n.size())];
  if (kind == "normal") {
    if (n[1] < 0) arguments.refuse("a standard deviation that is not negative");
    const double value = draw().normal(path_, n[0], n[1]);
    if (!std::isfinite(value)) arguments.refuse("numbers within the range of a double");
    return value;
  }
  if (!(n[0] < n[1])) arguments.refuse("the smaller number first");
  if (kind == "uniform") {
    if (!std::isfinite(n[1] - n[0])) arguments.refuse("a range that a double can hold");
    return draw().uniform(path_, n[0], n[1]);
  }
  if (!(n[0] > 0)) arguments.refuse("positive numbers");
  return draw().log_uniform(path_, n[0], n[1]);
}

double Value::positive(const Measure& measure) const {
  const double x = number(measure);
  if (!(x > 0)) refuse(number_text(x), "a positive number");
  return x;
}

double Value::not_negative(const Measure& measure) const {
  const double x = number(measure);
  if (!(x >= 0)) refuse(number_text(x), "a number that is not negative");
  return x;
}

std::uint64_t Value::whole(std::uint64_t least, std::uint64_t greatest) const {
  const std::string expected = greatest < static_cast<std::uint64_t>(whole_limit)
                                   ? fmt::format("a whole number from {} to {}", least, greatest)
                               : greatest == static_cast<std::uint64_t>(whole_limit)
                                   ? fmt::format("a whole number from {} to 2^53", least)
                                   : fmt::format("a whole number of at least {}", least);
  if (!is_number(*node_) && !is_table()) refuse(number_expected(*node_, expected));
  if (node_->kind == Node::Kind::integer) {
    if (node_->integer < 0) refuse(expected);
    const auto value = static_cast<std::uint64_t>(node_->integer);
    if (value < least || value > greatest) refuse(expected);
    return value;
  }
  const double x = number();
  if (!(x == std::floor(x) && x >= static_cast<double>(least) && x <= whole_limit &&
        x <= static_cast<double>(greatest)))
    refuse(number_text(x), expected);
  return static_cast<std::uint64_t>(x);
}

bool Value::flag() const {
  if (node_->kind != Node::Kind::boolean) refuse("true or false, without quotes");
  return node_->boolean;
}

const std::string& Value::text() const {
  if (!is_text()) refuse("text in quotes");
  return node_->text;
}

std::size_t Value::choice(const std::vector<std::string>& words) const {
  const std::string expected = fmt::format("{}\"{}\"", words.size() == 2 ? "" : "one of ",
                                           fmt::join(words, words.size() == 2 ? "\" or \"" : "\", \""));
  if (!is_text()) refuse(expected);
  const auto found = std::find(words.begin(), words.end(), node_->text);
  if (found == words.end()) refuse(expected + suggestion(node_->text, words));
  return static_cast<std::size_t>(found - words.begin());
}

std::vector<Value> Value::items() const {
  if (!is_array()) refuse("an array");
  std::vector<Value> values;
  values.reserve(node_->items.size());
  for (std::size_t i = 0; i < node_->items.size(); ++i)
    values.emplace_back(node_->items[i], fmt::format("{}[{}]", path_, i + 1), *context_);
  return values;
}

std::vector<double> Value::numbers(const Measure& measure) const {
  if (!is_array()) refuse("an array of numbers");
  std::vector<double> result;
  for (const Value& item : items()) result.push_back(item.number(measure));
  return result;
}

std::vector<double> Value::numbers(std::size_t count, const Measure& measure) const {
  if (!is_array() || node_->items.size() != count) refuse(fmt::format("an array of {} numbers", count));
  return numbers(measure);
}

Eigen::Vector3d Value::vector(const Measure& measure) const {
  const auto n = numbers(3, measure);
  return {n[0], n[1], n[2]};
}

Eigen::Vector3d Value::direction() const {
  const Eigen::Vector3d v = vector();
  const double length = norm(from_eigen(v));
  if (!(length > 0 && std::isfinite(length))) refuse("a direction: three numbers that are not all zero");
  return v / length;
}

Eigen::Matrix3d Value::matrix(const Measure& measure) const {
  const auto is_row = [](const Node& row) { return row.kind == Node::Kind::array && row.items.size() == 3; };
  if (!is_array() || node_->items.size() != 3 ||
      !std::all_of(node_->items.begin(), node_->items.end(), is_row))
    refuse("an array of 3 rows, each an array of 3 numbers");
  Eigen::Matrix3d result;
  const auto rows = items();
  for (std::size_t i = 0; i < 3; ++i) result.row(static_cast<Eigen::Index>(i)) = rows[i].vector(measure);
  return result;
}

Section::Section(const Value& table, std::string_view name) : table_(table) {
  const auto& known = keys_of(name);
  if (!table.is_table()) table.refuse(fmt::format("a table with keys among {}", fmt::join(known, ", ")));
  const Node& node = table.node();
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    if (std::find(known.begin(), known.end(), node.keys[i]) == known.end())
      Value(node.items[i], joined(table.path(), node.keys[i]), table.context())
          .refuse(
              is_kind_of_torque(name) ? fmt::format("a key that {} does not have", name) : "an unknown key",
              fmt::format("one of {}{}", fmt::join(known, ", "), meant(node.keys[i], name)));
}

std::optional<Value> Section::find(std::string_view key) const {
  const Node& node = table_.node();
  const auto found = std::find(node.keys.begin(), node.keys.end(), key);
  if (found == node.keys.end()) return std::nullopt;
  return Value(node.items[static_cast<std::size_t>(found - node.keys.begin())], joined(table_.path(), key),
               table_.context());
}

Value Section::need(std::string_view key, const std::string& expected) const {
  if (const auto value = find(key)) return *value;
  table_.refuse(fmt::format("no {}", key), expected);
}

std::optional<std::string> Section::only_one(const std::vector<std::string>& keys,
                                             const std::string& expected) const {
  std::optional<std::string> chosen;
  for (const auto& key : keys) {
    const auto value = find(key);
    if (!value) continue;
    if (chosen) value->refuse(fmt::format("{} as well as {}", key, *chosen), "only one of them");
    chosen = key;
  }
  if (!chosen && !expected.empty()) table_.refuse(fmt::format("none of {}", fmt::join(keys, ", ")), expected);
  return chosen;
}

void Section::without(const std::vector<std::string>& keys, const std::string& why) const {
  for (const auto& key : keys)
    if (const auto value = find(key)) value->refuse(shown(value->node()), fmt::format("no {} {}", key, why));
}

}  // namespace polhode::app
