// SPDX-License-Identifier: MIT
#include "picture/words.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstddef>
#include <vector>

namespace polhode::app {
namespace {

constexpr const char* raised_digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

/// A whole number, with or without a sign.
std::string raised(std::string_view number) {
  std::string text;
  for (const char c : number)
    if (c == '-')
      text += "⁻";
    else if (c >= '0' && c <= '9')
      text += raised_digits[c - '0'];
  return text;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0; }

/// A symbol and its power: "m^2", "s", "I3".
struct Factor {
  std::string symbol, power;
};

/// Empty where the text is none.
std::vector<Factor> factors_of(std::string_view text) {
  std::vector<Factor> all;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == ' ' || text[at] == '*') {
      ++at;
      continue;
    }
    if (!is_letter(text[at])) return {};
    Factor factor;
    while (at < text.size() && (is_letter(text[at]) || (text[at] >= '0' && text[at] <= '9')))
      factor.symbol += text[at++];
    if (at < text.size() && text[at] == '^') {
      ++at;
      if (at < text.size() && text[at] == '-') factor.power += text[at++];
      while (at < text.size() && text[at] >= '0' && text[at] <= '9') factor.power += text[at++];
      if (factor.power.empty() || factor.power == "-") return {};
    }
    if (at < text.size() && text[at] != ' ' && text[at] != '*') return {};
    all.push_back(factor);
  }
  return all;
}

}  // namespace

std::string printed_number(std::string_view number) {
  std::string text;
  if (number.starts_with('-')) {
    text = "−";
    number.remove_prefix(1);
  }
  const std::size_t e = number.find('e');
  const std::string_view digits = number.substr(0, e);
  if (digits.empty() || digits.find_first_not_of("0123456789.") != std::string_view::npos)
    return text.empty() ? std::string(number) : "-" + std::string(number);
  if (e == std::string_view::npos) return text + std::string(digits);
  std::string_view power = number.substr(e + 1);
  std::string sign;
  if (power.starts_with('-')) sign = "-";
  if (power.starts_with('-') || power.starts_with('+')) power.remove_prefix(1);
  while (power.size() > 1 && power.front() == '0') power.remove_prefix(1);
  return text + (digits == "1" ? "" : std::string(digits) + " × ") + "10" + raised(sign + std::string(power));
}

std::string printed(double value, int digits) {
  return printed_number(fmt::format("{:.{}g}", value, digits));
}

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + printed_unit(unit);
}

std::string printed_unit(std::string_view unit) {
  const std::size_t slash = unit.find('/');
  const std::string_view above = unit.substr(0, slash);
  const auto over = factors_of(above == "1" ? std::string_view{} : above);
  std::vector<Factor> under;
  if (slash != std::string_view::npos) {
    under = factors_of(unit.substr(slash + 1));
    // What stands after a blank behind the bar may be above or below it.
    if (under.size() != 1) return std::string(unit);
  }
  if (over.empty() && above != "1") return std::string(unit);
  std::string text;
  const auto add = [&](const Factor& factor, const std::string& power) {
    // A moment of inertia as a unit: I3.
    const bool has_index =
        factor.symbol.size() == 2 && factor.symbol[0] == 'I' && !is_letter(factor.symbol[1]);
    const std::string symbol = has_index ? with_index("I", factor.symbol[1] - '0') : factor.symbol;
    text += (text.empty() ? "" : " ") + symbol + raised(power);
  };
  for (const Factor& f : over) add(f, f.power);
  for (const Factor& f : under) {
    if (f.power.starts_with('-')) return std::string(unit);
    add(f, "-" + (f.power.empty() ? "1" : f.power));
  }
  return text;
}

std::string with_index(std::string_view letter, int index) {
  constexpr const char* lowered[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  return std::string(letter) + lowered[index];
}

}  // namespace polhode::app
