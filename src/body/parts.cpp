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

void check_place(const Eigen::Vector3d& position) {
  if (!position.allFinite())
    throw InvalidInput("position of a part", "numbers that are not finite", "three finite ones");
}

}  // namespace

BodyPart part(const MassProperties& body, const Eigen::Vector3d& position, const Attitude& orientation) {
  check_place(position);
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
  check_place(point.position);
  return {point.mass, 0, point.position, Eigen::Matrix3d::Zero()};
}

BodyPart cavity(const BodyPart& part) noexcept {
  return {-part.mass, -part.volume, part.centre, -part.tensor};
}

MassProperties mass_properties(std::span<const BodyPart> parts) {
  if (parts.empty()) throw InvalidInput("parts of a body", "none", "one at least");
  long double mass = 0, volume = 0;
  WideVector first = WideVector::Zero();
  for (const BodyPart& p : parts) {
    mass += static_cast<long double>(p.mass);
    volume += static_cast<long double>(p.volume);
    first += static_cast<long double>(p.mass) * wide(p.centre);
  }
  if (!(mass > 0))
    throw InvalidInput("parts of a body: mass", number_text(static_cast<double>(mass)),
                       "a positive one: the cavities take away more than there is");
  const WideVector centre = first / mass;
  WideMatrix tensor = WideMatrix::Zero();
  for (const BodyPart& p : parts)
    tensor += wide(p.tensor) + parallel_axes(static_cast<long double>(p.mass), wide(p.centre) - centre);
  if (!tensor.allFinite() || tensor.isZero(0))
    throw InvalidInput("parts of a body: inertia", tensor.allFinite() ? "none" : "a number beyond a double",
                       "two places at least, or a part with an extent");
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
