// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Triangle meshes from files: STL, as text or binary, and Wavefront OBJ.
///
/// Convention. The corners' order says what is outside (counter-clockwise seen from there); normals in the
///             file are not used. An STL file is binary if its size is what its count of triangles asks for,
///             whatever its first word; else it is text if it begins with "solid". Of OBJ the vertices (v)
///             and faces (f: v, v/vt, v//vn, v/vt/vn, negative indices from the end) are read and the rest is
///             skipped; polygons become fans of triangles, which is exact for plane ones, concave too.
///             Several solids or objects make one mesh. No locale is asked.

#include <polhode/body/mesh.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace polhode::app {

/// A file that was read and is no mesh; what() names the file, the line or triangle, what was found and what
/// was expected.
struct RefusedMesh : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class MeshFormat { stl, obj };

/// Reads a file. Its format follows from the end of its name, .stl or .obj, in either case. Throws FileError
/// where it cannot be read, RefusedMesh where it is neither, is larger than 512 MiB, has more than four
/// million triangles, or is malformed. Whether the surface is closed is seen later, by mass_properties.
TriangleMesh read_mesh(const std::string& path);

/// The same from bytes at hand; the name is for messages.
TriangleMesh parse_mesh(std::string_view bytes, MeshFormat format, const std::string& name);

}  // namespace polhode::app
