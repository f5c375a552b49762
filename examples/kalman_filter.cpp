// SPDX-License-Identifier: MIT
// A piece of debris tumbles; a camera on a servicing craft sees its attitude now and then, to a degree or so. An
// extended Kalman filter finds how it turns, and its moments of inertia, with the exact state and transition matrix
// between one picture and the next: one evaluation for any gap. A filter that takes one step of the linearised
// equations in its place loses the body.
#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/exponential.hpp>
#include <random>

using namespace polhode;

namespace {

using Matrix9 = Eigen::Matrix<double, 9, 9>;

Attitude turned(const Attitude& q, const Eigen::Vector3d& theta) {
  return q * to_eigen(exp_quat(from_eigen(theta)));
}

/// The rotation vector from a to b, in the body.
Eigen::Vector3d between(const Attitude& a, const Attitude& b) {
  const Eigen::AngleAxisd turn((a.conjugate() * b).normalized());
  return turn.angle() * turn.axis();
}

/// What is thought of the body: attitude, momentum, moments; P is the covariance of their changes.
struct Belief {
  State state;
  Eigen::Vector3d moments;
  Matrix9 P;
};

Belief predicted(const Belief& b, double gap, bool exact) {
  const Inertia body = Inertia::from_moments(b.moments);
  const MotionDerivative d = FreeMotionDerivative(body, b.state).at(gap);
  Matrix9 F = Matrix9::Identity();
  if (exact) {
    F.topRows<6>() = d.jacobian.leftCols<9>();  // by attitude, momentum and moments
  } else {
    // The textbook: 1 + gap A, with A from the equations at the start of the gap.
    const double small = 1e-3 * gap;
    const MotionJacobian near = FreeMotionDerivative(body, b.state).at(small).jacobian;
    F.topRows<6>() += gap / small * (near.leftCols<9>() - F.topRows<6>());
  }
  return {d.state, b.moments, F * b.P * F.transpose()};
}

void correct(Belief& b, const Attitude& seen, double noise) {
  const Eigen::Matrix3d S = b.P.topLeftCorner<3, 3>() + noise * noise * Eigen::Matrix3d::Identity();
  const Eigen::Matrix<double, 9, 3> gain = b.P.leftCols<3>() * S.inverse();
  const Eigen::Matrix<double, 9, 1> change = gain * between(b.state.attitude, seen);
  b.state.attitude = turned(b.state.attitude, change.head<3>());
  b.state.momentum += change.segment<3>(3);
  b.moments += change.tail<3>();
  b.P = ((Matrix9::Identity() - gain * Eigen::Matrix<double, 3, 9>(Eigen::Matrix<double, 3, 9>::Identity())) *
         b.P)
            .eval();
  b.P = ((b.P + b.P.transpose()) / 2).eval();
}

void follow(bool exact, int pictures) {
  const Eigen::Vector3d true_moments(1.00, 1.62, 2.10);  // ascending: the order of the columns
  State truth{Attitude(1, 0, 0, 0), {1.0, 0.3, 0.5}};
  const FreeMotion motion(Inertia::from_moments(true_moments), truth);
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  const auto noise_vector = [&](double size) {
    // Braces draw the numbers in order with every compiler; parentheses need not.
    return Eigen::Vector3d{size * normal(random), size * normal(random), size * normal(random)};
  };

  Belief b{truth, true_moments, Matrix9::Zero()};
  b.state.attitude = turned(truth.attitude, noise_vector(0.02));
  b.state.momentum += noise_vector(0.03);
  b.moments +=
      Eigen::Vector3d(0.0, 0.03, -0.03);  // the first sets the scale, which a free motion does not show
  b.P.diagonal() << Eigen::Vector3d::Constant(4e-4), Eigen::Vector3d::Constant(9e-4), 1e-12, 1e-3, 1e-3;

  const double gap = 4.0, noise = 0.005;
  std::printf("%s\n pictures   attitude (deg)   momentum (%%)   moments (%%)\n",
              exact ? "exact transition" : "one linearised step");
  for (int picture = 1; picture <= pictures; ++picture) {
    const State now = motion.at(picture * gap);
    b = predicted(b, gap, exact);
    correct(b, turned(now.attitude, noise_vector(noise)), noise);
    if ((picture & (picture - 1)) == 0 && picture >= 4)
      std::printf("   %4d        %8.3f       %8.3f      %8.3f\n", picture,
                  between(b.state.attitude, now.attitude).norm() * 57.29578,
                  100 * (b.state.momentum - now.momentum).norm() / now.momentum.norm(),
                  100 * (b.moments - true_moments).norm() / true_moments.norm());
  }
}

}  // namespace

int main() {
  follow(true, 64);
  std::printf("\n");
  follow(false, 8);
}
