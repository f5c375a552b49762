// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Mass properties of a uniform body bounded by a closed triangle mesh.
///
/// Convention. Positions are in the user's frame, from any origin. Corners are counter-clockwise seen from
///             outside; if all are clockwise, they are reversed and was_inside_out is true. Vertices at
///             exactly the same position are identified, so triangle soups (STL) are accepted. If the surface
///             is not closed, vertices closer than a distance are welded, by default 1e-6 of the largest
///             extent of the mesh, which allows for single precision.
/// Method.     Exact integrals of 1, x and x x^T over signed tetrahedra from a point near the body to each
///             triangle (e.g. Tonon, J. Math. Stat. 1, 2005, 8), in long double with compensated sums. They
///             are repeated about the centre of mass and along the principal axes found, where the small
///             entries of a thin body are accurate without cancellation. The inertia is obtained from six
///             equal masses on the principal axes (an equimomental system), so that
///             Inertia::from_point_masses keeps every digit.
/// Accuracy.   Relative to the given vertices, at any distance from the origin: volume within 1 eps, centre
///             within 1 eps of the body's radius or of its coordinate, tensor within 2 eps of its largest
///             entry. The small moment of a thin body is within 2 eps (1 + 5e-4 / thinness); rounding the
///             vertices alone changes it by eps / thinness.
///
/// Accepted are several shells, separate or nested; a shell of opposite orientation is a cavity. Where a
/// shell intersects another or itself, the overlap counts twice; this is not detected. Each edge must have as
/// many triangles in one direction as in the other (usually one each; two where shells touch). Triangles with
/// two corners at one position are ignored.

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <polhode/body/mass_properties.hpp>
#include <vector>

namespace polhode {

/// A surface of triangles; lengths in any unit, from any origin.
struct TriangleMesh {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< indices of their corners in `vertices`, from 0
};

/// The mass properties of a mesh, and what was found in it.
struct MeshProperties {
  MassProperties body;
  bool was_inside_out;               ///< all corners were clockwise and were reversed
  std::size_t shells;                ///< connected surfaces
  std::size_t cavities;              ///< shells that bound a cavity
  std::size_t degenerate_triangles;  ///< ignored: two corners at one position
  std::size_t welded_vertices = 0;   ///< moved to a nearby vertex because the surface was not closed
  double weld_distance = 0;          ///< the distance used for welding; 0 if no vertex was welded
};

/// The default distance for welding, as a fraction of the largest extent of the mesh along an axis.
constexpr double default_weld = 1e-6;

/// Mass, centre of mass and inertia of the body that a mesh bounds, in the frame of its vertices. Messages
/// number triangles from 1 and name the first open edges.
/// @param mesh    the surface
/// @param matter  mass or density
/// @param weld    the distance within which vertices are welded if the surface is otherwise open; if empty,
///   default_weld times the extent; if 0, vertices are never welded
/// @throws InvalidInput if a vertex in use is not finite, a triangle refers to a vertex that does not exist,
///   an edge is open or its triangles have inconsistent orientations, a triangle occurs twice, or the volume
///   is zero to within the rounding of the coordinates
MeshProperties mass_properties(const TriangleMesh& mesh, const Matter& matter,
                               std::optional<double> weld = std::nullopt);

}  // namespace polhode
