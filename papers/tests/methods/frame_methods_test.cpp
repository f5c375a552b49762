// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>

#include "frames/frame_step.hpp"
#include "methods/families.hpp"
#include "methods/frames.hpp"

namespace frame_methods_test {
namespace {

using namespace polhode;

const Vec3<double> I{0.345, 0.653, 1.0}, m{0.5, 0.2, 0.8};
const Inertia body = Inertia::from_moments(I.x, I.y, I.z);

kernel::Image<double> image_of(const std::string& name, double h = 0.3) {
  return std::get<kernel::Image<double>>(papers::find_frame_method(name).value().prepare(body)(m, h));
}

int order(const std::string& name) {
  return papers::find_frame_method(name).value().properties.attitude_order;
}

void expect_same(const kernel::Image<double>& a, const kernel::Image<double>& b) {
  EXPECT_EQ(a.m, b.m);
  EXPECT_EQ(a.r, b.r);
}

TEST(FrameMethods, EachIsListedOnceWithWhatAReaderNeeds) {
  std::set<std::string> names;
  for (const FreeMethod& method : papers::frame_methods()) {
    EXPECT_TRUE(names.insert(method.name).second) << method.name;
    EXPECT_FALSE(method.summary.empty());
    EXPECT_FALSE(method.reference.empty());
    EXPECT_EQ(method.name.find('+'), std::string::npos);
    const kernel::Image<double> image = image_of(method.name, 0.01);
    EXPECT_NEAR(image.r.w, image_of("celledoni_zanna", 0.01).r.w, 1e-8) << method.name;
    ASSERT_TRUE(papers::find_frame_method(method.name).has_value());
    EXPECT_EQ(order(method.name), method.properties.attitude_order);
  }
  EXPECT_EQ(names.size(), 24u);
}

TEST(FrameMethods, PartsComeInAnyOrderAndDefaultsFillTheRest) {
  expect_same(image_of("gauss4"), image_of("quaternion_kosenko+vilmart_4_1+gauss4"));
  expect_same(image_of("matrix_mdot+vilmart_3_1"), image_of("vilmart_3_1+carlson+matrix_mdot"));
  expect_same(image_of("celledoni_zanna"), image_of("carlson"));
}

TEST(FrameMethods, NamesReachTheAlgorithmsTheyName) {
  using namespace polhode::papers;
  expect_same(image_of("celledoni_zanna"), FrameStep<SmallestTurnQuaternion, TwoConstantMomentum>(I)(m, 0.3));
  expect_same(image_of("quaternion_mdot+vilmart_3_1"),
              FrameStep<RateQuaternion, TextbookMomentum<double>>(I)(m, 0.3));
  expect_same(image_of("quaternion_zon_schofield+vilmart_3_1_extended"),
              FrameStep<PolarQuaternion, TextbookMomentum<long double>>(I)(m, 0.3));
  expect_same(image_of("matrix_mdot+gauss3"),
              FrameStep<RateMatrix, TwoConstantMomentum>(I, AngleQuadrature::gauss(3))(m, 0.3));
  expect_same(image_of("matrix_zon_schofield+hermite2"),
              FrameStep<PolarMatrix, TwoConstantMomentum>(I, AngleQuadrature::hermite(2))(m, 0.3));
}

TEST(FrameMethods, OrderIsThatOfTheQuadrature) {
  EXPECT_EQ(order("matrix_mdot"), 0);
  EXPECT_EQ(order("theta"), 0);
  EXPECT_EQ(order("gauss7+matrix_mdot"), 14);
  EXPECT_EQ(order("hermite3"), 8);
}

TEST(FrameMethods, UnknownOrDoubledPartsAreRefused) {
  for (const char* name :
       {"", "+", "gauss0", "gauss11", "gauss4+", "gauss4+gauss5", "matrix_mdot+quaternion_mdot", "Carlson"})
    EXPECT_FALSE(papers::find_frame_method(name).has_value()) << name;
}

}  // namespace
}  // namespace frame_methods_test
