// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "command/command.hpp"
#include "demo/flip.hpp"
#include "files/mark.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

struct DemoOptions {
  std::string folder = "demo";
  bool is_forced = false;
};

ExitCode show(const DemoOptions& options) {
  make_folder(options.folder);
  const std::string path = (std::filesystem::path(options.folder) / "flip.svg").string();
  const OutputPlace place = OutputClaim(options.is_forced).place(path, "polhode demo", carries_mark);
  const Flip flip;
  write_to_standard_output("The flip of a T-handle, computed exactly\n\n" + flip_table(flip) + "\n" +
                           flip_summary(flip));
  OutputFile picture(place);
  picture.write(flip_picture(flip));
  picture.finish();
  write_to_standard_output(
      fmt::format("\nThe picture is {}: the momentum stays near one end of the stem, then moves along the "
                  "separatrix to the other.\n",
                  path));
  return ExitCode::ok;
}

}  // namespace

Command demo_command() {
  const auto options = std::make_shared<DemoOptions>();
  return {"demo",
          "the flip of a spinning T-handle: a table and a picture",
          {{"-o,--output", &options->folder,
            "the folder for flip.svg, created if it does not exist (default: demo)", "DIR"},
           {"--force", &options->is_forced, "overwrite a flip.svg that polhode did not write"}},
          "Example:\n  polhode demo --output pictures",
          [options] { return show(*options); }};
}

}  // namespace polhode::app
