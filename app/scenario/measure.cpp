// SPDX-License-Identifier: MIT
#include "scenario/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr double half_turn = std::numbers::pi;

struct Symbol {
  std::string_view name;
  double size;  ///< in kg, m, s, rad
  Dimension dimension;
};

constexpr Dimension current{0, 0, 0, 0, 1};

constexpr Symbol unit_symbols[] = {
    {"s", 1, dimensions::time},
    {"ms", 1e-3, dimensions::time},
    {"us", 1e-6, dimensions::time},
    {"ns", 1e-9, dimensions::time},
    {"ps", 1e-12, dimensions::time},
    {"fs", 1e-15, dimensions::time},
    {"min", 60, dimensions::time},
    {"h", 3600, dimensions::time},
    {"d", 86400, dimensions::time},
    {"yr", 31557600, dimensions::time},
    {"m", 1, dimensions::length},
    {"km", 1e3, dimensions::length},
    {"cm", 1e-2, dimensions::length},
    {"mm", 1e-3, dimensions::length},
    {"um", 1e-6, dimensions::length},
    {"nm", 1e-9, dimensions::length},
    {"pm", 1e-12, dimensions::length},
    {"A", 1e-10, dimensions::length},
    {"angstrom", 1e-10, dimensions::length},
    {"au", 149597870700.0, dimensions::length},
    {"in", 0.0254, dimensions::length},
    {"ft", 0.3048, dimensions::length},
    {"kg", 1, dimensions::mass},
    {"g", 1e-3, dimensions::mass},
    {"mg", 1e-6, dimensions::mass},
    {"t", 1e3, dimensions::mass},
    {"u", 1.66053906660e-27, dimensions::mass},
    {"lb", 0.45359237, dimensions::mass},
    {"rad", 1, dimensions::angle},
    {"mrad", 1e-3, dimensions::angle},
    {"deg", half_turn / 180, dimensions::angle},
    {"arcmin", half_turn / 10800, dimensions::angle},
    {"arcsec", half_turn / 648000, dimensions::angle},
    {"turn", 2 * half_turn, dimensions::angle},
    {"rev", 2 * half_turn, dimensions::angle},
    {"rpm", half_turn / 30, dimensions::angular_velocity},
    {"N", 1, {1, 1, -2, 0}},
    {"mN", 1e-3, {1, 1, -2, 0}},
    {"kN", 1e3, {1, 1, -2, 0}},
    {"J", 1, dimensions::energy},
    {"kJ", 1e3, dimensions::energy},
    {"ampere", 1, current},
    {"T", 1, {1, 0, -2, 0, -1}},
    {"mT", 1e-3, {1, 0, -2, 0, -1}},
    {"uT", 1e-6, {1, 0, -2, 0, -1}},
    {"nT", 1e-9, {1, 0, -2, 0, -1}},
};

/// As the catalogue of torques calls them.
constexpr Symbol quantity_symbols[] = {
    {"mass", 1, dimensions::mass},         {"length", 1, dimensions::length}, {"time", 1, dimensions::time},
    {"radians", 1, dimensions::angle},     {"force", 1, {1, 1, -2, 0}},       {"torque", 1, {1, 2, -2, 0}},
    {"momentum", 1, dimensions::momentum},
};

struct Factor {
  const Symbol* symbol;
  int power;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "kg m^2/s" as factors. None if a symbol or the form is not known.
std::optional<std::vector<Factor>> factors_of(std::string_view text, std::span<const Symbol> known) {
  std::vector<Factor> factors;
  int sign = 1;
  bool wants_factor = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == ' ') {
      ++i;
    } else if (c == '*') {
      if (wants_factor) return std::nullopt;
      wants_factor = true;
      ++i;
    } else if (c == '/') {
      if (sign < 0 || (wants_factor && !factors.empty())) return std::nullopt;
      sign = -1;
      wants_factor = true;
      ++i;
    } else if (c == '1' && factors.empty() && wants_factor) {
      wants_factor = false;
      ++i;
    } else if (is_letter(c)) {
      std::size_t end = i;
      while (end < text.size() && is_letter(text[end])) ++end;
      const auto symbol = std::ranges::find(known, text.substr(i, end - i), &Symbol::name);
      if (symbol == known.end()) return std::nullopt;
      int power = 1;
      bool is_negative = false;
      if (end < text.size() && text[end] == '^') {
        ++end;
        if (end < text.size() && text[end] == '-') {
          is_negative = true;
          ++end;
        }
        if (end >= text.size() || text[end] < '1' || text[end] > '9') return std::nullopt;
        power = text[end++] - '0';
      } else if (end < text.size() && text[end] >= '2' && text[end] <= '9') {
        power = text[end++] - '0';
      }
      factors.push_back({&*symbol, sign * (is_negative ? -power : power)});
      wants_factor = false;
      i = end;
    } else {
      return std::nullopt;
    }
  }
  if (wants_factor || factors.empty()) return std::nullopt;
  return factors;
}

/// "A" is the angstrom of chemists, as in "u A^2". Beside a unit of the SI it may be an ampere.
bool has_ambiguous_ampere(const std::vector<Factor>& factors) {
  const auto is_named = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(
        factors, [&](const Factor& f) { return std::ranges::find(names, f.symbol->name) != names.end(); });
  };
  return is_named({"A"}) &&
         is_named({"N", "mN", "kN", "J", "kJ", "T", "mT", "uT", "nT", "m", "km", "cm", "mm", "kg"});
}

struct Product {
  double size = 1;
  Dimension dimension{};
};

Product product_of(const std::vector<Factor>& factors) {
  Product product;
  for (const auto& [symbol, power] : factors) {
    product.size *= std::pow(symbol->size, power);
    product.dimension.mass += power * symbol->dimension.mass;
    product.dimension.length += power * symbol->dimension.length;
    product.dimension.time += power * symbol->dimension.time;
    product.dimension.angle += power * symbol->dimension.angle;
    product.dimension.current += power * symbol->dimension.current;
  }
  return product;
}

std::optional<double> size_of(const std::string& name, const Dimension& dimension) {
  const auto factors = factors_of(name, unit_symbols);
  if (!factors) return std::nullopt;
  const Product product = product_of(*factors);
  return product.dimension == dimension ? std::optional(product.size) : std::nullopt;
}

/// The one unit of that dimension in a product: kilograms in "kg m^2/s".
std::optional<double> part_of(const std::string& name, const Dimension& dimension) {
  const auto factors = factors_of(name, unit_symbols);
  if (!factors) return std::nullopt;
  std::optional<double> found;
  for (const auto& [symbol, power] : *factors)
    if (symbol->dimension == dimension) found = symbol->size;
  return found;
}

/// Whether a name is in degrees, turns or the like, whatever the unit of time is.
bool is_of_other_angles(const std::string& name, const std::optional<std::vector<Factor>>& factors) {
  if (!factors) return name.find("deg") != std::string::npos || name.find("\u00b0") != std::string::npos;
  return std::ranges::any_of(
      *factors, [](const Factor& f) { return f.symbol->dimension.angle != 0 && f.symbol->name != "rad"; });
}

}  // namespace

std::optional<MeasuredNumber> measured_number(std::string_view text) {
  const std::string_view all = trimmed(text);
  // The number ends before the first character that cannot be part of it.
  std::size_t end = 0;
  while (end < all.size()) {
    const char c = all[end];
    const bool is_exponent = (c == 'e' || c == 'E') && end + 1 < all.size() &&
                             ((all[end + 1] >= '0' && all[end + 1] <= '9') ||
                              ((all[end + 1] == '-' || all[end + 1] == '+') && end + 2 < all.size() &&
                               all[end + 2] >= '0' && all[end + 2] <= '9'));
    if (!((c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || is_exponent)) break;
    end += is_exponent ? 2 : 1;
  }
  const ReadNumber number = read_number(all.substr(0, end));
  if (end == 0 || number.expected != nullptr) return std::nullopt;
  const std::string_view unit = trimmed(all.substr(end));
  const auto factors = factors_of(unit, unit_symbols);
  if (!factors) return std::nullopt;
  const Product product = product_of(*factors);
  return MeasuredNumber{number.value * product.size, product.dimension, std::string(unit),
                        has_ambiguous_ampere(*factors)};
}

Dimension dimension_of_quantity(std::string_view words) {
  const auto factors = factors_of(words, quantity_symbols);
  return factors ? product_of(*factors).dimension : Dimension{};
}

const std::string& known_units() {
  static const std::string all = [] {
    std::string text;
    for (const Symbol& unit : unit_symbols) text += fmt::format("{}{}", text.empty() ? "" : " ", unit.name);
    return text;
  }();
  return all;
}

ScenarioUnits::ScenarioUnits(const Units& names)
    : mass_(size_of(names.mass, dimensions::mass)),
      length_(size_of(names.length, dimensions::length)),
      time_(size_of(names.time, dimensions::time)),
      names_(names) {
  for (const std::string& name : {names.momentum, names.energy}) {
    if (!mass_ && names.mass.empty()) mass_ = part_of(name, dimensions::mass);
    if (!length_ && names.length.empty()) length_ = part_of(name, dimensions::length);
  }
  struct Named {
    const char* key;
    const std::string& name;
    Dimension dimension;
  };
  for (const auto& [key, name, dimension] :
       {Named{"momentum", names.momentum, dimensions::momentum},
        Named{"angular_velocity", names.angular_velocity, dimensions::angular_velocity},
        Named{"energy", names.energy, dimensions::energy}}) {
    const auto factors = factors_of(name, unit_symbols);
    if (dimension.angle != 0 && !time_ && is_of_other_angles(name, factors))
      contradictions_.push_back(
          fmt::format("units.{}: the numbers are not in \"{}\": rates are in radians", key, name));
    if (!factors) continue;
    const Product product = product_of(*factors);
    if (product.dimension != dimension) {
      // Radians are often omitted from a rate, or written where they are not needed.
      Dimension without_angle = product.dimension, expected = dimension;
      without_angle.angle = expected.angle = 0;
      if (without_angle != expected)
        contradictions_.push_back(fmt::format("units.{}: \"{}\" is not a unit of this quantity", key, name));
      continue;
    }
    std::string missing;
    const auto own = size(dimension, missing);
    if (!own || std::abs(product.size / *own - 1) <= 1e-9) continue;
    contradictions_.push_back(fmt::format(
        "units.{}: \"{}\" does not follow from the other units: the values are in a unit {:.6g} times "
        "as large{}",
        key, name, *own / product.size, dimension.angle != 0 ? " (rates are in radians)" : ""));
  }
}

std::string ScenarioUnits::name_of(const std::string& quantity) const {
  return quantity == "time"     ? names_.time
         : quantity == "length" ? names_.length
         : quantity == "mass"   ? names_.mass
                                : "";
}

std::optional<double> ScenarioUnits::size(const Dimension& d, std::string& missing) const {
  double product = 1;
  struct Part {
    int power;
    const std::optional<double>& unit;
    const char* name;
  };
  for (const auto& [power, unit, name] :
       {Part{d.time, time_, "time"}, Part{d.length, length_, "length"}, Part{d.mass, mass_, "mass"}}) {
    if (power == 0) continue;
    if (!unit) {
      missing = name;
      return std::nullopt;
    }
    product *= std::pow(*unit, power);
  }
  return product;
}

}  // namespace polhode::app
