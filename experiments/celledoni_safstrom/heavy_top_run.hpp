// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The heavy top of the paper, in its variables, taken through time by its methods.
///
/// Convention. pi is the momentum, u = Q^T e3 the vertical seen from the body, H = T + u3. The page with these equations is missing from
///             the print; they follow from H: pi' = pi x omega + u x e3, u' = u x omega.
/// Method.     SEJ half a kick, the exact free flow, half a kick; MR the same with five rotations for the free flow; RK4 that of Runge and
///             Kutta (splitting/reduced_top.hpp). How the paper turns u in SEJ stands on the missing page. Its elliptic functions are evaluated at
///             the middle and at the end of each step, and its splitting is said not to be symplectic: so it is if u turns with the angular
///             velocity of the middle, a Magnus series of one term. That is sej_midpoint, with the elliptic functions by the formulas of the
///             print, (4) and (5), recomputed at each step. With u turned exactly the splitting is symplectic.

#include <memory>
#include <polhode/core/vec3.hpp>
#include <polhode/splitting/reduced_top.hpp>
#include <string>
#include <vector>

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

/// As the figures have it in their keys.
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

/// What is seen at each step, the start included.
struct Course {
  std::vector<double> times;
  std::vector<double> energy_errors;  ///< H - H0
  std::vector<TopPhase> phases;

  double greatest_error() const;  ///< of |H - H0|
  double mean_error() const;      ///< over the steps, without the start
  double amplitude() const;       ///< half of the way from the least to the greatest H
  double later_over_earlier()
      const;  ///< greatest |H - H0| of the second half of the run to that of the first
};

Course course_of(const Top& top, Scheme scheme, double time, double h);

}  // namespace polhode::experiments::celledoni_safstrom
