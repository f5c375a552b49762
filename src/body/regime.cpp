// SPDX-License-Identifier: MIT
#include <cmath>
#include <polhode/body/regime.hpp>
#include <polhode/rotation/convention.hpp>

namespace polhode {
namespace {

/// A number >= 0 as mantissa 2^power, with the mantissa in [1/2, 1) or 0; its range exceeds that of double.
struct WideNumber {
  double mantissa;
  int power;

  explicit WideNumber(double x) noexcept : mantissa(0), power(0) { mantissa = std::frexp(x, &power); }

  WideNumber& operator*=(double factor) noexcept {
    int factor_power = 0, carry = 0;
    mantissa = std::frexp(mantissa * std::frexp(factor, &factor_power), &carry);
    power += factor_power + carry;
    return *this;
  }

  /// Sign of *this - other.
  int compare(const WideNumber& other) const noexcept {
    if (mantissa == 0 || other.mantissa == 0 || power == other.power)
      return (mantissa > other.mantissa) - (mantissa < other.mantissa);
    return power > other.power ? 1 : -1;
  }
};

/// coefficient moment difference m^2.
WideNumber side(double moment, double difference, double m) noexcept {
  WideNumber x(moment);
  x *= difference;
  x *= std::abs(m);
  x *= std::abs(m);
  return x;
}

}  // namespace

Tumbling classify(const Eigen::Vector3d& moments, const Eigen::Vector3d& principal_momentum) noexcept {
  const double i1 = moments.x(), i2 = moments.y(), i3 = moments.z();
  const bool on1 = principal_momentum.x() != 0, on2 = principal_momentum.y() != 0,
             on3 = principal_momentum.z() != 0;
  if (!on1 && !on2 && !on3) return {Regime::rest, BodyAxis::none};

  const bool equal12 = i1 == i2, equal23 = i2 == i3;
  if (equal12 && equal23) return {Regime::pure_rotation, BodyAxis::any};
  if (!on1 && !on2) return {Regime::pure_rotation, equal23 ? BodyAxis::any : BodyAxis::short_axis};
  if (!on2 && !on3) return {Regime::pure_rotation, equal12 ? BodyAxis::any : BodyAxis::long_axis};
  if (!on1 && !on3)
    return {Regime::pure_rotation, equal12 || equal23 ? BodyAxis::any : BodyAxis::intermediate};
  if ((equal12 && !on3) || (equal23 && !on1)) return {Regime::pure_rotation, BodyAxis::any};

  const int sign =
      side(i1, i3 - i2, principal_momentum.z()).compare(side(i3, i2 - i1, principal_momentum.x()));
  if (sign > 0) return {Regime::short_axis_mode, BodyAxis::short_axis};
  if (sign < 0) return {Regime::long_axis_mode, BodyAxis::long_axis};
  return {Regime::separatrix, BodyAxis::intermediate};
}

Tumbling classify(const Inertia& inertia, const State& state) {
  return classify(inertia.moments(), principal_momentum(inertia, state));
}

std::string_view name(Regime regime) noexcept {
  switch (regime) {
    case Regime::rest:
      return "rest";
    case Regime::pure_rotation:
      return "pure rotation";
    case Regime::long_axis_mode:
      return "long-axis mode";
    case Regime::short_axis_mode:
      return "short-axis mode";
    case Regime::separatrix:
      return "separatrix";
  }
  return "";
}

std::string_view name(BodyAxis axis) noexcept {
  switch (axis) {
    case BodyAxis::none:
      return "none";
    case BodyAxis::long_axis:
      return "long";
    case BodyAxis::intermediate:
      return "intermediate";
    case BodyAxis::short_axis:
      return "short";
    case BodyAxis::any:
      return "any";
  }
  return "";
}

}  // namespace polhode
