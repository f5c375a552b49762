// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/kernel/factorization.hpp>
#include <polhode/kernel/magnus.hpp>
#include <polhode/kernel/moser_veselov_scaled.hpp>
#include <polhode/kernel/rattle.hpp>
#include <set>
#include <string>
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

/// All of them, so that none is lost or renamed unseen; in the order in which the program lists them.
TEST(FreeMethods, AreThese) {
  const std::vector<std::string> expected{"exact",
                                          "exact_by_frames",
                                          "celledoni_zanna",
                                          "quaternion_kosenko",
                                          "quaternion_mdot",
                                          "quaternion_zon_schofield",
                                          "matrix_mdot",
                                          "matrix_zon_schofield",
                                          "vilmart_4_1",
                                          "vilmart_3_1",
                                          "vilmart_3_1_extended",
                                          "carlson",
                                          "theta",
                                          "gauss1",
                                          "gauss2",
                                          "gauss3",
                                          "gauss4",
                                          "gauss5",
                                          "gauss6",
                                          "gauss7",
                                          "gauss8",
                                          "gauss9",
                                          "gauss10",
                                          "hermite1",
                                          "hermite2",
                                          "hermite3",
                                          "magnus2",
                                          "magnus4",
                                          "magnus6",
                                          "magnus8",
                                          "magnus2_matrix",
                                          "magnus4_matrix",
                                          "magnus6_matrix",
                                          "magnus8_matrix",
                                          "factorization2",
                                          "factorization4",
                                          "factorization6",
                                          "factorization8",
                                          "dmv",
                                          "dmv4",
                                          "dmv6",
                                          "dmv8",
                                          "dmv10",
                                          "dmv_staggered",
                                          "dmv4_scaled",
                                          "dmv6_scaled",
                                          "dmv4_interpolated",
                                          "dmv6_interpolated",
                                          "dmv_explicit",
                                          "dmv_schur",
                                          "rattle",
                                          "rattle4_scaled",
                                          "rattle6_scaled",
                                          "lie_poisson_123",
                                          "lie_poisson_132",
                                          "lie_poisson_213",
                                          "lie_poisson_231",
                                          "lie_poisson_312",
                                          "lie_poisson_321",
                                          "implicit_midpoint",
                                          "rk4"};
  std::vector<std::string> found;
  for (const FreeMethod& method : free_methods()) found.push_back(method.name);
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

TEST(FreeMethods, ReachTheKernelsTheyName) {
  const auto expect = [](const char* name, const Increment<double>& i) {
    EXPECT_EQ(distance(image(free_method(name), 0.4), {m + i.dm, Quat<double>::identity() + i.dr}), 0)
        << name;
  };
  expect("rattle4_scaled", kernel::ScaledRattle<double, 4>(body.moments())(m, 0.4));
  expect("dmv4_scaled", kernel::ScaledMoserVeselov<double, 4>(body.moments())(m, 0.4));
  expect("magnus6", kernel::Magnus<double, 6>(body.moments())(m, 0.4));
  expect("factorization6", kernel::Factorization<double, 6>(body.moments())(m, 0.4));
}

TEST(FreeMethods, DifferUnlessTheyAreNamesOfOne) {
  // The same algorithm: quaternions with the defaults of the other two parts.
  const std::set<std::string> same{"celledoni_zanna", "quaternion_kosenko", "vilmart_4_1", "carlson"};
  const Vec3<double> moments[] = {{0.8, 1.3, 1.9}, {0.345, 0.653, 1}, {0.5, 1.1, 1.2}};
  const auto& all = free_methods();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (same.contains(all[i].name) && same.contains(all[j].name)) continue;
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

TEST(FreeMethods, JoinPartsByPlus) {
  const FreeMethod joined = free_method("gauss4+matrix_mdot+vilmart_3_1");
  EXPECT_EQ(joined.properties.attitude_order, free_method("gauss4").properties.attitude_order);
  EXPECT_LE(distance(image(joined, 0.05), image(free_methods().front(), 0.05)), 1e-9);
  // Whatever the order of the parts, the same algorithm.
  EXPECT_EQ(distance(image(joined, 0.3), image(free_method("vilmart_3_1+matrix_mdot+gauss4"), 0.3)), 0);
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
  EXPECT_TRUE(suggests("celedoni_zana", "celledoni_zanna")) << refusal("celedoni_zana");
  EXPECT_TRUE(suggests("gauss_4", "gauss4")) << refusal("gauss_4");
  EXPECT_NE(refusal(""), "accepted");
  EXPECT_EQ(refusal("somethingelsealtogether").find('?'), std::string::npos) << "nothing is near";
}

TEST(FreeMethods, WrongCombinationsAreRefused) {
  for (const char* name :
       {"gauss4+gauss5", "gauss4+", "+gauss4", "exact+gauss4", "gauss4+nonsense", "+", "gauss0", "gauss11"})
    EXPECT_NE(refusal(name), "accepted") << name;
}

}  // namespace
}  // namespace method_test
