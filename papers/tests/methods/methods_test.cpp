// SPDX-License-Identifier: MIT
// The papers' methods by name, beside the library's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/step_derivative.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/papers/factorization.hpp>
#include <polhode/papers/magnus.hpp>
#include <polhode/papers/methods.hpp>
#include <polhode/papers/moser_veselov_scaled.hpp>
#include <polhode/papers/rattle.hpp>
#include <polhode/rotation/convention.hpp>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "methods/compiled_once.hpp"

namespace papers_methods_test {
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

/// All of them, so that none is lost or renamed unseen; in the order in which the program lists them.
TEST(PapersMethods, AreThese) {
  const std::vector<std::string> expected{"celledoni_zanna",
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
                                          "dmv_staggered",
                                          "dmv4_scaled",
                                          "dmv6_scaled",
                                          "dmv4_interpolated",
                                          "dmv6_interpolated",
                                          "dmv_explicit",
                                          "dmv_schur",
                                          "rattle",
                                          "rattle4_scaled",
                                          "rattle6_scaled"};
  std::vector<std::string> found;
  for (const FreeMethod& method : papers::methods()) found.push_back(method.name);
  EXPECT_EQ(found, expected);
}

TEST(PapersMethods, AreListedOnceAfterTheLibrarys) {
  papers::register_methods();
  papers::register_methods();
  const std::size_t own = free_methods().size() - papers::methods().size();
  EXPECT_EQ(free_methods().front().name, "exact");
  std::set<std::string> names;
  for (const FreeMethod& method : free_methods())
    EXPECT_TRUE(names.insert(method.name).second) << method.name << " twice";
  for (std::size_t i = 0; i < papers::methods().size(); ++i)
    EXPECT_EQ(free_methods()[own + i].name, papers::methods()[i].name);
}

TEST(PapersMethods, AreFoundByTheirNames) {
  for (const FreeMethod& method : papers::methods()) {
    EXPECT_FALSE(method.summary.empty()) << method.name;
    EXPECT_FALSE(method.reference.empty()) << method.name;
    const FreeMethod found = free_method(method.name);
    EXPECT_EQ(found.name, method.name);
    EXPECT_EQ(found.properties.attitude_order, method.properties.attitude_order);
    EXPECT_EQ(distance(image(found, 0.4), image(method, 0.4)), 0) << method.name;
  }
}

TEST(PapersMethods, AgreeToTheirOrder) {
  const Image<double> exact = image(exact_method(), 0.05);
  for (const FreeMethod& method : papers::methods()) {
    const int order = std::min(method.properties.attitude_order == 0 ? 99 : method.properties.attitude_order,
                               method.properties.momentum_order == 0 ? 99 : method.properties.momentum_order);
    EXPECT_LE(distance(image(method, 0.05), exact), std::max(1e-12, std::pow(0.05, order + 1)))
        << method.name;
  }
}

TEST(PapersMethods, ReachTheKernelsTheyName) {
  const auto expect = [](const char* name, const Increment<double>& i) {
    EXPECT_EQ(distance(image(free_method(name), 0.4), {m + i.dm, Quat<double>::identity() + i.dr}), 0)
        << name;
  };
  expect("rattle4_scaled", kernel::ScaledRattle<double, 4>(from_eigen(body.moments()))(m, 0.4));
  expect("dmv4_scaled", kernel::ScaledMoserVeselov<double, 4>(from_eigen(body.moments()))(m, 0.4));
  expect("magnus6", kernel::Magnus<double, 6>(from_eigen(body.moments()))(m, 0.4));
  expect("factorization6", kernel::Factorization<double, 6>(from_eigen(body.moments()))(m, 0.4));
}

TEST(PapersMethods, DifferUnlessTheyAreNamesOfOne) {
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

TEST(PapersMethods, JoinPartsByPlus) {
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
    return e.expected();
  }
  return "accepted";
}

TEST(PapersMethods, TheNearestIsNamed) {
  EXPECT_NE(refusal("celedoni_zana").find(" celledoni_zanna?"), std::string::npos)
      << refusal("celedoni_zana");
  EXPECT_NE(refusal("gauss_4").find(" gauss4?"), std::string::npos) << refusal("gauss_4");
}

TEST(PapersMethods, WrongCombinationsAreRefused) {
  for (const char* name :
       {"gauss4+gauss5", "gauss4+", "+gauss4", "exact+gauss4", "gauss4+nonsense", "+", "gauss0", "gauss11"})
    EXPECT_NE(refusal(name), "accepted") << name;
}

TEST(PapersMethods, OfFramesGiveNoIncrements) {
  const State start{Attitude(1, 0, 0, 0), {0.3, -0.7, 0.5}};
  for (const char* name : {"celledoni_zanna", "gauss4"})
    EXPECT_THROW(FreeStepper(body, start, free_method(name), Summation::compensated), InvalidInput) << name;
}

// tests/unit/step_derivative_test.cpp, which is compiled here too, has the laws of every derivative.
TEST(PapersMethods, HaveDerivativesButForTheQuadratures) {
  for (const FreeMethod& method : papers::methods()) {
    const bool is_quadrature = method.name.starts_with("gauss") || method.name.starts_with("hermite");
    EXPECT_NE(has_step_derivative(method.name), is_quadrature) << method.name;
  }
  EXPECT_THROW(FreeStepDerivative(body, "gauss3"), InvalidInput);
}

TEST(PapersMethods, DerivativeOfTwoStepsIsTheProduct) {
  const State start{Attitude(0.5, -0.5, 0.5, 0.5), {0.4, -0.3, 0.6}};
  for (const char* name : {"magnus4", "factorization6"}) {
    const FreeStepDerivative method(body, name);
    const double h = 0.3;
    const MotionDerivative first = method.after(start, h), second = method.after(first.state, h),
                           both = method.after(start, h, 2);
    FreeStepper stepper(body, start, free_method(name));
    stepper.step(h);
    EXPECT_EQ(first.state.momentum, stepper.state().momentum) << name;
    EXPECT_EQ(first.state.attitude.coeffs(), stepper.state().attitude.coeffs()) << name;
    MotionJacobian product = second.transition() * first.jacobian;
    product.rightCols<4>() += second.jacobian.rightCols<4>();
    product.col(block::time) /= 2;
    EXPECT_LE((both.jacobian - product).cwiseAbs().maxCoeff(), 100 * 0x1p-52) << name;
  }
}

}  // namespace
}  // namespace papers_methods_test
