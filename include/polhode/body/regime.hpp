// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How a free body tumbles: which axis its angular momentum circles, if any.
///
/// Convention. As in the study of asteroids: the long axis is that of least inertia (I1), the short axis
///             that of greatest (I3). In long-axis mode the momentum, seen in the body, circles the long
///             axis, |m|^2 < 2 T I2; in short-axis mode the short axis, |m|^2 > 2 T I2 (Samarasinha and
///             A'Hearn, Icarus 93, 1991, 194). Between them lies the separatrix, |m|^2 = 2 T I2.
/// Method.     |m|^2 - 2 T I2 cancels near the separatrix; its sign is that of
///             e = c1 m3^2 - c2 m1^2,  c1 = I1 (I3-I2) / (I2 (I3-I1)),  c2 = I3 (I2-I1) / (I2 (I3-I1)),
///             two terms of which each keeps its digits (e = I1 I3 (|m|^2 - 2 T I2) / (I2 (I3-I1))). The
///             common positive denominator is left out, and mantissas and exponents are kept apart.
/// Accuracy.   Right unless the two terms agree within 4 eps. The separatrix is reported where they are
///             equal as computed, so a state meant to lie on it may, by its rounding, be reported on
///             either side.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <string_view>

namespace polhode {

/// How the momentum moves in the body.
enum class Regime {
  rest,             ///< no momentum
  pure_rotation,    ///< momentum and angular velocity parallel: nothing moves in the body
  long_axis_mode,   ///< the momentum circles the axis of least inertia
  short_axis_mode,  ///< the momentum circles the axis of greatest inertia
  separatrix        ///< the momentum tends to the intermediate axis, for t -> -infinity and +infinity
};

/// A principal axis, by the size of its moment.
enum class BodyAxis {
  none,          ///< rest
  long_axis,     ///< least inertia
  intermediate,  ///< intermediate inertia
  short_axis,    ///< greatest inertia
  any            ///< an axis among equal moments: none of them is distinguished
};

/// A regime with the axis that it is about.
struct Tumbling {
  Regime regime;
  BodyAxis axis;  ///< turned about, circled, or (separatrix) tended to
  friend constexpr bool operator==(const Tumbling&, const Tumbling&) noexcept = default;
};

/// The regime of a free motion.
/// @param moments the principal moments, ascending
/// @param principal_momentum in the principal frame
/// @return the regime and its axis
Tumbling classify(const Eigen::Vector3d& moments, const Eigen::Vector3d& principal_momentum) noexcept;

/// The regime of a free motion; of a linear body always pure rotation or rest.
/// @param inertia of the body
/// @param state of the body
/// @return the regime and its axis
/// @throws InvalidInput if the body cannot have that state
Tumbling classify(const Inertia& inertia, const State& state);

/// "rest", "pure rotation", "long-axis mode", "short-axis mode", "separatrix".
std::string_view name(Regime regime) noexcept;

/// "none", "long", "intermediate", "short", "any".
std::string_view name(BodyAxis axis) noexcept;

}  // namespace polhode
