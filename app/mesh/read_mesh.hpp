// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Triangle meshes from files, as the library reads them (polhode/body/mesh_file.hpp), with the program's own
/// way to files and its own refusals.

#include <cstddef>
#include <polhode/body/mesh.hpp>
#include <stdexcept>
#include <string>

namespace polhode::app {

/// A file that was read and is no mesh; what() names the file, the line or triangle, what was found and what
/// was expected.
struct RefusedMesh : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads a file. Its format follows from the end of its name, .stl or .obj, in either case. Throws FileError
/// where it cannot be read, RefusedMesh where it is neither, is larger than 512 MiB, has more than four
/// million triangles, or is malformed. Whether the surface is closed is seen later, by mass_properties.
TriangleMesh read_mesh_file(const std::string& path);

/// The same from the bytes of the file.
TriangleMesh mesh_in(const std::string& bytes, const std::string& path);

/// More bytes are refused.
constexpr std::size_t most_mesh_bytes = std::size_t{512} << 20U;

}  // namespace polhode::app
