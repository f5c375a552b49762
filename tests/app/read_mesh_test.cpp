// SPDX-License-Identifier: MIT
#include "mesh/read_mesh.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <polhode/body/mesh.hpp>
#include <polhode/body/mesh_file.hpp>
#include <string>
#include <support/files.hpp>
#include <support/refusal.hpp>
#include <vector>

#include "exit_code.hpp"

namespace read_mesh_test {
namespace {

using namespace polhode;
using namespace polhode::app;

const std::string tetrahedron_obj =
    "# a tetrahedron\n"
    "mtllib some.mtl\n"
    "o thing\n"
    "v 0 0 0\n"
    "v 1 0 0\n"
    "v 0 1 0\n"
    "v 0 0 1\n"
    "f 1 3 2\n"
    "f 1 2 4\n"
    "f 1 4 3\n"
    "f 2 3 4\n";

const std::string tetrahedron_stl =
    "solid thing\n"
    " facet normal 0 0 -1\n"
    "  outer loop\n"
    "   vertex 0 0 0\n"
    "   vertex 0 1 0\n"
    "   vertex 1 0 0\n"
    "  endloop\n"
    " endfacet\n"
    " facet normal 0 -1 0\n"
    "  outer loop\n"
    "   vertex 0 0 0\n"
    "   vertex 1 0 0\n"
    "   vertex 0 0 1\n"
    "  endloop\n"
    " endfacet\n"
    " facet normal -1 0 0\n"
    "  outer loop\n"
    "   vertex 0 0 0\n"
    "   vertex 0 0 1\n"
    "   vertex 0 1 0\n"
    "  endloop\n"
    " endfacet\n"
    " facet normal nan -nan(ind) 1\n"
    "  outer loop\n"
    "   vertex 1 0 0\n"
    "   vertex 0 1 0\n"
    "   vertex 0 0 1\n"
    "  endloop\n"
    " endfacet\n"
    "endsolid thing\n";

void append(std::string& bytes, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift & 0xFFU);
}

std::string binary_stl(const TriangleMesh& mesh, const std::string& title) {
  std::string bytes = title;
  bytes.resize(80, ' ');
  append(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& triangle : mesh.triangles) {
    for (int k = 0; k < 3; ++k) append(bytes, 0);
    for (const std::uint32_t corner : triangle)
      for (const double x : mesh.vertices[corner])
        append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
    bytes += "ab";
  }
  return bytes;
}

TriangleMesh stl(const std::string& bytes) { return parse_mesh(bytes, MeshFormat::stl, "thing.stl"); }
TriangleMesh obj(const std::string& text) { return parse_mesh(text, MeshFormat::obj, "thing.obj"); }

/// Of the mesh as a body; 1/6 for the tetrahedron.
double volume(const TriangleMesh& mesh) {
  const MeshProperties found = mass_properties(mesh, Matter::of_density(1));
  EXPECT_FALSE(found.was_inside_out);
  return found.body.volume;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// All of them.
std::string with(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

TEST(ReadMesh, Obj) {
  const TriangleMesh mesh = obj(tetrahedron_obj);
  EXPECT_EQ(mesh.vertices.size(), 4U);
  EXPECT_EQ(mesh.triangles.size(), 4U);
  EXPECT_EQ(volume(mesh), 1.0 / 6);
}

TEST(ReadMesh, ObjInItsForms) {
  const std::string forms[] = {with(tetrahedron_obj, "\n", "\r\n"),
                               tetrahedron_obj.substr(0, tetrahedron_obj.size() - 1),
                               with(tetrahedron_obj, "f 2 3 4", "f 2/1 3/2 4/3"),
                               with(tetrahedron_obj, "f 2 3 4", "f 2//7 3//7 4//7"),
                               with(tetrahedron_obj, "f 2 3 4", "  f\t2/1/7 3/2/7   4/3/7  # the large one"),
                               with(tetrahedron_obj, "f 2 3 4", "f -3 -2 -1"),
                               with(tetrahedron_obj, "f 2 3 4", "f 2 \\\n 3 \\\r\n 4"),
                               with(tetrahedron_obj, "v 1 0 0", "v +1.0e0 0. -.0 1.0"),
                               with(tetrahedron_obj, "v 1 0 0", "v 1 0 0 0.5 0.25 1"),
                               with(tetrahedron_obj, "o thing",
                                    "vn 0 0 1\nvt 0.5 nan\ng a b\ns off\nusemtl x\nl 1 2\n\n\ncurv 0 1 9")};
  for (const std::string& text : forms) EXPECT_EQ(volume(obj(text)), 1.0 / 6) << text;
}

TEST(ReadMesh, PolygonsBecomeFans) {
  // A prism over an L, which is concave at (1, 1), from 0 to 2 in z.
  const std::string text =
      "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
      "v 0 0 2\nv 2 0 2\nv 2 1 2\nv 1 1 2\nv 1 2 2\nv 0 2 2\n"
      "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\n"
      "f 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
  EXPECT_EQ(obj(text).triangles.size(), 20U);
  EXPECT_EQ(volume(obj(text)), 6);
}

TEST(ReadMesh, StlAsText) {
  EXPECT_EQ(stl(tetrahedron_stl).triangles.size(), 4U);
  EXPECT_EQ(volume(stl(tetrahedron_stl)), 1.0 / 6);
}

TEST(ReadMesh, StlAsTextInItsForms) {
  std::string upper = tetrahedron_stl;
  for (const char* word : {"solid", "facet", "normal", "outer", "loop", "vertex", "end"}) {
    std::string large = word;
    for (char& c : large) c = static_cast<char>(c - 'a' + 'A');
    upper = with(upper, word, large);
  }
  const std::string forms[] = {
      upper, "\n \n" + tetrahedron_stl, with(tetrahedron_stl, "\n", "\r\n"),
      with(tetrahedron_stl, "solid thing", "solid"),
      with(tetrahedron_stl, "vertex 1 0 0", "vertex 1.000000e+00 -0.0 0"),
      // Two solids make one body.
      replaced(tetrahedron_stl, " facet normal -1", "endsolid a\n\nsolid b\n facet normal -1"),
      tetrahedron_stl.substr(0, tetrahedron_stl.size() - 1)};
  for (const std::string& text : forms) EXPECT_EQ(volume(stl(text)), 1.0 / 6) << text;
}

TEST(ReadMesh, StlAsBinary) {
  const TriangleMesh mesh = obj(tetrahedron_obj);
  EXPECT_EQ(volume(stl(binary_stl(mesh, "made by somebody"))), 1.0 / 6);
  EXPECT_EQ(volume(stl(binary_stl(mesh, ""))), 1.0 / 6);
}

TEST(ReadMesh, StlThatSaysSolidAndIsBinary) {
  const TriangleMesh mesh = obj(tetrahedron_obj);
  EXPECT_EQ(volume(stl(binary_stl(mesh, "solid thing"))), 1.0 / 6);
  EXPECT_EQ(volume(stl(binary_stl(mesh, "solid thing\nfacet normal 0 0 1\n"))), 1.0 / 6);
}

TEST(ReadMesh, MalformedObj) {
  struct Case {
    std::string text, expected;
  };
  const std::vector<Case> cases{
      {"", "thing.obj: found no triangle, expected a closed surface of triangles"},
      {"v 0 0 0\n# nothing else", "thing.obj: found no triangle, expected a closed surface of triangles"},
      {"v 0 0\n", "thing.obj: line 1: found a vertex of 2 numbers, expected at least three coordinates"},
      {"\n\nv 0 x 0\n", "thing.obj: line 3: found \"x\", expected a finite number"},
      {"v 0 nan 0\n", "thing.obj: line 1: found \"nan\", expected a finite number"},
      {"v 0 1,5 0\n", "thing.obj: line 1: found \"1,5\", expected a finite number"},
      {"v 0 1e999 0\n", "thing.obj: line 1: found \"1e999\", expected a number that a double can hold"},
      {"f 1 2 3\n", "thing.obj: line 1: found vertex 1, expected vertices (v) before the first face"},
      {replaced(tetrahedron_obj, "f 1 2 4", "f 1 2"),
       "thing.obj: line 9: found a face of 2 corners, expected at least three"},
      {replaced(tetrahedron_obj, "f 1 2 4", "f 1 2 5"),
       "thing.obj: line 9: found vertex 5, expected 1 to 4, or -1 to -4 (vertices above this line)"},
      {replaced(tetrahedron_obj, "f 1 2 4", "f 1 2 0"),
       "thing.obj: line 9: found vertex 0, expected 1 to 4, or -1 to -4 (vertices above this line)"},
      {replaced(tetrahedron_obj, "f 1 2 4", "f 1 2 -5"),
       "thing.obj: line 9: found vertex -5, expected 1 to 4, or -1 to -4 (vertices above this line)"},
      {replaced(tetrahedron_obj, "f 1 2 4", "f 1 2 4.0"),
       "thing.obj: line 9: found \"4.0\", expected a vertex number: v, v/vt, v//vn or v/vt/vn"},
      {replaced(tetrahedron_obj, "f 1 2 4", "f 1 2 /4"),
       "thing.obj: line 9: found \"/4\", expected a vertex number: v, v/vt, v//vn or v/vt/vn"},
      {replaced(tetrahedron_obj, "f 1 2 4", "f 1 2 99999999999999999999"),
       "thing.obj: line 9: found \"99999999999999999999\", expected a vertex number: v, v/vt, v//vn or "
       "v/vt/vn"},
      {"v 0 0 \033[31m\n", "thing.obj: line 1: found \"?[31m\", expected a finite number"},
      {"v 0 0 " + std::string(1000, 'x') + "\n",
       "thing.obj: line 1: found \"" + std::string(40, 'x') + "...\", expected a finite number"},
  };
  for (const Case& c : cases) EXPECT_EQ(test::refusal([&] { obj(c.text); }), c.expected) << c.text;
}

TEST(ReadMesh, MalformedStl) {
  struct Case {
    std::string text, expected;
  };
  const std::string binary = binary_stl(obj(tetrahedron_obj), "solid thing");
  std::string infinite = binary;
  // The second coordinate of the last corner of triangle 2.
  infinite.replace(84 + 50 + 12 + 24 + 4, 4, std::string("\0\0\x80\x7F", 4));
  std::string many = binary;
  many.replace(80, 4, "\xFF\xFF\xFF\xFF");
  const std::vector<Case> cases{
      {"",
       "thing.stl: found 0 bytes, expected an STL file: text that begins with \"solid\", or binary of at "
       "least 84 "
       "bytes"},
      {"nothing of the kind",
       "thing.stl: found 19 bytes, expected an STL file: text that begins with \"solid\", or binary of at "
       "least 84 "
       "bytes"},
      {"solid", "thing.stl: line 1: found the end of the file, expected \"facet\" or \"endsolid\""},
      {"solid a\nendsolid a\n", "thing.stl: found no triangle, expected a closed surface of triangles"},
      {tetrahedron_stl + "more",
       "thing.stl: line 31: found \"more\", expected \"solid\" or the end of the file"},
      {tetrahedron_stl.substr(0, tetrahedron_stl.find("endsolid")),
       "thing.stl: line 30: found the end of the file, expected \"facet\" or \"endsolid\""},
      {tetrahedron_stl.substr(0, tetrahedron_stl.find("1 0 0")),
       "thing.stl: line 6: found the end of the file, expected a coordinate"},
      {replaced(tetrahedron_stl, "1 0 0", "1 0"),
       "thing.stl: line 7: found \"endloop\", expected a finite number"},
      {replaced(tetrahedron_stl, "1 0 0", "1 0 0 0"), "thing.stl: line 6: found \"0\", expected \"endloop\""},
      {replaced(tetrahedron_stl, "1 0 0", "1 0 inf"),
       "thing.stl: line 6: found \"inf\", expected a finite number"},
      {replaced(tetrahedron_stl, "1 0 0", "1,0 0 0"),
       "thing.stl: line 6: found \"1,0\", expected a finite number"},
      {replaced(tetrahedron_stl, "1 0 0\n", "1 0 0\nvertex 1 1 1\n"),
       "thing.stl: line 7: found \"vertex\", expected \"endloop\""},
      {replaced(tetrahedron_stl, "outer", "inner"), "thing.stl: line 3: found \"inner\", expected \"outer\""},
      {replaced(tetrahedron_stl, "normal 0 0 -1", "0 0 -1"),
       "thing.stl: line 2: found \"0\", expected \"normal\""},
      {replaced(tetrahedron_stl, "endfacet", "facet"),
       "thing.stl: line 8: found \"facet\", expected \"endfacet\""},
      {binary.substr(0, binary.size() - 1),
       "thing.stl: found 283 bytes, expected 284 bytes for its 4 triangles in binary STL, or text that "
       "begins with \"solid\""},
      {binary + "x",
       "thing.stl: found 285 bytes, expected 284 bytes for its 4 triangles in binary STL, or text that "
       "begins with \"solid\""},
      {many,
       "thing.stl: found 284 bytes, expected 214748364834 bytes for its 4294967295 triangles in binary STL, "
       "or text that begins with \"solid\""},
      {binary_stl({}, "empty"), "thing.stl: found no triangle, expected a closed surface of triangles"},
      {infinite, "thing.stl: triangle 2, corner 3: found inf, expected finite coordinates"},
  };
  for (const Case& c : cases) EXPECT_EQ(test::refusal([&] { stl(c.text); }), c.expected) << c.text;
}

TEST(ReadMesh, NumbersDoNotAskTheLocale) {
  const char* const commas = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  EXPECT_EQ(volume(obj(with(tetrahedron_obj, "v 1 0 0", "v 1.5 0 0"))), 0.25);
  if (commas != nullptr) std::setlocale(LC_NUMERIC, "C");
}

TEST(ReadMesh, FilesAreKnownByTheEndOfTheirName) {
  const test::TemporaryFolder folder;
  for (const std::string& path :
       {folder.write("a.obj", tetrahedron_obj), folder.write("b.STL", tetrahedron_stl),
        folder.write("c.Stl", binary_stl(obj(tetrahedron_obj), "solid"))})
    EXPECT_EQ(volume(read_mesh_file(path)), 1.0 / 6) << path;
  for (const std::string name : {"thing", "thing.ply", "obj", ""})
    EXPECT_EQ(test::refusal<RefusedMesh>([&] { read_mesh_file(name); }),
              name + ": found another extension, expected a mesh with extension .stl or .obj");
  EXPECT_THROW(read_mesh_file("no/such/thing.obj"), FileError);
}

TEST(ReadMesh, MessagesNameTheFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("bad.obj", "v 1 2\n");
  EXPECT_EQ(test::refusal<RefusedMesh>([&] { read_mesh_file(path); }),
            path + ": line 1: found a vertex of 2 numbers, expected at least three coordinates");
}

}  // namespace
}  // namespace read_mesh_test
