// SPDX-License-Identifier: MIT
// HDF5 files that are not what a run writes: they may ask for memory, other files or code.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <array>
#include <functional>
#include <string>
#include <support/files.hpp>
#include <support/refusal.hpp>
#include <utility>
#include <vector>

#include "exit_code.hpp"
#include "result/formats/hdf5.hpp"
#include "result/result.hpp"

namespace polhode::app {
namespace hdf5_attack_test {
namespace {

using test::TemporaryFolder;

/// Makes a file and lets change(file) add to it.
std::string made(const TemporaryFolder& folder, const std::string& name,
                 const std::function<void(hid_t)>& change) {
  const std::string path = folder / name;
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  change(file);
  H5Fclose(file);
  return path;
}

hid_t text_type(std::size_t size) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, size);
  return type;
}

void put_texts(hid_t on, const char* name, const std::vector<std::string>& texts, std::size_t size) {
  std::string all;
  for (const std::string& text : texts) all += text + std::string(size - text.size(), '\0');
  const hid_t type = text_type(size);
  const hsize_t count = texts.size();
  const hid_t space = H5Screate_simple(1, &count, nullptr);
  const hid_t attribute = H5Acreate2(on, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, all.data());
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

/// A dataset of three numbers with its attributes, in a group "trajectory".
void put_table(hid_t file, hid_t properties, hid_t type = H5T_IEEE_F64LE, const hsize_t* most = nullptr,
               bool is_written = true) {
  const hid_t group = H5Gcreate2(file, "trajectory", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  put_texts(group, "groups", {"t"}, 1);
  const hsize_t count = 3;
  const hid_t space = H5Screate_simple(1, &count, most);
  const hid_t set = H5Dcreate2(group, "t", type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  const std::array<double, 3> numbers{1, 2, 3};
  if (set >= 0) {
    if (is_written) H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
    put_texts(set, "columns", {"t"}, 1);
    put_texts(set, "unit", {"s"}, 1);
    H5Dclose(set);
  }
  H5Sclose(space);
  H5Gclose(group);
}

std::string refusal_of_table(const std::string& path) {
  return test::refusal<RefusedResult>([&] { hdf5_table(path, "trajectory", 100); });
}

TEST(Hdf5Attack, ASummaryIsOneText) {
  const TemporaryFolder folder;
  const auto summary = [&](hsize_t count) {
    return made(folder, "s.h5", [&](hid_t file) {
      const hid_t type = text_type(8);
      const hid_t space = H5Screate_simple(1, &count, nullptr);
      const hid_t set = H5Dcreate2(file, "summary", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
      const std::string bytes(8 * count, 'x');
      H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data());
      H5Dclose(set);
      H5Sclose(space);
      H5Tclose(type);
    });
  };
  EXPECT_EQ(hdf5_summary(summary(1)), "xxxxxxxx");
  for (const hsize_t count : {2u, 1000u})
    EXPECT_TRUE(
        test::contains(test::refusal<RefusedResult>([&] { hdf5_summary(summary(count)); }), "is not a text"))
        << count;
}

TEST(Hdf5Attack, NumbersStandInTheFileItself) {
  const TemporaryFolder folder;
  const std::string plain = made(folder, "plain.h5", [](hid_t file) { put_table(file, H5P_DEFAULT); });
  ASSERT_EQ(refusal_of_table(plain), "accepted");

  folder.write("secret", std::string(24, '\x3f'));
  const std::string external = made(folder, "external.h5", [&](hid_t file) {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(properties, (folder / "secret").c_str(), 0, 24);
    put_table(file, properties);
    H5Pclose(properties);
  });
  EXPECT_TRUE(test::contains(refusal_of_table(external), "is stored in another file"));

  const std::string linked = made(folder, "linked.h5", [&](hid_t file) {
    H5Lcreate_external(plain.c_str(), "/trajectory", file, "trajectory", H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_TRUE(test::contains(refusal_of_table(linked), "is a link"));

  const std::string soft = made(folder, "soft.h5", [&](hid_t file) {
    put_table(file, H5P_DEFAULT);
    H5Lmove(file, "trajectory/t", file, "elsewhere", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/elsewhere", file, "trajectory/t", H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_TRUE(test::contains(refusal_of_table(soft), "is a link"));

  const std::string whole = made(folder, "virtual.h5", [&](hid_t file) {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t count = 3;
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    H5Pset_virtual(properties, space, plain.c_str(), "/trajectory/t", space);
    put_table(file, properties);
    H5Sclose(space);
    H5Pclose(properties);
  });
  EXPECT_TRUE(test::contains(refusal_of_table(whole), "is stored in another file"));
}

TEST(Hdf5Attack, NoPieceIsLargerThanMemory) {
  const TemporaryFolder folder;
  const std::string path = made(folder, "large.h5", [](hid_t file) {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t chunk = hsize_t{1} << 28;
    H5Pset_chunk(properties, 1, &chunk);
    const hsize_t most = H5S_UNLIMITED;
    put_table(file, properties, H5T_IEEE_F64LE, &most, false);
    H5Pclose(properties);
  });
  EXPECT_TRUE(test::contains(refusal_of_table(path), "too large"));
}

TEST(Hdf5Attack, TheFileDoesNotSayHowMuchRoomAPieceGets) {
  const TemporaryFolder folder;
  const std::string path = made(folder, "long.h5", [](hid_t file) {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t chunk = 3;
    H5Pset_chunk(properties, 1, &chunk);
    put_table(file, properties);
    H5Pclose(properties);
  });
  const std::string good = test::text_of_file(path);
  // The node of the chunks: "TREE", its kind, level and number of entries, two addresses, then the length of a chunk,
  // for which HDF5 would make room.
  const std::size_t node = good.find(std::string("TREE\1\0", 6));
  ASSERT_NE(node, std::string::npos);
  ASSERT_EQ(good[node + 24], 24);
  for (const auto& [at, byte] : {std::pair{0, '\0'}, {0, '\x08'}, {0, '\x18'}, {3, '\x74'}}) {
    std::string bytes = good;
    bytes[node + 24 + static_cast<std::size_t>(at)] = byte;
    folder.write("long.h5", bytes);
    const Hdf5Table table = hdf5_table(path, "trajectory", 100);
    ASSERT_EQ(table.values.size(), 1);
    EXPECT_EQ(table.values[0], (std::vector<double>{1, 2, 3})) << at;
  }
}

TEST(Hdf5Attack, NumbersStandThereAsTheyAre) {
  const TemporaryFolder folder;
  const std::string path = made(folder, "filtered.h5", [](hid_t file) {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t chunk = 3;
    H5Pset_chunk(properties, 1, &chunk);
    H5Pset_shuffle(properties);
    put_table(file, properties);
    H5Pclose(properties);
  });
  EXPECT_TRUE(test::contains(refusal_of_table(path), "is compressed or filtered"));
}

TEST(Hdf5Attack, NoNumberIsLongerThanNumbersAre) {
  const TemporaryFolder folder;
  const std::string path = made(folder, "wide.h5", [](hid_t file) {
    const hid_t type = H5Tcopy(H5T_IEEE_F64LE);
    H5Tset_size(type, 700);
    put_table(file, H5P_DEFAULT, type, nullptr, false);
    H5Tclose(type);
  });
  EXPECT_TRUE(test::contains(refusal_of_table(path), "has no numbers"));
}

TEST(Hdf5Attack, ANameLeadsNowhereElse) {
  const TemporaryFolder folder;
  for (const std::string name : {"a/b", ".", "/x"}) {
    const std::string path = made(folder, "named.h5", [&](hid_t file) {
      const hid_t group = H5Gcreate2(file, "trajectory", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
      put_texts(group, "groups", {name}, name.size());
      H5Gclose(group);
    });
    EXPECT_TRUE(test::contains(refusal_of_table(path), "is not the name of a dataset")) << name;
  }
}

}  // namespace
}  // namespace hdf5_attack_test
}  // namespace polhode::app
