// SPDX-License-Identifier: MIT
// How neighbouring motions part: the Lyapunov exponent and the horizon of prediction of a run.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.hpp"

namespace polhode::test {
namespace divergence_test {
namespace {

using Json = nlohmann::json;

const std::string body = "[body]\nmoments = [1, 2, 3]\n";
const std::string asks = "[output]\ndivergence = true\n";

/// A top that stands on its tip at rest (or hangs): it falls as e^t.
std::string top(double centre) {
  return body +
         "about = \"pivot\"\n[start]\nangular_velocity = [0, 0, 0]\n[[torque]]\nkind = \"heavy_top\"\nweight "
         "= 1\n" +
         "centre_of_mass = [0, 0, " + std::to_string(centre) + "]\n";
}

TEST(DivergenceOfARun, IsTheRateOfItsFallAndEndsThePrediction) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("top.toml", top(1) + "[times]\nend = 40\n[units]\ntime = \"s\"\n" + asks);
  const Ending end = run({"run", file, "-o", folder / "out"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  const Json found = Json::parse(text_of_file(folder / "out.json"))["accuracy"]["divergence"];
  EXPECT_NEAR(found["exponent"].get<double>(), 1, 3e-3);
  EXPECT_LT(found["spread"].get<double>(), 5e-3);
  // eps / 2 e^t = 0.1, but for a constant factor: changes grow along one direction of several.
  EXPECT_NEAR(found["horizon"].get<double>(), std::log(0.2 / 2.2e-16), 1);
  EXPECT_EQ(found["until"], 40);
  EXPECT_TRUE(contains(end.out, "divergence largest Lyapunov exponent 0.999 / s")) << end.out;
  EXPECT_TRUE(contains(end.out, "round-off of the start grows to 0.1 at t = 34")) << end.out;

  const Ending page = run({"report", folder / "out.json", "-o", folder / "page.html", "--no-figures"});
  ASSERT_EQ(page.exit_code, 0) << page.err;
  EXPECT_TRUE(contains(text_of_file(folder / "page.html"), "Largest Lyapunov exponent"));
}

TEST(DivergenceOfARun, SaysWhereNothingIsToBeSeen) {
  const TemporaryFolder folder;
  const std::string file = folder.write("top.toml", top(-1) + "[times]\nend = 40\n" + asks);
  const Ending end = run({"run", file, "-o", folder / "out"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  const Json found = Json::parse(text_of_file(folder / "out.json"))["accuracy"]["divergence"];
  EXPECT_LT(found["exponent"].get<double>(), 0.1);
  EXPECT_TRUE(found["horizon"].is_null());
  EXPECT_TRUE(contains(end.out, "a regular motion may show as much over this time")) << end.out;
  EXPECT_TRUE(contains(end.out, "round-off of the start stays below 0.1")) << end.out;
  // Without the key there is none.
  const std::string plain = folder.write("plain.toml", top(-1) + "[times]\nend = 40\n");
  ASSERT_EQ(run({"run", plain, "-o", folder / "plain"}).exit_code, 0);
  EXPECT_FALSE(Json::parse(text_of_file(folder / "plain.json"))["accuracy"].contains("divergence"));
}

TEST(DivergenceOfARun, IsRefusedWhereThereIsNone) {
  const TemporaryFolder folder;
  const auto why = [&](const std::string& scenario) {
    const Ending end = run({"run", folder.write("some.toml", scenario), "-o", folder / "out"});
    EXPECT_EQ(end.exit_code, 4) << scenario;
    return end.err;
  };
  const std::string times = "[times]\nend = 4\n", spin = "[start]\nangular_velocity = [0, 0, 1]\n";
  EXPECT_TRUE(contains(why(body + spin + times + asks), "output.divergence: found true, expected a torque"));
  EXPECT_TRUE(contains(why(top(1) + times + asks + "[ensemble]\nruns = 2\nseed = 1\n"),
                       "output.divergence: found true, expected no [ensemble]"));
  // A table has a formula between its rows.
  const std::string table =
      folder.write("table.toml", body + spin + "[[torque]]\nkind = \"tabulated_torque\"\ntimes = [0, 5]\n" +
                                     "torques = [[0, 0, 0], [0, 0, 1]]\n" + times + asks);
  EXPECT_EQ(run({"run", table, "-o", folder / "table"}).exit_code, 0);
}

}  // namespace
}  // namespace divergence_test
}  // namespace polhode::test
