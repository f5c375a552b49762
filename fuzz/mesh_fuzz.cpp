// SPDX-License-Identifier: MIT
// Any bytes as a mesh, and what is accepted as a body. The first byte chooses the format: O is OBJ, else STL.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <polhode/body/mesh.hpp>
#include <polhode/body/mesh_file.hpp>
#include <polhode/core/error.hpp>
#include <string_view>

namespace {

/// A body that was accepted is a possible one.
void check(const polhode::MeshProperties& found) {
  const polhode::MassProperties& body = found.body;
  if (!(body.mass > 0 && body.volume > 0 && body.centre.allFinite())) std::abort();
  if (!body.inertia.satisfies_triangle_inequality() || found.shells == 0) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto format = data[0] == 'O' ? polhode::MeshFormat::obj : polhode::MeshFormat::stl;
  try {
    const polhode::TriangleMesh mesh = polhode::parse_mesh(bytes, format, "mesh");
    check(polhode::mass_properties(mesh, polhode::Matter::of_density(1)));
  } catch (const polhode::InvalidInput&) {
  }
  return 0;
}
