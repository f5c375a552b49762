// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Readers for triangle meshes: STL, text or binary, and Wavefront OBJ.
///
/// Convention. The order of the corners defines the outside (counter-clockwise seen from there); normals in
///             the file are ignored. An STL file is binary if its size matches its triangle count, whatever
///             its first word; otherwise it is text if it begins with "solid". From OBJ files the vertices
///             (v) and faces (f: v, v/vt, v//vn, v/vt/vn, negative indices counted from the end) are read and
///             everything else is skipped; polygons are split into triangle fans, which is exact for planar
///             polygons, including concave ones. Several solids or objects form one mesh. Reading does not
///             depend on the locale.

#include <optional>
#include <polhode/body/mesh.hpp>
#include <string>
#include <string_view>

namespace polhode {

/// Supported formats.
enum class MeshFormat { stl, obj };

/// The format of a file.
/// @param path  ends in .stl or .obj, in either case
/// @return empty for any other extension
std::optional<MeshFormat> mesh_format(std::string_view path) noexcept;

/// Reads a mesh file. Whether the surface is closed is checked later, by mass_properties.
/// @param path  ends in .stl or .obj
/// @throws InvalidInput if the file cannot be read, has another extension, is larger than 512 MiB, has more
///   than four million triangles, or is malformed; the message gives the line or triangle, what was found and
///   what was expected
TriangleMesh read_mesh(const std::string& path);

/// Reads a mesh from memory.
/// @param bytes   contents of a mesh file
/// @param format  STL or OBJ
/// @param name    used in messages
/// @throws InvalidInput as read_mesh
TriangleMesh parse_mesh(std::string_view bytes, MeshFormat format, const std::string& name);

}  // namespace polhode
