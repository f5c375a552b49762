// SPDX-License-Identifier: MIT
// One page of all that the benchmarks found: index.html beside the folder results/, with pictures and tables,
// and nothing to load from elsewhere.
//
//   page                     writes index.html
//   page --markdown          prints every table in Markdown, as docs/performance.md has them
//   page --pictures FOLDER   writes every picture as FOLDER/NAME.svg
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "files/output.hpp"
#include "picture/figure.hpp"
#include "picture/svg.hpp"
#include "report/html.hpp"
#include "results/results.hpp"

namespace {

using namespace polhode;
using namespace polhode::bench;
using app::escaped;

// ---- Markdown

void print_markdown(const std::vector<Results>& all) {
  for (const Results& r : all) {
    fmt::print("## {}\n`{}`, {}.\n", r.title, r.command, r.circumstances.date);
    for (const Table& table : r.tables) print(table);
    if (!r.findings.empty()) fmt::print("\n");
    for (const std::string& finding : r.findings) fmt::print("- {}\n", finding);
    fmt::print("\n");
  }
}

// ---- HTML

std::string html_of(const Table& table) {
  std::string text = fmt::format("<section class=\"card\" id=\"{}\">\n<h3>{}</h3>\n", escaped(table.name),
                                 escaped(table.title));
  if (!table.words.empty()) text += fmt::format("<p class=\"dim\">{}</p>\n", escaped(table.words));
  text += "<div class=\"scroll\"><table class=\"list\">\n<tr>";
  for (const std::string& heading : table.headings)
    text += fmt::format("<th scope=\"col\">{}</th>", escaped(heading));
  text += "</tr>\n";
  for (const Row& row : table.rows) {
    text += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(row.what));
    for (const Cell& cell : row.cells) text += fmt::format("<td>{}</td>", escaped(cell.text));
    text += "</tr>\n";
  }
  return text + "</table></div>\n";
}

/// What was run in each row, and the numbers behind its cells.
std::string details_of(const Table& table) {
  std::string rows;
  for (const Row& row : table.rows) {
    std::string cells;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const Cell& cell = row.cells[i];
      std::string facts;
      const auto add = [&](const std::string& fact) { facts += (facts.empty() ? "" : ", ") + fact; };
      if (cell.nanoseconds == cell.nanoseconds) add(time_text(cell.nanoseconds));
      if (cell.error == cell.error && cell.nanoseconds == cell.nanoseconds)
        add("error " + error_text(cell.error));
      if (!cell.how.empty()) add(cell.how);
      if (!facts.empty() && i + 1 < table.headings.size())
        cells += fmt::format("{}{}: {}", cells.empty() ? "" : "; ", table.headings[i + 1], facts);
    }
    if (row.how.empty() && cells.empty()) continue;
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}{}{}</td></tr>\n", escaped(row.what),
                        escaped(row.how), row.how.empty() || cells.empty() ? "" : "<br>", escaped(cells));
  }
  return rows.empty() ? ""
                      : fmt::format(
                            "<details><summary>What was run, and times</summary>\n<div "
                            "class=\"scroll\"><table class=\"names\">\n{}</table></div></details>\n",
                            rows);
}

std::string html_of(const Picture& picture) {
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", app::figure_svg(picture.figure),
                     escaped(picture.caption));
}

std::string fact(const std::string& value, const std::string& what) {
  return fmt::format("<div class=\"fact\"><b class=\"long\">{}</b><span>{}</span></div>\n", escaped(value),
                     escaped(what));
}

/// Each different value once.
std::string different(const std::vector<Results>& all, std::string (*value)(const Results&)) {
  std::set<std::string> seen;
  std::string text;
  for (const Results& r : all)
    if (seen.insert(value(r)).second) text += (text.empty() ? "" : "; ") + value(r);
  return text;
}

std::string facts_of(const std::vector<Results>& all) {
  std::string peers;
  std::set<std::string> seen;
  for (const Results& r : all)
    for (const auto& [name, version] : r.peers)
      if (seen.insert(name + version).second)
        peers += fmt::format("{}{} {}", peers.empty() ? "" : ", ", name, version);
  return "<div class=\"facts\">\n" +
         fact(different(all,
                        [](const Results& r) {
                          return fmt::format("{}, {} cores", r.circumstances.processor,
                                             r.circumstances.cores);
                        }),
              "machine") +
         fact(different(all, [](const Results& r) { return r.circumstances.system; }), "system") +
         fact(different(all, [](const Results& r) { return r.circumstances.compiler; }), "compiler") +
         fact(different(all, [](const Results& r) { return r.circumstances.options; }), "options") +
         (peers.empty() ? "" : fact(peers, "peers, as Debian has them")) +
         fact(different(all, [](const Results& r) { return r.circumstances.date.substr(0, 10); }),
              "measured") +
         "</div>\n";
}

std::string html_of(const Results& r) {
  std::string text = fmt::format("<h2 id=\"{}\">{}</h2>\n<p>{}</p>\n", escaped(r.program), escaped(r.title),
                                 escaped(r.words));
  text += fmt::format("<p class=\"dim\">To run it again: <code>{}</code>. Measured {}.</p>\n",
                      escaped(r.command), escaped(r.circumstances.date));
  if (!r.findings.empty()) {
    text += "<ul>\n";
    for (const std::string& finding : r.findings) text += fmt::format("<li>{}</li>\n", escaped(finding));
    text += "</ul>\n";
  }
  for (const Picture& picture : r.pictures) text += html_of(picture);
  for (const Table& table : r.tables) text += html_of(table) + details_of(table) + "</section>\n";
  return text;
}

std::string page_of(const std::vector<Results>& all) {
  std::string content =
      "<h1>What Polhode costs, beside what else there is</h1>\n<p>Times are of one machine; ratios are what "
      "can be compared. Every number is the least of "
      "several rounds in which all that is compared takes turns. A dash says that it was not reached, or not "
      "measured.</p>\n" +
      facts_of(all) + "<p class=\"links\">";
  for (const Results& r : all)
    content += fmt::format("<a href=\"#{}\">{}</a><br>\n", escaped(r.program), escaped(r.title));
  content += "</p>\n";
  for (const Results& r : all) content += html_of(r);
  // Sections below each other, with air between them.
  return app::html_page("Polhode: benchmarks",
                        "<style>main > section, main > figure { margin: 16px 0; } details { margin-top: "
                        "10px; } figure svg { max-height: none; }</style>\n" +
                            content);
}

void save(const std::filesystem::path& path, const std::string& text) {
  app::OutputFile file(app::any_place(path.string()));
  file.write(text);
  file.finish();
  fmt::print("wrote {}\n", path.lexically_normal().string());
}

int run(int argc, char** argv) {
  const std::string_view option = argc > 1 ? argv[1] : "";
  const bool pictures = option == "--pictures" && argc == 3, markdown = option == "--markdown" && argc == 2;
  if (argc > 1 && !pictures && !markdown) {
    std::fprintf(stderr, "usage: page [--markdown | --pictures FOLDER]\n");
    return 2;
  }
  const std::vector<Results> all = read_results(home() / "results");
  if (all.empty()) {
    std::fprintf(stderr, "page: nothing in %s; run the benchmarks first\n", (home() / "results").c_str());
    return 1;
  }
  if (markdown) {
    print_markdown(all);
  } else if (pictures) {
    for (const Results& r : all)
      for (const Picture& picture : r.pictures)
        save(std::filesystem::path(argv[2]) / (picture.name + ".svg"), app::figure_svg(picture.figure));
  } else {
    save(home() / "index.html", page_of(all));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "page: %s\n", error.what());
    return 1;
  }
}
