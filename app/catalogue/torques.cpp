// SPDX-License-Identifier: MIT
#include "catalogue/torques.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <polhode/core/error.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula_text.hpp>

#include "core/nearest.hpp"
#include "core/number_text.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr const char* free_kind = "free";

using Eigen::Vector3d;
using Type = ParameterType;

TorqueFrame frame_of(const Given& a) {
  return a.text("frame") == "space" ? TorqueFrame::space : TorqueFrame::body;
}

Plane plane_of(const Given& a) {
  const Plane usual;
  return {a.vector("first").value_or(usual.first), a.vector("towards").value_or(usual.towards)};
}

/// A vector of space that points upwards.
Vector3d weight_of(const Given& a) {
  if (const auto vector = a.vector("weight")) return *vector;
  return a.needed_number("weight") * a.vector("up").value_or(Vector3d::UnitZ());
}

std::vector<Vector3d> vectors_of(const Given& a, const std::string& name) {
  std::vector<Vector3d> all;
  if (const auto found = a.numbers.find(name); found != a.numbers.end())
    for (std::size_t i = 0; i + 2 < found->second.size(); i += 3)
      all.emplace_back(found->second[i], found->second[i + 1], found->second[i + 2]);
  return all;
}

std::vector<double> times_of(const Given& a) {
  const auto found = a.numbers.find("times");
  return found == a.numbers.end() ? std::vector<double>{} : found->second;
}

Eigen::Matrix3d damping_matrix(const Given& a) {
  const auto found = a.numbers.find("matrix");
  if (found == a.numbers.end() || found->second.size() != 9)
    return a.needed_vector("coefficients").asDiagonal();
  return Eigen::Matrix3d(found->second.data()).transpose();
}

FormulaNames names_of(const Given& a) {
  FormulaNames names;
  for (const auto& [key, values] : a.numbers) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) continue;
    const std::string name = key.substr(dot + 1);
    if (values.size() == 1)
      names.numbers.emplace(name, values[0]);
    else if (values.size() == 3)
      (key.starts_with("space_vectors.") ? names.space_vectors : names.vectors)
          .emplace(name, Vector3d(values.data()));
  }
  return names;
}

/// The least coefficient of the work -omega . D omega: negative if some rotation is driven.
double least_damping(const Eigen::Matrix3d& d) {
  const Eigen::Matrix3d even = (d + d.transpose()) / 2;
  const double least =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(even, Eigen::EigenvaluesOnly).eigenvalues()(0);
  return least < -1e-14 * even.cwiseAbs().maxCoeff() ? least : 0;
}

// Parameters as they are written in words.

std::string text(const Vector3d& v) {
  return fmt::format("({}, {}, {})", number_text(v.x()), number_text(v.y()), number_text(v.z()));
}

std::string number(const Given& a, const char* name) { return number_text(a.needed_number(name)); }
std::string vector(const Given& a, const char* name) { return text(a.needed_vector(name)); }

const char* frame_words(const Given& a) {
  return frame_of(a) == TorqueFrame::space ? " in space" : " in the body";
}

/// ", k = 0.6, u = (0, 0, 1) in space".
std::string names_words(const FormulaNames& names) {
  std::string words;
  for (const auto& [name, x] : names.numbers) words += ", " + name + " = " + number_text(x);
  for (const auto& [name, v] : names.vectors) words += ", " + name + " = " + text(v);
  for (const auto& [name, v] : names.space_vectors) words += ", " + name + " = " + text(v) + " in space";
  return words;
}

/// A formula in one line.
std::string in_one_line(std::string formula) {
  std::ranges::replace_if(
      formula, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return formula;
}

// Parameters that several torques have.

TorqueParameter mean_motion(const std::string& meaning) {
  return {"mean_motion", Type::number, "radians / time", meaning};
}

TorqueParameter plane_first(const std::string& meaning) {
  return {"first", Type::vector, "", meaning, Need::never, "[1, 0, 0]"};
}

TorqueParameter plane_towards(const std::string& meaning) {
  return {"towards", Type::vector, "", meaning, Need::never, "[0, 1, 0]"};
}

TorqueParameter frame() {
  return {"frame", Type::word, "", "", Need::never, "`\"body\"`", {"body", "space"}};
}

TorqueParameter formula_constants() {
  return {"constants", Type::named_constants, "", "numbers and vectors by name", Need::never, "none"};
}

TorqueParameter formula_space_vectors() {
  return {"space_vectors",
          Type::named_vectors,
          "",
          "vectors that are fixed in space, by name; in a formula they are as the body sees them",
          Need::never,
          "none"};
}

std::vector<CatalogueTorque> all_torques() {
  return {
      {"heavy_top",
       "A body that rotates about a fixed point, the pivot, under gravity. For a body of known mass and "
       "centre give `pivot` and `gravity`; its inertia is moved to the pivot. For moments or a tensor about "
       "the pivot give `centre_of_mass`, and `weight` or the mass and `gravity`.",
       {{"pivot", Type::vector, "length", "the fixed point, in the coordinates of the body", Need::never,
         "needed if mass and centre are known"},
        {"gravity", Type::number, "length / time^2", "", Need::never, "needed with `pivot`, else `weight`"},
        {"weight", Type::number_or_vector, "force",
         "mass times gravity; or a vector of space that points upwards, of that length", Need::never,
         "needed without `gravity`"},
        {"centre_of_mass", Type::vector, "length", "in the body, from the pivot", Need::never,
         "needed without `pivot`"},
        {.name = "up",
         .type = Type::direction,
         .unit = "",
         .meaning = "in space, of any length; not with a vector for `weight`",
         .need = Need::never,
         .otherwise = "[0, 0, 1]",
         .not_with = "weight"}},
       [](const Given& a) -> DescribedTorque {
         return {heavy_top(weight_of(a), a.needed_vector("centre_of_mass"))};
       },
       [](const Given& a) {
         return "heavy top" + (a.vector("pivot") ? " on the pivot " + vector(a, "pivot") : "") + ", weight " +
                text(weight_of(a)) + ", centre of mass " + vector(a, "centre_of_mass");
       }},
      {"gravity_gradient_fixed",
       "3 n^2 c x I c, c the direction to the attracting mass, which is constant in space.",
       {mean_motion("n, in radians per unit of time"),
        {"direction", Type::vector, "", "of the attracting mass, in space"}},
       [](const Given& a) -> DescribedTorque {
         return {gravity_gradient_fixed(a.needed_number("mean_motion"), a.needed_vector("direction"))};
       },
       [](const Given& a) {
         return "gravity gradient, mean motion " + number(a, "mean_motion") + ", mass in the direction " +
                vector(a, "direction");
       }},
      {"gravity_gradient_circular",
       "The gravity gradient on a circular orbit: at time 0 the attracting mass is in the direction "
       "`first`, a quarter of a revolution later in that of `towards`.",
       {mean_motion("n"), plane_first("of the plane of the orbit, in space"),
        plane_towards("likewise; made orthogonal to the first")},
       [](const Given& a) -> DescribedTorque {
         const double n = a.needed_number("mean_motion");
         return {gravity_gradient_circular(n, plane_of(a)), circular_orbit_frame(n, plane_of(a))};
       },
       [](const Given& a) {
         return "gravity gradient on a circular orbit, mean motion " + number(a, "mean_motion");
       }},
      {"gravity_gradient_elliptic",
       "The gravity gradient on a Kepler ellipse.",
       {mean_motion("n"),
        {"eccentricity", Type::number, "", "from 0, less than 1"},
        {"pericentre_time", Type::number, "time", "a time at which the pericentre is passed", Need::never,
         "0"},
        plane_first("direction of the attracting mass at the pericentre"),
        plane_towards("where it goes from there")},
       [](const Given& a) -> DescribedTorque {
         const double n = a.needed_number("mean_motion"), eccentricity = a.needed_number("eccentricity");
         const double pericentre = a.number("pericentre_time").value_or(0);
         return {gravity_gradient_elliptic(n, eccentricity, pericentre, plane_of(a)),
                 elliptic_orbit_frame(n, eccentricity, pericentre, plane_of(a))};
       },
       [](const Given& a) {
         return "gravity gradient on an elliptic orbit, mean motion " + number(a, "mean_motion") +
                ", eccentricity " + number(a, "eccentricity");
       }},
      {"vessel_restoring",
       "The restoring torque on a floating vessel. The third axis of space points upwards; the body's first "
       "axis is the vessel's length, its second its breadth.",
       {{"mass", Type::positive_number, "mass", "that of the body if it is known", Need::never,
         "needed unless the body has one"},
        {"gravity", Type::number, "length / time^2", ""},
        {"longitudinal_height", Type::number, "length", "of the longitudinal metacentre"},
        {"transverse_height", Type::number, "length", "of the transverse metacentre"}},
       [](const Given& a) -> DescribedTorque {
         return {vessel_restoring(a.needed_number("mass"), a.needed_number("gravity"),
                                  a.needed_number("longitudinal_height"),
                                  a.needed_number("transverse_height"))};
       },
       [](const Given& a) {
         return fmt::format("vessel of mass {} under gravity {}, metacentric heights {} and {}",
                            number(a, "mass"), number(a, "gravity"), number(a, "longitudinal_height"),
                            number(a, "transverse_height"));
       }},
      {"linear_damping",
       "-D omega.",
       {{"coefficients", Type::vector, "torque * time", "the diagonal of D", Need::one_of_them},
        {"matrix", Type::matrix, "torque * time", "or D", Need::one_of_them}},
       [](const Given& a) -> DescribedTorque {
         const Eigen::Matrix3d matrix = damping_matrix(a);
         DescribedTorque damping{linear_damping(matrix)};
         if (const double drive = least_damping(matrix); drive < 0)
           damping.warnings.push_back(fmt::format(
               "the damping matrix is not positive semidefinite (smallest eigenvalue {}): rotation "
               "about one axis gains energy",
               number_text(drive)));
         return damping;
       },
       [](const Given& a) {
         return a.vector("coefficients") ? "damping " + vector(a, "coefficients") : "damping by a matrix";
       },
       "one of them"},
      {"quadratic_drag",
       "-c |omega| omega about each of the body's axes, which must be principal axes.",
       {{"coefficients", Type::vector, "torque * time^2", "none negative"}},
       [](const Given& a) -> DescribedTorque { return {quadratic_drag(a.needed_vector("coefficients"))}; },
       [](const Given& a) { return "quadratic drag " + vector(a, "coefficients"); }},
      {"internal_dissipation",
       "k m x (m x omega): the rotation tends to the axis of the largest moment, |m| is conserved.",
       {{"strength", Type::number_not_negative, "1 / momentum", "k, not negative"}},
       [](const Given& a) -> DescribedTorque { return {internal_dissipation(a.needed_number("strength"))}; },
       [](const Given& a) { return "internal dissipation " + number(a, "strength"); }},
      {"gyrostat",
       "A wheel of constant angular momentum in the body.",
       {{"momentum", Type::vector, "momentum",
         "of the wheel, in the body; the momentum of the state does not contain it"}},
       [](const Given& a) -> DescribedTorque { return {gyrostat(a.needed_vector("momentum"))}; },
       [](const Given& a) { return "wheel of momentum " + vector(a, "momentum"); }},
      {"dipole",
       "m x B: a magnetic moment of the body in a field that is constant in space, or any potential that is "
       "linear in the attitude.",
       {{"moment", Type::vector, "", "in the body"},
        {"field", Type::vector, "", "in space; moment times field is a torque"}},
       [](const Given& a) -> DescribedTorque {
         return {dipole(a.needed_vector("moment"), a.needed_vector("field"))};
       },
       [](const Given& a) {
         return "dipole " + vector(a, "moment") + " in the field " + vector(a, "field");
       }},
      {"steady_torque",
       "A constant torque.",
       {{"torque", Type::vector, "torque", ""}, frame()},
       [](const Given& a) -> DescribedTorque {
         return {steady_torque(a.needed_vector("torque"), frame_of(a))};
       },
       [](const Given& a) { return "steady torque " + vector(a, "torque") + frame_words(a); }},
      {"sine_torque",
       "A sinusoidal torque: `amplitude` sin(`rate` t + `phase`).",
       {{"amplitude", Type::vector, "torque", ""},
        {"rate", Type::number, "radians / time", "2 pi over the period"},
        {"phase", Type::number, "radians", "at time 0", Need::never, "0"},
        frame()},
       [](const Given& a) -> DescribedTorque {
         return {sine_torque(a.needed_vector("amplitude"), a.needed_number("rate"),
                             a.number("phase").value_or(0), frame_of(a))};
       },
       [](const Given& a) {
         return fmt::format("torque {} sin({} t + {}){}", vector(a, "amplitude"), number(a, "rate"),
                            number_text(a.number("phase").value_or(0)), frame_words(a));
       }},
      {"tabulated_torque",
       "Linear between the rows.",
       {{"times", Type::numbers, "time", "increasing", Need::one_of_them},
        {.name = "torques",
         .type = Type::vectors,
         .unit = "torque",
         .meaning = "as many",
         .otherwise = "needed with `times`",
         .not_with = "file",
         .as_many_as = "times"},
        {"file", Type::table_file, "",
         "or a CSV file: a time and three components in each row; a header may be there", Need::one_of_them},
        frame(),
        {"beyond",
         Type::word,
         "",
         "before the first and after the last row: no torque, or that of the row",
         Need::never,
         "`\"zero\"`",
         {"zero", "hold"}}},
       [](const Given& a) -> DescribedTorque {
         return {tabulated_torque(times_of(a), vectors_of(a, "torques"), frame_of(a),
                                  a.text("beyond") == "hold" ? Beyond::hold : Beyond::zero)};
       },
       [](const Given& a) {
         return fmt::format("torque from a table of {} rows{}", times_of(a).size(), frame_words(a));
       },
       "times and torques, or a file"},
      {"impulse",
       "A jump of the momentum.",
       {{"time", Type::number, "time", ""}, {"momentum", Type::vector, "momentum", "what is added"}, frame()},
       [](const Given& a) -> DescribedTorque {
         return {impulse(a.needed_number("time"), a.needed_vector("momentum"), frame_of(a))};
       },
       [](const Given& a) {
         return "impulse " + vector(a, "momentum") + frame_words(a) + " at " + number(a, "time");
       }},
      {"formula_torque",
       "Your own torque, by [formulas](#formulas).",
       {{"torque", Type::vector_formula, "torque", "its three components, or one formula for a vector"},
        formula_constants(),
        formula_space_vectors(),
        frame()},
       [](const Given& a) -> DescribedTorque {
         const auto& formulas = a.texts.at("torque");
         return {formulas.size() == 1
                     ? formula_torque(formulas[0], names_of(a), frame_of(a))
                     : formula_torque({formulas[0], formulas[1], formulas[2]}, names_of(a), frame_of(a))};
       },
       [](const Given& a) {
         const auto found = a.texts.find("torque");
         if (found == a.texts.end() || found->second.empty())
           throw InvalidInput("formula_torque.torque", "nothing", "a formula");
         const auto& formulas = found->second;
         return fmt::format(
             "torque {}{}{}",
             in_one_line(formulas.size() == 1 ? formulas[0] : fmt::format("[{}]", fmt::join(formulas, ", "))),
             frame_words(a), names_words(names_of(a)));
       }},
      {"potential_torque",
       "The torque of your own potential, by a [formula](#formulas) of attitude and time.",
       {{"potential", Type::formula, "energy", "the potential, from which the torque follows"},
        formula_constants(),
        formula_space_vectors()},
       [](const Given& a) -> DescribedTorque { return {potential_torque(a.text("potential"), names_of(a))}; },
       [](const Given& a) {
         return "torque of the potential " + in_one_line(a.text("potential")) + names_words(names_of(a));
       }},
  };
}

bool is_vector_in_row(const CatalogueTorque& torque, const std::string& parameter) {
  const ParameterType type = torque.parameter(parameter).type;
  return type == Type::vector || type == Type::number_or_vector;
}

const RowKind& row_kind(const std::string& name) {
  const auto& kinds = row_kinds();
  const auto found = std::ranges::find(kinds, name, &RowKind::name);
  if (found != kinds.end()) return *found;
  std::vector<std::string> known{free_kind};
  for (const RowKind& kind : kinds) known.push_back(kind.name);
  throw InvalidInput("kind", fmt::format("\"{}\"", name),
                     fmt::format("one of {}{}", fmt::join(known, ", "), suggestion(name, known)));
}

double number_in_row(const RowKind& kind, std::size_t place, const std::string& column,
                     const std::string& text) {
  const ReadNumber read = read_number(text);
  if (read.expected == nullptr) return read.value;
  throw InvalidInput(fmt::format("p{} of kind {} ({})", place + 1, kind.name, column),
                     fmt::format("\"{}\"", text), read.expected);
}

}  // namespace

const char* type_text(ParameterType type) {
  switch (type) {
    case Type::number:
    case Type::number_not_negative:
      return "number";
    case Type::positive_number:
      return "positive number";
    case Type::vector:
    case Type::direction:
      return "vector";
    case Type::number_or_vector:
      return "number or vector";
    case Type::matrix:
      return "matrix";
    case Type::numbers:
      return "array of numbers";
    case Type::vectors:
      return "array of vectors";
    case Type::word:
    case Type::table_file:
    case Type::formula:
      return "text";
    case Type::vector_formula:
      return "text or array of 3 texts";
    case Type::named_constants:
      return "table of numbers and vectors";
    case Type::named_vectors:
      return "table of vectors";
  }
  return "";
}

std::string TorqueParameter::expected() const {
  const std::string what = type == Type::vector                ? "an array of 3 numbers"
                           : type == Type::vectors             ? "an array of vectors"
                           : type == Type::number_not_negative ? "a number that is not negative"
                                                               : fmt::format("a {}", type_text(type));
  return fmt::format("{}{}{}", what, unit.empty() ? "" : " (" + unit + ")",
                     as_many_as.empty() ? "" : ", as many as " + as_many_as);
}

const TorqueParameter& CatalogueTorque::parameter(const std::string& of_name) const {
  return *std::ranges::find(parameters, of_name, &TorqueParameter::name);
}

const std::vector<CatalogueTorque>& torques() {
  static const std::vector<CatalogueTorque> all = all_torques();
  return all;
}

const CatalogueTorque* find_torque(std::string_view name) {
  for (const CatalogueTorque& torque : torques())
    if (torque.name == name) return &torque;
  return nullptr;
}

const std::vector<RowKind>& row_kinds() {
  static const std::vector<RowKind> all{
      {"heavy_top",
       "heavy_top",
       {"weight", "centre_of_mass"},
       RowDamping::none,
       "heavy top: p1..p3 the weight in space, upwards, p4..p6 the centre of mass in the body"},
      {"damped_heavy_top",
       "heavy_top",
       {"weight", "centre_of_mass"},
       RowDamping::one_coefficient,
       "the same with linear damping, -p7 omega"},
      {"vessel_restoring",
       "vessel_restoring",
       {"mass", "gravity", "longitudinal_height", "transverse_height"},
       RowDamping::three_coefficients,
       "floating vessel: mass, gravity, metacentric heights along and across, and damping\n"
       "-D omega, D = diag(p5, p6, p7); the third axis of space points upwards"},
      {"gravity_gradient_fixed",
       "gravity_gradient_fixed",
       {"mean_motion", "direction"},
       RowDamping::none,
       "gravity gradient 3 n^2 c x I c: n = p1, the mass in the direction p2..p4 of space"},
      {"gravity_gradient_circular",
       "gravity_gradient_circular",
       {"mean_motion"},
       RowDamping::none,
       "the same on a circle: direction (cos nt, sin nt, 0), n = p1"},
      {"gravity_gradient_elliptic",
       "gravity_gradient_elliptic",
       {"mean_motion", "eccentricity", "pericentre_time"},
       RowDamping::none,
       "the same on a Kepler ellipse in that plane: mean motion n, eccentricity,\n"
       "time of the pericentre, which is in the direction (1, 0, 0)"},
      {"linear_damping",
       "linear_damping",
       {"coefficients"},
       RowDamping::none,
       "-D omega, D = diag(p1, p2, p3)"},
      {"gyrostat",
       "gyrostat",
       {"momentum"},
       RowDamping::none,
       "a wheel inside the body with the momentum p1..p3, which m does not contain"},
  };
  return all;
}

std::vector<std::string> RowKind::columns() const {
  std::vector<std::string> all;
  const auto add_vector = [&](const std::string& parameter) {
    for (int i = 1; i <= 3; ++i) all.push_back(fmt::format("{}_{}", parameter, i));
  };
  const CatalogueTorque& entry = *find_torque(torque);
  for (const std::string& parameter : parameters)
    if (is_vector_in_row(entry, parameter))
      add_vector(parameter);
    else
      all.push_back(parameter);
  if (damping == RowDamping::one_coefficient) all.emplace_back("coefficient");
  if (damping == RowDamping::three_coefficients) add_vector("coefficients");
  return all;
}

std::vector<std::string> torque_columns() {
  std::size_t most = 0;
  for (const RowKind& kind : row_kinds()) most = std::max(most, kind.columns().size());
  std::vector<std::string> columns{"kind"};
  for (std::size_t i = 1; i <= most; ++i) columns.push_back(fmt::format("p{}", i));
  return columns;
}

std::optional<DescribedTorque> torque_of(std::span<const std::string> texts) {
  const std::string name(trimmed(texts[0]));
  if (name.empty() || name == free_kind) return std::nullopt;
  const RowKind& kind = row_kind(name);
  const CatalogueTorque& entry = *find_torque(kind.torque);
  const std::vector<std::string> columns = kind.columns();
  std::vector<double> numbers;
  for (std::size_t i = 0; i < columns.size(); ++i)
    numbers.push_back(number_in_row(kind, i, columns[i], texts[i + 1]));
  const double* next = numbers.data();
  const auto next_vector = [&] {
    const Vector3d vector(next);
    next += 3;
    return vector;
  };
  Given given{kind.torque};
  for (const std::string& parameter : kind.parameters)
    if (is_vector_in_row(entry, parameter))
      given.set(parameter, next_vector());
    else
      given.set(parameter, *next++);
  DescribedTorque torque = entry.make(given);
  if (kind.damping == RowDamping::none) return torque;
  const Vector3d d = kind.damping == RowDamping::one_coefficient ? Vector3d::Constant(*next) : next_vector();
  if (d.isZero(0)) return torque;
  Given of_damping{"linear_damping"};
  of_damping.set("coefficients", d);
  const DescribedTorque damping = find_torque("linear_damping")->make(of_damping);
  torque.torque = torque.torque + damping.torque;
  torque.warnings = damping.warnings;
  return torque;
}

std::string torque_words(const std::vector<Given>& all) {
  std::string words;
  for (const Given& given : all) {
    const CatalogueTorque* kind = find_torque(given.kind);
    // A user's function has only a name.
    words += (words.empty() ? "" : "; ") + (kind ? kind->words(given) : given.text("name"));
  }
  return words;
}

}  // namespace polhode::app
