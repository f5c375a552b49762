// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free motion with its derivative with respect to the initial state, the body and the time.
///
/// Convention. A small change of an attitude is a rotation vector theta in the body frame: q becomes q
///             exp(theta), for both the initial and the final attitude; in_space() expresses both in space,
///             exp(theta_S) q. Momenta and their changes are in the user's body frame. Moments are the
///             principal moments in ascending order, as in Inertia::moments(), with fixed axes; by_tensor()
///             uses the six entries of a tensor in the user's frame instead. Derivatives are partial: those
///             with respect to the moments hold the momentum fixed, unless a name says angular velocity.
///             Derivatives with respect to what a body does not have are 0: the momentum about a linear
///             body's axis, and its zero moment. Of the columns of a linear body's equal moments only the sum
///             is meaningful.
/// Method.     docs/derivatives.md. Of the six directions of momentum and inverse moments, four follow from
///             symmetries of the motion (scaling, time shift, a common change of the inverse moments); the
///             other two are computed by automatic differentiation of the exact step (core/dual.hpp). Over
///             many periods t = n T + s, with dT and the derivative of the rotation per period computed once.
/// Accuracy.   docs/derivatives.md: as accurate as the value, also after 1e9 periods.

#include <Eigen/Core>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <span>
#include <vector>

namespace polhode {

/// Offsets of the blocks of a Jacobian. Rows: attitude, momentum. Columns: all four.
namespace block {
inline constexpr Eigen::Index attitude = 0, momentum = 3, moments = 6, time = 9;
}

/// 6 x 10: rows final attitude (3) and momentum (3); columns initial attitude (3), initial momentum (3),
/// moments (3), time (1). Unaligned, so that its layout does not depend on compiler options.
using MotionJacobian = Eigen::Matrix<double, 6, 10, Eigen::DontAlign>;
/// 6 x 6: the first six columns of a MotionJacobian, or the columns of a tensor's six entries.
using TransitionMatrix = Eigen::Matrix<double, 6, 6, Eigen::DontAlign>;
/// A change of attitude and momentum: 6 numbers.
using StateChange = Eigen::Matrix<double, 6, 1, Eigen::DontAlign>;

/// The gradient of a function of the final state with respect to all inputs.
struct MotionGradient {
  Eigen::Vector3d by_attitude{0, 0, 0}, by_momentum{0, 0, 0}, by_moments{0, 0, 0};
  double by_time = 0;
};

/// A state and its derivative.
struct MotionDerivative {
  State start, state;       ///< at the start, and at the requested time
  MotionJacobian jacobian;  ///< derivative of `state`

  Eigen::Matrix3d attitude_by_attitude() const { return part(block::attitude, block::attitude); }
  Eigen::Matrix3d attitude_by_momentum() const { return part(block::attitude, block::momentum); }
  Eigen::Matrix3d attitude_by_moments() const { return part(block::attitude, block::moments); }
  /// 0 for a free body.
  Eigen::Matrix3d momentum_by_attitude() const { return part(block::momentum, block::attitude); }
  Eigen::Matrix3d momentum_by_momentum() const { return part(block::momentum, block::momentum); }
  Eigen::Matrix3d momentum_by_moments() const { return part(block::momentum, block::moments); }
  /// The final angular velocity in the body frame, and the rate of change of the momentum.
  Eigen::Vector3d attitude_by_time() const { return jacobian.block<3, 1>(block::attitude, block::time); }
  Eigen::Vector3d momentum_by_time() const { return jacobian.block<3, 1>(block::momentum, block::time); }

  /// The state transition matrix of (attitude in the body frame, momentum), with which a filter propagates
  /// its covariance: P' = F P F^T.
  TransitionMatrix transition() const { return jacobian.leftCols<6>(); }

  /// The gradient of a function of the final state with respect to all inputs: J^T g.
  /// @param by_end_attitude  gradient with respect to a small rotation of the final attitude, in the body
  ///   frame
  /// @param by_end_momentum  gradient with respect to the final momentum
  MotionGradient gradient(const Eigen::Vector3d& by_end_attitude,
                          const Eigen::Vector3d& by_end_momentum) const;

  /// The Jacobian with the rotation vectors of both ends in space. Momenta stay in the body frame, and each
  /// column still changes one input, with the body-frame momentum held fixed.
  MotionJacobian in_space() const;

  /// The Jacobian with the angular velocity (user's body frame) in place of the momentum at both ends; the
  /// columns of moments and attitude then hold the initial angular velocity fixed. The columns of angular
  /// velocity about a linear body's axis are 0.
  MotionJacobian in_angular_velocity(const Inertia& body) const;

 private:
  Eigen::Matrix3d part(Eigen::Index row, Eigen::Index column) const {
    return jacobian.block<3, 3>(row, column);
  }
};

/// A free motion that is prepared to compute its derivative at any time. Const member functions may be called
/// from several threads at once.
class FreeMotionDerivative {
 public:
  /// @param body        the body
  /// @param start       the state at start_time
  /// @param start_time  the time of `start`
  /// @throws InvalidInput as FreeMotion
  FreeMotionDerivative(const Inertia& body, const State& start, double start_time = 0);

  /// The state at a time, as FreeMotion::at, with its derivative.
  /// @param t  any time
  /// @throws InvalidInput as FreeMotion::at
  MotionDerivative at(double t) const;
  /// At many times, in any order.
  /// @throws InvalidInput as FreeMotion::at
  std::vector<MotionDerivative> at(std::span<const double> times) const;
  /// The same, written to memory of the caller.
  /// @throws InvalidInput as FreeMotion::at, or if the lengths differ
  void at(std::span<const double> times, std::span<MotionDerivative> results) const;

  /// The derivative of the state with respect to the tensor in the user's frame, with the momentum held
  /// fixed: columns xx, yy, zz, xy, xz, yz, where an off-diagonal entry occupies both of its positions. For a
  /// body constructed from three moments the first three columns are the derivatives with respect to them, in
  /// the order given.
  /// @param t  any time
  /// @throws InvalidInput as at(), or if the body is linear: its tensor cannot vary freely
  TransitionMatrix by_tensor(double t) const;

  const FreeMotion& motion() const noexcept { return motion_; }

 private:
  struct Prepared;

  FreeMotion motion_;
  State start_;
  std::shared_ptr<const Prepared> prepared_;
};

}  // namespace polhode
