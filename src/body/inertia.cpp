// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <string>
#include <vector>

#include "body/principal_axes.hpp"
#include "body/rounding_unit.hpp"
#include "core/number_text.hpp"

namespace polhode {
namespace {

using Triple = std::array<double, 3>;

std::string text(const Triple& a) { return tuple_text({a[0], a[1], a[2]}); }

/// Checks moments given in any order.
void check_moments(const Triple& moments, const std::string& source) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string name = source + ": moment of inertia " + std::to_string(i + 1);
    if (!std::isfinite(moments[i])) throw InvalidInput(name, number_text(moments[i]), "a finite number");
    if (moments[i] < 0) throw InvalidInput(name, number_text(moments[i]), "a number that is not negative");
  }
  const auto [least, greatest] = std::minmax_element(moments.begin(), moments.end());
  if (*least > 0 && *least < 1e-300 * *greatest)
    throw InvalidInput(source + ": moments of inertia", text(moments),
                       "none below 1e-300 of the greatest, except zero (a linear body)");
  const auto zeros = std::count(moments.begin(), moments.end(), 0.0);
  if (zeros > 1)
    throw InvalidInput(source + ": moments of inertia", text(moments),
                       "at most one zero (a linear body has two positive ones)");
  if (zeros == 1) {
    Triple a = moments;
    std::sort(a.begin(), a.end());
    if (a[1] != a[2])
      throw InvalidInput(source + ": moments of inertia", text(moments),
                         "equal second and third moments if the first is zero (a linear body)");
  }
}

struct Sorted {
  Eigen::Vector3d moments;
  Eigen::Matrix3d axes;
};

/// Sorts moments in ascending order; equal ones keep their order. An odd permutation of the axes would be a
/// reflection, so the middle axis is reversed.
Sorted ascending(const Triple& moments, const Eigen::Matrix3d& axes) {
  std::array<std::size_t, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return moments[i] < moments[j]; });
  Sorted result{{moments[order[0]], moments[order[1]], moments[order[2]]}, {}};
  for (std::size_t k = 0; k < 3; ++k)
    result.axes.col(static_cast<Eigen::Index>(k)) = axes.col(static_cast<Eigen::Index>(order[k]));
  const bool even = (order[0] + 1) % 3 == order[1];
  if (!even) result.axes.col(1) = -result.axes.col(1);
  return result;
}

/// a x, but 0 if a is 0 even for infinite x, so that results for axes along the user's are exact.
double product(double a, double x) noexcept { return a == 0 ? 0.0 : a * x; }

/// Whether plain products with the entries of the axes are safe. They differ only in the sign of zeros, and
/// adding 0 makes all zeros positive.
bool are_safe(const Vec3<double>& v) noexcept { return std::isfinite(v.x + v.y + v.z); }

double inner(double a0, double a1, double a2, const Vec3<double>& v) noexcept {
  return product(a0, v.x) + product(a1, v.y) + product(a2, v.z);
}

/// A tensor scaled by a power of two so that its entries lie within (-1, 1), and its asymmetry.
struct ScaledTensor {
  Mat3<long double> entries;
  long double asymmetry;
  int exponent;
};

ScaledTensor symmetrised(const Eigen::Matrix3d& tensor) {
  if (!tensor.allFinite()) {
    for (Eigen::Index i = 0; i < 9; ++i)
      if (!std::isfinite(tensor(i / 3, i % 3)))
        throw InvalidInput(
            "inertia tensor: entry (" + std::to_string(i / 3 + 1) + ", " + std::to_string(i % 3 + 1) + ")",
            number_text(tensor(i / 3, i % 3)), "a finite number");
  }
  const double largest_entry = tensor.cwiseAbs().maxCoeff();
  if (largest_entry == 0) throw InvalidInput("inertia tensor", "zero", "at least two positive moments");
  ScaledTensor result{{}, 0, binary_exponent(largest_entry)};
  const long double largest_scaled = std::ldexp(static_cast<long double>(largest_entry), -result.exponent);
  const auto entry = [&](Eigen::Index i, Eigen::Index j) {
    return std::ldexp(static_cast<long double>(tensor(i, j)), -result.exponent);
  };
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
      const long double a = entry(row, column), b = entry(column, row);
      const long double difference = std::abs(a - b);
      if (difference > 1e-12L * largest_scaled)
        throw InvalidInput("inertia tensor: entries (" + std::to_string(i + 1) + ", " +
                               std::to_string(j + 1) + ") and (" + std::to_string(j + 1) + ", " +
                               std::to_string(i + 1) + ")",
                           number_text(tensor(row, column)) + " and " + number_text(tensor(column, row)),
                           "a symmetric tensor (differences at most 1e-12 of its largest entry)");
      result.asymmetry = std::max(result.asymmetry, difference);
      result.entries(i, j) = (a + b) / 2;
    }
  return result;
}

Eigen::Matrix3d rounded(const Mat3<long double>& a) { return to_eigen(convert<double>(a)); }

/// Centred, scaled positions: the largest weight and the largest coordinate lie in [1/2, 1).
struct Cloud {
  std::vector<WeightedPoint> points;
  long double rounding;  ///< uncertainty of the given positions, in scaled units
  int mass_exponent, length_exponent;
};

double check_points(std::span<const PointMass> masses) {
  if (masses.size() < 2)
    throw InvalidInput("point masses", std::to_string(masses.size()), "at least two points");
  double reach = 0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const std::string name = "point mass " + std::to_string(i + 1);
    const PointMass& point = masses[i];
    if (!(point.mass > 0 && std::isfinite(point.mass)))
      throw InvalidInput(name, "mass " + number_text(point.mass), "a positive finite mass");
    if (!point.position.allFinite())
      throw InvalidInput(name,
                         "position " + text({point.position.x(), point.position.y(), point.position.z()}),
                         "finite coordinates");
    reach = std::max(reach, point.position.cwiseAbs().maxCoeff());
  }
  return reach;
}

Cloud centred(std::span<const PointMass> masses) {
  const double reach = check_points(masses);
  const auto coincident = [&] {
    return InvalidInput("point masses", std::to_string(masses.size()) + " points at one position",
                        "at least two distinct points (farther apart than 16 eps of the largest coordinate)");
  };
  if (reach == 0) throw coincident();

  double heaviest = 0;
  for (const PointMass& point : masses) heaviest = std::max(heaviest, point.mass);
  Cloud cloud{{}, 0, binary_exponent(heaviest), binary_exponent(reach)};
  cloud.points.reserve(masses.size());
  std::array<long double, 3> centre{};
  long double total = 0;
  for (const PointMass& point : masses) {
    const long double weight = std::ldexp(static_cast<long double>(point.mass), -cloud.mass_exponent);
    WeightedPoint scaled_point{weight, {}};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto x = static_cast<long double>(point.position(static_cast<Eigen::Index>(k)));
      scaled_point.position[k] = std::ldexp(x, -cloud.length_exponent);
      centre[k] += weight * scaled_point.position[k];
    }
    total += weight;
    cloud.points.push_back(scaled_point);
  }
  long double extent = 0;
  for (WeightedPoint& point : cloud.points)
    for (std::size_t k = 0; k < 3; ++k) {
      point.position[k] -= centre[k] / total;
      extent = std::max(extent, std::abs(point.position[k]));
    }
  const long double rounding =
      16 * rounding_unit * std::ldexp(static_cast<long double>(reach), -cloud.length_exponent);
  if (!(extent > rounding)) throw coincident();
  const int shrink = binary_exponent(extent);
  for (WeightedPoint& point : cloud.points)
    for (long double& x : point.position) x = std::ldexp(x, -shrink);
  cloud.rounding = std::ldexp(rounding, -shrink);
  cloud.length_exponent += shrink;
  return cloud;
}

Quat<long double> unit_quaternion(const Eigen::Matrix3d& axes) noexcept {
  return normalised(to_quat(convert<long double>(from_eigen(axes))));
}

}  // namespace

Inertia::Inertia(const Eigen::Vector3d& moments, const Eigen::Matrix3d& axes)
    : moments_(moments), axes_(axes) {
  const Quat<long double> wide = unit_quaternion(axes);
  const Quat<double> rounded = convert<double>(wide);
  axes_attitude_ = to_eigen(rounded);
  axes_attitude_rest_ = to_eigen(convert<double>(wide - convert<long double>(rounded)));
}

Inertia Inertia::from_moments(const Eigen::Vector3d& moments) {
  return from_moments(moments.x(), moments.y(), moments.z());
}

Inertia Inertia::from_moments(double i1, double i2, double i3) {
  check_moments({i1, i2, i3}, "body");
  const Sorted sorted = ascending({i1, i2, i3}, Eigen::Matrix3d::Identity());
  return {sorted.moments, sorted.axes};
}

Inertia Inertia::with_moments(const Eigen::Vector3d& moments) const {
  const Triple given{moments.x(), moments.y(), moments.z()};
  check_moments(given, "body");
  const Sorted sorted = ascending(given, axes_);
  return {sorted.moments, sorted.axes};
}

Inertia Inertia::from_tensor(const Eigen::Matrix3d& tensor) {
  ScaledTensor scaled_tensor = symmetrised(tensor);
  Mat3<long double>& a = scaled_tensor.entries;
  const auto unscaled = [&](long double x) {
    return static_cast<double>(std::ldexp(x, scaled_tensor.exponent));
  };
  if (a(0, 1) == 0 && a(0, 2) == 0 && a(1, 2) == 0) {
    const Triple moments{tensor(0, 0), tensor(1, 1), tensor(2, 2)};
    check_moments(moments, "inertia tensor");
    const Sorted sorted = ascending(moments, Eigen::Matrix3d::Identity());
    return {sorted.moments, sorted.axes};
  }

  const long double shift = std::min({a(0, 0), a(1, 1), a(2, 2)});
  for (std::size_t i = 0; i < 3; ++i) a(i, i) -= shift;
  PrincipalAxes principal = diagonalise(a);
  for (long double& value : principal.values) value += shift;

  std::array<long double, 3> values = principal.values;
  std::sort(values.begin(), values.end());
  const long double zero = std::max(16 * rounding_unit * values[2], scaled_tensor.asymmetry);
  const bool linear = std::abs(values[0]) <= zero && values[2] - values[1] <= zero;
  if (linear) {
    const long double mean = (values[1] + values[2]) / 2;
    for (long double& value : principal.values) value = value == values[0] ? 0 : mean;
  } else if (values[0] <= zero) {
    const Triple found{unscaled(values[0]), unscaled(values[1]), unscaled(values[2])};
    throw InvalidInput("inertia tensor: principal moments", text(found),
                       values[0] < -zero
                           ? "none negative"
                           : "none zero within the tensor's rounding (16 eps of the largest, or its "
                             "asymmetry), unless the other two are equal (a linear body)");
  }
  const Triple moments{unscaled(principal.values[0]), unscaled(principal.values[1]),
                       unscaled(principal.values[2])};
  check_moments(moments, "inertia tensor");
  const Sorted sorted = ascending(moments, rounded(principal.axes));
  return {sorted.moments, sorted.axes};
}

Inertia Inertia::from_point_masses(std::span<const PointMass> masses) {
  Cloud cloud = centred(masses);
  const PrincipalAxes principal = turn_to_principal_axes(cloud.points);
  const std::array<long double, 3>& second = principal.values;
  const auto line = static_cast<std::size_t>(std::max_element(second.begin(), second.end()) - second.begin());
  const std::size_t next = (line + 1) % 3, last = (line + 2) % 3;
  const bool linear = std::all_of(cloud.points.begin(), cloud.points.end(), [&](const WeightedPoint& point) {
    return std::hypot(point.position[next], point.position[last]) <= cloud.rounding;
  });

  const auto unscaled = [&](long double x) {
    return static_cast<double>(std::ldexp(x, cloud.mass_exponent + 2 * cloud.length_exponent));
  };
  Triple moments{};
  moments[line] = linear ? 0 : unscaled(second[next] + second[last]);
  moments[next] = unscaled(linear ? second[line] : second[line] + second[last]);
  moments[last] = unscaled(linear ? second[line] : second[line] + second[next]);
  check_moments(moments, "point masses");
  const Sorted sorted = ascending(moments, rounded(principal.axes));
  return {sorted.moments, sorted.axes};
}

Eigen::Vector3d Inertia::to_principal(const Eigen::Vector3d& v) const noexcept {
  const Eigen::Matrix3d& a = axes_;
  const Vec3<double> u = from_eigen(v);
  if (are_safe(u))
    return {a(0, 0) * u.x + a(1, 0) * u.y + a(2, 0) * u.z + 0.0,
            a(0, 1) * u.x + a(1, 1) * u.y + a(2, 1) * u.z + 0.0,
            a(0, 2) * u.x + a(1, 2) * u.y + a(2, 2) * u.z + 0.0};
  return {inner(a(0, 0), a(1, 0), a(2, 0), u), inner(a(0, 1), a(1, 1), a(2, 1), u),
          inner(a(0, 2), a(1, 2), a(2, 2), u)};
}

Eigen::Vector3d Inertia::from_principal(const Eigen::Vector3d& principal) const noexcept {
  const Eigen::Matrix3d& a = axes_;
  const Vec3<double> v = from_eigen(principal);
  if (are_safe(v))
    return {a(0, 0) * v.x + a(0, 1) * v.y + a(0, 2) * v.z + 0.0,
            a(1, 0) * v.x + a(1, 1) * v.y + a(1, 2) * v.z + 0.0,
            a(2, 0) * v.x + a(2, 1) * v.y + a(2, 2) * v.z + 0.0};
  return {inner(a(0, 0), a(0, 1), a(0, 2), v), inner(a(1, 0), a(1, 1), a(1, 2), v),
          inner(a(2, 0), a(2, 1), a(2, 2), v)};
}

Eigen::Matrix3d Inertia::tensor() const noexcept {
  Eigen::Matrix3d result;
  for (Eigen::Index i = 0; i < 3; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      const auto term = [&](Eigen::Index k, double moment) { return axes_(i, k) * axes_(j, k) * moment; };
      result(i, j) = result(j, i) = term(0, moments_.x()) + term(1, moments_.y()) + term(2, moments_.z());
    }
  return result;
}

bool Inertia::satisfies_triangle_inequality() const noexcept {
  return moments_.z() - moments_.y() <= moments_.x() + 8 * eps * moments_.z();
}

Eigen::Vector3d Inertia::angular_velocity(const Eigen::Vector3d& momentum) const noexcept {
  const Eigen::Vector3d m = to_principal(momentum);
  return from_principal(
      {is_linear() ? 0.0 : m.x() / moments_.x(), m.y() / moments_.y(), m.z() / moments_.z()});
}

Eigen::Vector3d Inertia::momentum(const Eigen::Vector3d& angular_velocity) const noexcept {
  return from_principal(moments_.cwiseProduct(to_principal(angular_velocity)));
}

}  // namespace polhode
