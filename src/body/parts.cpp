// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <polhode/body/parts.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>

#include "body/moved_tensor.hpp"
#include "body/range.hpp"
#include "core/number_text.hpp"

namespace polhode {
namespace {

void check_position(const Eigen::Vector3d& position) {
  if (!position.allFinite())
    throw InvalidInput("position of a part", tuple_text({position.x(), position.y(), position.z()}),
                       "finite numbers");
}

}  // namespace

BodyPart part(const MassProperties& body, const Eigen::Vector3d& position, const Attitude& orientation) {
  check_position(position);
  const Eigen::Quaterniond turn = normalise_attitude(orientation).q;
  const bool is_turned = turn.vec() != Eigen::Vector3d::Zero();
  const WideMatrix rotation = wide(Eigen::Matrix3d(rotation_matrix(turn)));
  const Eigen::Matrix3d tensor = body.inertia.tensor();
  return {
      body.mass, body.volume, position + to_space(turn, body.centre),
      is_turned ? Eigen::Matrix3d((rotation * wide(tensor) * rotation.transpose()).cast<double>()) : tensor};
}

BodyPart part(const PointMass& point) {
  if (!(point.mass > 0 && std::isfinite(point.mass)))
    throw InvalidInput("point mass", "mass " + number_text(point.mass), "a positive finite mass");
  check_position(point.position);
  return {point.mass, 0, point.position, Eigen::Matrix3d::Zero()};
}

BodyPart cavity(const BodyPart& part) noexcept {
  return {-part.mass, -part.volume, part.centre, -part.tensor};
}

MassProperties mass_properties(std::span<const BodyPart> parts) {
  if (parts.empty()) throw InvalidInput("parts of a body", "none", "at least one");
  long double mass = 0, volume = 0;
  WideVector first = WideVector::Zero();
  for (const BodyPart& p : parts) {
    mass += static_cast<long double>(p.mass);
    volume += static_cast<long double>(p.volume);
    first += static_cast<long double>(p.mass) * wide(p.centre);
  }
  if (!(mass > 0))
    throw InvalidInput("parts of a body: mass", number_text(static_cast<double>(mass)),
                       "a positive mass: the cavities are larger than the other parts");
  const WideVector centre = first / mass;
  WideMatrix tensor = WideMatrix::Zero();
  for (const BodyPart& p : parts)
    tensor += wide(p.tensor) + parallel_axes(static_cast<long double>(p.mass), wide(p.centre) - centre);
  if (!tensor.allFinite() || tensor.isZero(0))
    throw InvalidInput("parts of a body: inertia", tensor.allFinite() ? "zero" : "a number out of range",
                       "points at two or more positions, or a part with an extent");
  try {
    return {in_range(mass, "parts of a body: mass"), static_cast<double>(volume), centre.cast<double>(),
            inertia_of(tensor)};
  } catch (const InvalidInput& refused) {
    if (std::none_of(parts.begin(), parts.end(), [](const BodyPart& p) { return p.mass < 0; })) throw;
    throw InvalidInput("parts of a body: " + refused.quantity(), refused.found(),
                       refused.expected() + ": a cavity must lie within the other parts");
  }
}

}  // namespace polhode
