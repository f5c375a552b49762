// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polhode/core/number_text.hpp>
#include <polhode/torque/built_in.hpp>

#include "exit_code.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"
#include "scenario/shelf.hpp"

namespace polhode::app {
namespace {

constexpr const char* three_numbers = "an array of 3 numbers";

std::string text(double x) { return number_text(x); }
std::string text(const Eigen::Vector3d& v) {
  return "(" + text(v.x()) + ", " + text(v.y()) + ", " + text(v.z()) + ")";
}

TorqueFrame frame_of(const Section& torque) {
  return is_in_space(torque.find("frame")) ? TorqueFrame::space : TorqueFrame::body;
}
const char* words_of(TorqueFrame frame) { return frame == TorqueFrame::space ? " in space" : " in the body"; }

DescribedTorque heavy_top_of(const Section& top) {
  const Value weight =
      top.need("weight", "a weight: mass times gravity, or a vector of space that points upwards");
  const Eigen::Vector3d centre =
      top.need("centre_of_mass", "centre_of_mass, in the body, from the point of support").vector();
  Eigen::Vector3d force;
  if (weight.is_array()) {
    top.without({"up"}, "with a weight that is a vector");
    force = weight.vector();
  } else {
    const double size = weight.number();
    const auto up = top.find("up");
    force = size * (up ? up->direction() : Eigen::Vector3d::UnitZ());
  }
  return {heavy_top(force, centre), "heavy top, weight " + text(force) + ", centre of mass " + text(centre)};
}

double mean_motion_of(const Section& torque) {
  return torque.need("mean_motion", "the mean motion of the orbit, in radians").number();
}

Plane plane_of(const Section& torque) {
  Plane plane;
  if (const auto first = torque.find("first")) plane.first = first->vector();
  if (const auto towards = torque.find("towards")) plane.towards = towards->vector();
  return plane;
}

DescribedTorque fixed_of(const Section& torque) {
  const double n = mean_motion_of(torque);
  const Eigen::Vector3d direction =
      torque.need("direction", "the direction of the attracting mass, in space").vector();
  return {gravity_gradient_fixed(n, direction),
          "gravity gradient, mean motion " + text(n) + ", mass in the direction " + text(direction)};
}

DescribedTorque circular_of(const Section& torque) {
  const double n = mean_motion_of(torque);
  return {gravity_gradient_circular(n, plane_of(torque)),
          "gravity gradient on a circular orbit, mean motion " + text(n)};
}

DescribedTorque elliptic_of(const Section& torque) {
  const double n = mean_motion_of(torque);
  const double eccentricity = torque.need("eccentricity", "an eccentricity").number();
  const auto time = torque.find("pericentre_time");
  return {gravity_gradient_elliptic(n, eccentricity, time ? time->number() : 0, plane_of(torque)),
          "gravity gradient on an elliptic orbit, mean motion " + text(n) + ", eccentricity " +
              text(eccentricity)};
}

DescribedTorque vessel_of(const Section& torque) {
  const double mass = torque.need("mass", "the mass of the vessel").positive();
  const double gravity = torque.need("gravity", "the acceleration of gravity").number();
  const double longitudinal =
      torque.need("longitudinal_height", "the longitudinal metacentric height").number();
  const double transverse = torque.need("transverse_height", "the transverse metacentric height").number();
  return {vessel_restoring(mass, gravity, longitudinal, transverse),
          fmt::format("vessel of mass {} under gravity {}, metacentric heights {} and {}", text(mass),
                      text(gravity), text(longitudinal), text(transverse))};
}

DescribedTorque damping_of(const Section& torque) {
  const std::string key = *torque.only_one({"coefficients", "matrix"}, "one of them");
  const Value value = torque.need(key, "");
  if (key == "matrix") return {linear_damping(value.matrix()), "damping by a matrix"};
  const Eigen::Vector3d d = value.vector();
  return {linear_damping(d.asDiagonal()), "damping " + text(d)};
}

DescribedTorque drag_of(const Section& torque) {
  const Eigen::Vector3d c = torque.need("coefficients", three_numbers).vector();
  return {quadratic_drag(c), "quadratic drag " + text(c)};
}

DescribedTorque dissipation_of(const Section& torque) {
  const double k = torque.need("strength", "a number that is not negative").not_negative();
  return {internal_dissipation(k), "internal dissipation " + text(k)};
}

DescribedTorque gyrostat_of(const Section& torque) {
  const Eigen::Vector3d h = torque.need("momentum", "the momentum of the wheel, in the body").vector();
  return {gyrostat(h), "wheel of momentum " + text(h)};
}

DescribedTorque steady_of(const Section& torque) {
  const Eigen::Vector3d value = torque.need("torque", three_numbers).vector();
  const TorqueFrame frame = frame_of(torque);
  return {steady_torque(value, frame), "steady torque " + text(value) + words_of(frame)};
}

TorqueRows rows_in_file(const Value& file) {
  const FileShelf* const shelf = file.reading().shelf;
  if (shelf == nullptr) file.refuse("no other files here");
  try {
    return shelf->torques(beside(file.reading().file, file.text()));
  } catch (const FileError& error) {
    file.refuse_at(error.what());
  } catch (const RefusedTable& error) {
    file.refuse_at(error.what());
  }
}

TorqueRows rows_of(const Section& torque) {
  if (*torque.only_one({"times", "file"}, "times and torques, or a file") == "file") {
    torque.without({"torques"}, "with a file");
    return rows_in_file(torque.need("file", ""));
  }
  TorqueRows rows{torque.need("times", "").numbers(), {}};
  const Value torques = torque.need("torques", "torques, as many as times, each an array of 3 numbers");
  for (const Value& row : torques.items()) rows.torques.push_back(row.vector());
  if (rows.torques.size() != rows.times.size())
    torques.refuse(fmt::format("{} torques", rows.torques.size()),
                   fmt::format("as many as times, {}", rows.times.size()));
  return rows;
}

DescribedTorque table_of(const Section& torque) {
  const TorqueRows rows = rows_of(torque);
  const auto beyond_value = torque.find("beyond");
  const Beyond beyond =
      beyond_value && beyond_value->choice({"zero", "hold"}) == 1 ? Beyond::hold : Beyond::zero;
  const TorqueFrame frame = frame_of(torque);
  return {tabulated_torque(rows.times, rows.torques, frame, beyond),
          fmt::format("torque from a table of {} rows{}", rows.times.size(), words_of(frame))};
}

DescribedTorque impulse_of(const Section& torque) {
  const double time = torque.need("time", "the time of the impulse").number();
  const Eigen::Vector3d momentum = torque.need("momentum", "the jump of the momentum").vector();
  const TorqueFrame frame = frame_of(torque);
  return {impulses({{time, momentum, frame == TorqueFrame::space}}),
          "impulse " + text(momentum) + words_of(frame) + " at " + text(time)};
}

DescribedTorque made_of(const std::string& kind, const Section& torque) {
  if (kind == "heavy_top") return heavy_top_of(torque);
  if (kind == "gravity_gradient_fixed") return fixed_of(torque);
  if (kind == "gravity_gradient_circular") return circular_of(torque);
  if (kind == "gravity_gradient_elliptic") return elliptic_of(torque);
  if (kind == "vessel") return vessel_of(torque);
  if (kind == "damping") return damping_of(torque);
  if (kind == "drag") return drag_of(torque);
  if (kind == "internal_dissipation") return dissipation_of(torque);
  if (kind == "gyrostat") return gyrostat_of(torque);
  if (kind == "steady") return steady_of(torque);
  if (kind == "table") return table_of(torque);
  return impulse_of(torque);
}

std::string kind_of(const Value& torque) {
  const auto& kinds = torque_kind_names();
  if (!torque.is_table()) torque.refuse("a table with a kind");
  const Node& node = torque.node();
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    if (node.keys[i] == "kind")
      return kinds[Value(node.items[i], torque.path() + ".kind", torque.reading()).choice(kinds)];
  torque.refuse("no kind", fmt::format("kind, one of \"{}\"", fmt::join(kinds, "\", \"")));
}

}  // namespace

DescribedTorque torque_of(const Value& array, const Inertia& body) {
  if (!array.is_array()) array.refuse("an array of tables, each under [[torque]] in two brackets");
  DescribedTorque sum;
  for (const Value& item : array.items()) {
    const std::string kind = kind_of(item);
    const Section section(item, "torque " + kind);
    const DescribedTorque part = item.made([&] {
      DescribedTorque made = made_of(kind, section);
      if (!made.torque.is_none()) made.torque.prepare(body);  // refuses what does not suit this body
      return made;
    });
    sum.torque = sum.torque + part.torque;
    sum.words += (sum.words.empty() ? "" : "; ") + part.words;
  }
  return sum;
}

}  // namespace polhode::app
