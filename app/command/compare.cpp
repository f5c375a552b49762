// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/methods.hpp"
#include "command/command.hpp"
#include "console/messages.hpp"
#include "console/progress_line.hpp"
#include "files/digest.hpp"
#include "files/interrupt.hpp"
#include "files/mark.hpp"
#include "files/output.hpp"
#include "picture/png.hpp"
#include "report/comparison.hpp"
#include "run/comparison.hpp"
#include "scenario/scenario.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr const char* compare_help =
    R"(Each method is run with each step and compared with the exact motion or, under torque, with a run to a tolerance of
1e-13. The error is the greater of that of the momentum, relative to its greatest length, and that of the attitude
quaternion.

Under torque, a method for free bodies computes the drifts of a splitting: that of the scenario, or the
one that the library chooses for its tolerance. Its rows are named "METHOD in SPLITTING".
classical_rk4 is the classical Runge-Kutta method applied to the equations of motion, quaternion and momentum; dop853 is that
of Dormand and Prince, of order 8, with step-size control by each tolerance. They are what one would use without Polhode.

Examples:
  polhode compare top.toml --methods strang_kick,kahan_li8,classical_rk4 --step 0.01,0.005 -o top-methods
  polhode compare top.toml --methods blanes_moan_srkn14a,dop853 --tolerance 1e-6,1e-9,1e-12)";

struct CompareLine {
  std::string scenario, methods, steps, tolerances, output;
  bool is_forced = false;
};

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t end = std::min(list.find(',', from), list.size());
    const auto part = trimmed(std::string_view(list).substr(from, end - from));
    if (!part.empty()) parts.emplace_back(part);
    from = end + 1;
  }
  return parts;
}

std::vector<ComparedMethod> methods_of(const std::string& list, const Scenario& scenario) {
  std::vector<ComparedMethod> methods;
  for (const auto& name : parts_of(list)) {
    const auto is_same = [&](const ComparedMethod& m) { return m.name == name; };
    if (std::any_of(methods.begin(), methods.end(), is_same))
      throw UsageError(fmt::format("--methods: duplicate method {}", name));
    ComparedMethod method{name};
    if (const Splitting* splitting = find_splitting(name)) {
      if (scenario.torque.is_none())
        throw UsageError(fmt::format(
            "--methods: found the splitting {}, expected methods for a free body, since no torque acts",
            name));
      method.splitting = *splitting;
    } else if (const GeneralMethod* general = find_general_method(name)) {
      method.general_method = *general;
    } else {
      const MethodChoice choice = choose_method(name, false, "--methods");
      if (!choice.method)
        throw UsageError(
            fmt::format("--methods: {} takes no steps; it is the reference of the others", name));
      method.free_method = choice.method;
    }
    methods.push_back(std::move(method));
  }
  if (methods.empty())
    throw UsageError("--methods: expected names, separated by commas; `polhode methods` lists them");
  return methods;
}

/// Positive numbers, below `most`.
std::vector<double> numbers_of(const std::string& list, const char* option, double most,
                               const char* expected) {
  std::vector<double> numbers;
  for (const auto& text : parts_of(list))
    numbers.push_back(read_option(option, text, expected, [&](double n) { return n > 0 && n < most; }));
  return numbers;
}

std::vector<double> steps_of(const std::string& list, const Scenario& scenario) {
  std::vector<double> steps = numbers_of(list, "--step", HUGE_VAL, "positive numbers, separated by commas");
  if (!steps.empty()) return steps;
  if (scenario.method.step) return {*scenario.method.step};
  steps = usual_steps(scenario);
  // More would take a day for each method, and were not asked for.
  constexpr double most = 1e10;
  const double count = std::abs(scenario.times.end - scenario.times.start) / steps.front();
  if (!(count <= most))
    throw UsageError(fmt::format(
        "--step: the default step {:.3g} would be taken {:.2g} times, expected at most 1e10 times; give "
        "a longer one, or compare over a shorter time",
        steps.front(), count));
  return steps;
}

std::vector<double> tolerances_of(const std::string& list) {
  std::vector<double> tolerances =
      numbers_of(list, "--tolerance", 1, "numbers between 0 and 1, separated by commas");
  return tolerances.empty() ? std::vector{1e-6, 1e-8, 1e-10, 1e-12} : tolerances;
}

/// Steps and tolerances, which are refused if no method would use them.
ComparedSettings settings_of(const CompareLine& line, const std::vector<ComparedMethod>& methods,
                             const Scenario& scenario) {
  ComparedSettings settings;
  if (std::any_of(methods.begin(), methods.end(), [](const auto& m) { return m.controls_steps(); }))
    settings.tolerances = tolerances_of(line.tolerances);
  else if (!line.tolerances.empty())
    throw UsageError("--tolerance: none of these methods controls its steps by a tolerance; dop853 does");
  if (std::any_of(methods.begin(), methods.end(), [](const auto& m) { return !m.controls_steps(); }))
    settings.steps = steps_of(line.steps, scenario);
  else if (!line.steps.empty())
    throw UsageError("--step: these methods control their steps by a tolerance; give --tolerance");
  return settings;
}

std::vector<std::string> head(const Comparison& comparison) {
  std::vector<std::string> names{"method",  "step",         "steps",         "evaluations",
                                 "seconds", "error_at_end", "greatest_error"};
  if (!comparison.invariant.empty()) names.emplace_back("invariant_error");
  if (comparison.has_tolerances()) names.emplace_back("tolerance");
  return names;
}

std::vector<std::string> fields(const Comparison& comparison, const ComparedRun& run, bool has_all_digits) {
  const auto text = [&](double value, const char* format) {
    return std::isnan(value) ? std::string()
           : has_all_digits  ? text_of(value)
                             : fmt::format(fmt::runtime(format), value);
  };
  std::vector<std::string> row{run.method, text(run.step, "{:.5g}")};
  const std::string tolerance = text(run.tolerance, "{:.5g}");
  if (!run.failure.empty()) {
    row.resize(head(comparison).size());
    if (comparison.has_tolerances()) row.back() = tolerance;
    return row;
  }
  row.push_back(fmt::format("{}", run.steps));
  row.push_back(fmt::format("{}", run.torque_evaluations));
  row.push_back(text(run.seconds, "{:.3g}"));
  row.push_back(text(run.last_error, "{:.2e}"));
  row.push_back(text(run.greatest_error, "{:.2e}"));
  if (!comparison.invariant.empty()) row.push_back(text(run.invariant_excursion, "{:.2e}"));
  if (comparison.has_tolerances()) row.push_back(tolerance);
  return row;
}

/// Names to the left, numbers to the right, each column as wide as it needs.
std::string table_text(const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows{head(comparison)};
  std::vector<std::string> after{""};
  for (const auto& run : comparison.runs) {
    rows.push_back(fields(comparison, run, false));
    after.push_back(run.failure.empty() ? ""
                    : std::isnan(run.tolerance)
                        ? "  " + run.failure
                        : fmt::format("  tolerance {:.5g}: {}", run.tolerance, run.failure));
  }
  std::vector<std::size_t> width(rows[0].size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line = fmt::format("{:<{}}", rows[r][0], width[0]);
    const std::size_t shown = after[r].empty() ? rows[r].size() : 2;  // a failure has no numbers
    for (std::size_t i = 1; i < shown; ++i) line += fmt::format("  {:>{}}", rows[r][i], width[i]);
    text += line + after[r] + "\n";
  }
  return text;
}

std::string csv_text(const Comparison& comparison) {
  std::string text = fmt::format("{}\n", fmt::join(head(comparison), ","));
  for (const auto& run : comparison.runs)
    text += fmt::format("{}\n", fmt::join(fields(comparison, run, true), ","));
  return text;
}

/// Where the table, the page and the picture go.
struct ComparisonPlaces {
  OutputPlace table, page;
  PicturePlaces picture;
};

std::optional<ComparisonPlaces> places_of(const CompareLine& line, const ScenarioFile& file) {
  if (line.output.empty()) return std::nullopt;
  constexpr const char* writer = "polhode compare";
  OutputClaim claim(line.is_forced);
  for (const FileDigest& read : file.files_read()) claim.reads(read.path);
  make_folder_of(line.output);
  const auto is_comparison = [](const std::string& path) {
    return first_line(path).starts_with(fmt::format("{}", fmt::join(head({}), ",")));
  };
  return ComparisonPlaces{claim.place(line.output + ".csv", writer, is_comparison),
                          claim.place(line.output + ".html", writer, carries_mark),
                          picture_places(claim, line.output, writer)};
}

ExitCode compare(const CompareLine& line) {
  const ScenarioFile file = ScenarioFile::read(line.scenario);
  const Scenario scenario = file.scenario(0);
  const auto places = places_of(line, file);
  for (const auto& warning : scenario.warnings) say("warning: " + warning);
  const auto methods = methods_of(line.methods, scenario);
  const ComparedSettings settings = settings_of(line, methods, scenario);

  Comparison comparison;
  {
    ProgressLine progress;
    comparison = compare_methods(scenario, methods, settings, [&](double part) {
      stop_if_interrupted();
      progress.at(part);
    });
  }

  std::string text = table_text(comparison);
  text += fmt::format("\nreference: {}\n", comparison.reference);
  if (!comparison.invariant.empty())
    text += fmt::format("invariant_error: of the {}\n", comparison.invariant);
  if (file.is_ensemble()) text += "of the ensemble, the first run\n";
  write_to_standard_output(text);
  if (places) {
    OutputFile table(places->table);
    table.write(csv_text(comparison));
    table.finish();
    save_picture(places->picture, figure_svg(comparison_figure(comparison)));
    OutputFile page(places->page);
    page.write(comparison_page(comparison));
    page.finish();
  }
  const bool all_went_well = std::all_of(comparison.runs.begin(), comparison.runs.end(),
                                         [](const ComparedRun& run) { return run.failure.empty(); });
  return all_went_well ? ExitCode::ok : ExitCode::some_rows_failed;
}

}  // namespace

Command compare_command() {
  const auto chosen = std::make_shared<CompareLine>();
  return {"compare",
          "one scenario by several methods: errors, what is conserved, time",
          {{"SCENARIO", &chosen->scenario, "a scenario (TOML); - is standard input", "", true},
           {"--methods", &chosen->methods, "names, separated by commas; `polhode methods` lists them",
            "A,B,...", true},
           {"--step", &chosen->steps,
            "steps, separated by commas (default: that of the scenario; or the one that the library chooses, "
            "and its half, quarter and eighth)",
            "H,..."},
           {"--tolerance", &chosen->tolerances,
            "tolerances, separated by commas, for dop853 (default: 1e-6,1e-8,1e-10,1e-12)", "TOL,..."},
           {"-o,--output", &chosen->output,
            "also write NAME.csv, the page NAME.html, and the picture NAME.svg and NAME.png", "NAME"},
           {"--force", &chosen->is_forced, "overwrite files that polhode did not write"}},
          compare_help,
          [chosen] { return compare(*chosen); }};
}

}  // namespace polhode::app
