// SPDX-License-Identifier: MIT
#include "experiments/record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <polhode/core/version.hpp>

#include "exit_code.hpp"
#include "files/input.hpp"
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

/// A record is some kilobytes, and not deep.
json read_json(const std::string& path) {
  constexpr std::size_t most_bytes = 1 << 20;
  constexpr int most_levels = 8;
  try {
    const std::string text = app::read_text(path, most_bytes);
    if (text.size() > most_bytes) return json(json::value_t::discarded);
    return json::parse(
        text,
        [](int depth, json::parse_event_t, json&) {
          if (depth > most_levels) throw app::RefusedResult("too deep");
          return true;
        },
        false);
  } catch (const app::FileError&) {
  } catch (const app::RefusedResult&) {
  }
  return json(json::value_t::discarded);
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

void write_record(const std::filesystem::path& folder, const Record& r, Progress progress, bool is_forced) {
  const json written{{"id", r.id},
                     {"version", version()},
                     {"size", words_of(r.size)},
                     {"claim", r.outcome.claim},
                     {"measured", r.outcome.measured},
                     {"verdict", progress == Progress::finished ? words_of(r.outcome.verdict) : "unfinished"},
                     {"remark", r.outcome.remark},
                     {"seconds", r.seconds},
                     {"files", r.files}};
  const auto is_record = [&](const std::string& path) {
    const json found = read_json(path);
    return found.is_object() && found.contains("id") && found["id"] == r.id && found.contains("verdict");
  };
  app::OutputClaim claim(is_forced);
  app::OutputFile file(claim.place(path_of(folder, r.id).string(), "polhode reproduce", is_record));
  file.write(written.dump(2) + "\n");
  file.finish();
}

std::vector<std::string> files_of_record(const std::filesystem::path& folder, const std::string& id) {
  try {
    const json found = read_json(path_of(folder, id).string());
    if (found.at("id") == id) return found.at("files");
  } catch (const json::exception&) {
  }
  return {};
}

std::optional<Record> read_record(const std::filesystem::path& folder, const std::string& id, Size size) {
  const json found = read_json(path_of(folder, id).string());
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
