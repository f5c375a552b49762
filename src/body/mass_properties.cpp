// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <polhode/body/mass_properties.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/convention.hpp>

#include "body/moved_tensor.hpp"
#include "body/range.hpp"
#include "core/number_text.hpp"

namespace polhode {
namespace {

double positive(double value, const char* name) {
  if (!(value > 0 && std::isfinite(value)))
    throw InvalidInput(name, number_text(value), "a positive finite number");
  return value;
}

}  // namespace

Matter Matter::of_mass(double mass) { return {positive(mass, "mass"), false}; }

Matter Matter::of_density(double density) { return {positive(density, "density"), true}; }

long double Matter::mass_of(long double volume) const noexcept {
  return is_density_ ? static_cast<long double>(value_) * volume : static_cast<long double>(value_);
}

Inertia inertia_about(const MassProperties& body, const Eigen::Vector3d& point) {
  if (!point.allFinite())
    throw InvalidInput("point of the body", tuple_text({point.x(), point.y(), point.z()}), "finite numbers");
  const Eigen::Vector3d to_centre = body.centre - point;
  if (to_centre.isZero(0)) return body.inertia;
  return inertia_of(wide(body.inertia.tensor()) +
                    parallel_axes(static_cast<long double>(body.mass), wide(to_centre)));
}

Inertia inertia_about_centre(const Inertia& about_point, double mass, const Eigen::Vector3d& centre) {
  positive(mass, "mass");
  if (!centre.allFinite())
    throw InvalidInput("centre of mass", tuple_text({centre.x(), centre.y(), centre.z()}), "finite numbers");
  if (centre.isZero(0)) return about_point;
  return inertia_of(wide(about_point.tensor()) - parallel_axes(static_cast<long double>(mass), wide(centre)));
}

MassProperties mass_properties(std::span<const PointMass> masses) {
  const Inertia inertia = Inertia::from_point_masses(masses);  // throws if a number is not finite
  long double mass = 0;
  Vec3<long double> moment{};
  for (const PointMass& point : masses) {
    const auto m = static_cast<long double>(point.mass);
    mass += m;
    moment = moment + m * convert<long double>(from_eigen(point.position));
  }
  return {in_range(mass, "mass"), 0, to_eigen(convert<double>((1 / mass) * moment)), inertia};
}

double in_range(long double value, const std::string& name) {
  const auto rounded = static_cast<double>(value);
  if (value != 0 && !(std::isfinite(rounded) && rounded >= std::numeric_limits<double>::min()))
    throw InvalidInput(name,
                       value < 1 ? "a number too small for a double" : "a number too large for a double",
                       "a number between 2.3e-308 and 1.7e308 (other units may help)");
  return rounded;
}

}  // namespace polhode
