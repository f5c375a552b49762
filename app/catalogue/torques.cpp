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
using Arguments = TorqueArguments;
using Type = ParameterType;

std::string text(double x) { return number_text(x); }
std::string text(const Vector3d& v) {
  return "(" + text(v.x()) + ", " + text(v.y()) + ", " + text(v.z()) + ")";
}

TorqueFrame frame_of(const Arguments& a) {
  return a.get<std::string>("frame", "body") == "space" ? TorqueFrame::space : TorqueFrame::body;
}

const char* words_of(TorqueFrame frame) { return frame == TorqueFrame::space ? " in space" : " in the body"; }

Plane plane_of(const Arguments& a) {
  const Plane usual;
  return {a.get("first", usual.first), a.get("towards", usual.towards)};
}

// Parameters that several torques have.

TorqueParameter mean_motion(const std::string& meaning) {
  return {"mean_motion", Type::number, "radians / time",
          meaning,       Need::always, "the mean motion of the orbit, in radians"};
}

std::vector<TorqueParameter> plane(const std::string& first, const std::string& towards) {
  return {{"first", Type::vector, "", first, Need::never, "", "[1, 0, 0]"},
          {"towards", Type::vector, "", towards, Need::never, "", "[0, 1, 0]"}};
}

TorqueParameter frame() {
  return {"frame", Type::word, "", "", Need::never, "", "`\"body\"`", {"body", "space"}};
}

std::vector<TorqueParameter> operator+(std::vector<TorqueParameter> some,
                                       const std::vector<TorqueParameter>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

constexpr const char* three_numbers = "an array of 3 numbers";

/// A vector of space that points upwards.
Vector3d weight_of(const Arguments& a) {
  const Vector3d* vector = a.find<Vector3d>("weight");
  return vector ? *vector : a.number("weight") * a.get<Vector3d>("up", Vector3d::UnitZ());
}

CatalogueTorque heavy_top_entry() {
  return {
      "heavy_top",
      {"top"},
      "A body that rotates about a fixed point, the pivot, under gravity. For a body of known mass and "
      "centre give `pivot` and `gravity`; its inertia is moved to the pivot. For moments or a tensor about "
      "the pivot give `centre_of_mass`, and `weight` or the mass and `gravity`.",
      {{"pivot", Type::vector, "length", "the fixed point, in the coordinates of the body", Need::never, "",
        "needed if mass and centre are known"},
       {"gravity", Type::number, "length / time^2", "", Need::never, "",
        "needed with `pivot`, else `weight`"},
       {"weight", Type::number_or_vector, "force",
        "mass times gravity; or a vector of space that points upwards, of that length", Need::never, "",
        "needed without `gravity`"},
       {"centre_of_mass", Type::vector, "length", "in the body, from the pivot", Need::never, "",
        "needed without `pivot`"},
       {.name = "up",
        .type = Type::direction,
        .unit = "",
        .meaning = "in space, of any length; not with a vector for `weight`",
        .need = Need::never,
        .otherwise = "[0, 0, 1]",
        .not_with = "weight"}},
      "",
      [](const Arguments& a) -> DescribedTorque {
        return {heavy_top(weight_of(a), a.vector("centre_of_mass"))};
      },
      [](const Arguments& a) {
        const Vector3d* pivot = a.find<Vector3d>("pivot");
        return "heavy top" + (pivot ? " on the pivot " + text(*pivot) : "") + ", weight " +
               text(weight_of(a)) + ", centre of mass " + text(a.vector("centre_of_mass"));
      }};
}

CatalogueTorque dipole_entry() {
  return {
      "dipole",
      {},
      "m x B: a magnetic moment of the body in a field that is constant in space, or any potential that is "
      "linear in the attitude.",
      {{"moment", Type::vector, "", "in the body", Need::always, three_numbers},
       {"field", Type::vector, "", "in space; moment times field is a torque", Need::always, three_numbers}},
      "",
      [](const Arguments& a) -> DescribedTorque {
        return {heavy_top(-a.vector("field"), a.vector("moment"))};
      },
      [](const Arguments& a) {
        return "dipole " + text(a.vector("moment")) + " in the field " + text(a.vector("field"));
      }};
}

CatalogueTorque gravity_gradient_fixed_entry() {
  return {"gravity_gradient_fixed",
          {"ggfix"},
          "3 n^2 c x I c, c the direction to the attracting mass, which is constant in space.",
          {mean_motion("n, in radians per unit of time"),
           {"direction", Type::vector, "", "of the attracting mass, in space", Need::always,
            "the direction of the attracting mass, in space"}},
          "",
          [](const Arguments& a) -> DescribedTorque {
            return {gravity_gradient_fixed(a.number("mean_motion"), a.vector("direction"))};
          },
          [](const Arguments& a) {
            return "gravity gradient, mean motion " + text(a.number("mean_motion")) +
                   ", mass in the direction " + text(a.vector("direction"));
          }};
}

CatalogueTorque gravity_gradient_circular_entry() {
  return {"gravity_gradient_circular",
          {"ggrot"},
          "The gravity gradient on a circular orbit: at time 0 the attracting mass is in the direction "
          "`first`, a "
          "quarter of a revolution later in that of `towards`.",
          std::vector{mean_motion("n")} +
              plane("of the plane of the orbit, in space", "likewise; made orthogonal to the first"),
          "",
          [](const Arguments& a) -> DescribedTorque {
            const double n = a.number("mean_motion");
            return {gravity_gradient_circular(n, plane_of(a)), circular_orbit_frame(n, plane_of(a))};
          },
          [](const Arguments& a) {
            return "gravity gradient on a circular orbit, mean motion " + text(a.number("mean_motion"));
          }};
}

CatalogueTorque gravity_gradient_elliptic_entry() {
  return {"gravity_gradient_elliptic",
          {"ggell"},
          "The gravity gradient on a Kepler ellipse.",
          std::vector<TorqueParameter>{
              mean_motion("n"),
              {"eccentricity", Type::number, "", "from 0, less than 1", Need::always, "an eccentricity"},
              {"pericentre_time", Type::number, "time", "a time at which the pericentre is passed",
               Need::never, "", "0"}} +
              plane("direction of the attracting mass at the pericentre", "where it goes from there"),
          "",
          [](const Arguments& a) -> DescribedTorque {
            const double n = a.number("mean_motion"), eccentricity = a.number("eccentricity");
            const double pericentre = a.get("pericentre_time", 0.0);
            return {gravity_gradient_elliptic(n, eccentricity, pericentre, plane_of(a)),
                    elliptic_orbit_frame(n, eccentricity, pericentre, plane_of(a))};
          },
          [](const Arguments& a) {
            return "gravity gradient on an elliptic orbit, mean motion " + text(a.number("mean_motion")) +
                   ", eccentricity " + text(a.number("eccentricity"));
          }};
}

CatalogueTorque vessel_entry() {
  return {
      "vessel",
      {},
      "The restoring torque on a floating vessel. The third axis of space points upwards; the body's first "
      "axis is the vessel's length, its second its breadth.",
      {{"mass", Type::positive_number, "mass", "that of the body where it is known", Need::never, "",
        "needed unless the body has one"},
       {"gravity", Type::number, "length / time^2", "", Need::always, "the acceleration of gravity"},
       {"longitudinal_height", Type::number, "length", "of the longitudinal metacentre", Need::always,
        "the longitudinal metacentric height"},
       {"transverse_height", Type::number, "length", "of the transverse one", Need::always,
        "the transverse metacentric height"}},
      "",
      [](const Arguments& a) -> DescribedTorque {
        return {vessel_restoring(a.number("mass"), a.number("gravity"), a.number("longitudinal_height"),
                                 a.number("transverse_height"))};
      },
      [](const Arguments& a) {
        return fmt::format("vessel of mass {} under gravity {}, metacentric heights {} and {}",
                           text(a.number("mass")), text(a.number("gravity")),
                           text(a.number("longitudinal_height")), text(a.number("transverse_height")));
      }};
}

/// The least coefficient of the work -omega . D omega: negative where some rotation is driven.
double least_damping(const Eigen::Matrix3d& d) {
  const Eigen::Matrix3d even = (d + d.transpose()) / 2;
  const double least =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(even, Eigen::EigenvaluesOnly).eigenvalues()(0);
  return least < -1e-14 * even.cwiseAbs().maxCoeff() ? least : 0;
}

CatalogueTorque damping_entry() {
  return {
      "damping",
      {},
      "-D omega.",
      {{"coefficients", Type::vector, "torque * time", "the diagonal of D", Need::one_of_them},
       {"matrix", Type::matrix, "torque * time", "or D", Need::one_of_them}},
      "one of them",
      [](const Arguments& a) -> DescribedTorque {
        const auto* given = a.find<Eigen::Matrix3d>("matrix");
        const Eigen::Matrix3d matrix =
            given ? *given : Eigen::Matrix3d(a.vector("coefficients").asDiagonal());
        DescribedTorque damping{linear_damping(matrix)};
        const double drive = least_damping(matrix);
        if (drive < 0)
          damping.warnings.push_back(fmt::format(
              "this damping drives: about one axis it adds energy, with the coefficient {}", text(drive)));
        return damping;
      },
      [](const Arguments& a) {
        const auto* coefficients = a.find<Vector3d>("coefficients");
        return coefficients ? "damping " + text(*coefficients) : "damping by a matrix";
      }};
}

CatalogueTorque drag_entry() {
  return {"drag",
          {},
          "-c |omega| omega about each of the body's axes, which must be principal axes.",
          {{"coefficients", Type::vector, "torque * time^2", "none negative", Need::always, three_numbers}},
          "",
          [](const Arguments& a) -> DescribedTorque { return {quadratic_drag(a.vector("coefficients"))}; },
          [](const Arguments& a) { return "quadratic drag " + text(a.vector("coefficients")); }};
}

CatalogueTorque internal_dissipation_entry() {
  return {"internal_dissipation",
          {},
          "k m x (m x omega): the rotation tends to the axis of the largest moment, |m| is conserved.",
          {{"strength", Type::number_not_negative, "1 / momentum", "k, not negative", Need::always,
            "a number that is not negative"}},
          "",
          [](const Arguments& a) -> DescribedTorque { return {internal_dissipation(a.number("strength"))}; },
          [](const Arguments& a) { return "internal dissipation " + text(a.number("strength")); }};
}

CatalogueTorque gyrostat_entry() {
  return {"gyrostat",
          {},
          "A wheel of constant angular momentum in the body.",
          {{"momentum", Type::vector, "momentum",
            "of the wheel, in the body; the momentum of the state does not contain it", Need::always,
            "the momentum of the wheel, in the body"}},
          "",
          [](const Arguments& a) -> DescribedTorque { return {gyrostat(a.vector("momentum"))}; },
          [](const Arguments& a) { return "wheel of momentum " + text(a.vector("momentum")); }};
}

CatalogueTorque steady_entry() {
  return {
      "steady",
      {},
      "A constant torque.",
      {{"torque", Type::vector, "torque", "", Need::always, three_numbers}, frame()},
      "",
      [](const Arguments& a) -> DescribedTorque { return {steady_torque(a.vector("torque"), frame_of(a))}; },
      [](const Arguments& a) { return "steady torque " + text(a.vector("torque")) + words_of(frame_of(a)); }};
}

CatalogueTorque sine_entry() {
  return {"sine",
          {},
          "A sinusoidal torque: `amplitude` sin(`rate` t + `phase`).",
          {{"amplitude", Type::vector, "torque", "", Need::always, three_numbers},
           {"rate", Type::number, "radians / time", "2 pi over the period", Need::always,
            "a rate in radians per unit of time, or with its unit: \"0.5 turn/s\""},
           {"phase", Type::number, "radians", "at time 0", Need::never, "", "0"},
           frame()},
          "",
          [](const Arguments& a) -> DescribedTorque {
            return {formula_torque_from_text("amplitude*sin(rate*t + phase)",
                                             {{{"rate", a.number("rate")}, {"phase", a.get("phase", 0.0)}},
                                              {{"amplitude", a.vector("amplitude")}},
                                              {}},
                                             frame_of(a))};
          },
          [](const Arguments& a) {
            return "torque " + text(a.vector("amplitude")) + " sin(" + text(a.number("rate")) + " t + " +
                   text(a.get("phase", 0.0)) + ")" + words_of(frame_of(a));
          }};
}

CatalogueTorque table_entry() {
  return {
      "table",
      {},
      "Linear between the rows.",
      {{"times", Type::numbers, "time", "increasing", Need::one_of_them},
       {.name = "torques",
        .type = Type::vectors,
        .unit = "torque",
        .meaning = "as many",
        .expected = "torques, as many as times, each an array of 3 numbers",
        .otherwise = "needed with `times`",
        .not_with = "file",
        .as_many_as = "times"},
       {"file", Type::table_file, "",
        "or a CSV file: a time and three components in each row; a header may be there", Need::one_of_them},
       frame(),
       {"beyond",
        Type::word,
        "",
        "before the first and after the last row: nothing, or what that row says",
        Need::never,
        "",
        "`\"zero\"`",
        {"zero", "hold"}}},
      "times and torques, or a file",
      [](const Arguments& a) -> DescribedTorque {
        const Beyond beyond = a.get<std::string>("beyond", "zero") == "hold" ? Beyond::hold : Beyond::zero;
        return {tabulated_torque(a.get<std::vector<double>>("times"), a.get<std::vector<Vector3d>>("torques"),
                                 frame_of(a), beyond)};
      },
      [](const Arguments& a) {
        return fmt::format("torque from a table of {} rows{}", a.get<std::vector<double>>("times").size(),
                           words_of(frame_of(a)));
      }};
}

CatalogueTorque impulse_entry() {
  return {"impulse",
          {},
          "A jump of the momentum.",
          {{"time", Type::number, "time", "", Need::always, "the time of the impulse"},
           {"momentum", Type::vector, "momentum", "what is added", Need::always, "the jump of the momentum"},
           frame()},
          "",
          [](const Arguments& a) -> DescribedTorque {
            return {impulses({{a.number("time"), a.vector("momentum"), frame_of(a) == TorqueFrame::space}})};
          },
          [](const Arguments& a) {
            return "impulse " + text(a.vector("momentum")) + words_of(frame_of(a)) + " at " +
                   text(a.number("time"));
          }};
}

FormulaNames names_of(const Arguments& a) {
  FormulaNames names = a.get("constants", FormulaNames{});
  names.space_vectors = a.get("space_vectors", FormulaNames{}).space_vectors;
  return names;
}

/// The names of a formula as text: ", k = 0.6, u = (0, 0, 1) in space".
std::string words_of(const FormulaNames& names) {
  std::string words;
  for (const auto& [name, x] : names.numbers) words += ", " + name + " = " + text(x);
  for (const auto& [name, v] : names.vectors) words += ", " + name + " = " + text(v);
  for (const auto& [name, v] : names.space_vectors) words += ", " + name + " = " + text(v) + " in space";
  return words;
}

/// A formula in one line.
std::string words_of(std::string formula) {
  std::ranges::replace_if(
      formula, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return formula;
}

CatalogueTorque formula_entry() {
  return {"formula",
          {},
          "Your own torque, by [formulas](#formulas) for it or for its potential.",
          {{"torque", Type::vector_formula, "torque", "its three components, or one formula for a vector",
            Need::one_of_them},
           {"potential", Type::formula, "energy",
            "or its potential, of attitude and time, from which the torque follows", Need::one_of_them},
           {"constants", Type::named_constants, "", "numbers and vectors by name", Need::never, "", "none"},
           {"space_vectors", Type::named_vectors, "",
            "vectors that stand still in space, by name; in a formula they are as the body sees them",
            Need::never, "", "none"},
           {.name = "frame",
            .type = Type::word,
            .unit = "",
            .meaning = "in which `torque` is given",
            .need = Need::never,
            .otherwise = "`\"body\"`",
            .words = {"body", "space"},
            .not_with = "potential"}},
          "torque, three formulas or one for a vector, or potential",
          [](const Arguments& a) -> DescribedTorque {
            const FormulaNames names = names_of(a);
            if (const auto* potential = a.find<std::string>("potential"))
              return {potential_torque_from_text(*potential, names)};
            const auto& formulas = a.get<std::vector<std::string>>("torque");
            return {formulas.size() == 1 ? formula_torque_from_text(formulas[0], names, frame_of(a))
                                         : formula_torque_from_text({formulas[0], formulas[1], formulas[2]},
                                                                    names, frame_of(a))};
          },
          [](const Arguments& a) {
            const std::string names = words_of(names_of(a));
            if (const auto* potential = a.find<std::string>("potential"))
              return "torque of the potential " + words_of(*potential) + names;
            const auto& formulas = a.get<std::vector<std::string>>("torque");
            return fmt::format(
                "torque {}{}{}",
                words_of(formulas.size() == 1 ? formulas[0] : fmt::format("[{}]", fmt::join(formulas, ", "))),
                words_of(frame_of(a)), names);
          }};
}

const TorqueParameter& parameter_of(const CatalogueTorque& torque, const std::string& name) {
  return *std::ranges::find(torque.parameters, name, &TorqueParameter::name);
}

bool is_vector_in_row(const CatalogueTorque& torque, const std::string& parameter) {
  const ParameterType type = parameter_of(torque, parameter).type;
  return type == Type::vector || type == Type::number_or_vector;
}

/// A name of the catalogue means the kind of row without damping.
const RowKind& row_kind(const std::string& name) {
  const auto& kinds = row_kinds();
  const auto found = std::ranges::find(kinds, name, &RowKind::name);
  if (found != kinds.end()) return *found;
  for (const RowKind& kind : kinds)
    if (kind.torque == name && kind.damping == RowDamping::none) return kind;
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

const std::vector<CatalogueTorque>& torques() {
  static const std::vector<CatalogueTorque> all{heavy_top_entry(),
                                                gravity_gradient_fixed_entry(),
                                                gravity_gradient_circular_entry(),
                                                gravity_gradient_elliptic_entry(),
                                                vessel_entry(),
                                                damping_entry(),
                                                drag_entry(),
                                                internal_dissipation_entry(),
                                                gyrostat_entry(),
                                                dipole_entry(),
                                                steady_entry(),
                                                sine_entry(),
                                                table_entry(),
                                                impulse_entry(),
                                                formula_entry()};
  return all;
}

const CatalogueTorque* find_torque(std::string_view name) {
  for (const CatalogueTorque& torque : torques())
    if (torque.name == name || std::ranges::find(torque.aliases, name) != torque.aliases.end())
      return &torque;
  return nullptr;
}

const std::vector<RowKind>& row_kinds() {
  static const std::vector<RowKind> all{
      {"top",
       "heavy_top",
       {{"weight", "a"}, {"centre_of_mass", "chi"}},
       RowDamping::none,
       "heavy top: p1..p3 = a in space, p4..p6 = chi in the body; potential a . Q chi"},
      {"damped_top",
       "heavy_top",
       {{"weight", "a"}, {"centre_of_mass", "chi"}},
       RowDamping::one_coefficient,
       "the same with friction -d omega, d = p7"},
      {"vessel",
       "vessel",
       {{"mass", "mass"}, {"gravity", "g"}, {"longitudinal_height", "GM_L"}, {"transverse_height", "GM_T"}},
       RowDamping::three_coefficients,
       "floating vessel: mass, gravity, metacentric heights along and across, and damping\n"
       "-D omega, D = diag(p5, p6, p7); the third axis of space points upwards"},
      {"ggfix",
       "gravity_gradient_fixed",
       {{"mean_motion", "n"}, {"direction", "a"}},
       RowDamping::none,
       "gravity gradient 3 n^2 c x I c: n = p1, the mass in the direction p2..p4 of space"},
      {"ggrot",
       "gravity_gradient_circular",
       {{"mean_motion", "n"}},
       RowDamping::none,
       "the same on a circle: direction (cos nt, sin nt, 0), n = p1"},
      {"ggell",
       "gravity_gradient_elliptic",
       {{"mean_motion", "n"}, {"eccentricity", "eccentricity"}, {"pericentre_time", "pericentre"}},
       RowDamping::none,
       "the same on a Kepler ellipse in that plane: mean motion n, eccentricity,\n"
       "time of the pericentre, which is in the direction (1, 0, 0)"},
      {"damping", "damping", {{"coefficients", "D"}}, RowDamping::none, "-D omega, D = diag(p1, p2, p3)"},
      {"gyrostat",
       "gyrostat",
       {{"momentum", "h"}},
       RowDamping::none,
       "a wheel inside the body with the momentum p1..p3, which m does not contain"},
  };
  return all;
}

std::vector<std::string> RowKind::columns() const {
  std::vector<std::string> all;
  const auto add_vector = [&](const std::string& symbol) {
    for (int i = 1; i <= 3; ++i) all.push_back(fmt::format("{}_{}", symbol, i));
  };
  const CatalogueTorque& entry = *find_torque(torque);
  for (const Parameter& parameter : parameters)
    if (is_vector_in_row(entry, parameter.name))
      add_vector(parameter.symbol);
    else
      all.push_back(parameter.symbol);
  if (damping == RowDamping::one_coefficient) all.emplace_back("d");
  if (damping == RowDamping::three_coefficients) add_vector("D");
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
    const Vector3d vector(next[0], next[1], next[2]);
    next += 3;
    return vector;
  };
  TorqueArguments arguments;
  for (const auto& parameter : kind.parameters)
    if (is_vector_in_row(entry, parameter.name))
      arguments.set(parameter.name, next_vector());
    else
      arguments.set(parameter.name, *next++);
  DescribedTorque torque = entry.make(arguments);
  if (kind.damping == RowDamping::none) return torque;
  const Vector3d d = kind.damping == RowDamping::one_coefficient ? Vector3d::Constant(*next) : next_vector();
  if (d.isZero(0)) return torque;
  TorqueArguments of_damping;
  of_damping.set("coefficients", d);
  const DescribedTorque damping = damping_entry().make(of_damping);
  torque.torque = torque.torque + damping.torque;
  torque.warnings = damping.warnings;
  return torque;
}

}  // namespace polhode::app
