// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The same motions by general solvers of differential equations: Boost.odeint and SUNDIALS, with tolerances
/// of their own.
///
/// Convention. The state is (q, m), seven numbers, never renormalised. The tolerance is both the relative and
///             the absolute one. What a solver allocates is allocated before; a run begins with its own
///             re-initialisation.
/// Method.     The torque is the splittings' own, compiled into the right-hand side. A problem without one
///             has NoTorque.

#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <exception>
#include <memory>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "outcome.hpp"

namespace polhode::bench {

using SevenNumbers = std::array<double, 7>;

inline SevenNumbers numbers(const kernel::Phase<double>& p) {
  return {p.q.w, p.q.x, p.q.y, p.q.z, p.m.x, p.m.y, p.m.z};
}

inline kernel::Phase<double> phase(const double* y) { return {{y[4], y[5], y[6]}, {y[0], y[1], y[2], y[3]}}; }

inline kernel::Phase<double> no_phase() {
  return {kernel::no_vector<double>(), kernel::no_quaternion<double>()};
}

struct NoTorque {};

/// q' = q (0, omega) / 2 and m' = m x omega + torque.
template <class Torque>
class Equations {
 public:
  Equations(const Vec3<double>& moments, Torque torque) : inverse_(moments), torque_(std::move(torque)) {}

  void operator()(const double* y, double* rate, [[maybe_unused]] double t) const noexcept {
    const kernel::Phase<double> p = phase(y);
    const Vec3<double> half = 0.5 * (inverse_ * p.m);
    Vec3<double> dm = inverse_.cross_velocity(p.m);
    if constexpr (!std::is_same_v<Torque, NoTorque>) dm = dm + torque_(p, t);
    rate[0] = -(p.q.x * half.x + p.q.y * half.y + p.q.z * half.z);
    rate[1] = p.q.w * half.x + p.q.y * half.z - p.q.z * half.y;
    rate[2] = p.q.w * half.y + p.q.z * half.x - p.q.x * half.z;
    rate[3] = p.q.w * half.z + p.q.x * half.y - p.q.y * half.x;
    rate[4] = dm.x;
    rate[5] = dm.y;
    rate[6] = dm.z;
  }

 private:
  torques::InverseInertia<double> inverse_;
  Torque torque_;
};

template <class Problem>
auto equations_of() {
  const auto setting = Problem::template setting<double>();
  return Equations(setting.moments, setting.torque);
}

template <class Problem>
concept HasFirstStep = requires {
  Problem::first_step;
};

/// A first step that suits every solver here.
template <class Problem>
constexpr double first_step() {
  if constexpr (HasFirstStep<Problem>)
    return Problem::first_step;
  else
    return Problem::end / 10000;
}

// ---- Boost.odeint

/// By a stepper that controls its own step, as make_stepper(tolerance) makes it.
template <class Problem, class MakeStepper>
Run by_controlled_odeint(double tolerance, MakeStepper make_stepper) {
  return [equations = equations_of<Problem>(), start = numbers(Problem::template setting<double>().start),
          tolerance, make_stepper]() -> Outcome {
    Evaluations evaluations;
    SevenNumbers y = start;
    const auto right_hand_side = [&](const SevenNumbers& now, SevenNumbers& rate, double t) {
      if (!evaluations.next()) throw std::runtime_error("too long");
      equations(now.data(), rate.data(), t);
    };
    try {
      boost::numeric::odeint::integrate_adaptive(make_stepper(tolerance), right_hand_side, y, 0.0,
                                                 double(Problem::end), first_step<Problem>());
    } catch (const std::exception&) {
      return {no_phase(), evaluations.count()};  // no step was short enough
    }
    return {phase(y.data()), evaluations.count()};
  };
}

/// By an error stepper of odeint, such as runge_kutta_fehlberg78, with odeint's own control of the step.
template <template <class...> class Stepper, class Problem>
Run by_odeint(double tolerance) {
  return by_controlled_odeint<Problem>(tolerance, [](double t) {
    return boost::numeric::odeint::make_controlled<Stepper<SevenNumbers>>(t, t);
  });
}

template <class Problem>
Run by_bulirsch_stoer(double tolerance) {
  return by_controlled_odeint<Problem>(
      tolerance, [](double t) { return boost::numeric::odeint::bulirsch_stoer<SevenNumbers>(t, t); });
}

// ---- SUNDIALS

/// What both of its solvers need: the equations, their state, and the start.
template <class Problem>
class Sundials {
 public:
  Sundials() : equations_(equations_of<Problem>()) {
    SUNContext raw = nullptr;
    if (SUNContext_Create(nullptr, &raw) != 0) throw std::runtime_error("SUNDIALS gives no context");
    context_.reset(raw, [](SUNContext c) { SUNContext_Free(&c); });
    now_ = vector();
    start_ = vector();
    const SevenNumbers y = numbers(Problem::template setting<double>().start);
    std::copy(y.begin(), y.end(), NV_DATA_S(start_.get()));
  }

  SUNContext context() const { return context_.get(); }
  N_Vector now() const { return now_.get(); }
  N_Vector start() const { return start_.get(); }

  /// To the start again.
  void begin() {
    evaluations_.begin();
    std::copy_n(NV_DATA_S(start()), 7, NV_DATA_S(now()));
  }
  Outcome outcome(bool is_there) const {
    return {is_there ? phase(NV_DATA_S(now_.get())) : no_phase(), evaluations_.count()};
  }

  /// The right-hand side, of which `self` is this.
  static int rate(realtype t, N_Vector y, N_Vector rate, void* self) {
    auto& s = *static_cast<Sundials*>(self);
    s.equations_(NV_DATA_S(y), NV_DATA_S(rate), t);
    return s.evaluations_.next() ? 0 : -1;
  }

 private:
  using Vector = std::shared_ptr<std::remove_pointer_t<N_Vector>>;
  Vector vector() const {
    N_Vector v = N_VNew_Serial(7, context());
    if (!v) throw std::runtime_error("SUNDIALS gives no vector");
    // Sums of several vectors in one loop: those that are made from this one have them too.
    N_VEnableFusedOps_Serial(v, SUNTRUE);
    return Vector(v, N_VDestroy);
  }

  decltype(equations_of<Problem>()) equations_;
  std::shared_ptr<std::remove_pointer_t<SUNContext>> context_;
  Vector now_, start_;
  Evaluations evaluations_;
};

inline void check(int flag, const char* what) {
  if (flag < 0) throw std::runtime_error(std::string("SUNDIALS refuses ") + what);
}

/// CVODE with Adams' formulas of orders up to 12 and functional iteration.
template <class Problem>
class Cvode {
 public:
  explicit Cvode(double tolerance) {
    memory_.reset(CVodeCreate(CV_ADAMS, common_.context()), [](void* m) { CVodeFree(&m); });
    void* m = memory_.get();
    check(CVodeInit(m, Sundials<Problem>::rate, 0, common_.start()), "CVODE");
    check(CVodeSetUserData(m, &common_), "user data");
    check(CVodeSStolerances(m, tolerance, tolerance), "tolerances");
    check(CVodeSetMaxNumSteps(m, -1), "any number of steps");
    check(CVodeSetErrFile(m, nullptr), "silence");
    iteration_.reset(SUNNonlinSol_FixedPoint(common_.start(), 0, common_.context()), SUNNonlinSolFree);
    check(CVodeSetNonlinearSolver(m, iteration_.get()), "functional iteration");
  }

  Outcome run() {
    void* m = memory_.get();
    realtype reached = 0;
    common_.begin();
    CVodeReInit(m, 0, common_.start());
    CVodeSetStopTime(m, Problem::end);
    return common_.outcome(CVode(m, Problem::end, common_.now(), &reached, CV_NORMAL) >= 0);
  }

 private:
  Sundials<Problem> common_;
  std::shared_ptr<void> memory_;
  std::shared_ptr<std::remove_pointer_t<SUNNonlinearSolver>> iteration_;
};

/// ARKODE with one of its explicit Runge-Kutta tables. By ARKStep: ERKStep of version 6.4 takes the last
/// stage of every table whose last node is 1 for the first of the next step, which these tables do not allow;
/// with them its order is below 4.
template <class Problem>
class Arkode {
 public:
  Arkode(ARKODE_ERKTableID table, double tolerance) {
    memory_.reset(ARKStepCreate(Sundials<Problem>::rate, nullptr, 0, common_.start(), common_.context()),
                  [](void* m) { ARKStepFree(&m); });
    void* m = memory_.get();
    if (!m) throw std::runtime_error("SUNDIALS refuses ARKStep");
    check(ARKStepSetUserData(m, &common_), "user data");
    check(ARKStepSetTableNum(m, ARKODE_DIRK_NONE, table), "a table");
    check(ARKStepSStolerances(m, tolerance, tolerance), "tolerances");
    check(ARKStepSetMaxNumSteps(m, -1), "any number of steps");
    check(ARKStepSetErrFile(m, nullptr), "silence");
  }

  Outcome run() {
    void* m = memory_.get();
    realtype reached = 0;
    common_.begin();
    ARKStepReInit(m, Sundials<Problem>::rate, nullptr, 0, common_.start());
    ARKStepSetStopTime(m, Problem::end);
    return common_.outcome(ARKStepEvolve(m, Problem::end, common_.now(), &reached, ARK_NORMAL) >= 0);
  }

 private:
  Sundials<Problem> common_;
  std::shared_ptr<void> memory_;
};

template <class Problem>
Run by_cvode(double tolerance) {
  return [solver = std::make_shared<Cvode<Problem>>(tolerance)] { return solver->run(); };
}

template <ARKODE_ERKTableID Table, class Problem>
Run by_arkode(double tolerance) {
  return [solver = std::make_shared<Arkode<Problem>>(Table, tolerance)] { return solver->run(); };
}

}  // namespace polhode::bench
