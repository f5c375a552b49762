// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <polhode/body/state.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/quat.hpp>
#include <string>

#include "body/principal_attitude.hpp"
#include "body/rounding_unit.hpp"
#include "core/number_text.hpp"

namespace polhode {
namespace {

std::string text(const Eigen::Vector3d& v) { return tuple_text({v.x(), v.y(), v.z()}); }
std::string text(const Attitude& q) { return tuple_text({q.w(), q.x(), q.y(), q.z()}); }

void check_vector(const Eigen::Vector3d& v, const std::string& name) {
  if (!v.allFinite()) throw InvalidInput(name, text(v), "finite components");
  if (!std::isfinite(norm(from_eigen(v))))
    throw InvalidInput(name, text(v), "a length within the range of double");
}

void check_attitude(const Attitude& q) {
  if (!q.coeffs().allFinite()) throw InvalidInput("attitude quaternion", text(q), "finite components");
  if (q.coeffs().isZero(0))
    throw InvalidInput("attitude quaternion", text(q), "a quaternion that is not zero");
}

}  // namespace

NormalisedAttitude normalise_attitude(const Attitude& q) {
  check_attitude(q);
  const double length = norm(from_eigen(q));
  if (std::abs(length - 1) <= 8 * eps) return {q, false, length};
  // Scaled, so that no digits are lost for huge or subnormal quaternions.
  const int exponent = binary_exponent(q.coeffs().cwiseAbs().maxCoeff());
  const Quat<double> given = from_eigen(q);
  const Vec3<double> v = scaled(given.vec(), -exponent);
  const Quat<double> p{std::ldexp(given.w, -exponent), v.x, v.y, v.z};
  const double scaled_length = norm(p);
  const Attitude unit(p.w / scaled_length, p.x / scaled_length, p.y / scaled_length, p.z / scaled_length);
  return {unit, !(std::abs(length - 1) <= 1e-6), length};
}

Eigen::Vector3d to_space(const Attitude& attitude, const Eigen::Vector3d& body_vector) noexcept {
  return to_eigen(rotate(from_eigen(attitude), from_eigen(body_vector)));
}

Eigen::Vector3d to_body(const Attitude& attitude, const Eigen::Vector3d& space_vector) noexcept {
  return to_eigen(rotate(from_eigen(attitude).conjugate(), from_eigen(space_vector)));
}

State state_from_momentum(const Attitude& attitude, const Eigen::Vector3d& body_momentum) {
  check_vector(body_momentum, "momentum");
  return {normalise_attitude(attitude).q, body_momentum};
}

State state_from_spatial_momentum(const Attitude& attitude, const Eigen::Vector3d& spatial_momentum) {
  check_vector(spatial_momentum, "spatial momentum");
  const Attitude q = normalise_attitude(attitude).q;
  return state_from_momentum(q, to_body(q, spatial_momentum));
}

State state_from_angular_velocity(const Inertia& inertia, const Attitude& attitude,
                                  const Eigen::Vector3d& body_angular_velocity) {
  check_vector(body_angular_velocity, "angular velocity");
  return state_from_momentum(attitude, inertia.momentum(body_angular_velocity));
}

State state_from_spatial_angular_velocity(const Inertia& inertia, const Attitude& attitude,
                                          const Eigen::Vector3d& spatial_angular_velocity) {
  check_vector(spatial_angular_velocity, "spatial angular velocity");
  const Attitude q = normalise_attitude(attitude).q;
  return state_from_momentum(q, inertia.momentum(to_body(q, spatial_angular_velocity)));
}

Eigen::Vector3d angular_velocity(const Inertia& inertia, const State& state) noexcept {
  return inertia.angular_velocity(state.momentum);
}

Eigen::Vector3d spatial_angular_velocity(const Inertia& inertia, const State& state) noexcept {
  return to_space(state.attitude, angular_velocity(inertia, state));
}

void check(const Inertia& inertia, const State& state) {
  // Fast path: finite squares imply finite norms.
  constexpr double most = std::numeric_limits<double>::max();
  const Quat<double> q = from_eigen(state.attitude);
  const Vec3<double> m = from_eigen(state.momentum);
  const double qq = dot(q, q), mm = dot(m, m);
  if (!inertia.is_linear() && qq > 0 && qq <= most && mm <= most) return;
  check_attitude(state.attitude);
  check_vector(state.momentum, "momentum");
  if (!inertia.is_linear()) return;
  const double about_axis = inertia.to_principal(state.momentum).x();
  if (std::abs(about_axis) > 8 * eps * norm(from_eigen(state.momentum)))
    throw InvalidInput(
        "momentum about the axis of a linear body", number_text(about_axis),
        "zero (at most 8 eps of the momentum's length), because the moment of inertia about it is zero");
}

Eigen::Vector3d principal_momentum(const Inertia& inertia, const State& state) {
  check(inertia, state);
  Eigen::Vector3d m = inertia.to_principal(state.momentum);
  if (inertia.is_linear()) m.x() = 0;
  return m;
}

State principal_state(const Inertia& inertia, const State& state) {
  const Eigen::Vector3d m = principal_momentum(inertia, state);
  return {to_eigen(PrincipalAttitude(inertia).from_user(state.attitude)), m};
}

}  // namespace polhode
