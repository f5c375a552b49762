// SPDX-License-Identifier: MIT
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/torque/orbit_frame.hpp>

#include "core/number_text.hpp"
#include "torque/orbit.hpp"

namespace polhode {
namespace {

torques::OrbitPlane<double> checked_plane(double n, const Plane& p) {
  if (!std::isfinite(n)) throw InvalidInput("rate of the orbit", number_text(n), "a finite number");
  return {from_eigen(p.first), from_eigen(p.towards)};
}

/// The orbit frame from the direction to the attracting mass and the orbital plane.
template <class Orbit>
OrbitFrame frame_on(const Orbit& orbit, const torques::OrbitPlane<double>& plane, double n) {
  const Eigen::Vector3d momentum = (n < 0 ? -1 : 1) * to_eigen(plane.normal());
  return [orbit, momentum](double time) {
    Eigen::Matrix3d frame;
    frame.col(2) = to_eigen(orbit(time)).normalized();
    frame.col(1) = -momentum;
    frame.col(0) = frame.col(1).cross(frame.col(2));
    return frame;
  };
}

}  // namespace

OrbitFrame circular_orbit_frame(double n, const Plane& p) {
  const auto plane = checked_plane(n, p);
  return frame_on(torques::CircularOrbit<double>(n, plane), plane, n);
}

OrbitFrame elliptic_orbit_frame(double n, double eccentricity, double pericentre, const Plane& p) {
  const auto plane = checked_plane(n, p);
  return frame_on(torques::KeplerOrbit<double>(n, eccentricity, pericentre, plane), plane, n);
}

Attitude attitude_in_orbit(const OrbitFrame& orbit, const State& state, double time) {
  const Eigen::Quaterniond frame = to_eigen(to_quat(from_eigen(orbit(time))));
  Eigen::Quaterniond in_orbit = frame.conjugate() * state.attitude;
  if (in_orbit.w() < 0) in_orbit.coeffs() *= -1;
  return in_orbit;
}

}  // namespace polhode
