// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "command/command.hpp"
#include "console/messages.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* explorer_help =
    R"(The library in the browser: choose a body, give it a spin, see it at any time. The page needs no other file
and no network. Its path is printed; on a desktop it is opened.

Example:
  polhode explorer)";

/// Beside the program, in the build tree or as installed.
fs::path explorer_page() {
  std::error_code failed;
  const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
  for (const char* place : {POLHODE_BIN_TO_DATA, "../../explorer"})
    if (const fs::path page = folder / place / "explorer.html"; fs::exists(page, failed))
      return fs::weakly_canonical(page, failed);
  throw FileError("explorer.html is missing; `make explorer` builds it, `make install` then installs it");
}

ExitCode explore(bool only_prints_path) {
  const fs::path page = explorer_page();
  write_to_standard_output(printable(page.string()) + "\n");
  const bool has_desktop = std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (only_prints_path || !has_desktop) return ExitCode::ok;
  // Replaces this process, which has nothing more to do.
  execlp("xdg-open", "xdg-open", page.c_str(), static_cast<char*>(nullptr));
  return ExitCode::ok;
}

}  // namespace

Command explorer_command() {
  const auto only_prints_path = std::make_shared<bool>(false);
  return {"explorer",
          "try the motion of a body in the browser",
          {{"--path", only_prints_path.get(), "print the path of the page without opening it"}},
          explorer_help,
          [only_prints_path] { return explore(*only_prints_path); }};
}

}  // namespace polhode::app
