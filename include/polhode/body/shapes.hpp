// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Uniform bodies of simple shape: box, ellipsoid, sphere and cylinder, the last two also hollow.
///
/// Convention. Each body is centred at the origin of the user's frame and aligned with its axes; moments are
///             about the centre. If a mass is given, lengths may be 0: a plate, a rod (a linear body, see
///             body/inertia.hpp), a disc or a hoop. If a density is given, they must be positive.
/// Method.     The textbook formulas, with differences of powers factorised, so that thin walls lose no
///             digits, down to a wall of zero thickness.
/// Accuracy.   Moments, mass and volume within 1 eps; equal lengths give bit-identical moments. Scales of
///             1e-150 and 1e150 are as accurate as 1.
///
/// All functions throw InvalidInput if a length is negative or not finite, if too few lengths are positive
/// for a body with inertia, or if the mass or a moment is out of the range of double.

#include <Eigen/Core>
#include <polhode/body/mass_properties.hpp>
#include <string_view>

namespace polhode {

/// One of the axes of the user's frame.
enum class FrameAxis { x, y, z };

/// The axis of a name.
/// @param text  "x", "y" or "z", in either case
/// @throws InvalidInput for any other text
FrameAxis frame_axis_from_text(std::string_view text);

/// A box.
/// @param edges   full (not half) lengths along x, y and z; one edge of 0 makes a plate, two make a rod
/// @param matter  mass or density
MassProperties solid_box(const Eigen::Vector3d& edges, const Matter& matter);

/// An ellipsoid.
/// @param semi_axes  half diameters along x, y and z; one of them may be 0: the flat limit, an elliptic disc
///   that is denser in the middle
/// @param matter     mass or density
MassProperties solid_ellipsoid(const Eigen::Vector3d& semi_axes, const Matter& matter);

/// A solid ball.
MassProperties solid_sphere(double radius, const Matter& matter);

/// A hollow sphere; if the radii are equal, a thin shell.
MassProperties hollow_sphere(double outer_radius, double inner_radius, const Matter& matter);

/// A circular cylinder; length 0 makes a disc, radius 0 a rod.
MassProperties solid_cylinder(double radius, double length, FrameAxis axis, const Matter& matter);

/// An open tube; if the radii are equal, a thin wall, with length 0 a hoop.
MassProperties hollow_cylinder(double outer_radius, double inner_radius, double length, FrameAxis axis,
                               const Matter& matter);

}  // namespace polhode
