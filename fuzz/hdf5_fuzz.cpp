// SPDX-License-Identifier: MIT
// A result as HDF5 with some bytes changed, since few of all files are one. The input is a list of changes:
// four bytes say where, one says what.
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "result/formats/hdf5.hpp"
#include "result/result.hpp"

namespace {

using namespace polhode::app;

std::string path_of_file() {
  return (std::filesystem::temp_directory_path() / ("polhode-fuzz-" + std::to_string(::getpid()) + ".h5"))
      .string();
}

std::string whole_file() {
  const std::string path = path_of_file();
  Summary summary;
  summary.version = "fuzz";
  summary.scenario_text = "[body]\n";
  summary.start.momentum = {0.1, 0.2, 0.3};
  summary.columns = {{"t", "t", "s"}, {"m", "m_1", ""}, {"m", "m_2", ""}, {"m", "m_3", ""}};
  summary.rows = 5;
  summary.files = {"fuzz.h5", "fuzz.json"};
  {
    const OutputPlace place = any_place(path);
    const auto writer = hdf5_format().writer({place, nullptr});
    writer->begin_table("trajectory", summary.columns);
    for (int i = 0; i < 5; ++i) writer->write(std::array{1.0 * i, 0.1, 0.2, 0.3});
    writer->complete(summary);
    writer->files().front()->finish();
  }
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string whole = whole_file();
  static const std::string path = path_of_file();
  std::string bytes = whole;
  for (std::size_t at = 0; at + 5 <= size; at += 5) {
    const std::uint32_t place = data[at] | std::uint32_t{data[at + 1]} << 8U |
                                std::uint32_t{data[at + 2]} << 16U | std::uint32_t{data[at + 3]} << 24U;
    bytes[place % bytes.size()] = static_cast<char>(data[at + 4]);
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  try {
    static_cast<void>(read_result(path, 100));
  } catch (const RefusedResult&) {
  } catch (const FileError&) {
  }
  return 0;
}
