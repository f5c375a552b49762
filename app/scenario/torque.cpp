// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <polhode/body/mass_properties.hpp>
#include <polhode/torque/formula_text.hpp>
#include <utility>

#include "catalogue/torques.hpp"
#include "core/number_text.hpp"
#include "scenario/file_cache.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

constexpr const char* heavy_top_name = "heavy_top";
constexpr const char* table_name = "tabulated_torque";
constexpr const char* vessel_name = "vessel_restoring";

/// One formula for a vector, or three for its components.
std::vector<std::string> formulas_of(const Value& value) {
  if (value.is_text()) return {value.text()};
  if (!value.is_array() || value.node().items.size() != 3)
    value.refuse("a formula for a vector, or an array of 3 formulas for its components");
  std::vector<std::string> texts;
  for (const Value& item : value.items()) {
    if (!item.is_text()) item.refuse("a formula: text in quotes");
    texts.push_back(item.text());
  }
  return texts;
}

/// A number of any dimension, with its unit or without.
double number_of_any_kind(const Value& value) {
  const auto dimension_in = [](const Node& node) {
    const auto measured = node.kind == Node::Kind::text ? measured_number(node.text) : std::nullopt;
    return measured ? measured->dimension : Dimension{};
  };
  const Node* node = &value.node();
  // The unit of a distribution is that of its numbers.
  while ((node->kind == Node::Kind::table || node->kind == Node::Kind::array) && !node->items.empty())
    node = &node->items[0];
  return value.number({dimension_in(*node)});
}

void take_vectors(const TorqueParameter& parameter, const Value& value, Given& given) {
  const auto rows = value.items();
  if (const auto others = given.numbers.find(parameter.as_many_as);
      others != given.numbers.end() && rows.size() != others->second.size())
    value.refuse(fmt::format("{} {}", rows.size(), parameter.name),
                 fmt::format("as many as {}, {}", parameter.as_many_as, others->second.size()));
  std::vector<double>& all = given.numbers[parameter.name];
  for (const Value& row : rows)
    for (const double x : row.numbers(3, {dimension_of_quantity(parameter.unit)})) all.push_back(x);
}

/// The names of a formula: vectors, and numbers too unless the vectors are in space.
void take_names(const TorqueParameter& parameter, const Value& table, Given& given) {
  const bool in_space = parameter.type == ParameterType::named_vectors;
  if (!table.is_table()) table.refuse("a table of names: { k = 0.5 }, for instance");
  for (std::size_t i = 0; i < table.node().items.size(); ++i) {
    const std::string& name = table.node().keys[i];
    const Value value(table.node().items[i], table.path() + "." + (is_bare_key(name) ? name : shown(name)),
                      table.context());
    std::vector<double>& numbers = given.numbers[parameter.name + "." + name];
    if (!value.is_array() && in_space) value.refuse("a vector: an array of 3 numbers");
    if (!value.is_array()) {
      numbers = {number_of_any_kind(value)};
      continue;
    }
    if (value.node().items.size() != 3) value.refuse("a number, or an array of 3 numbers");
    for (const Value& item : value.items()) numbers.push_back(number_of_any_kind(item));
  }
}

void read_parameter(const TorqueParameter& parameter, const Value& value, Given& given) {
  const std::string& name = parameter.name;
  const Measure measure{dimension_of_quantity(parameter.unit)};
  switch (parameter.type) {
    case ParameterType::number:
      return given.set(name, value.number(measure));
    case ParameterType::positive_number:
      return given.set(name, value.positive(measure));
    case ParameterType::number_not_negative:
      return given.set(name, value.not_negative(measure));
    case ParameterType::vector:
      return given.set(name, value.vector(measure));
    case ParameterType::direction:
      return given.set(name, value.direction());
    case ParameterType::number_or_vector:
      return value.is_array() ? given.set(name, value.vector(measure))
                              : given.set(name, value.number(measure));
    case ParameterType::matrix:
      return given.set(name, value.matrix(measure));
    case ParameterType::word:
      given.texts[name] = {parameter.words[value.choice(parameter.words)]};
      return;
    case ParameterType::numbers:
      given.numbers[name] = value.numbers(measure);
      return;
    case ParameterType::vectors:
      return take_vectors(parameter, value, given);
    case ParameterType::table_file: {
      TorqueRows rows =
          read_file(value, [](FileCache& files, const std::string& path) { return files.torques(path); });
      given.numbers["times"] = std::move(rows.times);
      given.numbers["torques"] = std::move(rows.torques);
      return;
    }
    case ParameterType::formula:
      if (!value.is_text()) value.refuse("a formula: text in quotes");
      given.texts[name] = {value.text()};
      return;
    case ParameterType::vector_formula:
      given.texts[name] = formulas_of(value);
      return;
    case ParameterType::named_constants:
    case ParameterType::named_vectors:
      return take_names(parameter, value, given);
  }
}

/// Whether a parameter has no meaning beside another that is there; refuses it then.
bool is_left_out(const TorqueParameter& parameter, const CatalogueTorque& torque, const Section& section) {
  const auto other = section.find(parameter.not_with);
  if (!other) return false;
  const bool may_be_number = torque.parameter(parameter.not_with).type == ParameterType::number_or_vector;
  if (may_be_number && !other->is_array()) return false;
  section.without({parameter.name},
                  fmt::format("with a {}{}", parameter.not_with, may_be_number ? " that is a vector" : ""));
  return true;
}

Given given_torque(const CatalogueTorque& torque, const Section& section) {
  std::vector<std::string> alternatives;
  for (const TorqueParameter& parameter : torque.parameters)
    if (parameter.need == Need::one_of_them) alternatives.push_back(parameter.name);
  if (!alternatives.empty()) section.only_one(alternatives, torque.expected_one);
  Given given{torque.name};
  for (const TorqueParameter& parameter : torque.parameters) {
    if (is_left_out(parameter, torque, section)) continue;
    const auto value = parameter.need == Need::always
                           ? std::optional(section.need(parameter.name, parameter.expected()))
                           : section.find(parameter.name);
    if (value) read_parameter(parameter, *value, given);
  }
  return given;
}

/// Completes and checks a torque by the mass and the centre of the body, if they are known.
class BodyAndTorque {
 public:
  BodyAndTorque(const DescribedBody& body, const Inertia& turning, const Value& item, const Section& section,
                Given& given)
      : body_(body), turning_(turning), item_(item), section_(section), given_(given) {}

  /// Weight and centre of a heavy top. Refuses what is missing by its name, and what contradicts the body.
  void complete_top() {
    const bool has_pivot = section_.has("pivot");
    if (body_.matter)
      hang_at_pivot();
    else if (body_.about == GivenAbout::centre_of_mass)
      item_.refuse("a body whose moments are about its centre of mass, without a mass",
                   "mass in [body], pivot and gravity here: the inertia about the pivot follows from them");
    else if (has_pivot)
      section_.need("pivot", "")
          .refuse(body_.about == GivenAbout::pivot
                      ? "no pivot: the moments are about it already. Give centre_of_mass, from the pivot"
                      : "about = \"centre_of_mass\" and mass in [body], so that the moments can be moved to "
                        "the pivot; or "
                        "moments about the pivot, centre_of_mass here, and about = \"pivot\" there");
    else
      stand_on_pivot();
  }

  /// Warns of signs and sizes that are probably mistakes.
  void look_at_numbers() const {
    const auto warn_if = [&](const char* name, const auto& is_odd, const std::string& why) {
      const auto number = given_.number(name);
      if (number && section_.has(name) && is_odd(*number)) section_.need(name, "").warn(why);
    };
    const auto is_negative = [](double x) { return x < 0; };
    warn_if("gravity", is_negative, "negative: the body falls upwards");
    warn_if("weight", is_negative, "negative: the body falls upwards");
    warn_if("longitudinal_height", is_negative,
            "negative: the vessel does not float upright, but turns over");
    warn_if("transverse_height", is_negative, "negative: the vessel does not float upright, but capsizes");
    const auto longitudinal = given_.number("longitudinal_height");
    warn_if(
        "transverse_height", [&](double x) { return longitudinal && x > *longitudinal; },
        "greater than longitudinal_height: a vessel that is longer than broad has the smaller one here");
    warn_if(
        "phase", [](double x) { return std::abs(x) > 2 * std::numbers::pi; },
        "more than a turn of 2 pi radians: are these degrees? Then write \"90 deg\", for instance");
    look_at_orbit();
  }

  void complete_vessel() {
    const auto mass = given_.number("mass");
    if (!mass && !body_.mass) item_.refuse("no mass", "the mass of the vessel, here or in [body]");
    if (mass && body_.mass && std::abs(*mass - *body_.mass) > contradiction * *body_.mass)
      section_.need("mass", "")
          .refuse(number_text(*mass),
                  fmt::format("the mass of the body, {}, or none", number_text(*body_.mass)));
    if (!mass) given_.set("mass", *body_.mass);
    const Eigen::Vector3d about = turning_.tensor().diagonal();
    if (about.x() > about.y())
      item_.warn(fmt::format(
          "the body's first axis is the vessel's length, but its moment {:.6g} is greater than that "
          "about the breadth, {:.6g}: are axes swapped?",
          about.x(), about.y()));
  }

 private:
  static constexpr double contradiction = 1e-6;

  /// No orbit is faster than one close to the surface, with the mean motion sqrt(4/3 pi G density).
  void look_at_orbit() const {
    constexpr double fastest = 2.6e-3;  // about osmium, in rad/s
    const auto rate = given_.number("mean_motion");
    std::string missing;
    const auto second = item_.context().units.size(dimensions::time, missing);
    if (!rate || !second || !(std::abs(*rate) > fastest * *second)) return;
    section_.need("mean_motion", "")
        .warn(fmt::format(
            "one revolution in {:.4g} seconds is faster than any orbit about a planet or moon: is "
            "it in radians per unit of time of the scenario?",
            2 * std::numbers::pi / std::abs(*rate) * *second));
  }

  Eigen::Vector3d up() const { return given_.vector("up").value_or(Eigen::Vector3d::UnitZ()); }

  /// For a body whose mass and centre are known.
  void hang_at_pivot() {
    const MassProperties& matter = *body_.matter;
    const auto explain = [&](const char* key) {
      const auto value = section_.find(key);
      if (!value) return;
      std::string instead =
          "pivot = [...] in the body's coordinates and gravity, since mass and centre of this body are known";
      if (const auto centre = given_.vector("centre_of_mass")) {
        const Eigen::Vector3d pivot = matter.centre - *centre;
        instead += fmt::format("; for this centre_of_mass that is pivot = [{}, {}, {}]",
                               number_text(pivot.x()), number_text(pivot.y()), number_text(pivot.z()));
      }
      if (const auto weight = given_.number("weight"))
        instead += fmt::format("; for this weight, gravity = {}", number_text(*weight / matter.mass));
      value->refuse(instead);
    };
    explain("centre_of_mass");
    explain("weight");
    const Value pivot_value = section_.need("pivot", "the fixed point, in the coordinates of the body");
    section_.need("gravity", "the acceleration of gravity");
    const Eigen::Vector3d pivot = given_.needed_vector("pivot"), centre = matter.centre - pivot;
    const double distance = centre.norm();
    given_.set("weight", Eigen::Vector3d(matter.mass * given_.needed_number("gravity") * up()));
    given_.set("centre_of_mass", centre);
    const Vec3<double> moments = from_eigen(matter.inertia.moments());
    const double gyration = std::sqrt(moments.z / matter.mass);
    if (distance <= 1e-12 * gyration)
      pivot_value.warn("the pivot is the centre of mass: the weight has no effect");
    else if (distance > body_.reach.value_or(6 * gyration) * (1 + 1e-9))
      pivot_value.warn(
          fmt::format("the pivot lies outside the body, {:.4g} from its centre of mass; no part of "
                      "the body is farther from it than {:.4g}",
                      distance, body_.reach.value_or(6 * gyration)));
  }

  /// For moments that are about the pivot.
  void stand_on_pivot() {
    const Value centre_value = section_.need("centre_of_mass", "centre_of_mass, in the body, from the pivot");
    const bool has_gravity = section_.has("gravity");
    if (has_gravity && section_.has("weight"))
      section_.need("gravity", "").refuse("weight or gravity, not both");
    if (has_gravity && !body_.mass)
      section_.need("gravity", "").refuse("a weight; or mass in [body], from which it follows with gravity");
    if (has_gravity)
      given_.set("weight", Eigen::Vector3d(*body_.mass * given_.needed_number("gravity") * up()));
    else
      section_.need("weight", "a weight: mass times gravity, or a vector of space that points upwards");
    if (body_.about == GivenAbout::unsaid)
      item_.warn(
          "the moments in [body] are taken to be about the pivot; say about = \"pivot\" there, or about = "
          "\"centre_of_mass\" with a mass, and pivot and gravity here, to have them moved");
    if (!body_.mass) return;
    try {
      const Inertia own =
          inertia_about_centre(body_.inertia, *body_.mass, given_.needed_vector("centre_of_mass"));
      if (own.satisfies_triangle_inequality()) return;
    } catch (const InvalidInput&) {
    }
    centre_value.warn(
        "no body of this mass with its centre there has these moments about the pivot: are they about the "
        "centre of mass? "
        "Then say about = \"centre_of_mass\" in [body]");
  }

  const DescribedBody& body_;
  const Inertia& turning_;
  const Value& item_;
  const Section& section_;
  Given& given_;
};

/// What the catalogue makes; a formula that it refuses is refused at its line.
DescribedTorque torque_made(const CatalogueTorque& kind, const Given& given, const Section& section) {
  try {
    return kind.make(given);
  } catch (const InvalidFormula& error) {
    const auto potential = section.find("potential");
    const Value whole = potential ? *potential : section.need("torque", "");
    const Value formula =
        error.which() == 0 ? whole : whole.items()[static_cast<std::size_t>(error.which() - 1)];
    formula.refuse_at(fmt::format("{} of the formula: found {}, expected {}", error.place(), error.found(),
                                  error.expected()));
  }
}

/// Warns of what acts only at times outside the run.
void look_at_times(const Value& item, const CatalogueTorque& kind, const Section& section,
                   const Torque& torque, const OutputTimes& times) {
  const auto [first, last] = std::minmax(times.start, times.end);
  const std::string run = fmt::format("the run goes from {:.6g} to {:.6g}", times.start, times.end);
  for (const Impulse& impulse : torque.impulses())
    if (impulse.time < first || impulse.time > last)
      item.warn(fmt::format("the impulse at {:.6g} never acts: {}", impulse.time, run));
  // The rows of a table are where it is not smooth.
  if (kind.name != table_name || section.has("beyond") || torque.breakpoints().empty()) return;
  const double from = torque.breakpoints().front(), to = torque.breakpoints().back();
  if (from > first || to < last)
    item.warn(
        fmt::format("the rows of the table go from {:.6g} to {:.6g}, {}: elsewhere nothing acts. beyond = "
                    "\"zero\" says that this is meant, \"hold\" keeps the first and the last row",
                    from, to, run));
}

}  // namespace

const CatalogueTorque& kind_of(const Value& torque) {
  if (!torque.is_table()) torque.refuse("a table with a kind");
  std::vector<std::string> names;
  for (const CatalogueTorque& known : torques()) names.push_back(known.name);
  const Node& node = torque.node();
  const auto key = std::ranges::find(node.keys, "kind");
  if (key == node.keys.end())
    torque.refuse("no kind", fmt::format("kind, one of \"{}\"", fmt::join(names, "\", \"")));
  const Value kind(node.items[static_cast<std::size_t>(key - node.keys.begin())], torque.path() + ".kind",
                   torque.context());
  const CatalogueTorque* found = kind.is_text() ? find_torque(kind.text()) : nullptr;
  return found ? *found : torques()[kind.choice(names)];
}

std::optional<Eigen::Vector3d> pivot_of(const Value& array) {
  std::optional<Eigen::Vector3d> pivot;
  if (!array.is_array()) return pivot;
  for (const Value& item : array.items()) {
    const CatalogueTorque& kind = kind_of(item);
    if (kind.name != heavy_top_name) continue;
    const auto value = Section(item, torque_section(kind.name)).find("pivot");
    if (!value) continue;
    const Eigen::Vector3d found = value->vector({dimensions::length});
    if (pivot && *pivot != found) value->refuse("the pivot of the other torque: a body has one");
    pivot = found;
  }
  return pivot;
}

DescribedTorque torque_of(const Value& array, const DescribedBody& described, const Inertia& body,
                          const OutputTimes& times) {
  if (!array.is_array()) array.refuse("an array of tables, each under [[torque]] in double brackets");
  DescribedTorque sum;
  std::vector<Torque> torques;
  std::vector<TorqueFamily> families;
  for (const Value& item : array.items()) {
    const CatalogueTorque& kind = kind_of(item);
    const Section section(item, torque_section(kind.name));
    DescribedTorque part = item.made([&] {
      Given given = given_torque(kind, section);
      const bool is_top = kind.name == heavy_top_name;
      BodyAndTorque both(described, body, item, section, given);
      if (is_top) both.complete_top();
      if (kind.name == vessel_name) both.complete_vessel();
      both.look_at_numbers();
      DescribedTorque made = torque_made(kind, given, section);
      if (!made.torque.is_none()) made.torque.prepare(body);  // refuses what does not suit this body
      // Of a heavy top gravity and pivot are in its weight and centre.
      if (is_top) given.numbers.erase("gravity");
      Given stored = given;
      if (is_top) given.numbers.erase("pivot");
      made.family = torque_by_numbers(kind, given);
      // A result stores the weight of a heavy top as a vector of space that points upwards.
      if (const auto weight = stored.number("weight"))
        stored.set("weight",
                   Eigen::Vector3d(*weight * stored.vector("up").value_or(Eigen::Vector3d::UnitZ())));
      if (is_top) stored.numbers.erase("up");
      made.given = {std::move(stored)};
      return made;
    });
    torques.push_back(part.torque);
    sum.given.push_back(std::move(part.given.front()));
    families.push_back(std::move(part.family));
    if (!sum.orbit) sum.orbit = part.orbit;
    for (const std::string& warning : part.warnings) item.warn(warning);
    look_at_times(item, kind, section, part.torque, times);
  }
  sum.torque = sum_of(torques);
  sum.family = sum_of(std::move(families));
  return sum;
}

}  // namespace polhode::app
