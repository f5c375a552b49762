// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <polhode/kernel/advance.hpp>
#include <polhode/papers/moser_veselov_scaled.hpp>
#include <polhode/papers/staggered_moser_veselov.hpp>
#include <support/kernel_checks.hpp>
#include <support/taylor_motion.hpp>
#include <support/wide.hpp>

namespace staggered_moser_veselov_test {
namespace {

using namespace polhode;
using kernel::Increment;
using kernel::MoserVeselov;
using kernel::StaggeredMoserVeselov;
using test::Wide;

constexpr double eps = 0x1p-52;
const Vec3<double> water{0.345, 0.653, 1}, start{0.5, 0.2, 0.84};

/// X_k m_(k+1) is what the update (8.2) conserves; X_k m_k it does not.
TEST(StaggeredMoserVeselov, ConservesTheMomentumOneStepOn) {
  const StaggeredMoserVeselov<double> staggered(water);
  const MoserVeselov<double, 2> plain(water);
  const double h = 0.1;
  kernel::Phase<double> p{start, Quat<double>::identity()};
  const auto one_step_on = [&] { return rotate(p.q, p.m + plain(p.m, h).dm); };
  const Vec3<double> conserved = one_step_on(), spatial = rotate(p.q, p.m);
  double drift = 0, swing = 0;
  for (int n = 0; n < 100; ++n) {
    p = kernel::advance(p, staggered(p.m, h));
    drift = std::max(drift, norm(one_step_on() - conserved));
    swing = std::max(swing, norm(rotate(p.q, p.m) - spatial));
  }
  EXPECT_LE(drift, 8 * eps);
  EXPECT_GE(swing, 0.01);
}

TEST(StaggeredMoserVeselov, HasAnAttitudeOfOrderOneAndNoWayBack) {
  const Vec3<Wide> moments = convert<Wide>(water), m = convert<Wide>(start);
  const StaggeredMoserVeselov<Wide> method(moments);
  const auto error = [&](const Wide& h) {
    return test::distance(m, method(m, h), test::taylor_motion(moments, m, h));
  };
  const Wide h = Wide(1) / 256;
  const auto order = test::observed_order(error(h), error(h / 2));
  EXPECT_NEAR(order.m, 2, 0.05);
  EXPECT_NEAR(order.q, 1, 0.05);
  const StaggeredMoserVeselov<double> in_double(water);
  const Increment<double> there = in_double(start, 0.1), back = in_double(start + there.dm, -0.1);
  const Quat<double> round =
      (Quat<double>::identity() + there.dr) * (Quat<double>::identity() + back.dr) - Quat<double>::identity();
  EXPECT_GE(norm(round), 1e-4);
}

/// The plain method is symplectic (tests/unit/moser_veselov_test.cpp), these are not.
TEST(StaggeredMoserVeselov, IsNotSymplecticNorIsTheScaledOne) {
  const Vec3<Wide> moments = convert<Wide>(water), m = convert<Wide>(start);
  const Wide h = Wide(1) / 10;
  EXPECT_GE(test::symplectic_defect(StaggeredMoserVeselov<Wide>(moments), m, h), 1e-3);
  EXPECT_GE(test::symplectic_defect(kernel::ScaledMoserVeselov<Wide, 4>(moments), m, h), 1e-4);
}

}  // namespace
}  // namespace staggered_moser_veselov_test
