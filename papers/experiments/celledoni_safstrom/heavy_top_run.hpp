// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The heavy top of the paper, in its variables, integrated by its methods.
///
/// Convention. pi is the momentum, u = Q^T e3 the vertical seen from the body, H = T + u3. The page with
///             these equations is missing from the print; they follow from H: pi' = pi x omega + u x e3, u' =
///             u x omega.
/// Method.     SEJ half a kick, the exact free flow, half a kick; MR the same with five rotations for the
///             free flow; RK4 the classical Runge-Kutta method (top/reduced_top.hpp). How SEJ of the
///             paper rotates u is on the missing page. The paper evaluates elliptic functions at the middle
///             and at the end of each step and says that its splitting is not symplectic. Both fit a rotation
///             of u by the angular velocity at the middle, a Magnus series of one term: sej_midpoint, with
///             the elliptic functions by (4) and (5) as printed, recomputed at each step. With the exact
///             rotation of u, sej, the splitting is symplectic.

#include <memory>
#include <polhode/core/vec3.hpp>
#include <string>
#include <vector>

#include "top/reduced_top.hpp"

namespace polhode::experiments::celledoni_safstrom {

using Vector = Vec3<double>;
using TopPhase = ReducedPhase<double>;

struct Top {
  Vector moments, omega;
  Vector u{0, 0, 1};

  TopPhase start() const { return {{moments.x * omega.x, moments.y * omega.y, moments.z * omega.z}, u}; }
  HeavyTopEquations<double> equations() const { return {moments, {0, 0, 1}}; }
};

/// Without u there is no torque: the Euler equations.
inline Top free_body(const Vector& moments, const Vector& omega) { return {moments, omega, {}}; }

/// The bodies of figures 3 and 4, and of 5 to 7.
inline Top large_top() { return {{1000, 5000, 6000}, {100, 100, 100}}; }
inline Top small_top() { return {{1, 5, 6}, {10, 10, 10}}; }

enum class Scheme { sej, sej_midpoint, mr, rk4 };

/// The name in the figures.
std::string name_of(Scheme scheme);

/// One motion, step by step.
class HeavyTopRun {
 public:
  HeavyTopRun(const Top& top, Scheme scheme);
  HeavyTopRun(HeavyTopRun&&) noexcept;
  ~HeavyTopRun();

  /// Back to the start.
  void restart();
  void steps(double h, int count);
  TopPhase phase() const;

 private:
  class Any;
  template <class Free>
  class Split;
  class RungeKutta;
  std::unique_ptr<Any> run_;
};

/// The end of the motion from 0 to time in steps of h.
TopPhase end_of(const Top& top, Scheme scheme, double time, double h);

/// The same by the sixth-order splitting with steps so short that its error is rounding.
TopPhase true_end_of(const Top& top, double time, double h);

/// The 2-norm of the difference in all six variables.
double distance(const TopPhase& a, const TopPhase& b);

/// Time, energy error and phase at the start and after each step.
struct Trajectory {
  std::vector<double> times;
  std::vector<double> energy_errors;  ///< H - H0
  std::vector<TopPhase> phases;

  double greatest_error() const;  ///< of |H - H0|
  double mean_error() const;      ///< over the steps, without the start
  double amplitude() const;       ///< half of the way from the least to the greatest H
  double later_over_earlier()
      const;  ///< greatest |H - H0| of the second half of the run to that of the first
};

Trajectory trajectory_of(const Top& top, Scheme scheme, double time, double h);

}  // namespace polhode::experiments::celledoni_safstrom
