// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "core/nearest.hpp"
#include "files/output.hpp"
#include "scenario/examples.hpp"

namespace polhode::app {
namespace {

struct NewOptions {
  std::vector<std::string> kind;
  std::string output = "-";
  bool overwrites = false;
};

std::string footer() {
  std::string text = "Kinds:\n";
  for (const ExampleScenario& example : example_scenarios())
    text += fmt::format("  {:<16}{}\n", example.kind, example.summary);
  return text +
         "\nExamples:\n  polhode new top\n  polhode new satellite -o mine.toml\n  polhode run mine.toml";
}

/// "Water molecule", "water-molecule" and "water_molecule" are the same.
std::string plain(const std::vector<std::string>& words) {
  std::string name = fmt::format("{}", fmt::join(words, "_"));
  for (char& c : name)
    c = c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

const ExampleScenario& example_of(const std::vector<std::string>& words) {
  const auto& all = example_scenarios();
  const std::string kind = plain(words);
  const auto found = std::ranges::find(all, kind, &ExampleScenario::kind);
  if (found != all.end()) return *found;
  std::vector<std::string> known;
  for (const ExampleScenario& example : all) known.push_back(example.kind);
  if (words.size() > 1 && std::ranges::find(known, plain({words.front()})) != known.end())
    throw UsageError(
        fmt::format("new: found \"{}\" after the kind {}, expected one kind; use -o to name the file",
                    words[1], words.front()));
  throw UsageError(fmt::format("new: found the kind {}, expected one of {}{}", kind, fmt::join(known, ", "),
                               suggestion(kind, known)));
}

ExitCode write_example(const NewOptions& options) {
  const ExampleScenario& example = example_of(options.kind);
  // A second call does not overwrite a scenario that was edited.
  make_folder_of(options.output);
  OutputFile file(OutputClaim(options.overwrites).place(options.output));
  file.write(example.text);
  file.finish();
  return ExitCode::ok;
}

}  // namespace

Command new_command() {
  const auto options = std::make_shared<NewOptions>();
  return {"new",
          "write a commented example of a scenario",
          {{"KIND", &options->kind, "the kind of example, see below", "", true},
           {"-o,--output", &options->output, "the file (default: standard output)", "FILE"},
           {"--force", &options->overwrites, "overwrite an existing file"}},
          footer(),
          [options] { return write_example(*options); }};
}

}  // namespace polhode::app
