// SPDX-License-Identifier: MIT
#include "experiments/record.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <polhode/core/version.hpp>

#include "files/output.hpp"

namespace polhode::experiments {
namespace {

using nlohmann::json;

constexpr Verdict verdicts[] = {Verdict::holds, Verdict::holds_corrected, Verdict::differs,
                                Verdict::measured};

std::string words_of(Size size) { return size == Size::full ? "full" : "quick"; }

std::filesystem::path path_of(const std::filesystem::path& folder, const std::string& id) {
  return folder / (id + ".json");
}

/// A bar would end the cell.
std::string cell(std::string text) {
  for (auto at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

}  // namespace

std::string words_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::holds_corrected:
      return "holds, corrected";
    case Verdict::differs:
      return "differs";
    case Verdict::measured:
      return "measured";
  }
  return {};
}

void write_record(const std::filesystem::path& folder, const Record& r) {
  const json written{{"id", r.id},
                     {"version", version()},
                     {"size", words_of(r.size)},
                     {"claim", r.outcome.claim},
                     {"measured", r.outcome.measured},
                     {"verdict", words_of(r.outcome.verdict)},
                     {"remark", r.outcome.remark},
                     {"seconds", r.seconds},
                     {"files", r.files}};
  app::OutputFile file(path_of(folder, r.id).string());
  file.write(written.dump(2) + "\n");
  file.finish();
}

std::optional<Record> read_record(const std::filesystem::path& folder, const std::string& id, Size size) {
  std::ifstream file(path_of(folder, id));
  const json found = json::parse(file, nullptr, false);
  try {
    if (found.at("id") != id || found.at("version") != version() || found.at("size") != words_of(size))
      return std::nullopt;
    const auto verdict = std::find_if(std::begin(verdicts), std::end(verdicts),
                                      [&](Verdict v) { return words_of(v) == found.at("verdict"); });
    if (verdict == std::end(verdicts)) return std::nullopt;
    Record r{id,
             size,
             {found.at("claim"), found.at("measured"), *verdict, found.at("remark")},
             found.at("seconds"),
             found.at("files")};
    const bool is_whole = std::all_of(r.files.begin(), r.files.end(), [&](const std::string& name) {
      return std::filesystem::exists(folder / name);
    });
    return is_whole ? std::optional(r) : std::nullopt;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

std::string verdict_line(const Experiment& e, const Outcome& outcome) {
  return "| `" + e.id + "`: " + cell(e.what) + " | " + cell(outcome.claim) + " | " + cell(outcome.measured) +
         " | " + words_of(outcome.verdict) + " | " + cell(outcome.remark) + " |";
}

std::string verdict_table(const std::vector<Record>& records) {
  std::string text, paper;
  for (const Experiment& e : experiments()) {
    const auto r =
        std::find_if(records.begin(), records.end(), [&](const Record& one) { return one.id == e.id; });
    if (r == records.end()) continue;
    if (e.paper != paper) {
      paper = e.paper;
      text += (text.empty() ? "" : "\n") + ("## " + paper + "\n\n") +
              "| experiment | the paper says | measured | verdict | remark |\n|---|---|---|---|---|\n";
    }
    text += verdict_line(e, r->outcome) + "\n";
  }
  return text;
}

}  // namespace polhode::experiments
