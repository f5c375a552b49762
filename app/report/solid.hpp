// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The body as it is drawn: its surface relative to the point about which it turns.

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <polhode/body/mesh.hpp>
#include <string>

#include "result/summary.hpp"

namespace polhode::app {

struct BodySolid {
  TriangleMesh mesh;  ///< in the body's frame; the farthest vertex at distance 1
  std::string words;  ///< what it is: "the mesh", "a box of the same inertia"
};

/// Reads a mesh file by the name that a scenario has for it.
using ReadMesh = std::function<TriangleMesh(const std::string& file)>;

/// The surface of a body in its own coordinates: of a shape, a mesh, parts without their cavities, or balls
/// for point masses; none if the body is given by its inertia. Throws InvalidInput if a parameter is missing,
/// and what `read_mesh` throws.
std::optional<TriangleMesh> body_surface(const Given& body, const ReadMesh& read_mesh);

/// From the surface of the body, if it is known; else a box of uniform density with the same moments.
/// Surfaces of very many triangles are simplified.
BodySolid body_solid(const Summary& summary, const std::optional<TriangleMesh>& outline);

/// The mesh with at most so many triangles: the vertices in each cell of a grid are merged.
TriangleMesh simplified(const TriangleMesh& mesh, std::size_t most_triangles);

/// The direction of view: radians about the vertical, and above the horizon.
struct SeenFrom {
  double azimuth = 0.9, elevation = 0.32;
};

/// An arrow from the centre, with its name; lengths in units of the body's reach.
struct SolidArrow {
  std::string name;
  int colour;  ///< of the palette; -1 for the ink
  Eigen::Vector3d tip;
};

/// A picture of the body in an attitude, with arrows in space.
std::string solid_svg(const BodySolid& solid, const Eigen::Quaterniond& attitude,
                      const std::vector<SolidArrow>& arrows, const SeenFrom& eye, const std::string& title,
                      const std::string& description);

}  // namespace polhode::app
