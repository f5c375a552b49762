// SPDX-License-Identifier: MIT
// A result is enough to compute it again: `polhode run` takes the scenario from it, and the meshes and tables
// that the run has read.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <support/files.hpp>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* ensemble = R"(
[body]
moments = [1, { uniform = [1.5, 2.5] }, 3]
[start]
attitude = "random"
momentum = { length = 1, direction = "random" }
[times]
end = 20
count = 7
[[event]]
quantity = "m_2"
[ensemble]
runs = 30
seed = 4
[output]
hdf5 = true
)";

constexpr const char* named_files = R"(
[body]
mesh = { file = "body.obj", density = 3 }
[start]
momentum = [0.1, 2, 0.3]
[[torque]]
kind = "tabulated_torque"
file = "torques.csv"
[times]
end = 20
count = 50
[output]
hdf5 = true
)";

constexpr const char* tetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
constexpr const char* torques = "t,x,y,z\n0,0,0,0\n10,0.01,0.02,0\n20,0,0,0.03\n";

std::vector<std::string> words(const std::string& of, const std::string& to,
                               const std::vector<std::string>& more) {
  std::vector<std::string> all{"run", of, "-o", to};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Runs a scenario in a folder that is gone then, and again from each of the two files that hold the summary.
void expect_again(const std::string& text, const std::vector<std::string>& more = {}) {
  const TemporaryFolder first;
  {
    const TemporaryFolder scenarios;
    scenarios.write("body.obj", tetrahedron);
    scenarios.write("torques.csv", torques);
    const Ending end = run(words(scenarios.write("s.toml", text), first / "r", more));
    ASSERT_EQ(end.exit_code, 0) << end.err;
  }
  for (const std::string source : {"r.json", "r.h5"}) {
    const TemporaryFolder again;
    const Ending end = run(words(first / source, again / "r", more));
    ASSERT_EQ(end.exit_code, 0) << source << ": " << end.err;
    EXPECT_EQ(again.names(), first.names()) << source;
    for (const std::string& name : first.names())
      EXPECT_TRUE(text_of_file(first / name) == text_of_file(again / name)) << source << ": " << name;
  }
}

TEST(Rerun, AResultGivesItselfAgain) {
  expect_again(ensemble, {"--trajectories"});
  expect_again(named_files);
}

TEST(Rerun, BinaryMeshesAreKept) {
  // A binary STL of the tetrahedron: 80 bytes of text, the number of triangles, 50 bytes each.
  const auto bytes_of = [](const auto& value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  std::string stl = std::string(80, '\xff') + bytes_of(std::uint32_t{4});
  for (const auto& face : {std::vector{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}) {
    stl += std::string(12, '\0');
    for (const int corner : face) stl += bytes_of(corners[corner]);
    stl += std::string(2, '\0');
  }
  const TemporaryFolder folder;
  folder.write("body.stl", stl);
  std::string text = named_files;
  text.replace(text.find("body.obj"), 8, "body.stl");
  folder.write("torques.csv", torques);
  ASSERT_EQ(run({"run", folder.write("s.toml", text), "-o", folder / "r"}).exit_code, 0);
  fs::remove(folder / "body.stl");
  const Ending end = run({"run", folder / "r.json", "-o", folder / "again"});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_TRUE(text_of_file(folder / "r.csv") == text_of_file(folder / "again.csv"));
  // The page is drawn from the mesh that the result holds.
  EXPECT_EQ(run({"report", folder / "r.json", "--no-figures"}).exit_code, 0);
}

TEST(Rerun, ALongMeshStaysWhereItIsAndHasToBeTheSame) {
  const TemporaryFolder folder;
  const std::string comment = "# " + std::string(5 << 20, 'x') + "\n";
  const std::string mesh = folder.write("body.obj", comment + tetrahedron);
  folder.write("torques.csv", torques);
  ASSERT_EQ(run({"run", folder.write("s.toml", named_files), "-o", folder / "r"}).exit_code, 0);
  EXPECT_LT(fs::file_size(folder / "r.json"), 100'000);
  EXPECT_EQ(run({"run", folder / "r.json", "-o", folder / "again"}).exit_code, 0);
  EXPECT_TRUE(text_of_file(folder / "r.csv") == text_of_file(folder / "again.csv"));
  folder.write("body.obj", std::string("# changed\n") + tetrahedron);
  const Ending changed = run({"run", folder / "r.json", "-o", folder / "third"});
  EXPECT_EQ(changed.exit_code, 3) << changed.err;
  EXPECT_TRUE(contains(changed.err, "has changed since the result was computed: found SHA-256 "))
      << changed.err;
}

TEST(Rerun, WhatIsNoResultIsRefused) {
  const TemporaryFolder folder;
  const auto told = [&](const std::string& json) {
    const Ending end = run({"run", folder.write("r.json", json), "-o", folder / "again"});
    EXPECT_EQ(end.exit_code, 4) << end.err;
    return end.err;
  };
  EXPECT_TRUE(contains(told("{"), "not valid JSON"));
  EXPECT_TRUE(contains(told("{\"program\": \"other\"}"), "is it a result of polhode run?"));
  ASSERT_EQ(run({"run", folder.write("s.toml", ensemble), "-o", folder / "good"}).exit_code, 0);
  std::string json = text_of_file(folder / "good.json");
  const std::string name = "\"name\": \"" + (folder / "s.toml") + "\",";
  ASSERT_TRUE(contains(json, name));
  json.replace(json.find(name), name.size(), name + "\"is_complete\": false,");
  EXPECT_TRUE(contains(told(json), "a result that was not made from a scenario"));
}

}  // namespace
}  // namespace polhode::test
