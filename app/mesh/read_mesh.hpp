// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Reads triangle meshes from files by the library's parser (polhode/body/mesh_file.hpp), with the program's
/// errors.

#include <cstddef>
#include <polhode/body/mesh.hpp>
#include <stdexcept>
#include <string>

namespace polhode::app {

/// A file that is not a valid mesh; what() names the file, the line or triangle, what was found and what was
/// expected.
struct RefusedMesh : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads a file, whose format follows from its extension, .stl or .obj, in upper or lower case. Throws
/// FileError if it cannot be read, RefusedMesh if it has another extension, is larger than 512 MiB, has more
/// than four million triangles, or is malformed. mass_properties checks later that the surface is closed.
TriangleMesh read_mesh_file(const std::string& path);

/// The same from the bytes of the file.
TriangleMesh mesh_in(const std::string& bytes, const std::string& path);

/// More bytes are refused.
constexpr std::size_t most_mesh_bytes = std::size_t{512} << 20U;

}  // namespace polhode::app
