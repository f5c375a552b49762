// SPDX-License-Identifier: MIT
// Compiled for the papers' methods too: papers/tests/CMakeLists.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/step_derivative.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <variant>
#include <vector>

namespace polhode {
namespace step_derivative_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

struct Case {
  Eigen::Vector3d moments, momentum;
  double h;
};

// General, long, short, nearly and exactly symmetric, flat, close to an axis.
const std::vector<Case> cases{
    {{0.7, 0.9, 1.2}, {0.3, -0.5, 0.4}, 0.4},   {{0.9, 1, 1.1}, {0.5, 0.6, -0.4}, 0.9},
    {{0.6, 0.8, 1}, {0.4, 0.3, 0.5}, 1e-4},     {{0.8, 0.8, 1.1}, {0.3, 0.2, 0.6}, 0.3},
    {{0.7, 1.1, 1.1}, {0.5, -0.2, 0.3}, 0.3},   {{1, 1, 1}, {0.2, 0.3, 0.4}, 0.5},
    {{0.5, 0.7, 1.2}, {0.1, 0.4, -0.3}, -0.35}, {{0.5, 0.9, 1.3}, {1e-6, 0.6, 1e-7}, 0.5},
    {{2e-3, 1, 1.001}, {4e-4, 0.3, -0.2}, 0.5}};

Inertia body_of(const Case& c) { return Inertia::from_moments(c.moments); }
State start_of(const Case& c) { return {Attitude(0.1, 0.7, -0.5, 0.5).normalized(), c.momentum}; }

/// Whether the method can take this step at all.
bool can_step(const FreeMethod& method, const Case& c) {
  try {
    FreeStepper(body_of(c), start_of(c), method).step(c.h);
    return true;
  } catch (const StepFailure&) {
    return false;
  }
}

/// The papers' exact algorithms have the derivative of the exact step, which their own digits do not always follow.
bool is_of_papers(const FreeMethod& method) {
  const MethodProperties& p = method.properties;
  return p.momentum_order == 0 && p.attitude_order == 0 && !method.name.starts_with("exact");
}

/// All inputs relative to themselves, momenta to |m|.
MotionJacobian relative(MotionJacobian j, const Case& c) {
  const double length = c.momentum.norm();
  j.middleCols<3>(block::momentum) *= length;
  for (Eigen::Index k = 0; k < 3; ++k) j.col(block::moments + k) *= c.moments(k);
  j.col(block::time) *= c.h;
  j.bottomRows<3>() /= length;
  return j;
}

using Wide = long double;
struct End {
  Vec3<Wide> m;
  Quat<Wide> r;
};

/// The method's own kernel in extended precision.
End extended(const FreeMethod& method, const Vec3<Wide>& moments, const Vec3<Wide>& m, Wide h) {
  const auto result = method.prepare_extended(moments)(m, h);
  if (const auto* i = std::get_if<kernel::Increment<Wide>>(&result))
    return {m + i->dm, {1 + i->dr.w, i->dr.x, i->dr.y, i->dr.z}};
  const auto& image = std::get<kernel::Image<Wide>>(result);
  return {image.m, image.r};
}

/// Differences of order 8, of inputs changed relative to themselves (momenta to |m|).
MotionJacobian by_differences(const FreeMethod& method, const Case& c) {
  constexpr std::array<Wide, 4> weights{4.0L / 5, -1.0L / 5, 4.0L / 105, -1.0L / 280};
  constexpr Wide change = 1.0L / 512;
  const auto wide = [](const Eigen::Vector3d& v) { return convert<Wide>(from_eigen(v)); };
  const Vec3<Wide> moments = wide(c.moments), m = wide(c.momentum);
  const Wide length = std::sqrt(dot(m, m)), h = Wide(c.h);
  const End here = extended(method, moments, m, h);
  MotionJacobian result = MotionJacobian::Zero();
  for (Eigen::Index column = block::momentum; column <= block::time; ++column) {
    Vec3<Wide> turn{}, dm{};
    for (int k = -4; k <= 4; ++k) {
      if (k == 0) continue;
      const Wide by = change * static_cast<Wide>(k),
                 weight = (k < 0 ? -1 : 1) * weights[static_cast<std::size_t>(std::abs(k) - 1)] / change;
      Vec3<Wide> i = moments, n = m;
      const auto part = [](Vec3<Wide>& v, Eigen::Index at) -> Wide& {
        return at == 0 ? v.x : at == 1 ? v.y : v.z;
      };
      if (column < block::moments)
        part(n, column - block::momentum) += by * length;
      else if (column < block::time)
        part(i, column - block::moments) *= 1 + by;
      const End there = extended(method, i, n, column == block::time ? h * (1 + by) : h);
      turn = turn + 2 * weight * (here.r.conjugate() * (there.r - here.r)).vec();
      dm = dm + weight * (there.m - here.m);
    }
    const auto number = [](Wide x) { return static_cast<double>(x); };
    result.col(column) << number(turn.x), number(turn.y), number(turn.z), number(dm.x / length),
        number(dm.y / length), number(dm.z / length);
  }
  return result;
}

bool has_equal_moments(const Case& c) { return c.moments(0) == c.moments(1) || c.moments(1) == c.moments(2); }

bool is_thin(const Case& c) { return c.moments(0) < 0.1; }

TEST(StepDerivative, DifferencesOfTheKernelInExtendedPrecisionAgree) {
  for (const FreeMethod& method : free_methods()) {
    if (!has_step_derivative(method.name) || !method.prepare_extended || is_of_papers(method)) continue;
    int compared = 0;
    for (const Case& c : cases) {
      // The exact momentum asks for ascending moments, which differences would not leave ascending; of a thin body they
      // would be too coarse.
      if (!can_step(method, c) || has_equal_moments(c) || is_thin(c)) continue;
      const MotionJacobian expected = by_differences(method, c);
      if (!expected.allFinite()) continue;  // of a step that ends within the differences
      const MotionJacobian found =
          relative(FreeStepDerivative(body_of(c), method.name).after(start_of(c), c.h).jacobian, c);
      for (const Eigen::Index row : {block::attitude, block::momentum})
        for (const Eigen::Index first : {block::momentum, block::moments, block::time}) {
          const Eigen::Index width = first == block::time ? 1 : 3;
          const double size = std::max(1.0, expected.block(row, first, 3, width).cwiseAbs().maxCoeff());
          EXPECT_LE((found - expected).block(row, first, 3, width).cwiseAbs().maxCoeff(), 50 * eps * size)
              << method.name << ", moments " << c.moments.transpose() << ", h " << c.h << ", rows " << row
              << ", columns " << first;
        }
      ++compared;
    }
    EXPECT_GE(compared, 3) << method.name;
  }
}

Eigen::Matrix3d hat(const Eigen::Vector3d& v) { return to_eigen(hat(from_eigen(v))); }

TEST(StepDerivative, KeepsWhatTheMethodKeeps) {
  for (const FreeMethod& method : free_methods()) {
    if (!has_step_derivative(method.name) || is_of_papers(method)) continue;
    const MethodProperties& keeps = method.properties;
    for (const Case& c : cases) {
      if (!can_step(method, c)) continue;
      const std::string where = method.name + ", moments " + std::to_string(c.moments(0)) + " " +
                                std::to_string(c.moments(1)) + ", h " + std::to_string(c.h);
      const MotionDerivative d = FreeStepDerivative(body_of(c), method.name).after(start_of(c), c.h);
      const MotionJacobian j = relative(d.jacobian, c);
      ASSERT_TRUE(j.allFinite()) << where;
      const double size = std::max(1.0, j.cwiseAbs().maxCoeff()), bar = 200 * eps * size,
                   length = c.momentum.norm();
      const Eigen::Vector3d m0 = c.momentum / length, m1 = d.state.momentum / length;
      const Eigen::Matrix<double, 3, 10> theta = j.topRows<3>(), mu = j.bottomRows<3>();

      // Scaling the momentum is scaling the step, and so is scaling the moments, the other way.
      StateChange own = StateChange::Zero();
      own.tail<3>() = m1;
      const StateChange by_step = j.col(block::time);
      EXPECT_LE((j.middleCols<3>(block::momentum) * m0 - by_step - own).cwiseAbs().maxCoeff(), bar) << where;
      EXPECT_LE((j.middleCols<3>(block::moments).rowwise().sum() + by_step).cwiseAbs().maxCoeff(), bar)
          << where;
      if (keeps.keeps_norm) {
        Eigen::Matrix<double, 1, 10> kept = m1.transpose() * mu;
        kept.segment<3>(block::momentum) -= m0.transpose();
        EXPECT_LE(kept.cwiseAbs().maxCoeff(), bar) << where;
      }
      if (keeps.keeps_energy) {
        const Eigen::Vector3d w0 = m0.cwiseQuotient(c.moments), w1 = m1.cwiseQuotient(c.moments);
        Eigen::Matrix<double, 1, 10> kept = w1.transpose() * mu;
        kept.segment<3>(block::momentum) -= w0.transpose();
        kept.segment<3>(block::moments) -= 0.5 * (w1.cwiseProduct(m1) - w0.cwiseProduct(m0)).transpose();
        EXPECT_LE(kept.cwiseAbs().maxCoeff(), bar / c.moments(0)) << where;
      }
      const Eigen::Matrix3d r =
          rotation_matrix(d.start.attitude).transpose() * rotation_matrix(d.state.attitude);
      if (keeps.keeps_spatial_momentum) {
        Eigen::Matrix<double, 3, 10> kept = r * (mu - hat(m1) * theta);
        kept.leftCols<3>() += hat(m0);
        kept.middleCols<3>(block::momentum) -= Eigen::Matrix3d::Identity();
        EXPECT_LE(kept.cwiseAbs().maxCoeff(), bar) << where;
      }
      const auto structure = [](const Eigen::Vector3d& v) {
        TransitionMatrix b = TransitionMatrix::Zero();
        b.topRightCorner<3, 3>().setIdentity();
        b.bottomLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
        b.bottomRightCorner<3, 3>() = hat(v);
        return b;
      };
      const TransitionMatrix f = j.leftCols<6>();
      const double form = (f * structure(m0) * f.transpose() - structure(m1)).cwiseAbs().maxCoeff();
      if (keeps.is_symplectic) {
        EXPECT_LE(form, bar * size) << where;
        EXPECT_LE(std::abs(f.determinant() - 1), bar * size) << where;
      }
    }
  }
}

TEST(StepDerivative, MapsThatAreNotSymplecticAreSeen) {
  const Case& c = cases[1];
  for (const char* name : {"implicit_midpoint", "rk4", "dmv4"}) {
    const TransitionMatrix f =
        relative(FreeStepDerivative(body_of(c), name).after(start_of(c), c.h).jacobian, c).leftCols<6>();
    const Eigen::Vector3d m0 = c.momentum.normalized(),
                          m1 = FreeStepDerivative(body_of(c), name).after(start_of(c), c.h).state.momentum /
                               c.momentum.norm();
    TransitionMatrix b0 = TransitionMatrix::Zero(), b1 = b0;
    for (auto* b : {&b0, &b1}) {
      b->topRightCorner<3, 3>().setIdentity();
      b->bottomLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
      b->bottomRightCorner<3, 3>() = hat(b == &b0 ? m0 : m1);
    }
    EXPECT_GE((f * b0 * f.transpose() - b1).cwiseAbs().maxCoeff(), 1e-7) << name;
  }
}

TEST(StepDerivative, StepsAreTheProductOfStepsAndTheStateIsTheSteppers) {
  // Axes of its own, so that frames count.
  Eigen::Matrix3d tensor;
  tensor << 0.9, 0.1, -0.05, 0.1, 1.1, 0.02, -0.05, 0.02, 1.3;
  const Inertia body = Inertia::from_tensor(tensor);
  const State start{Attitude(0.5, -0.5, 0.5, 0.5), {0.4, -0.3, 0.6}};
  for (const char* name : {"exact", "dmv6", "lie_poisson_231", "implicit_midpoint"}) {
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
    EXPECT_LE((both.jacobian - product).cwiseAbs().maxCoeff(), 100 * eps) << name;
  }
  // Many steps of a good method are the motion.
  const MotionDerivative motion = ExactFlow(body).derivative(start, 2);
  EXPECT_LE((FreeStepDerivative(body, "dmv10").after(start, 0.02, 100).jacobian - motion.jacobian)
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
  EXPECT_LE((FreeStepDerivative(body, "exact").after(start, 0.02, 100).jacobian - motion.jacobian)
                .cwiseAbs()
                .maxCoeff(),
            1e-13);
}

TEST(StepDerivative, NothingTurns) {
  const Inertia body = Inertia::from_moments(0.6, 0.9, 1.2);
  for (const FreeMethod& method : free_methods()) {
    if (!has_step_derivative(method.name)) continue;
    const FreeStepDerivative step(body, method.name);
    const MotionJacobian rest = step.after({Attitude::Identity(), {0, 0, 0}}, 0.5).jacobian;
    EXPECT_NEAR(rest(0, block::momentum), 0.5 / 0.6, eps) << method.name;
    EXPECT_EQ(rest(3, block::momentum), 1) << method.name;
    const MotionJacobian no_time = step.after({Attitude::Identity(), {0.3, 0.2, 0.1}}, 0).jacobian;
    EXPECT_NEAR(no_time(0, block::time), 0.3 / 0.6, eps) << method.name;
  }
}

TEST(StepDerivative, EveryListedMethodButThePapersQuadraturesAndRefusals) {
  for (const FreeMethod& method : free_methods()) {
    const bool is_quadrature = method.name.starts_with("gauss") || method.name.starts_with("hermite");
    EXPECT_NE(has_step_derivative(method.name), is_quadrature) << method.name;
  }
  EXPECT_FALSE(has_step_derivative("no_such_method"));
  const Inertia body = Inertia::from_moments(0.6, 0.9, 1.2);
  EXPECT_THROW(FreeStepDerivative(body, "no_such_method"), InvalidInput);
  EXPECT_THROW(FreeStepDerivative(body, "dmv").after({Attitude::Identity(), {1, 2, 3}}, 0.1, 0),
               InvalidInput);
  EXPECT_THROW(FreeStepDerivative(body, "dmv").after({Attitude::Identity(), {1, 2, 3}}, 10), StepFailure);
}

}  // namespace
}  // namespace step_derivative_test
}  // namespace polhode
