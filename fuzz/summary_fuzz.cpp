// SPDX-License-Identifier: MIT
// Any text as a summary NAME.json; what is accepted is written and read again, and goes to a page with a table of
// numbers of every size, as a damaged table may hold them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "exit_code.hpp"
#include "report/figures.hpp"
#include "report/page.hpp"
#include "result/result.hpp"

namespace {

using namespace polhode::app;

/// The table that the summary announces, some rows of it.
Result result_of(const Summary& summary, std::uint64_t seed) {
  using Limits = std::numeric_limits<double>;
  const std::array<double, 12> numbers{0,
                                       -0.0,
                                       1,
                                       -1,
                                       0.5,
                                       1e-300,
                                       1e10,
                                       1e308,
                                       -1e308,
                                       Limits::infinity(),
                                       Limits::quiet_NaN(),
                                       Limits::denorm_min()};
  constexpr std::size_t most_rows = 7;
  Result result;
  result.base = "fuzz";
  result.summary = summary;
  result.rows = evenly_taken(summary.rows, most_rows);
  for (const Column& column : summary.columns) {
    ResultColumn& all = result.columns.emplace_back(ResultColumn{column, {}});
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
      seed = seed * 6364136223846793005U + 1442695040888963407U;
      const bool is_tame = (seed >> 60U) < 8;
      all.values.push_back(is_tame ? static_cast<double>(seed >> 40U) / (1 << 20)
                                   : numbers[(seed >> 33U) % numbers.size()]);
    }
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  std::uint64_t seed = 1;
  for (const char c : text) seed = seed * 31 + static_cast<unsigned char>(c);
  try {
    static_cast<void>(origin_from_json(text, "fuzz.json"));
  } catch (const RefusedResult&) {
  }
  try {
    const Summary summary = summary_from_json(text, "fuzz.json");
    const std::string written = summary_json(summary);
    if (summary_json(summary_from_json(written, "again")) != written) std::abort();
    if (summary.columns.size() > 40) return 0;
    const Result result = result_of(summary, seed);
    const auto figures = report_figures(result);
    const auto solid = body_solid(result.summary, std::nullopt);
    if (report_page(result, figures, "", solid).empty()) std::abort();
  } catch (const RefusedResult&) {
  }
  return 0;
}
