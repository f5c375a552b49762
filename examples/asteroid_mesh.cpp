// SPDX-License-Identifier: MIT
// An asteroid from its shape model: mass, centre and axes from a mesh of triangles, then how it tumbles. A shape model
// is an OBJ or STL file, read by read_mesh("bennu.obj"); here the text of one is made, a long body with a bump.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <polhode/body/mesh_file.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>
#include <string>

namespace {

/// Rows of vertices from pole to pole, in kilometres, and the faces between them.
std::string shape_model() {
  constexpr int rows = 24, columns = 48;
  std::string vertices = "v 0 0 0.8\n", faces;
  for (int i = 1; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double polar = std::numbers::pi * i / rows, around = 2 * std::numbers::pi * j / columns;
      const double bump = 1 + 0.2 * std::exp(-4 * (polar * polar + around * around));
      char line[100];
      std::snprintf(line, sizeof line, "v %.9f %.9f %.9f\n", 2.3 * bump * std::sin(polar) * std::cos(around),
                    1.1 * bump * std::sin(polar) * std::sin(around), 0.8 * bump * std::cos(polar));
      vertices += line;
    }
  vertices += "v 0 0 -0.8\n";
  const auto number = [](int i, int j) {
    return std::to_string(i == 0      ? 1
                          : i == rows ? 2 + (rows - 1) * columns
                                      : 2 + (i - 1) * columns + j % columns);
  };
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      if (i > 0) faces += "f " + number(i, j) + " " + number(i + 1, j) + " " + number(i, j + 1) + "\n";
      if (i + 1 < rows)
        faces += "f " + number(i, j + 1) + " " + number(i + 1, j) + " " + number(i + 1, j + 1) + "\n";
    }
  return vertices + faces;
}

}  // namespace

int main() {
  using namespace polhode;
  const TriangleMesh mesh = parse_mesh(shape_model(), MeshFormat::obj, "model.obj");
  const auto [mass, volume, centre, inertia] =
      mass_properties(mesh, Matter::of_density(2e12)).body;  // kg/km^3
  std::printf("%zu triangles, volume %.4f km^3, mass %.4e kg\n", mesh.triangles.size(), volume, mass);
  std::printf("centre of mass (%.4f, %.4f, %.4f) km\n", centre.x(), centre.y(), centre.z());
  const Eigen::Vector3d& i = inertia.moments();
  std::printf("moments in the ratio %.4f : %.4f : 1\n", i.x() / i.z(), i.y() / i.z());
  const Eigen::Vector3d long_axis = inertia.axes().col(0);
  std::printf(
      "long axis %.3f degrees off the model's x axis\n",
      std::atan2(std::hypot(long_axis.y(), long_axis.z()), std::abs(long_axis.x())) * 180 / std::numbers::pi);

  // The spin in the model's own axes, radians per hour: the library turns it into the principal ones.
  const State start = state_from_angular_velocity(inertia, Attitude(1, 0, 0, 0), {0.05, 0.02, 0.3});
  const TumblingDescription tumbling = describe(inertia, start);
  std::printf("%s: rotation period %.3f h, precession period %.3f h\n", name(tumbling.regime).data(),
              tumbling.polhode_period, tumbling.precession_period);

  // Where the far end of the model is after a day and after a year.
  const FreeMotion motion(inertia, start);
  const Eigen::Vector3d tip = Eigen::Vector3d(2.3, 0, 0) - centre;
  for (const double hours : {24.0, 8766.0}) {
    const Eigen::Vector3d place = to_space(motion.at(hours).attitude, tip);
    std::printf("after %4.0f h the end is at (%7.4f, %7.4f, %7.4f) km\n", hours, place.x(), place.y(),
                place.z());
  }
}
