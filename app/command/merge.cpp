// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/run.hpp"
#include "files/output.hpp"
#include "run/part.hpp"

namespace polhode::app {
namespace {

constexpr const char* merge_help =
    R"(The parts belong to one ensemble and were computed by `polhode run SCENARIO --runs A:B -o PART`, on any machine, by
the same version. Together they must hold each run once. The results are those of `polhode run SCENARIO`, byte for byte.

Examples:
  polhode merge first.part second.part -o cloud
  polhode merge parts/*.part -o results/cloud)";

struct MergeLine {
  std::vector<std::string> parts;
  std::string base;
  bool is_forced = false;
};

ExitCode merge(const MergeLine& line) {
  if (line.parts.empty())
    throw UsageError("missing PART arguments: the files NAME.part that polhode run --runs has written");
  if (line.base.empty()) throw UsageError("missing -o NAME, the name of the results");
  if (line.base == "-") throw UsageError("-o: found \"-\", expected a name, since several files are written");
  if (!std::filesystem::path(line.base).has_filename())
    throw UsageError(fmt::format("-o: found the folder \"{}\", expected a name in it", line.base));
  RunOptions options;
  options.base = without_result_extension(line.base);
  options.is_forced = line.is_forced;
  make_folder_of(options.base);
  return print_results(merge_parts(line.parts, options), options.base);
}

}  // namespace

Command merge_command() {
  const auto line = std::make_shared<MergeLine>();
  return {
      "merge",
      "merge the parts of an ensemble into one result",
      {{"PART", &line->parts, "the parts, in any order"},
       {"-o,--output", &line->base,
        "the name of the results, with or without a folder, which is created if it does not exist", "NAME"},
       {"--force", &line->is_forced, "overwrite files that no run of this scenario has written"}},
      merge_help,
      [line] { return merge(*line); }};
}

}  // namespace polhode::app
