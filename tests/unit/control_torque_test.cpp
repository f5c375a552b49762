// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <polhode/torque/control_torque.hpp>
#include <stdexcept>
#include <support/attitude_torques.hpp>
#include <support/refusal.hpp>

namespace {

using namespace polhode;
using torques::ControlTorque;
using torques::TorqueFrame;

static_assert(torques::TorqueKernel<ControlTorque<double>, double>);

Vec3<double> burn(double t) { return {std::sin(t), 2 * t, -1}; }

TEST(ControlTorque, IsInTheBodyOrInSpace) {
  const ControlTorque<double> body(burn, TorqueFrame::body), space(burn, TorqueFrame::space);
  for (const auto& [p, t] : test::random_instants<double>(50, 1)) {
    EXPECT_EQ(body(p, t), burn(t));
    EXPECT_LE(test::relative_difference(space(p, t), test::seen_by_matrix(p.q, burn(t))), 4 * 0x1p-52);
  }
  test::expect_length_and_sign_of_q_not_to_count<double>(space);
}

TEST(ControlTorque, CopiesShareTheFunction) {
  int copies = 0;
  struct Counter {
    int* count;
    explicit Counter(int* c) : count(c) {}
    Counter(const Counter& other) : count(other.count) { ++*count; }
    Counter& operator=(const Counter&) = default;
    Vec3<double> operator()(double) const { return {}; }
  };
  const ControlTorque<double> first(Counter(&copies), TorqueFrame::body);
  const int before = copies;
  const ControlTorque<double> second = first;
  EXPECT_EQ(second({{}, Quat<double>::identity()}, 0), Vec3<double>{});
  EXPECT_EQ(copies, before);
}

TEST(ControlTorque, AnswersAThrowByNoNumber) {
  const ControlTorque<double> kernel([](double) -> Vec3<double> { throw std::runtime_error("no fuel"); },
                                     TorqueFrame::space);
  const Vec3<double> torque = kernel({{}, Quat<double>::identity()}, 0);
  EXPECT_TRUE(std::isnan(torque.x) && std::isnan(torque.y) && std::isnan(torque.z));
}

TEST(ControlTorque, RefusesNoFunction) {
  EXPECT_EQ(test::refusal([] { ControlTorque<double>(nullptr, TorqueFrame::body); }),
            "control torque: found no function, expected a function of time");
}

}  // namespace
