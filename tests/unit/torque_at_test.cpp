// SPDX-License-Identifier: MIT
// A torque at one time gives what its function gives, to the last bit, wherever the time goes.
#include "torque/torque_at.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula_text.hpp>

namespace polhode {
namespace torque_at_test {
namespace {

TEST(TorqueAtOneTime, IsWhatTheFunctionGives) {
  const Torque orbit = gravity_gradient_circular(0.3), ellipse = gravity_gradient_elliptic(0.3, 0.4, 1.0);
  const Torque steady = steady_torque({0.1, -0.2, 0.05}, TorqueFrame::space);
  const Torque table =
      tabulated_torque({0, 1, 4}, {{1, 0, 0}, {0, 2, 0}, {-1, 0, 1}}, TorqueFrame::space, Beyond::hold);
  const Torque damping = linear_damping(0.1 * Eigen::Matrix3d::Identity());
  const kernel::Phase<double> phases[] = {{{0.4, 1.1, -0.7}, {0.5, 0.5, -0.5, 0.5}},
                                          {{-2, 0.3, 0.1}, {0.8, 0.36, -0.48, 1e-3}}};
  for (const Inertia& body : {Inertia::from_moments(1, 1.7, 2.3), Inertia::from_moments(2.3, 1, 1.7)})
    for (const Torque& torque :
         {orbit, ellipse, steady, heavy_top({0, 0.1, 0.3}, {0, 0, -1}), vessel_restoring(2, 9.8, 0.3, 0.1),
          table, damping, orbit + steady, (orbit + ellipse) + table, orbit + damping,
          formula_torque({"sin(t)", "0", "1"})}) {
      const PreparedTorque prepared = torque.prepare(body);
      torques::TorqueAt at(prepared);
      for (const double time : {0.0, 0.7, 0.7, 3.1, 0.0}) {
        at.go_to(time);
        for (const kernel::Phase<double>& p : phases)
          EXPECT_EQ(at(p), prepared.torque(p, time)) << torque.name() << " at " << time;
      }
    }
}

TEST(TorqueAtOneTime, KnowsASingleKernel) {
  const Inertia body = Inertia::from_moments(1, 1.7, 2.3);
  const Torque orbit = gravity_gradient_circular(0.3), damping = linear_damping(Eigen::Matrix3d::Identity());
  EXPECT_NE(torques::TorqueAt(orbit.prepare(body)).only(), nullptr);
  EXPECT_EQ(torques::TorqueAt((orbit + orbit).prepare(body)).only(), nullptr);
  EXPECT_EQ(torques::TorqueAt((orbit + damping).prepare(body)).only(), nullptr);
}

}  // namespace
}  // namespace torque_at_test
}  // namespace polhode
