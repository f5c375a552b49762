// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "command/command.hpp"
#include "demo/flip.hpp"
#include "files/folder.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

ExitCode show(const std::string& folder) {
  const Flip flip;
  write_to_standard_output("The flip of a T-handle, computed exactly\n\n" + flip_table(flip) + "\n" +
                           flip_summary(flip));
  make_folder(folder);
  const std::string path = (std::filesystem::path(folder) / "flip.svg").string();
  OutputFile picture(path);
  picture.write(flip_picture(flip));
  picture.finish();
  write_to_standard_output(
      fmt::format("\nThe picture is {}: the momentum rests near one end of the stem, then runs along the "
                  "separatrix to the other.\n",
                  path));
  return ExitCode::ok;
}

}  // namespace

Command demo_command() {
  const auto folder = std::make_shared<std::string>("demo");
  return {"demo",
          "the flip of a spinning T-handle: a table and a picture",
          {{"-o,--output", folder.get(), "the folder for flip.svg; it is made if need be (default: demo)",
            "DIR"}},
          "Example:\n  polhode demo --output pictures",
          [folder] { return show(*folder); }};
}

}  // namespace polhode::app
