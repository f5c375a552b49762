// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A picture of paths on a sphere or an ellipsoid, near and far side.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "report/curves.hpp"

namespace polhode::app {

struct SurfacePath {
  std::string name;
  int colour;      ///< of the palette
  Curve points;    ///< on the surface or above it; not finite: a gap
  bool is_dotted;  ///< separate points, else lines between them
};

struct SurfaceAxis {
  std::string name;
  int colour;  ///< of the palette; -1 for the ink
  Eigen::Vector3d direction;
};

struct Surface {
  std::string title, description;
  Eigen::Vector3d semi_axes{1, 1, 1};
  std::vector<Curve> faint{}, borders{};  ///< behind the paths; the borders are named "separatrix"
  std::vector<SurfacePath> paths{};
  std::vector<SurfaceAxis> axes{};
};

/// Seen from where most of the paths are on the near side.
std::string surface_svg(const Surface& surface);

}  // namespace polhode::app
