// SPDX-License-Identifier: MIT
#include "files/folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "exit_code.hpp"

namespace polhode::app {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw FileError(fmt::format("cannot make the folder {}: {}", folder, error.message()));
}

void make_folder_of(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  if (file != "-" && !folder.empty()) make_folder(folder);
}

}  // namespace polhode::app
