// SPDX-License-Identifier: MIT
#include "results/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "files/output.hpp"

namespace polhode::bench {
namespace {

using Json = nlohmann::ordered_json;

// ---- Circumstances

/// The text after `mark` and a separator on the first line that begins with it.
std::string line_value(const char* path, const std::string& mark) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(mark)) {
      const auto begin = line.find_first_not_of(" \t:=\"", mark.size());
      const auto end = line.find_last_not_of(" \t\"");
      return begin == std::string::npos ? "" : line.substr(begin, end + 1 - begin);
    }
  return "not known";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[32] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
  return text;
}

Circumstances circumstances() {
#ifdef __clang__
  const std::string compiler = "clang++ " __clang_version__;
#else
  const std::string compiler = "g++ " __VERSION__;
#endif
  return {line_value("/proc/cpuinfo", "model name"),
          line_value("/etc/os-release", "PRETTY_NAME"),
          compiler,
          POLHODE_BENCH_OPTIONS,
          today(),
          std::thread::hardware_concurrency()};
}

// ---- To JSON: what is not finite is null.

Json of(double number) { return std::isfinite(number) ? Json(number) : Json(); }
Json of(const Cell& c);
Json of(const Row& r);
Json of(const Table& t);
Json of(const app::Point& p);
Json of(const app::Series& s);
Json of(const app::Panel& p);
Json of(const Picture& p);

template <class X>
Json list_of(const std::vector<X>& all) {
  Json list = Json::array();
  for (const X& x : all) list.push_back(of(x));
  return list;
}

Json of(const Cell& c) {
  Json json{{"text", c.text}};
  if (std::isfinite(c.nanoseconds)) json["nanoseconds"] = c.nanoseconds;
  if (std::isfinite(c.ratio)) json["ratio"] = c.ratio;
  if (std::isfinite(c.error)) json["error"] = c.error;
  if (!c.how.empty()) json["how"] = c.how;
  return json;
}

Json of(const Row& r) { return {{"what", r.what}, {"how", r.how}, {"cells", list_of(r.cells)}}; }

Json of(const Table& t) {
  return {{"name", t.name},
          {"title", t.title},
          {"words", t.words},
          {"headings", t.headings},
          {"rows", list_of(t.rows)}};
}

Json of(const app::Point& p) { return Json::array({of(p.x), of(p.y)}); }

Json of(const app::Axis& a) {
  Json json{{"label", a.label}, {"logarithmic", a.scale == app::Scale::logarithmic}};
  if (a.range) json["range"] = Json::array({a.range->low, a.range->high});
  return json;
}

Json of(const app::Series& s) {
  return {{"name", s.name},
          {"colour", s.colour},
          {"drawn", static_cast<int>(s.drawn)},
          {"dash", s.dash},
          {"values", list_of(s.values)}};
}

Json of(const app::Panel& p) {
  return {{"heading", p.heading}, {"x", of(p.x)}, {"y", of(p.y)}, {"series", list_of(p.series)}};
}

Json of(const Picture& p) {
  const app::Figure& f = p.figure;
  return {{"name", p.name},
          {"caption", p.caption},
          {"title", f.title},
          {"description", f.description},
          {"columns", f.columns},
          {"panel_width", f.panel_width},
          {"panel_height", f.panel_height},
          {"panels", list_of(f.panels)}};
}

Json of(const Results& r) {
  const Circumstances& c = r.circumstances;
  Json peers = Json::object();
  for (const auto& [name, version] : r.peers) peers[name] = version;
  return {{"program", r.program},
          {"title", r.title},
          {"words", r.words},
          {"command", r.command},
          {"place", r.place},
          {"date", c.date},
          {"machine", {{"processor", c.processor}, {"cores", c.cores}, {"system", c.system}}},
          {"compiler", {{"name", c.compiler}, {"options", c.options}}},
          {"peers", std::move(peers)},
          {"findings", r.findings},
          {"tables", list_of(r.tables)},
          {"pictures", list_of(r.pictures)}};
}

// ---- From JSON

double number_in(const Json& json) { return json.is_null() ? not_measured : json.get<double>(); }
double number_at(const Json& json, const char* key) {
  return json.contains(key) ? number_in(json.at(key)) : not_measured;
}
std::string text_at(const Json& json, const char* key) { return json.value(key, std::string()); }

Cell cell_in(const Json& j) {
  return {text_at(j, "text"), number_at(j, "nanoseconds"), number_at(j, "ratio"), number_at(j, "error"),
          text_at(j, "how")};
}

Row row_in(const Json& j) {
  Row row{text_at(j, "what"), {}, text_at(j, "how")};
  for (const Json& cell : j.at("cells")) row.cells.push_back(cell_in(cell));
  return row;
}

Table table_in(const Json& j) {
  Table table{text_at(j, "name"), text_at(j, "title"), text_at(j, "words"), j.at("headings")};
  for (const Json& row : j.at("rows")) table.rows.push_back(row_in(row));
  return table;
}

app::Axis axis_in(const Json& j) {
  app::Axis axis{text_at(j, "label"),
                 j.at("logarithmic").get<bool>() ? app::Scale::logarithmic : app::Scale::linear};
  if (j.contains("range")) axis.range = app::Range{j["range"].at(0), j["range"].at(1)};
  return axis;
}

app::Panel panel_in(const Json& j) {
  app::Panel panel{text_at(j, "heading"), axis_in(j.at("x")), axis_in(j.at("y"))};
  for (const Json& s : j.at("series")) {
    panel.series.push_back({text_at(s, "name"),
                            {},
                            s.at("colour"),
                            static_cast<app::Drawn>(s.at("drawn").get<int>()),
                            text_at(s, "dash")});
    for (const Json& p : s.at("values"))
      panel.series.back().values.push_back({number_in(p.at(0)), number_in(p.at(1))});
  }
  return panel;
}

Picture picture_in(const Json& j) {
  app::Figure figure{text_at(j, "title"), text_at(j, "description"), {},
                     j.at("columns"),     j.at("panel_width"),       j.at("panel_height")};
  for (const Json& panel : j.at("panels")) figure.panels.push_back(panel_in(panel));
  return {text_at(j, "name"), text_at(j, "caption"), figure};
}

Results results_in(const Json& j) {
  const Json &machine = j.at("machine"), &compiler = j.at("compiler");
  Results r{text_at(j, "program"), text_at(j, "title"), text_at(j, "words"), text_at(j, "command"),
            j.at("place")};
  for (const auto& [name, version] : j.at("peers").items()) r.peers.emplace_back(name, version);
  r.findings = j.at("findings");
  for (const Json& table : j.at("tables")) r.tables.push_back(table_in(table));
  for (const Json& picture : j.at("pictures")) r.pictures.push_back(picture_in(picture));
  r.circumstances = {text_at(machine, "processor"), text_at(machine, "system"), text_at(compiler, "name"),
                     text_at(compiler, "options"),  text_at(j, "date"),         machine.at("cores")};
  return r;
}

// ---- Markdown

/// A vertical bar would end the cell.
std::string in_cell(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '|' ? std::string("\\|") : std::string(1, c);
  return safe;
}

}  // namespace

std::string fixed(double number, int decimals) {
  return std::isfinite(number) ? fmt::format("{:.{}f}", number, decimals) : "-";
}

std::string general(double number) { return fmt::format("{:g}", number); }

std::string time_text(double nanoseconds) {
  if (!std::isfinite(nanoseconds)) return "-";
  constexpr const char* units[] = {"ns", "us", "ms", "s"};
  int unit = 0;
  while (nanoseconds >= 999.5 && unit < 3) nanoseconds /= 1000, ++unit;
  return fmt::format("{:.{}f} {}", nanoseconds,
                     nanoseconds < 9.995   ? 2
                     : nanoseconds < 99.95 ? 1
                                           : 0,
                     units[unit]);
}

std::string error_text(double error) {
  if (!std::isfinite(error)) return "-";
  return error == 0 ? "0" : fmt::format("{:.0e}", error);
}

std::string ratio_text(double ratio) {
  if (!std::isfinite(ratio)) return "-";
  return fixed(ratio, ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0);
}

Cell fixed_cell(double number, int decimals) { return {fixed(number, decimals)}; }
Cell ratio_cell(double ratio, double nanoseconds, int decimals) {
  return {fixed(ratio, decimals), nanoseconds, ratio};
}

void add_ratios(Table& table, const Times& unit, const std::vector<Times>& rows) {
  table.rows.push_back({unit.what + ": ns", {}});
  for (const double time : unit.nanoseconds) table.rows.back().cells.push_back({fixed(time, 1), time, 1});
  for (const Times& row : rows) {
    table.rows.push_back({row.what, {}});
    for (std::size_t i = 0; i < row.nanoseconds.size(); ++i)
      table.rows.back().cells.push_back(
          ratio_cell(row.nanoseconds[i] / unit.nanoseconds.at(i), row.nanoseconds[i]));
  }
}

std::string markdown(const Table& table) {
  std::string text = "|", rule = "\n|";
  for (const std::string& heading : table.headings) {
    text += " " + in_cell(heading) + (heading.empty() ? "|" : " |");
    rule += "---|";
  }
  text += rule + "\n";
  for (const Row& row : table.rows) {
    text += "| " + in_cell(row.what) + " |";
    for (const Cell& cell : row.cells) text += " " + in_cell(cell.text) + (cell.text.empty() ? "|" : " |");
    text += "\n";
  }
  return text;
}

void print(const Table& table) {
  fmt::print("\n### {}\n{}{}{}", table.title, table.words, table.words.empty() ? "" : "\n\n",
             markdown(table));
}

std::filesystem::path home() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

void write(Results results) {
  results.circumstances = circumstances();
  const auto folder = home() / "results";
  std::filesystem::create_directories(folder);
  const auto path = folder / (results.program + ".json");
  app::OutputFile file(app::any_place(path.string()));
  file.write(of(results).dump(1) + "\n");
  file.finish();
  fmt::print("\nwrote {}\n", path.lexically_normal().string());
}

std::vector<Results> read_results(const std::filesystem::path& folder) {
  std::vector<Results> all;
  if (!std::filesystem::is_directory(folder)) return all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    try {
      std::ifstream file(entry.path());
      all.push_back(results_in(Json::parse(file)));
    } catch (const std::exception& error) {
      throw std::runtime_error(fmt::format("{}: {}", entry.path().string(), error.what()));
    }
  }
  std::sort(all.begin(), all.end(), [](const Results& a, const Results& b) {
    return std::pair(a.place, a.program) < std::pair(b.place, b.program);
  });
  return all;
}

}  // namespace polhode::bench
