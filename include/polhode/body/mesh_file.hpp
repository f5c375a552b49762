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

#include <optional>
#include <polhode/body/mesh.hpp>
#include <string>
#include <string_view>

namespace polhode {

/// The formats that are read.
enum class MeshFormat { stl, obj };

/// That of a file by the end of its name, .stl or .obj, in either case.
std::optional<MeshFormat> mesh_format(std::string_view path) noexcept;

/// Reads a file. Throws InvalidInput where it cannot be read, its name ends otherwise, it is larger than 512
/// MiB, has more than four million triangles, or is malformed, with the line or triangle, what was found and
/// what was expected. Whether the surface is closed is seen later, by mass_properties.
TriangleMesh read_mesh(const std::string& path);

/// The same from bytes at hand; the name is for messages.
TriangleMesh parse_mesh(std::string_view bytes, MeshFormat format, const std::string& name);

}  // namespace polhode
