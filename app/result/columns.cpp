// SPDX-License-Identifier: MIT
#include "result/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <memory>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/body/observed_angles.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/torque/orbit_frame.hpp>

#include "core/nearest.hpp"
#include "exit_code.hpp"

namespace polhode::app {
namespace {

double* put(const Eigen::Vector3d& v, double* to) {
  for (int i = 0; i < 3; ++i) *to++ = v(i);
  return to;
}

/// The arguments of the functions of a torque.
class Principal {
 public:
  explicit Principal(const Inertia& body) : body_(body) {}
  PreparedTorque::Phase phase(const State& s) const {
    const State own = principal_state(body_, s);
    return {from_eigen(own.momentum), from_eigen(own.attitude)};
  }
  Quat<double> attitude(const State& s) const { return phase(s).q; }

 private:
  Inertia body_;
};

/// Not known of a body at rest.
double angle_to_momentum(const State& s, const Eigen::Vector3d& axis) {
  return s.momentum.isZero(0) ? std::numeric_limits<double>::quiet_NaN() : angle_between(s.momentum, axis);
}

void refuse_unknown(const std::vector<std::string>& groups) {
  std::vector<std::string> known{"t"};
  for (const ColumnGroup& g : column_groups()) known.push_back(g.name);
  for (const std::string& name : groups)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw RefusedScenario(fmt::format("output.columns: found \"{}\", expected some of {}{}", name,
                                        fmt::join(known, ", "), suggestion(name, known)));
}

}  // namespace

const std::vector<ColumnGroup>& column_groups() {
  static const std::vector<ColumnGroup> all{
      {"m", "m_1 m_2 m_3: angular momentum in the body frame"},
      {"omega", "omega_1 omega_2 omega_3: angular velocity in the body frame"},
      {"q", "q_w q_x q_y q_z: attitude, body to space, scalar first"},
      {"matrix", "Q_11 Q_12 ... Q_33: the same as a matrix, row by row"},
      {"euler", "euler_1 euler_2 euler_3: the same as Euler angles, in the order of the turns"},
      {"spatial_momentum", "M_1 M_2 M_3: angular momentum in space"},
      {"spatial_omega", "Omega_1 Omega_2 Omega_3: angular velocity in space"},
      {"energy", "kinetic_energy, and potential_energy where the torque has a potential"},
      {"conserved", "what the torque conserves, if anything; of a free body the energy"},
      {"errors",
       "conserved_error: its distance from the start; of a free body energy_error, norm_error, "
       "spatial_momentum_error, relative to the start"},
      {"nutation", "nutation: angle from the momentum to the axis that it circles at the start"},
      {"momentum_angles", "momentum_angle_1 to 3: angles from the momentum to the axes of the body's frame"},
      {"orbit_q", "orbit_w orbit_x orbit_y orbit_z: attitude, body to the orbit's frame, w not negative"},
      {"orbit_angles", "roll pitch yaw: the same as angles, in the sequence ZYX"},
      {"digits", "digits: how many can be trusted, by the method and by the rounding of the inputs"}};
  return all;
}

StateColumns::StateColumns(const Inertia& body, const State& start, double start_time, const Torque& torque,
                           const OutputChoice& output, const Units& units, const ColumnSources& sources) {
  refuse_unknown(output.columns);
  const auto add = [this](const std::string& group, std::initializer_list<const char*> names,
                          const std::string& unit, Part part) {
    for (const char* name : names) columns_.push_back({group, name, unit});
    parts_.push_back(std::move(part));
  };
  const auto is_wanted = [&](const char* name) {
    return std::ranges::find(output.columns, name) != output.columns.end();
  };

  add("t", {"t"}, units.time, [](double time, const State&, double* to) {
    *to = time;
    return to + 1;
  });
  if (is_wanted("m"))
    add("m", {"m_1", "m_2", "m_3"}, units.momentum,
        [](double, const State& s, double* to) { return put(s.momentum, to); });
  if (is_wanted("omega"))
    add("omega", {"omega_1", "omega_2", "omega_3"}, units.angular_velocity,
        [body](double, const State& s, double* to) { return put(angular_velocity(body, s), to); });
  if (is_wanted("q"))
    add("q", {"q_w", "q_x", "q_y", "q_z"}, "", [](double, const State& s, double* to) {
      *to = s.attitude.w();
      return put(s.attitude.vec(), to + 1);
    });
  if (is_wanted("matrix"))
    add("matrix", {"Q_11", "Q_12", "Q_13", "Q_21", "Q_22", "Q_23", "Q_31", "Q_32", "Q_33"}, "",
        [](double, const State& s, double* to) {
          const Eigen::Matrix3d matrix = rotation_matrix(s.attitude);
          for (int i = 0; i < 3; ++i) to = put(matrix.row(i), to);
          return to;
        });
  if (is_wanted("euler")) {
    const EulerSequence sequence = EulerSequence::from_text(output.euler_sequence);
    const bool in_degrees = output.in_degrees;
    const double unit = in_degrees ? 180 / std::numbers::pi : 1;
    add("euler", {"euler_1", "euler_2", "euler_3"}, in_degrees ? "deg" : "rad",
        [sequence, unit](double, const State& s, double* to) {
          return put(unit * euler_angles(sequence, s.attitude).angles, to);
        });
  }
  if (is_wanted("spatial_momentum"))
    add("spatial_momentum", {"M_1", "M_2", "M_3"}, units.momentum,
        [](double, const State& s, double* to) { return put(spatial_momentum(s), to); });
  if (is_wanted("spatial_omega"))
    add("spatial_omega", {"Omega_1", "Omega_2", "Omega_3"}, units.angular_velocity,
        [body](double, const State& s, double* to) { return put(spatial_angular_velocity(body, s), to); });

  const Principal principal(body);
  const auto prepared = std::make_shared<const PreparedTorque>(torque.prepare(body));
  const bool has_impulses = !torque.impulses().empty();
  const bool is_free = torque.is_none();
  if (is_wanted("energy")) {
    add("energy", {"kinetic_energy"}, units.energy, [body](double, const State& s, double* to) {
      *to = kinetic_energy(body, s);
      return to + 1;
    });
    if (!is_free && prepared->potential)
      add("energy", {"potential_energy"}, units.energy,
          [prepared, principal](double time, const State& s, double* to) {
            *to = prepared->potential(principal.attitude(s), time);
            return to + 1;
          });
  }
  const std::string unit_of_conserved =
      units.of_conserved(is_free ? ConservedUnit::energy : prepared->conserved_unit);
  const auto conserved = [is_free, body, prepared, principal](double time, const State& s) {
    return is_free ? kinetic_energy(body, s) : prepared->conserved(principal.phase(s), time);
  };
  const bool is_conserving = !has_impulses && (is_free || prepared->conserved);
  if (is_wanted("conserved") && is_conserving)
    add("conserved", {"conserved"}, unit_of_conserved, [conserved](double time, const State& s, double* to) {
      *to = conserved(time, s);
      return to + 1;
    });
  if (is_wanted("errors") && is_conserving) {
    if (is_free) {
      const double energy = kinetic_energy(body, start), length = momentum_length(start);
      const Eigen::Vector3d in_space = spatial_momentum(start);
      // A body at rest stays at rest, and has no relative error.
      const auto relative = [](double difference, double size) {
        return difference == 0 ? 0.0 : difference / size;
      };
      add("errors", {"energy_error", "norm_error", "spatial_momentum_error"}, "",
          [=](double, const State& s, double* to) {
            *to++ = relative(kinetic_energy(body, s) - energy, energy);
            *to++ = relative(momentum_length(s) - length, length);
            *to++ = relative((spatial_momentum(s) - in_space).stableNorm(), length);
            return to;
          });
    } else {
      const double at_start = conserved(start_time, start);
      add("errors", {"conserved_error"}, unit_of_conserved,
          [conserved, at_start](double time, const State& s, double* to) {
            *to = conserved(time, s) - at_start;
            return to + 1;
          });
    }
  }
  const double angle_unit = output.in_degrees ? 180 / std::numbers::pi : 1;
  const char* const angle_name = output.in_degrees ? "deg" : "rad";
  if (is_wanted("nutation"))
    add("nutation", {"nutation"}, angle_name,
        [axis = nutation_axis(body, start), angle_unit](double, const State& s, double* to) {
          *to = angle_unit * angle_to_momentum(s, axis);
          return to + 1;
        });
  if (is_wanted("momentum_angles"))
    add("momentum_angles", {"momentum_angle_1", "momentum_angle_2", "momentum_angle_3"}, angle_name,
        [angle_unit](double, const State& s, double* to) {
          for (int i = 0; i < 3; ++i) *to++ = angle_unit * angle_to_momentum(s, Eigen::Vector3d::Unit(i));
          return to;
        });
  const OrbitFrame& orbit = sources.orbit;
  if (is_wanted("orbit_q") && orbit)
    add("orbit_q", {"orbit_w", "orbit_x", "orbit_y", "orbit_z"}, "",
        [orbit](double time, const State& s, double* to) {
          const Eigen::Quaterniond q = attitude_in_orbit(orbit, s, time);
          *to = q.w();
          return put(q.vec(), to + 1);
        });
  if (is_wanted("orbit_angles") && orbit)
    add("orbit_angles", {"roll", "pitch", "yaw"}, angle_name,
        [orbit, angle_unit](double time, const State& s, double* to) {
          return put(angle_unit * roll_pitch_yaw(attitude_in_orbit(orbit, s, time)), to);
        });
  for (const char* name : {"orbit_q", "orbit_angles"})
    if (is_wanted(name) && !orbit)
      warnings_.push_back(fmt::format("There is no column \"{}\": no torque has an orbit.", name));
  if (is_wanted("digits"))
    add("digits", {"digits"}, "", [digits = sources.digits](double time, const State&, double* to) {
      *to = digits ? digits(time) : std::numeric_limits<double>::quiet_NaN();
      return to + 1;
    });
  // Columns of errors are written by default, so there is no warning if they are missing.
  if (is_wanted("conserved") && !is_conserving)
    warnings_.push_back(fmt::format("There is no column \"conserved\": {}.",
                                    has_impulses ? "impulses change the conserved quantity"
                                                 : "the torque has no known conserved quantity"));
}

void StateColumns::fill(double time, const State& state, double* row) const {
  for (const Part& part : parts_) row = part(time, state, row);
}

}  // namespace polhode::app
