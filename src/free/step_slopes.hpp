// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One step of a free method in the principal frame, with its derivative.

#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/core/dual.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <string_view>
#include <vector>

namespace polhode {

/// The derivative of an exact step from m, with the momentum after it and its rotation; all NaN if the step
/// fails.
MotionJacobian exact_step_jacobian(const ExactFlow& flow, const Vec3<double>& m, double h,
                                   Vec3<double>& after, Quat<double>& r) noexcept;

class StepSlopes {
 public:
  /// @throws InvalidInput if the derivative of the method is unknown
  StepSlopes(const Inertia& body, std::string_view method);

  /// The step from (m, h), with columns as in MotionJacobian; all NaN if the method fails.
  struct Result {
    Quat<double> r;  ///< the rotation of the step
    Vec3<double> m;  ///< the momentum after the step
    MotionJacobian jacobian;
  };
  Result operator()(const Vec3<double>& m, double h) const noexcept;

  static bool knows(std::string_view method);

 private:
  void add_column(const SlopeStep& kernel, Eigen::Index column, const Vec3<double>& m, double h,
                  Result& to) const noexcept;

  Inertia body_;  // in its principal frame
  ExactFlow exact_;
  bool is_exact_;
  SlopeStep plain_;
  std::vector<SlopeStep> by_moment_;  // each with the slope of one moment
};

}  // namespace polhode
