// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "command/command.hpp"
#include "console/printable.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* explorer_help =
    R"(The library in the browser: choose a body, throw it, look at any time. The page needs nothing else, and asks no
network. Where there is a desktop it is opened; its path is printed in any case.

Example:
  polhode explorer)";

/// Beside the program in the tree that built it, or where both are installed.
fs::path explorer_page() {
  std::error_code failed;
  const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
  for (const char* place : {POLHODE_BIN_TO_DATA, "../../explorer"})
    if (const fs::path page = folder / place / "explorer.html"; fs::exists(page, failed))
      return fs::weakly_canonical(page, failed);
  throw FileError(
      "explorer.html is not there; `make explorer` makes it, and `make install` installs it then");
}

struct ExplorerLine {
  bool is_only_named = false;
};

ExitCode explore(const ExplorerLine& line) {
  const fs::path page = explorer_page();
  write_to_standard_output(printable(page.string()) + "\n");
  const bool has_desktop = std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (line.is_only_named || !has_desktop) return ExitCode::ok;
  // This program has nothing more to do: the opener takes its place.
  execlp("xdg-open", "xdg-open", page.c_str(), static_cast<char*>(nullptr));
  return ExitCode::ok;
}

}  // namespace

Command explorer_command() {
  const auto chosen = std::make_shared<ExplorerLine>();
  return {"explorer",
          "throw a body in the browser",
          {{"--path", &chosen->is_only_named, "print where the page is, and do not open it"}},
          explorer_help,
          [chosen] { return explore(*chosen); }};
}

}  // namespace polhode::app
