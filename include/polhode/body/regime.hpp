// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The regime of a free rotation: which principal axis the angular momentum circles, if any.
///
/// Convention. As in asteroid dynamics, the long axis is that of least inertia (I1), the short axis that of
///             greatest inertia (I3). In long-axis mode the momentum, seen from the body, circles the long
///             axis, |m|^2 < 2 T I2; in short-axis mode it circles the short axis, |m|^2 > 2 T I2
///             (Samarasinha and A'Hearn, Icarus 93, 1991, 194). Between the two lies the separatrix, |m|^2 =
///             2 T I2.
/// Method.     |m|^2 - 2 T I2 suffers cancellation near the separatrix. It has the sign of e = c1 m3^2 - c2
///             m1^2, c1 = I1 (I3-I2) / (I2 (I3-I1)), c2 = I3 (I2-I1) / (I2 (I3-I1)), whose two terms are
///             accurate (e = I1 I3 (|m|^2 - 2 T I2) / (I2 (I3-I1))). The common positive denominator is
///             omitted, and mantissas and exponents are handled separately.
/// Accuracy.   Correct unless the two terms agree within 4 eps. The separatrix is reported if they are equal
///             as computed, so because of round-off a state meant to lie on it may be reported on either
///             side.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <string_view>

namespace polhode {

/// The motion of the momentum, seen from the body.
enum class Regime {
  rest,             ///< no momentum
  pure_rotation,    ///< momentum and angular velocity are parallel and constant in the body
  long_axis_mode,   ///< the momentum circles the axis of least inertia
  short_axis_mode,  ///< the momentum circles the axis of greatest inertia
  separatrix        ///< the momentum tends to the intermediate axis as t -> -infinity and +infinity
};

/// A principal axis, identified by its moment of inertia.
enum class BodyAxis {
  none,          ///< at rest
  long_axis,     ///< least inertia
  intermediate,  ///< intermediate inertia
  short_axis,    ///< greatest inertia
  any            ///< equal moments: no axis is distinguished
};

/// A regime and its axis.
struct Tumbling {
  Regime regime;
  BodyAxis axis;  ///< of rotation, circled by the momentum or, on the separatrix, its limit
  friend constexpr bool operator==(const Tumbling&, const Tumbling&) noexcept = default;
};

/// The regime for given moments and momentum in the principal frame.
/// @param moments             principal moments in ascending order
/// @param principal_momentum  angular momentum along the principal axes
Tumbling classify(const Eigen::Vector3d& moments, const Eigen::Vector3d& principal_momentum) noexcept;

/// The regime of a state.
/// @return for a linear body always pure rotation or rest
/// @throws InvalidInput as check() in body/state.hpp
Tumbling classify(const Inertia& inertia, const State& state);

/// @return "rest", "pure rotation", "long-axis mode", "short-axis mode" or "separatrix"
std::string_view name(Regime regime) noexcept;

/// @return "none", "long", "intermediate", "short" or "any"
std::string_view name(BodyAxis axis) noexcept;

}  // namespace polhode
