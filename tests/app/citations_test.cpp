// SPDX-License-Identifier: MIT
// What methods and splittings cite stands in the documents.
#include <gtest/gtest.h>

#include <polhode/free/method.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <support/files.hpp>
#include <vector>

namespace citations_test {
namespace {

using namespace polhode;

/// The entries of a list of sources, each in one line.
std::vector<std::string> entries(const std::string& path) {
  std::istringstream text(test::text_of_file(POLHODE_SOURCE + path));
  std::vector<std::string> all;
  for (std::string line; std::getline(text, line);)
    if (line.starts_with("- "))
      all.push_back(line);
    else if (line.starts_with("  ") && !all.empty())
      all.back() += line;
  return all;
}

/// Whether one of them, or what it says about how it is cited, has every name and the year.
bool is_listed(const std::vector<std::string>& list, const std::vector<std::string>& words) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& entry) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return entry.find(word) != std::string::npos; });
  });
}

void expect_listed(const std::string& name, const std::string& reference,
                   const std::vector<std::string>& list) {
  static const std::regex citation("((?:[A-Za-z]+ )?[A-Z][A-Za-z-]+(?:, [A-Z][A-Za-z-]+)*) ([12][0-9]{3})");
  int found = 0;
  for (std::sregex_iterator i(reference.begin(), reference.end(), citation), end; i != end; ++i, ++found) {
    std::vector<std::string> words{(*i)[2]};
    std::istringstream names((*i)[1]);
    for (std::string word; std::getline(names, word, ',');)
      words.push_back(word.substr(word.find_first_not_of(' ')));
    EXPECT_TRUE(is_listed(list, words)) << name << " cites " << i->str();
  }
  // "Polhode" is cited by what is our own; DLMF has no year.
  EXPECT_TRUE(found > 0 || reference.find("olhode") != std::string::npos ||
              reference.find("docs/") != std::string::npos)
      << name << " cites nobody: " << reference;
}

TEST(Citations, OfMethodsStandInTheReferences) {
  const auto list = entries("/docs/references.md");
  for (const FreeMethod& method : free_methods()) expect_listed(method.name, method.reference, list);
}

TEST(Citations, OfGeneralMethodsStandInTheReferences) {
  const auto list = entries("/docs/references.md");
  for (const GeneralMethod& method : general_methods()) expect_listed(method.name, method.reference, list);
}

TEST(Citations, OfSplittingsStandAmongTheirSources) {
  auto list = entries("/docs/splittings.md");
  for (const std::string& entry : entries("/docs/references.md")) list.push_back(entry);
  for (const Splitting& s : splittings()) expect_listed(s.name, s.reference, list);
}

}  // namespace
}  // namespace citations_test
