// SPDX-License-Identifier: MIT
// The same brick in five ways: as a shape, as a mesh of triangles, by its moments, by its tensor in axes that
// are turned, and as point masses. Polhode finds the moments, the axes and the centre.
#include <cstdio>
#include <numbers>
#include <polhode/body/mesh.hpp>
#include <polhode/body/shapes.hpp>
#include <vector>

namespace {

using namespace polhode;

void print(const char* how, const Inertia& body) {
  const Eigen::Vector3d& i = body.moments();  // ascending
  std::printf("%-13s %.6f %.6f %.6f\n", how, i.x(), i.y(), i.z());
}

/// A box with one corner at the origin: eight corners, two triangles for each side, counter-clockwise seen
/// from outside.
TriangleMesh box_mesh(const Eigen::Vector3d& edges) {
  TriangleMesh mesh;
  for (const double z : {0.0, edges.z()})
    for (const double y : {0.0, edges.y()})
      for (const double x : {0.0, edges.x()}) mesh.vertices.emplace_back(x, y, z);
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

}  // namespace

int main() {
  const Eigen::Vector3d edges(0.24, 0.115, 0.071);  // metres
  const Matter clay = Matter::of_density(1800);     // kg per cubic metre

  const MassProperties shape = solid_box(edges, clay);
  std::printf("mass %.4f kg\n", shape.mass);
  print("shape", shape.inertia);

  const MeshProperties mesh = mass_properties(box_mesh(edges), clay);
  print("mesh", mesh.body.inertia);

  const double a = edges.x() * edges.x(), b = edges.y() * edges.y(), c = edges.z() * edges.z();
  const Eigen::Vector3d moments = shape.mass / 12 * Eigen::Vector3d(b + c, c + a, a + b);
  print("moments", Inertia::from_moments(moments.x(), moments.y(), moments.z()));

  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(std::numbers::pi / 5, Eigen::Vector3d(1, 2, 2).normalized()).matrix();
  print("tensor", Inertia::from_tensor(turn * moments.asDiagonal() * turn.transpose()));

  // Eight equal masses at the corners of a box that is smaller by sqrt(3) have the same moments.
  std::vector<PointMass> corners;
  for (const Eigen::Vector3d& corner : box_mesh(edges / std::numbers::sqrt3).vertices)
    corners.push_back({shape.mass / 8, corner});
  print("point masses", Inertia::from_point_masses(corners));

  const Eigen::Vector3d centre = mesh.body.centre;
  std::printf("the mesh has its centre at (%.4f, %.4f, %.4f)\n", centre.x(), centre.y(), centre.z());
}
