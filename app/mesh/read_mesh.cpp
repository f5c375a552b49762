// SPDX-License-Identifier: MIT
#include "mesh/read_mesh.hpp"

#include <optional>
#include <polhode/body/mesh_file.hpp>
#include <polhode/core/error.hpp>

#include "files/input.hpp"

namespace polhode::app {

TriangleMesh read_mesh_file(const std::string& path) {
  if (!mesh_format(path)) return mesh_in("", path);  // which refuses it
  return mesh_in(read_text(path, most_mesh_bytes), path);
}

TriangleMesh mesh_in(const std::string& bytes, const std::string& path) {
  const std::optional<MeshFormat> format = mesh_format(path);
  if (!format)
    throw RefusedMesh(path + ": found another extension, expected a mesh with extension .stl or .obj");
  if (bytes.size() > most_mesh_bytes)
    throw RefusedMesh(path + ": found more than 512 MiB, expected a smaller file");
  try {
    return parse_mesh(bytes, *format, path);
  } catch (const InvalidInput& error) {
    throw RefusedMesh(error.what());
  }
}

}  // namespace polhode::app
