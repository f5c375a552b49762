// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/run.hpp"
#include "files/folder.hpp"
#include "run/part.hpp"

namespace polhode::app {
namespace {

constexpr const char* merge_help =
    R"(The parts are those of one ensemble, computed by `polhode run SCENARIO --runs A:B -o PART`, here or elsewhere, by
the same version. Together they hold each run once. The results are those of `polhode run SCENARIO`, byte for byte.

Examples:
  polhode merge first.part second.part -o cloud
  polhode merge parts/*.part -o results/cloud)";

struct MergeLine {
  std::vector<std::string> parts;
  std::string base;
  bool is_forced = false;
};

ExitCode merge(const MergeLine& line) {
  if (line.parts.empty()) throw UsageError("which parts? Those that polhode run --runs has written");
  if (line.base.empty()) throw UsageError("-o: found none, expected the name of the results");
  if (line.base == "-") throw UsageError("-o: found \"-\", expected a name, since several files are written");
  if (!std::filesystem::path(line.base).has_filename())
    throw UsageError(fmt::format("-o: found \"{}\", expected a name too", line.base));
  RunOptions options;
  options.base = without_result_extension(line.base);
  options.is_forced = line.is_forced;
  make_folder_of(options.base);
  return tell_results(merge_parts(line.parts, options), options.base);
}

}  // namespace

Command merge_command() {
  const auto line = std::make_shared<MergeLine>();
  return {"merge",
          "the results of an ensemble, of parts that were computed apart",
          {{"PART", &line->parts, "the parts, in any order"},
           {"-o,--output", &line->base,
            "the name of the results, perhaps with a folder, which is made if need be", "NAME"},
           {"--force", &line->is_forced, "write over files that no run of this scenario has written"}},
          merge_help,
          [line] { return merge(*line); }};
}

}  // namespace polhode::app
