// SPDX-License-Identifier: MIT
// A piece of debris tumbles; a camera on a servicing craft sees its attitude now and then, to a degree or so. An
// extended Kalman filter finds how it turns, and its moments of inertia, with the exact state and transition matrix
// between one picture and the next: one evaluation for any gap. A filter that takes one step of the linearised
// equations in its place is as good where the gaps are short, and loses the body where they are long.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <polhode/core/error.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/exponential.hpp>
#include <random>
#include <vector>

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

/// Pictures `gap` apart, with an error of `noise` radians about each axis.
struct Camera {
  double gap, noise;
  int pictures;
};

/// How far the filter is off.
struct Off {
  double degrees, momentum, moments;  ///< the last two in percent
};

/// Follows the body from a start that is known to some percent; tells after each picture.
template <class Tell>
void follow(const Camera& camera, bool exact, unsigned seed, const Tell& tell) {
  const Eigen::Vector3d true_moments(1.00, 1.62, 2.10);  // ascending: the order of the columns
  State truth{Attitude(1, 0, 0, 0), {1.0, 0.3, 0.5}};
  const FreeMotion motion(Inertia::from_moments(true_moments), truth);
  std::mt19937_64 random(seed);
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

  for (int picture = 1; picture <= camera.pictures; ++picture) {
    const State now = motion.at(picture * camera.gap);
    b = predicted(b, camera.gap, exact);
    correct(b, turned(now.attitude, noise_vector(camera.noise)), camera.noise);
    tell(picture, Off{between(b.state.attitude, now.attitude).norm() * 57.29578,
                      100 * (b.state.momentum - now.momentum).norm() / now.momentum.norm(),
                      100 * (b.moments - true_moments).norm() / true_moments.norm()});
  }
}

void show(const Camera& camera, bool exact) {
  std::printf("%s\n pictures   attitude (deg)   momentum (%%)   moments (%%)\n",
              exact ? "exact transition" : "one linearised step");
  follow(camera, exact, 4, [](int picture, const Off& off) {
    if ((picture & (picture - 1)) == 0 && picture >= 4)
      std::printf("   %4d        %8.3f       %8.3f      %8.3f\n", picture, off.degrees, off.momentum,
                  off.moments);
  });
}

/// The error of the momentum after the last picture: the median of many runs. A filter that has lost the body may
/// believe in one that cannot be.
double usual_error(const Camera& camera, bool exact) {
  std::vector<double> errors;
  for (unsigned seed = 1; seed <= 101; ++seed) {
    double last = HUGE_VAL;
    try {
      follow(camera, exact, seed, [&](int, const Off& off) { last = off.momentum; });
    } catch (const InvalidInput&) {
      last = HUGE_VAL;
    }
    errors.push_back(last < 100 ? last : HUGE_VAL);
  }
  std::nth_element(errors.begin(), errors.begin() + 50, errors.end());
  return errors[50];
}

}  // namespace

int main() {
  std::printf("A picture every 4 s, good to 0.3 degrees\n\n");
  show({4.0, 0.005, 64}, true);
  std::printf("\n");
  show({4.0, 0.005, 8}, false);

  std::printf("\nGood to 1 degree, for 32 s: error of the momentum (%%), median of 101 runs\n\n");
  std::printf(" gap (s)   exact   linearised\n");
  for (const double gap : {0.125, 0.25, 0.5, 1.0, 2.0, 4.0}) {
    const Camera camera{gap, 0.0175, static_cast<int>(32 / gap)};
    const double linearised = usual_error(camera, false);
    std::printf("  %5.3f   %5.2f      ", gap, usual_error(camera, true));
    if (linearised < HUGE_VAL)
      std::printf("%5.2f\n", linearised);
    else
      std::printf(" lost\n");
  }
}
