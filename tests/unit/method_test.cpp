// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace method_test {
namespace {

using namespace polhode;
using kernel::Image;
using kernel::Increment;

const Inertia body = Inertia::from_moments(0.8, 1.3, 1.9);
const Vec3<double> m{0.3, -0.7, 0.5};

Image<double> image(const FreeMethod& method, double h, const Inertia& of = body) {
  const auto result = method.prepare(of)(m, h);
  if (const auto* i = std::get_if<Increment<double>>(&result))
    return {m + i->dm, Quat<double>::identity() + i->dr};
  return std::get<Image<double>>(result);
}

double distance(const Image<double>& a, const Image<double>& b) {
  return std::max(norm(a.m - b.m), norm(a.r - b.r));
}

TEST(FreeMethods, AreNamedOnceAndBeginWithTheDefault) {
  std::set<std::string> names;
  for (const FreeMethod& method : free_methods()) {
    EXPECT_TRUE(names.insert(method.name).second) << method.name << " twice";
    EXPECT_FALSE(method.summary.empty()) << method.name;
    EXPECT_FALSE(method.reference.empty()) << method.name;
    EXPECT_GE(method.properties.momentum_order, 0) << method.name;
    EXPECT_GE(method.properties.attitude_order, 0) << method.name;
    EXPECT_TRUE(method.prepare) << method.name;
    for (const char c : method.name)
      EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) ||
                  std::isdigit(static_cast<unsigned char>(c)) || c == '_')
          << method.name;
  }
  EXPECT_EQ(free_methods().front().name, "exact");
  EXPECT_EQ(free_methods().front().properties.attitude_order, 0);
}

/// All of the library, so that none is lost or renamed unseen; in the order in which the program lists them.
TEST(FreeMethods, AreThese) {
  const std::vector<std::string> expected{"exact",
                                          "exact_by_frames",
                                          "dmv",
                                          "dmv4",
                                          "dmv6",
                                          "dmv8",
                                          "dmv10",
                                          "lie_poisson_123",
                                          "lie_poisson_132",
                                          "lie_poisson_213",
                                          "lie_poisson_231",
                                          "lie_poisson_312",
                                          "lie_poisson_321",
                                          "implicit_midpoint",
                                          "rk4"};
  std::vector<std::string> found;
  for (const FreeMethod& method : free_methods())
    if (!method.name.starts_with("method_test")) found.push_back(method.name);  // what is registered below
  EXPECT_EQ(found, expected);
}

TEST(FreeMethods, AreFoundByTheirNames) {
  for (const FreeMethod& method : free_methods()) {
    const FreeMethod found = free_method(method.name);
    EXPECT_EQ(found.name, method.name);
    EXPECT_EQ(found.properties.attitude_order, method.properties.attitude_order);
    EXPECT_EQ(distance(image(found, 0.4), image(method, 0.4)), 0) << method.name;
  }
}

TEST(FreeMethods, AgreeToTheirOrder) {
  const Image<double> exact = image(free_methods().front(), 0.05);
  for (const FreeMethod& method : free_methods()) {
    const int order = std::min(method.properties.attitude_order == 0 ? 99 : method.properties.attitude_order,
                               method.properties.momentum_order == 0 ? 99 : method.properties.momentum_order);
    EXPECT_LE(distance(image(method, 0.05), exact), std::max(1e-12, std::pow(0.05, order + 1)))
        << method.name;
  }
}

TEST(FreeMethods, Differ) {
  const Vec3<double> moments[] = {{0.8, 1.3, 1.9}, {0.345, 0.653, 1}, {0.5, 1.1, 1.2}};
  const auto& all = free_methods();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double apart = 0;
      for (const Vec3<double>& I : moments) {
        const Inertia other = Inertia::from_moments(I.x, I.y, I.z);
        for (const double h : {0.05, 0.3, 0.6})
          apart = std::max(apart, distance(image(all[i], h, other), image(all[j], h, other)));
      }
      EXPECT_GT(apart, 0) << all[i].name << " and " << all[j].name;
    }
}

TEST(FreeMethods, OfTheDefaultGiveIncrements) {
  EXPECT_TRUE(std::holds_alternative<Increment<double>>(free_method("exact").prepare(body)(m, 0.1)));
  EXPECT_TRUE(std::holds_alternative<Image<double>>(free_method("exact_by_frames").prepare(body)(m, 0.1)));
}

std::string refusal(const std::string& name) {
  try {
    static_cast<void>(free_method(name));
  } catch (const InvalidInput& e) {
    EXPECT_EQ(e.quantity(), "method");
    EXPECT_EQ(e.found(), name);
    return e.expected();
  }
  return "accepted";
}

TEST(FreeMethods, UnknownOnesAreRefusedWithTheNearest) {
  const auto suggests = [](const std::string& name, const std::string& known) {
    return refusal(name).find(" " + known + "?") != std::string::npos;
  };
  EXPECT_TRUE(suggests("exakt", "exact")) << refusal("exakt");
  EXPECT_TRUE(suggests("exact_by_frame", "exact_by_frames")) << refusal("exact_by_frame");
  EXPECT_TRUE(suggests("dvm10", "dmv10")) << refusal("dvm10");
  EXPECT_NE(refusal(""), "accepted");
  EXPECT_EQ(refusal("somethingelsealtogether").find('?'), std::string::npos) << "nothing is near";
}

// ---- Methods of others

FreeMethod exact_called(const char* name) {
  FreeMethod method = free_method("exact");
  method.name = name;
  return method;
}

TEST(RegisteredMethods, AreListedAfterTheLibrarysAndFoundByName) {
  const std::vector<FreeMethod>& before = free_methods();
  const std::size_t count = before.size();
  register_free_methods({exact_called("method_test_one"), exact_called("method_test_two")});
  ASSERT_EQ(free_methods().size(), count + 2);
  EXPECT_EQ(free_methods()[count].name, "method_test_one");
  EXPECT_EQ(free_methods()[count + 1].name, "method_test_two");
  EXPECT_EQ(free_method("method_test_two").name, "method_test_two");
  EXPECT_NE(refusal("method_test_tow").find("method_test_two?"), std::string::npos);
  // What was given out before stays as it was.
  EXPECT_EQ(before.size(), count);
  EXPECT_EQ(exact_method().name, "exact");
}

TEST(RegisteredMethods, MayMeanMoreNamesThanAreListed) {
  const std::size_t count = free_methods().size();
  register_free_methods({}, [](std::string_view name) -> std::optional<FreeMethod> {
    if (!name.starts_with("method_test+")) return std::nullopt;
    return exact_called(std::string(name).c_str());
  });
  EXPECT_EQ(free_methods().size(), count);
  EXPECT_EQ(free_method("method_test+anything").name, "method_test+anything");
  EXPECT_NE(refusal("method_test-anything"), "accepted");
}

TEST(RegisteredMethods, TakeNoNameThatIsTakenAndNeedAStep) {
  const std::size_t count = free_methods().size();
  const auto refused = [](const std::vector<FreeMethod>& methods) {
    try {
      register_free_methods(methods);
    } catch (const InvalidInput& e) {
      return e.found();
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refused({exact_called("method_test_three"), exact_called("dmv")}), "dmv");
  EXPECT_EQ(refused({exact_called("method_test_three"), exact_called("method_test_three")}),
            "method_test_three");
  EXPECT_EQ(refused({exact_called("")}), "an empty string");
  FreeMethod empty = exact_called("method_test_three");
  empty.prepare = {};
  EXPECT_EQ(refused({empty}), "method_test_three without `prepare`");
  EXPECT_EQ(free_methods().size(), count) << "all or none";
}

}  // namespace
}  // namespace method_test
