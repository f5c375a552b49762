// SPDX-License-Identifier: MIT
// The catalogue of torques: the same torque by each of its names, in a row and in a scenario; its page.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <polhode/core/error.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <support/files.hpp>
#include <support/refusal.hpp>
#include <vector>

#include "catalogue/methods.hpp"
#include "catalogue/torques.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {
namespace catalogue_test {
namespace {

TEST(TorqueCatalogue, NamesAreUnique) {
  std::set<std::string> names;
  for (const CatalogueTorque& torque : torques())
    EXPECT_TRUE(names.insert(torque.name).second) << torque.name;
}

TEST(TorqueCatalogue, EveryKindOfRowIsMadeOfParametersOfATorque) {
  for (const RowKind& kind : row_kinds()) {
    const CatalogueTorque* torque = find_torque(kind.torque);
    ASSERT_NE(torque, nullptr) << kind.name;
    EXPECT_EQ(torque->name, kind.torque);
    EXPECT_TRUE(kind.damping != RowDamping::none || find_torque(kind.name) == torque) << kind.name;
    for (const std::string& parameter : kind.parameters)
      EXPECT_TRUE(std::ranges::any_of(torque->parameters,
                                      [&](const TorqueParameter& p) { return p.name == parameter; }))
          << kind.name << " " << parameter;
  }
}

/// The torque on a body that is not symmetric, at a state that is not special.
Vec3<double> torque_on_body(const Torque& torque) {
  const PreparedTorque prepared = torque.prepare(Inertia::from_moments(1, 2, 2.5));
  return prepared.torque({{0.3, -0.4, 0.5}, {0.5, 0.1, 0.7, 0.5}}, 0.25);
}

void expect_equal(const Torque& a, const Torque& b, const std::string& what) {
  const Vec3<double> first = torque_on_body(a), second = torque_on_body(b);
  EXPECT_TRUE(first.x == second.x && first.y == second.y && first.z == second.z) << what;
  EXPECT_TRUE(first.x != 0 || first.y != 0 || first.z != 0) << what;
}

Torque in_row(std::vector<std::string> texts) {
  texts.resize(torque_columns().size());
  return torque_of(texts).value().torque;
}

Torque in_scenario(const std::string& torque) {
  return ScenarioFile::parse(
             "[body]\nmoments = [1, 2, 2.5]\n[start]\nmomentum = [1, 0, 0]\n[times]\nend = 1\n" + torque,
             "here")
      .scenario()
      .torque;
}

TEST(TorqueCatalogue, RowsAndScenariosMakeTheSameTorque) {
  const struct {
    std::string name;
    std::vector<std::string> numbers;
    std::string keys;
  } cases[] = {
      {"heavy_top",
       {"0", "1", "2", "0.1", "0.2", "0.3"},
       "weight = [0, 1, 2]\ncentre_of_mass = [0.1, 0.2, 0.3]\n"},
      {"gravity_gradient_fixed", {"1.5", "1", "1", "0"}, "mean_motion = 1.5\ndirection = [1, 1, 0]\n"},
      {"gravity_gradient_circular", {"1.5"}, "mean_motion = 1.5\n"},
      {"gravity_gradient_elliptic",
       {"1.5", "0.2", "0.1"},
       "mean_motion = 1.5\neccentricity = 0.2\npericentre_time = 0.1\n"},
      {"linear_damping", {"0.1", "0.2", "0.3"}, "coefficients = [0.1, 0.2, 0.3]\n"},
      {"gyrostat", {"0.1", "0.2", "0.3"}, "momentum = [0.1, 0.2, 0.3]\n"},
  };
  for (const auto& [name, numbers, keys] : cases) {
    std::vector<std::string> row{name};
    row.insert(row.end(), numbers.begin(), numbers.end());
    expect_equal(in_row(row), in_scenario("[[torque]]\nkind = \"" + name + "\"\n" + keys), name);
  }
}

TEST(TorqueCatalogue, CombinationsOfARowAreSumsInAScenario) {
  const std::string damping = "[[torque]]\nkind = \"linear_damping\"\ncoefficients = ";
  expect_equal(
      in_row({"damped_heavy_top", "0", "1", "2", "0.1", "0.2", "0.3", "0.5"}),
      in_scenario("[[torque]]\nkind = \"heavy_top\"\nweight = [0, 1, 2]\ncentre_of_mass = [0.1, 0.2, "
                  "0.3]\n" +
                  damping + "[0.5, 0.5, 0.5]\n"),
      "damped_heavy_top");
  expect_equal(
      in_row({"vessel_restoring", "3", "9.81", "2", "0.5", "0.1", "0.2", "0.3"}),
      in_scenario(
          "[[torque]]\nkind = \"vessel_restoring\"\nmass = 3\ngravity = 9.81\nlongitudinal_height = 2\n"
          "transverse_height = 0.5\n" +
          damping + "[0.1, 0.2, 0.3]\n"),
      "vessel_restoring");
}

TEST(TorqueCatalogue, DampingOfZeroIsLeftOutOfACombination) {
  const Inertia body = Inertia::from_moments(1, 2, 2.5);
  EXPECT_FALSE(in_row({"damped_heavy_top", "0", "1", "2", "0.1", "0.2", "0.3", "0"})
                   .prepare(body)
                   .depends_on_momentum);
  EXPECT_TRUE(in_row({"damped_heavy_top", "0", "1", "2", "0.1", "0.2", "0.3", "0.1"})
                  .prepare(body)
                  .depends_on_momentum);
}

std::string list_of(const std::vector<std::string>& names) {
  return fmt::format("`{}`", fmt::join(names, "`, `"));
}

std::string default_text(const TorqueParameter& parameter) {
  if (!parameter.otherwise.empty()) return parameter.otherwise;
  return parameter.need == Need::always ? "needed" : "";
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += cell.empty() ? " |" : " " + cell + " |";
  return line + "\n";
}

/// What docs/torques.md must say of a torque, above its example.
std::string text_of(const CatalogueTorque& torque) {
  std::string text = fmt::format("## `kind = \"{}\"`\n\n{}\n", torque.name, torque.summary);
  for (const RowKind& kind : row_kinds()) {
    if (kind.torque != torque.name) continue;
    const auto columns = kind.columns();
    const std::string last = columns.size() == 1 ? "" : fmt::format(" to p{}", columns.size());
    text += fmt::format("In a table: `{}`{}, p1{}: {}.\n", kind.name,
                        kind.damping == RowDamping::none ? "" : " is this and `linear_damping`", last,
                        fmt::join(columns, ", "));
  }
  text += "\n| key | type | quantity | default | what it is |\n|---|---|---|---|---|\n";
  text += "| `kind` | text | | needed | |\n";
  for (const TorqueParameter& p : torque.parameters) {
    std::vector<std::string> words;
    for (const auto& word : p.words) words.push_back("\"" + word + "\"");
    text += line_of({"`" + p.name + "`", words.empty() ? type_text(p.type) : list_of(words), p.unit,
                     default_text(p), p.meaning});
  }
  return text;
}

/// The cells of the rows of the first table after a heading, without back quotes.
std::vector<std::vector<std::string>> table_after(const std::string& page, const std::string& heading) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(page.substr(page.find(heading)));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] != '|') {
      if (!rows.empty()) break;
      continue;
    }
    std::vector<std::string> cells;
    std::istringstream rest(line.substr(1));
    for (std::string cell; std::getline(rest, cell, '|');) {
      std::erase(cell, '`');
      const std::size_t first = cell.find_first_not_of(' ');
      cells.push_back(
          first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
    }
    rows.push_back(cells);
  }
  rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream all(list);
  for (std::string name; std::getline(all, name, ',');) {
    std::erase(name, ' ');
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

// python/tests/test_torques.py compares the same table with the Python package.
TEST(TorqueCatalogue, NamesAgreeWithThoseOfTheLibrary) {
  const std::string source = POLHODE_SOURCE;
  const std::string headers = test::text_of_file(source + "/include/polhode/torque/built_in.hpp") +
                              test::text_of_file(source + "/include/polhode/torque/formula_text.hpp");
  std::set<std::string> in_table;
  for (const auto& cells : table_after(test::text_of_file(source + "/docs/torques.md"), "## Names")) {
    ASSERT_GE(cells.size(), 3u);
    const CatalogueTorque* torque = find_torque(cells[0]);
    ASSERT_NE(torque, nullptr) << cells[0];
    in_table.insert(cells[0]);
    EXPECT_TRUE(test::contains(headers, "\nTorque " + cells[0] + "(")) << cells[0];
    std::vector<std::string> everywhere = names_in(cells[1]), here = names_in(cells[2]);
    for (const std::string& name : everywhere)
      EXPECT_TRUE(std::regex_search(headers, std::regex("\\b" + name + "\\b"))) << cells[0] << " " << name;
    here.insert(here.end(), everywhere.begin(), everywhere.end());
    std::set<std::string> parameters;
    for (const TorqueParameter& p : torque->parameters) parameters.insert(p.name);
    EXPECT_EQ(std::set(here.begin(), here.end()), parameters) << cells[0];
  }
  for (const CatalogueTorque& torque : torques()) EXPECT_TRUE(in_table.contains(torque.name)) << torque.name;
}

TEST(TorqueCatalogue, PageSaysWhatTheCatalogueSays) {
  const std::string page = test::text_of_file(std::string(POLHODE_SOURCE) + "/docs/torques.md");
  for (const CatalogueTorque& torque : torques())
    EXPECT_TRUE(test::contains(page, text_of(torque))) << "docs/torques.md should have:\n" << text_of(torque);
}

TEST(MethodCatalogue, FindsMethodsByNameAndSuggestsTheNearest) {
  EXPECT_TRUE(find_free_method("dmv6"));
  EXPECT_TRUE(find_free_method("vilmart_3_1+gauss4+quaternion_mdot"));
  EXPECT_FALSE(find_free_method("motion"));
  EXPECT_EQ(find_splitting("kahan_li8")->name, "kahan_li8");
  EXPECT_EQ(find_splitting("dmv6"), nullptr);
  EXPECT_EQ(nearest_free_method("dvm6"), "; did you mean dmv6?");
  EXPECT_EQ(nearest_splitting("kahan_lo8"), "; did you mean kahan_li8?");
}

}  // namespace
}  // namespace catalogue_test
}  // namespace polhode::app
