// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Mass properties of a body of uniform density that is bounded by a closed surface of triangles.
///
/// Convention. Positions are in the user's frame, whose origin may lie anywhere. Corners go counter-clockwise
///             seen from outside; where all go the other way they are turned, and was_inside_out says so.
///             Vertices at exactly the same place are one, so that a soup of triangles (STL) will do. Where
///             the surface does not close so, vertices nearer than a distance are welded to one, by default
///             those within a millionth of the mesh's greatest extent, which single precision leaves room
///             for.
/// Method.     Exact integrals of 1, x and x x^T over the signed tetrahedra from a point near the body to
///             each triangle (e.g. Tonon, J. Math. Stat. 1, 2005, 8), in long double, with compensated sums.
///             They are done again about the centre of mass and along the principal axes that were found,
///             where the entries of a thin body are small by themselves instead of by cancellation. The
///             inertia is that of six equal masses on the principal axes, which is the same (an
///             equimomental system), so that Inertia::from_point_masses keeps every digit.
/// Accuracy.   Relative to the vertices as they are given, at any distance from the origin: the volume within
///             1 eps, the centre within 1 eps of the body's radius or of its coordinate, the tensor within 2
///             eps of its largest entry. A thin body's small moment is within 2 eps (1 + 5e-4 / thinness),
///             where the rounding of the vertices makes eps / thinness of it.
///
/// What is accepted. Several shells, apart or nested: one that is turned the other way is a cavity.
/// A shell that intersects another or itself counts what it covers twice as twice; this is not looked for.
/// Along each edge as many triangles must run in one direction as in the other (mostly one each; two where
/// shells touch). Triangles with two corners at one place bound nothing and are left out.

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
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< places of their corners in `vertices`, from 0
};

/// What was found of a mesh.
struct MeshProperties {
  MassProperties body;
  bool was_inside_out;               ///< corners went clockwise, and were taken the other way round
  std::size_t shells;                ///< surfaces that do not share an edge
  std::size_t cavities;              ///< shells among them that bound a hole
  std::size_t degenerate_triangles;  ///< left out: two corners at one place
  std::size_t welded_vertices =
      0;                     ///< that were moved to another nearby, since the surface did not close else
  double weld_distance = 0;  ///< within which they were; 0 where none was
};

/// The usual distance for welding, as a fraction of the greatest extent of the mesh along an axis.
constexpr double default_weld = 1e-6;

/// Mass, centre and inertia of the body that the mesh bounds, in the frame of its vertices. Throws
/// InvalidInput where a vertex that is used is not finite, a triangle refers to a vertex that is not there,
/// an edge is not closed or its triangles do not agree about the outside, a triangle stands there twice, or
/// the volume is zero within the rounding of the coordinates. Messages count triangles from 1, and name the
/// first edges that do not close.
/// `weld` is the distance within which vertices are welded if the surface does not close without: none given,
/// default_weld of the extent; 0, never.
MeshProperties mass_properties(const TriangleMesh& mesh, const Matter& matter,
                               std::optional<double> weld = std::nullopt);

}  // namespace polhode
