// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free motion with its derivative: the state at any t, and how it changes with the start, the body and
/// the time.
///
/// Convention. A small change of an attitude is a rotation vector theta in the body: q becomes q exp(theta),
///             of the end in the body's frame at the end, of the start in the body's frame at the start.
///             in_space() turns both to space, exp(theta_S) q. Momenta and their changes are in the user's
///             body frame. A change of the moments is one of the principal moments in ascending order, as
///             Inertia::moments() has them, with the axes held; by_tensor() takes the six numbers of a tensor
///             in the user's frame instead. Each input changes alone: by the moments with the momentum held,
///             unless a name says angular velocity. Derivatives by what a body does not have are 0: by the
///             momentum about a linear body's axis, and by its zero moment. Of the columns of a linear body's
///             equal moments only the sum means anything.
/// Method.     docs/derivatives.md. Of the six directions of momentum and inverse moments four are known from
///             the symmetries of the motion (scaling, moving along the orbit, a common change of the inverse
///             moments); the other two go through the formulas of the exact step as numbers with derivatives
///             (core/dual.hpp). Over many periods t = n T + s, with dT and the derivative of the turn found
///             once.
/// Accuracy.   docs/derivatives.md: as the value, also at 1e9 periods.

#include <Eigen/Core>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <span>
#include <vector>

namespace polhode {

/// Where the blocks of a Jacobian begin. Rows: attitude, momentum. Columns: all four.
namespace block {
inline constexpr Eigen::Index attitude = 0, momentum = 3, moments = 6, time = 9;
}

/// 6 x 10: rows attitude (3) and momentum (3) of the end; columns attitude (3), momentum (3) of the start,
/// moments (3), time (1). Never aligned, so that its layout does not follow the compiler's options.
using MotionJacobian = Eigen::Matrix<double, 6, 10, Eigen::DontAlign>;
/// 6 x 6: the first six columns of the above, or the columns of a tensor's six numbers.
using TransitionMatrix = Eigen::Matrix<double, 6, 6, Eigen::DontAlign>;
/// 6: attitude and momentum.
using StateChange = Eigen::Matrix<double, 6, 1, Eigen::DontAlign>;

/// How a number that depends on the end changes with everything at the start.
struct MotionGradient {
  Eigen::Vector3d by_attitude{0, 0, 0}, by_momentum{0, 0, 0}, by_moments{0, 0, 0};
  double by_time = 0;
};

/// A state with its derivative.
struct MotionDerivative {
  State start, state;       ///< at the beginning and at the time that was asked for
  MotionJacobian jacobian;  ///< of `state`

  Eigen::Matrix3d attitude_by_attitude() const { return part(block::attitude, block::attitude); }
  Eigen::Matrix3d attitude_by_momentum() const { return part(block::attitude, block::momentum); }
  Eigen::Matrix3d attitude_by_moments() const { return part(block::attitude, block::moments); }
  Eigen::Matrix3d momentum_by_attitude() const {
    return part(block::momentum, block::attitude);
  }  ///< 0 for a free body
  Eigen::Matrix3d momentum_by_momentum() const { return part(block::momentum, block::momentum); }
  Eigen::Matrix3d momentum_by_moments() const { return part(block::momentum, block::moments); }
  /// The angular velocity at the end, in the body, and the rate of the momentum.
  Eigen::Vector3d attitude_by_time() const { return jacobian.block<3, 1>(block::attitude, block::time); }
  Eigen::Vector3d momentum_by_time() const { return jacobian.block<3, 1>(block::momentum, block::time); }

  /// What a filter propagates its covariance with: P' = F P F^T, of (attitude in the body, momentum).
  TransitionMatrix transition() const { return jacobian.leftCols<6>(); }

  /// The gradient of a function of the end, given its gradient by a small rotation in the body and by the
  /// momentum of the end: J^T g.
  MotionGradient gradient(const Eigen::Vector3d& by_end_attitude,
                          const Eigen::Vector3d& by_end_momentum) const;

  /// The Jacobian with rotation vectors of both ends in space. Momenta stay in the body, and columns still
  /// change one input each with the momentum in the body held.
  MotionJacobian in_space() const;

  /// The Jacobian with the angular velocity (user's body frame) in place of the momentum at both ends; the
  /// columns of the moments and of the attitude then hold the start's angular velocity. A linear body has no
  /// change of it about its axis.
  MotionJacobian in_angular_velocity(const Inertia& body) const;

 private:
  Eigen::Matrix3d part(Eigen::Index row, Eigen::Index column) const {
    return jacobian.block<3, 3>(row, column);
  }
};

/// A free motion that is prepared to give its derivative at any time. Calls may be made by several threads at
/// once.
class FreeMotionDerivative {
 public:
  /// Refuses what FreeMotion refuses.
  FreeMotionDerivative(const Inertia& body, const State& start, double start_time = 0);

  /// The state at t, that of FreeMotion::at, with its derivative. Refuses what that refuses.
  MotionDerivative at(double t) const;
  /// At many times, in any order. The second form writes them where the caller has room, and refuses lists of
  /// different lengths.
  std::vector<MotionDerivative> at(std::span<const double> times) const;
  void at(std::span<const double> times, std::span<MotionDerivative> results) const;

  /// The state's derivative by the tensor in the user's frame: columns xx, yy, zz, xy, xz, yz, where a number
  /// off the diagonal stands at both of its places. The momentum is held. Of a body that was given by three
  /// moments the first three columns are its derivatives by them, in the order in which they were given.
  /// Refuses what at refuses, and a linear body, whose tensor is not free to change.
  TransitionMatrix by_tensor(double t) const;

  const FreeMotion& motion() const noexcept { return motion_; }

 private:
  struct Prepared;

  FreeMotion motion_;
  State start_;
  std::shared_ptr<const Prepared> prepared_;
};

}  // namespace polhode
