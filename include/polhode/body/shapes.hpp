// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Bodies of simple shape and uniform density: box, ellipsoid, sphere, cylinder, the last two hollow too.
///
/// Convention. Each is centred at the origin of the user's frame and lies along its axes; the moments are
///             about the centre. With a mass given a length may be 0, which makes a plate, a rod (a linear
///             body, see body/inertia.hpp), a disc or a hoop; with a density it may not.
/// Method.     The textbook formulas, with differences of powers divided out, so that thin walls lose no
///             digit, down to a wall of no thickness.
/// Accuracy.   Moments, mass and volume within 1 eps; equal lengths make moments that are equal to the bit.
///             Scales of 1e-150 and 1e150 are as good as 1.
///
/// Throws. InvalidInput unless the lengths are finite and none is negative, enough of them are positive to
/// make a body that can turn, and mass and moments are within the range of double.

#include <Eigen/Core>
#include <polhode/body/mass_properties.hpp>
#include <string_view>

namespace polhode {

/// One of the axes of the user's frame.
enum class FrameAxis { x, y, z };

/// The axis that "x", "y" or "z" names, in either case. Throws InvalidInput for another text.
FrameAxis frame_axis_from_text(std::string_view text);

/// Edges (whole, not half) along x, y and z. One edge 0 is a plate, two are a rod.
MassProperties solid_box(const Eigen::Vector3d& edges, const Matter& matter);

/// Semi-axes (half diameters) along x, y and z. One of them 0 is the flat limit: an elliptic disc, denser in
/// its middle.
MassProperties solid_ellipsoid(const Eigen::Vector3d& semi_axes, const Matter& matter);

/// A full ball.
MassProperties solid_sphere(double radius, const Matter& matter);

/// The matter between two concentric spheres; an inner radius equal to the outer is a thin shell.
MassProperties hollow_sphere(double outer_radius, double inner_radius, const Matter& matter);

/// A circular cylinder. Length 0 is a disc, radius 0 a rod.
MassProperties solid_cylinder(double radius, double length, FrameAxis axis, const Matter& matter);

/// A tube with open ends; an inner radius equal to the outer is a thin wall, with length 0 a hoop.
MassProperties hollow_cylinder(double outer_radius, double inner_radius, double length, FrameAxis axis,
                               const Matter& matter);

}  // namespace polhode
