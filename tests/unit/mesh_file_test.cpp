// SPDX-License-Identifier: MIT
// The library's own way to mesh files. What is accepted and refused of their contents is tested by
// tests/app/read_mesh_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <polhode/body/mesh_file.hpp>
#include <string>
#include <support/files.hpp>
#include <support/refusal.hpp>

namespace polhode {
namespace mesh_file_test {
namespace {

using test::contains;
using test::refusal;

TEST(MeshFile, IsReadByItsName) {
  const std::string tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const test::TemporaryFolder folder;
  const MeshProperties found =
      mass_properties(read_mesh(folder.write("a.OBJ", tetrahedron)), Matter::of_density(6));
  EXPECT_NEAR(found.body.mass, 1, 1e-15);
  EXPECT_EQ(mesh_format("a.StL"), MeshFormat::stl);
  EXPECT_EQ(mesh_format("a.obj"), MeshFormat::obj);
  EXPECT_FALSE(mesh_format("obj"));
  EXPECT_FALSE(mesh_format(""));
}

TEST(MeshFile, IsRefusedWithItsNameAndLine) {
  EXPECT_TRUE(contains(refusal([] { read_mesh("nothing/there.stl"); }),
                       "nothing/there.stl: found a file that cannot be read"));
  EXPECT_TRUE(contains(refusal([] { read_mesh("a.ply"); }), "a file name that ends in .stl or .obj"));
  const test::TemporaryFolder folder;
  const std::string wrong = folder.write("a.obj", "v 0 0 0\nv 1 zero 0\n"), empty = folder.write("a.stl", "");
  EXPECT_EQ(refusal([&] { read_mesh(wrong); }), wrong + ": line 2: found \"zero\", expected a finite number");
  EXPECT_TRUE(contains(refusal([&] { read_mesh(empty); }), "an STL file"));
}

}  // namespace
}  // namespace mesh_file_test
}  // namespace polhode
