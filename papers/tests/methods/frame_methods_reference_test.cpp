// SPDX-License-Identifier: MIT
// The papers' algorithms on the reference motions, in one step from 0 to t: which rows each holds to
// 4 eps (1 + cond), and by name those where it loses digits or refuses. papers/docs/accuracy.md shows this
// table.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <support/free_reference.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "methods/frames.hpp"

namespace frame_methods_reference_test {
namespace {

using namespace polhode;
using namespace polhode::test;

constexpr double bar = 4;

/// The errors of one method over all rows, by id.
std::map<std::string, StepError> errors_of(const std::string& name) {
  static const std::vector<FreeReference> references = free_references();
  const FreeMethod method = papers::find_frame_method(name).value();
  std::map<std::string, StepError> errors;
  for (const FreeReference& c : references) {
    const AscendingFrame frame(c.moments);
    const Vec3<double>& I = frame.moments();
    const FreeStep step = method.prepare(Inertia::from_moments(I.x, I.y, I.z));
    errors[c.id] = step_error(c, frame, std::get<kernel::Image<double>>(step(frame.sorted(c.m0), c.t)));
  }
  return errors;
}

struct Summary {
  int held = 0, refused = 0;
  double worst = 0;  // of those that are not refused
  std::string lost;  // "A068 4e+07, A069 NaN"
};

Summary summary_of(const std::map<std::string, StepError>& errors) {
  Summary s;
  for (const auto& [id, error] : errors) {
    const double worst = error.worst();
    if (worst <= bar) ++s.held;
    if (std::isinf(worst)) ++s.refused;
    if (std::isfinite(worst)) s.worst = std::max(s.worst, worst);
    if (worst > bar) {
      char text[40];
      std::snprintf(text, sizeof text, std::isinf(worst) ? "%s%s NaN" : "%s%s %.0e",
                    s.lost.empty() ? "" : ", ", id.c_str(), worst);
      s.lost += text;
    }
  }
  return s;
}

void print_row(const std::string& name, const Summary& s) {
  std::printf("| %s | %d | %.1e | %s |\n", name.c_str(), s.held, s.worst, s.lost.c_str());
}

/// A row where a method is expected to lose digits: its error in eps (1 + cond), 0 if it must refuse.
using Record = std::map<std::string, double>;

void expect_record(const std::string& name, const std::map<std::string, StepError>& errors,
                   const Record& record) {
  for (const auto& [id, error] : errors) {
    const auto found = record.find(id);
    if (found == record.end()) {
      EXPECT_LE(error.worst(), bar) << name << " " << id;
    } else if (found->second == 0) {
      EXPECT_TRUE(std::isinf(error.worst())) << name << " " << id << " was expected to be refused";
    } else {
      EXPECT_GT(error.worst(), found->second / 8) << name << " " << id << " is better than its record";
      EXPECT_LT(error.worst(), found->second * 8) << name << " " << id;
    }
  }
}

class FrameMethodsReference : public testing::TestWithParam<std::string> {};

TEST_P(FrameMethodsReference, HoldsEveryRowButThoseOnRecord) {
  const bool by_rate = GetParam().find("mdot") != std::string::npos;
  const Record textbook{{"A068", 4.4e7}, {"A073", 4.3}, {"A069", 0},  {"A075", 310}, {"A076", 0},
                        {"A078", 2.5e4}, {"A079", 0},   {"A081", 16}, {"A082", 0}};
  const Record extended{{"A068", 1.5e4}, {"A069", 0}, {"A076", 0}, {"A079", 0}, {"A082", 0}};
  const Record two_constants{{"A073", 160}, {"A078", 720}, {"A079", 0}};
  const Record two_constants_by_rate{{"A044", 65}, {"A047", 340}, {"A049", 0},   {"A050", 0},   {"A052", 0},
                                     {"A053", 0},  {"A056", 12},  {"A073", 160}, {"A078", 720}, {"A079", 0}};
  const std::vector<std::pair<std::string, Record>> expected{
      {"vilmart_4_1", by_rate ? two_constants_by_rate : two_constants},
      {"vilmart_3_1", textbook},
      {"vilmart_3_1_extended", extended}};
  for (const auto& [momentum, record] : expected) {
    const std::string name = GetParam() + "+" + momentum;
    const auto errors = errors_of(name);
    print_row(name, summary_of(errors));
    expect_record(name, errors, record);
  }
}

INSTANTIATE_TEST_SUITE_P(Frames, FrameMethodsReference,
                         testing::Values("quaternion_kosenko", "quaternion_mdot", "quaternion_zon_schofield",
                                         "matrix_mdot", "matrix_zon_schofield"));

TEST(PaperAngleReference, ThetaFunctionsLoseNearTheSeparatrix) {
  const auto errors = errors_of("theta");
  print_row("theta", summary_of(errors));
  expect_record("theta", errors,
                {{"A042", 8},
                 {"A048", 120},
                 {"A051", 60},
                 {"A054", 200},
                 {"A055", 200},
                 {"A056", 8},
                 {"A073", 160},
                 {"A078", 720},
                 {"A079", 0}});
}

TEST(PaperAngleReference, QuadraturesHoldShortStepsAndKeepTheMomentum) {
  const auto exact = errors_of("celledoni_zanna");
  const std::vector<std::pair<std::string, int>> held{
      {"gauss1", 16},   {"gauss2", 16},   {"gauss3", 18},  {"gauss4", 18}, {"gauss5", 19},
      {"gauss6", 21},   {"gauss7", 21},   {"gauss8", 21},  {"gauss9", 22}, {"gauss10", 30},
      {"hermite1", 16}, {"hermite2", 17}, {"hermite3", 17}};
  for (const auto& [rule, rows] : held) {
    const auto errors = errors_of(rule);
    const Summary s = summary_of(errors);
    std::printf("| %s | %d | %.1e |\n", rule.c_str(), s.held, s.worst);
    EXPECT_NEAR(s.held, rows, 1) << rule;
    EXPECT_EQ(s.refused, 1) << rule;
    for (const auto& [id, error] : errors) EXPECT_EQ(error.m, exact.at(id).m) << rule << " " << id;
  }
}

}  // namespace
}  // namespace frame_methods_reference_test
